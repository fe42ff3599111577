//! What Katachi sees: on the whole board, and at a point.

use std::fmt::Write as _;
use std::io::{self, Write};

use katachi_board::{Color, Outcome, Point};
use katachi_core::{FinalStatus, result};
use katachi_strategy::influence::Region;
use katachi_studio::words::by_ko;

use super::table::{Next, Table, tell};
use super::thoughts;
use crate::decide;
use crate::gtp;
use crate::session::Session;
use crate::traces;
use crate::views::{self, Views};

impl Table<'_> {
    /// Draws the board. With a view, it is drawn that way from now on.
    pub(super) fn board(&mut self, view: &str, output: &mut dyn Write) -> io::Result<Next> {
        match view {
            "" => {}
            "plain" => self.shown.views = None,
            _ => {
                let Ok(views) = view.parse() else {
                    let names = views::names().join(", ");
                    writeln!(output, "Say which board: plain, {names}")?;
                    return Ok(Next::Ask);
                };
                self.shown.views = Some(views);
            }
        }
        self.draw_now(output)?;
        Ok(Next::Ask)
    }

    /// Shows a view once.
    pub(super) fn view(&mut self, name: &str, output: &mut dyn Write) -> io::Result<Next> {
        let views = name.parse::<Views>();
        let drawn = views.map(|views| {
            let game = &self.session.game;
            views.text(game, &mut self.session.engine, self.colored)
        });
        writeln!(output)?;
        tell(drawn, output)
    }

    /// Turns the drawing of the board on or off.
    pub(super) fn toggle_board(&mut self, output: &mut dyn Write) -> io::Result<Next> {
        self.shown.no_board ^= true;
        let how = if self.shown.no_board {
            "only when you type board"
        } else {
            "after every move"
        };
        writeln!(output, "The board is drawn {how}.")?;
        Ok(Next::Ask)
    }

    /// Counts the position as it stands, or turns the display of the score on or off.
    pub(super) fn score(&mut self, word: &str, output: &mut dyn Write) -> io::Result<Next> {
        match word {
            "on" | "off" => {
                self.shown.score = word == "on";
                let how = if self.shown.score {
                    "after every move"
                } else {
                    "only when you ask"
                };
                writeln!(output, "The score is shown {how}.")?;
            }
            _ => {
                let end = self.session.count(self.session.seed);
                let score = result(end.score(&self.session.game));
                writeln!(output, "As it stands: {score}")?;
            }
        }
        Ok(Next::Ask)
    }

    /// Turns small letters for dead stones on or off.
    pub(super) fn toggle_dead(&mut self, output: &mut dyn Write) -> io::Result<Next> {
        self.shown.dead ^= true;
        let how = if self.shown.dead {
            "in small letters"
        } else {
            "like others"
        };
        writeln!(output, "Dead stones are drawn {how}.")?;
        Ok(Next::Ask)
    }

    /// Whether a string can be captured or saved.
    pub(super) fn read_string(
        &mut self,
        vertex: &str,
        example: &str,
        output: &mut dyn Write,
    ) -> io::Result<Next> {
        let stone = self.named_stone(vertex, example);
        let text = stone.map(|stone| decide::about_string(self.session, stone));
        tell(text, output)
    }

    /// Whether a dragon can be killed or saved.
    pub(super) fn read_life(&mut self, vertex: &str, output: &mut dyn Write) -> io::Result<Next> {
        let stone = self.named_stone(vertex, "life D4");
        let text = stone.map(|stone| decide::about_dragon(self.session, stone));
        tell(text, output)
    }

    /// Whether two strings are connected.
    pub(super) fn read_connection(
        &mut self,
        vertices: &str,
        output: &mut dyn Write,
    ) -> io::Result<Next> {
        let (a, b) = vertices.split_once([' ', '/']).unwrap_or((vertices, ""));
        let both = self.named_stone(a, "connect D4 F4");
        let both = both.and_then(|a| Ok((a, self.named_stone(b.trim(), "connect D4 F4")?)));
        let board = self.session.game.board();
        let text = match both {
            Ok((a, b)) if board.at(a) != board.at(b) => {
                Err("Two stones of one color can be connected.".to_owned())
            }
            Ok((a, b)) => Ok(decide::about_connection(self.session, a, b)),
            Err(problem) => Err(problem),
        };
        tell(text, output)
    }

    fn named_stone(&self, vertex: &str, example: &str) -> Result<Point, String> {
        if vertex.is_empty() {
            return Err(format!("Name a stone: {example}"));
        }
        self.stone(vertex)
    }

    /// All strings and dragons.
    pub(super) fn list_dragons(&mut self, output: &mut dyn Write) -> io::Result<Next> {
        writeln!(output, "{}", traces::strings(self.session))?;
        writeln!(output, "{}", traces::lives(self.session))?;
        self.view("dragons", output)
    }

    /// What Katachi knows about a point.
    pub(super) fn look(&mut self, vertex: &str, output: &mut dyn Write) -> io::Result<Next> {
        let point = match self.point(vertex) {
            Ok(point) => point,
            Err(error) => return tell(Err(format!("{error}: look D4")), output),
        };
        write!(output, "{}", about_point(self.session, point))?;
        let turn = self.session.game.to_move();
        if self.session.game.board().at(point).is_empty() {
            thoughts::why(self.session, turn, point, output)?;
        }
        Ok(Next::Ask)
    }

    /// The answer to a GTP command, about a point that must be one.
    pub(super) fn ask_about(
        &mut self,
        commands: &[&str],
        vertex: &str,
        output: &mut dyn Write,
    ) -> io::Result<Next> {
        if let Err(error) = self.point(vertex) {
            return tell(Err(format!("{error}, such as D4")), output);
        }
        let answers = commands.iter().map(|command| {
            let line = format!("{command} {vertex}");
            gtp::reply(self.session, &line).unwrap_or_else(|failure| failure)
        });
        tell(Ok(answers.collect::<Vec<_>>().join("\n")), output)
    }

    /// Answers a GTP command.
    pub(super) fn gtp(&mut self, line: &str, output: &mut dyn Write) -> io::Result<Next> {
        if line.is_empty() {
            return tell(
                Err("Type a GTP command: gtp list_commands".to_owned()),
                output,
            );
        }
        let facts = |session: &Session| {
            let game = &session.game;
            let moves: Vec<_> = game.moves().collect();
            (
                game.board().size(),
                game.start().to_vec(),
                moves,
                game.to_move(),
            )
        };
        let before = facts(self.session);
        let answer = gtp::reply(self.session, line);
        if facts(self.session) != before {
            // Whatever the command has made of the game, its record begins anew.
            self.begin_record(true, output)?;
        }
        tell(answer.map_err(|failure| format!("? {failure}")), output)
    }
}

