//! The turns at a table: Katachi moves, or a line is asked for and carried out.

use std::io::{self, Write};

use katachi_board::{Color, Point, PointSet};
use katachi_core::Decision;

use super::table::{Asking, Next, Shown, Start, Table};
use super::{Lines, commands, end};
use crate::session::{Keeper, Session};
use crate::terminal::{self, Look};

/// Plays, or shows a game, until the user leaves or the input ends.
///
/// # Errors
/// If the terminal cannot be read or written.
pub fn play(
    session: &mut Session,
    start: Start,
    input: &mut impl Lines,
    output: &mut impl Write,
) -> io::Result<()> {
    session.keeper = Keeper::Owner;
    if start.greets {
        let greeting = commands::greeting(start.engine.is_none());
        write!(output, "{greeting}")?;
    }
    let mut table = Table {
        session,
        tree: start.tree,
        inspects: start.engine.is_none(),
        engine: start.engine,
        waits: false,
        over: None,
        asking: Asking::Command,
        shown: Shown::default(),
        limits: start.limits,
        colored: start.colored,
    };
    table.run(input, output)
}

impl Table<'_> {
    fn run(&mut self, input: &mut impl Lines, output: &mut impl Write) -> io::Result<()> {
        if !self.inspects && end::has_ended(self.session) {
            self.finish(output)?;
        }
        let mut is_drawn = self.over.is_some();
        loop {
            self.session.look_for_news();
            if self.is_engines_turn() {
                self.move_engine(output)?;
                is_drawn = self.over.is_some();
                continue;
            }
            if !is_drawn {
                self.draw(output)?;
                is_drawn = true;
            }
            let Some(line) = input.line(&self.prompt(), output)? else {
                return Ok(());
            };
            // Sources saved while the line was typed apply to it.
            self.session.look_for_news();
            match self.read(line.trim(), output)? {
                Next::Show => is_drawn = false,
                Next::Ask => {}
                Next::Leave => return Ok(()),
            }
        }
    }

    /// Whether Katachi is to move now.
    fn is_engines_turn(&self) -> bool {
        let is_playing = self.over.is_none() && !self.waits;
        let is_free = is_playing && matches!(self.asking, Asking::Command);
        is_free && self.engine == Some(self.session.game.to_move())
    }

    fn prompt(&self) -> String {
        match &self.asking {
            Asking::Command if self.over.is_some() => "game over: ".to_owned(),
            Asking::Command => {
                let turn = self.session.game.to_move();
                format!("{turn} ({}): ", self.session.game.board().moves().len() + 1)
            }
            Asking::Comment => "comment: ".to_owned(),
            Asking::Stones(stones) => format!("handicap stone {}: ", stones.len() + 1),
            Asking::Dead(_) => "alive or dead: ".to_owned(),
        }
    }

    fn read(&mut self, line: &str, output: &mut dyn Write) -> io::Result<Next> {
        let asking = std::mem::take(&mut self.asking);
        // Words are short there, and nobody should be held by a question.
        let word = line.to_ascii_lowercase();
        let is_leaving = ["quit", "exit"].contains(&word.as_str());
        match asking {
            Asking::Stones(_) | Asking::Dead(_) if is_leaving => Ok(Next::Leave),
            Asking::Command => self.command(line, output),
            Asking::Comment => self.comment(line, output),
            Asking::Stones(stones) => self.add_stone(stones, &word, output),
            Asking::Dead(dead) => self.change_dead(dead, &word, output),
        }
    }

    fn command(&mut self, line: &str, output: &mut dyn Write) -> io::Result<Next> {
        if line.is_empty() {
            // Stepping through a game should not need a word.
            return if self.inspects {
                self.forward("", output)
            } else {
                Ok(Next::Ask)
            };
        }
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match commands::find(word) {
            Some(entry) => (entry.run)(self, rest.trim(), output),
            None => self.play_typed(line, output),
        }
    }

    /// Draws the board with what the user wants to see.
    pub(super) fn draw(&mut self, output: &mut dyn Write) -> io::Result<()> {
        if !self.shown.no_board {
            self.draw_now(output)?;
        }
        if self.shown.score {
            writeln!(output, "Score estimate: {}", self.session.bounds())?;
        }
        if let Some(comment) = self.tree.comment() {
            writeln!(output, "{}\n", comment.trim_end())?;
        }
        let next = self.continuations();
        if !next.is_empty() {
            writeln!(output, "{next}")?;
        }
        if self.waits && self.engine == Some(self.session.game.to_move()) {
            writeln!(output, "Katachi waits for your move here, or for `play`.")?;
        }
        Ok(())
    }

    /// Draws the board.
    pub(super) fn draw_now(&mut self, output: &mut dyn Write) -> io::Result<()> {
        let dead = if self.shown.dead {
            let end = self.session.count(self.session.seed);
            end::dead_stones(self.session, &end)
        } else {
            PointSet::EMPTY
        };
        let game = &self.session.game;
        let drawn = match &self.shown.views {
            Some(views) => views.text(game, &mut self.session.engine, self.colored),
            None => terminal::played_board(
                game,
                &Look {
                    marks_last: true,
                    dead,
                    colored: self.colored,
                },
            ),
        };
        writeln!(output, "\n{drawn}\n")
    }

    /// How the record goes on, in words; empty at its end.
    fn continuations(&self) -> String {
        let all = self.tree.continuations();
        let name = |number: usize| {
            Some(match &all.get(number)?.played {
                Some((color, Some(point))) => format!("{color} {}", self.session.vertex(*point)),
                Some((color, None)) => format!("{color} passes"),
                None => "a comment or stones set up".to_owned(),
            })
        };
        let next = all.iter().position(|one| one.is_next);
        let Some(first) = next.and_then(name) else {
            return String::new();
        };
        let others = (0..all.len()).filter(|&number| Some(number) != next);
        let others = others.filter_map(|number| Some(format!("{} {}", number + 1, name(number)?)));
        let others: Vec<String> = others.collect();
        let variations = match others.len() {
            0 => String::new(),
            _ => format!("; variation {}", others.join(", ")),
        };
        format!("The record goes on: {first}{variations}")
    }

    /// Katachi moves for the side to move.
    pub(super) fn move_engine(&mut self, output: &mut dyn Write) -> io::Result<()> {
        let turn = self.session.game.to_move();
        let decision = self.session.genmove(turn, false);
        for note in self.session.take_notes() {
            self.tree.note(&note);
        }
        let point = match decision {
            Decision::Play(point) => {
                let name = self.session.vertex(point);
                writeln!(output, "Katachi ({turn}) plays {name}")?;
                Some(point)
            }
            Decision::Pass => {
                writeln!(output, "Katachi ({turn}) passes")?;
                None
            }
            Decision::Resign => return self.give_up(turn, "Katachi resigns", output),
        };
        self.played(turn, point, output)
    }

    /// Notes a move that has been played on the board.
    pub(super) fn played(
        &mut self,
        color: Color,
        point: Option<Point>,
        output: &mut dyn Write,
    ) -> io::Result<()> {
        self.tree.play(color, point);
        if !self.inspects && end::has_ended(self.session) {
            return self.finish(output);
        }
        self.save();
        Ok(())
    }
}