/// What is known about a point, in words, a fact on a line.
fn about_point(session: &mut Session, point: Point) -> String {
    let name = session.vertex(point);
    let turn = session.game.to_move();
    let color = session.game.board().at(point).color();
    let mut text = match color {
        Some(color) => format!("{name}: a {color} stone\n"),
        None => format!("{name}: empty\n"),
    };
    let end = session.count(session.seed);
    let status = end.status(&session.game, point);
    let mut position = session.engine.position(&session.game);
    let (worms, dragons) = (position.worms(), position.dragons());
    let (eyes, influence) = (position.eyes(), position.influence(turn));
    let named =
        |at: Option<Point>| at.map_or(String::new(), |at| format!(" at {}", session.vertex(at)));
    // Writing to a string cannot fail.
    if let Some(worm) = worms.at(point) {
        let [first, second, ..] = worm.liberties;
        let _ = writeln!(
            text,
            "  string: {}, {}, {second} of second order",
            counted(worm.size(), "stone", "stones"),
            counted(first, "liberty", "liberties")
        );
        let found = [("attacked", &worm.attacks), ("defended", &worm.defenses)];
        for (done, moves) in found {
            if let Some((at, outcome)) = moves.best() {
                let _ = writeln!(
                    text,
                    "    can be {done}{}{}",
                    named(Some(at)),
                    by_ko(outcome)
                );
            }
        }
    }
    if let Some(dragon) = dragons.at(point) {
        let _ = writeln!(
            text,
            "  dragon: {} in {}, {}, safety {}, weakness {:.2}, eyes {}",
            counted(dragon.size(), "stone", "stones"),
            counted(dragon.strings.len(), "string", "strings"),
            dragon.status().name(),
            dragon.safety.name(),
            dragon.weakness,
            dragon.genus,
        );
        if let Some(life) = &dragon.life {
            for (done, found) in [("killed", &life.attack), ("saved", &life.defense)] {
                if found.outcome != Outcome::Lose {
                    let (at, ko) = (named(found.point), by_ko(found.outcome));
                    let _ = writeln!(text, "    can be {done}{at}{ko}");
                }
            }
        }
    }
    for color in Color::BOTH {
        if let Some(space) = eyes.space(color, point) {
            let _ = writeln!(
                text,
                "  {color} eye space: {}, worth {}",
                counted(space.points.len(), "point", "points"),
                space.value
            );
        }
    }
    let regions = [
        ("territory", Region::Territory),
        ("moyo", Region::Moyo),
        ("area", Region::Area),
    ];
    let mut regions = regions.into_iter().filter_map(|(name, region)| {
        let owner = influence.owner(region, point)?;
        Some(format!(", {owner} {name}"))
    });
    let _ = writeln!(
        text,
        "  influence: black {:.1}, white {:.1}{}",
        influence.of(Color::Black, point),
        influence.of(Color::White, point),
        regions.next().unwrap_or_default()
    );
    let _ = writeln!(text, "  at the end: {}", words(status));
    text
}

/// A number of things: `1 stone`, `2 stones`.
fn counted(number: usize, one: &str, more: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { more })
}

/// A final status in words.
fn words(status: FinalStatus) -> &'static str {
    match status {
        FinalStatus::Alive => "alive",
        FinalStatus::Dead => "dead",
        FinalStatus::Seki => "alive in seki",
        FinalStatus::WhiteTerritory => "White's territory",
        FinalStatus::BlackTerritory => "Black's territory",
        FinalStatus::Dame => "nobody's point",
    }
}
