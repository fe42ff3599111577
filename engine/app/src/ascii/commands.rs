//! The commands of the terminal: one table for the dispatcher, the help and the completion.

use std::fmt::Write as _;
use std::io::{self, Write};

use super::table::{Next, Table, tell};

/// What a command does, with the text behind its name.
type Run = fn(&mut Table<'_>, &str, &mut dyn Write) -> io::Result<Next>;

/// A command of the terminal.
pub struct Entry {
    /// Its name.
    pub name: &'static str,
    /// Other names: abbreviations, and GNU Go's.
    also: &'static [&'static str],
    /// Its arguments, for people.
    arguments: &'static str,
    /// What it does, in a few words.
    summary: &'static str,
    /// More about it.
    details: &'static str,
    /// What it does.
    pub run: Run,
}

/// The commands by theme, in the order of the help.
const GROUPS: &[(&str, &[Entry])] = &[
    ("Playing", PLAYING),
    ("Advice", ADVICE),
    ("The board, and what Katachi sees", LOOKING),
    ("Moving about in the game", WALKING),
    ("A new game, and its conditions", BEGINNING),
    ("Files, and the rest", OTHERS),
    ("Questions about reading, for debugging", DEBUGGING),
];

const PLAYING: &[Entry] = &[
    Entry {
        name: "pass",
        also: &[],
        arguments: "",
        summary: "pass",
        details: "Two passes in a row end the game; then dead stones are taken off and points are \
                  counted.",
        run: |table, _, output| table.make_move(None, output),
    },
    Entry {
        name: "undo",
        also: &["u"],
        arguments: "",
        summary: "take back your last move and Katachi's answer",
        details: "Say it again to go back further. What is taken back is gone; `back` keeps it.",
        run: |table, _, output| table.undo(output),
    },
    Entry {
        name: "switch",
        also: &[],
        arguments: "",
        summary: "change sides with Katachi",
        details: "You play the other colour from now on. `playblack` and `playwhite` name one.",
        run: |table, _, output| {
            let human = table.human();
            table.switch(!human, output)
        },
    },
    Entry {
        name: "playblack",
        also: &[],
        arguments: "",
        summary: "play black from now on",
        details: "Katachi plays white, and moves if it is White's turn.",
        run: |table, _, output| table.switch(katachi_board::Color::Black, output),
    },
    Entry {
        name: "playwhite",
        also: &[],
        arguments: "",
        summary: "play white from now on",
        details: "Katachi plays black, and moves if it is Black's turn.",
        run: |table, _, output| table.switch(katachi_board::Color::White, output),
    },
    Entry {
        name: "play",
        also: &["go"],
        arguments: "[N]",
        summary: "let Katachi make a move, or some, for both sides in turn",
        details: "`play 10` shows how Katachi would go on. Then it waits: your next move is for the \
                  side to move.",
        run: |table, text, output| table.play_moves(text, output),
    },
    Entry {
        name: "force",
        also: &[],
        arguments: "MOVE",
        summary: "make a move for the side to move, without an answer",
        details: "To put a sequence on the board: `force D4`, `force Q16`, `force pass`. Katachi \
                  waits until you play, or say `play` or `switch`.",
        run: |table, text, output| table.force_typed(text, output),
    },
    Entry {
        name: "resign",
        also: &[],
        arguments: "",
        summary: "give up",
        details: "The game is over, and Katachi has won. `continue` goes on all the same.",
        run: |table, _, output| {
            if table.over.is_some() {
                return tell(Err("The game is over.".to_owned()), output);
            }
            let human = table.human();
            table.give_up(human, "You resign", output)?;
            Ok(Next::Ask)
        },
    },
    Entry {
        name: "continue",
        also: &[],
        arguments: "",
        summary: "go on with a game that is over",
        details: "After a resignation, or if something is left to play after two passes.",
        run: |table, _, output| table.go_on(output),
    },
    Entry {
        name: "count",
        also: &[],
        arguments: "",
        summary: "say which stones are dead, and count",
        details: "If you disagree with the result: type a point of each group whose life Katachi \
                  has got wrong, then `done`.",
        run: |table, _, output| table.dispute(output),
    },
];

const ADVICE: &[Entry] = &[
    Entry {
        name: "hint",
        also: &[],
        arguments: "[N]",
        summary: "the best moves for you, with values and reasons",
        details: "`hint` shows the move that Katachi would play in your place, `hint 5` its five \
                  best. A value in points says what a move gains over playing elsewhere. Below it \
                  stands why: the patterns that propose the move, with the line of their file, and \
                  what reading found.",
        run: |table, text, output| table.hint(text, output),
    },
    Entry {
        name: "why",
        also: &[],
        arguments: "[MOVE]",
        summary: "why Katachi made its last move, or what speaks for a move of yours",
        details: "`why` lists what spoke for Katachi's last move, `why D4` what speaks for D4 \
                  now. A pattern stands there with the line of its file. With --watch, edit that \
                  line and save: the next move already follows it.",
        run: |table, text, output| table.why(text, output),
    },
    Entry {
        name: "estimate",
        also: &[],
        arguments: "",
        summary: "who is ahead, and whose the points are",
        details: "Random games from here: x are points that Black has at the end of most of them, \
                  o points that White has; also where stones of the other side stand now. The \
                  score is the mean of all games. Early in a game that is a rough guess.",
        run: |table, _, output| table.estimate(output),
    },
    Entry {
        name: "score",
        also: &[],
        arguments: "[on|off]",
        summary: "count the position as it stands",
        details: "The same count as at the end of the game, when both have passed. `score on` \
                  shows an estimate with every board, from the lower to the upper bound, in points \
                  for White.",
        run: |table, text, output| table.score(text, output),
    },
];

const LOOKING: &[Entry] = &[
    Entry {
        name: "board",
        also: &["show", "display"],
        arguments: "[VIEW]",
        summary: "draw the board again, or from now on with a view",
        details: "X is black, O is white, + an empty star point. The last move stands in \
                  (parentheses). `board dragons` draws it from now on as `dragons` does; so do \
                  `board territory`, `board moyo`, `board eyes` and others. `board plain` goes back \
                  to stones.",
        run: |table, text, output| table.board(text, output),
    },
    Entry {
        name: "look",
        also: &["at"],
        arguments: "POINT",
        summary: "what Katachi knows about a point",
        details: "The string and the dragon there, with what attacks and defends them, the eye \
                  space, influence, whose point it is at the end, and what speaks for a move there.",
        run: |table, text, output| table.look(text, output),
    },
    Entry {
        name: "dragons",
        also: &["showdragons"],
        arguments: "",
        summary: "groups, with a letter for each, and whether they live",
        details: "Stones that cannot be cut apart are one dragon. Black's dragons have capital \
                  letters from A on, White's small ones from z back. The colour of a letter is that \
                  of its status in the table.",
        run: |table, _, output| table.view("dragons", output),
    },
    Entry {
        name: "eyes",
        also: &["showeyes"],
        arguments: "",
        summary: "eye spaces, and what they are worth",
        details: "x are points of Black's eye spaces, o of White's, ! points at their edge that \
                  the other side can take, = points of both. An eye worth e0 is none, e1 one, and \
                  e012 is none or two: who plays first decides.",
        run: |table, _, output| table.view("eyes", output),
    },
    Entry {
        name: "territory",
        also: &["showterri"],
        arguments: "",
        summary: "points that the other side cannot reach",
        details: "x are Black's points, o White's. `moyo` and `area` show what is less sure, \
                  `regions` all three.",
        run: |table, _, output| table.view("territory", output),
    },
    Entry {
        name: "moyo",
        also: &["showmoyo"],
        arguments: "",
        summary: "points that are likely to become territory",
        details: "x are Black's points, o White's.",
        run: |table, _, output| table.view("moyo", output),
    },
    Entry {
        name: "area",
        also: &["showarea"],
        arguments: "",
        summary: "points where a side is clearly stronger",
        details: "x are Black's points, o White's.",
        run: |table, _, output| table.view("area", output),
    },
    Entry {
        name: "regions",
        also: &[],
        arguments: "",
        summary: "territory, moyo and area in one",
        details: "Small letters are Black's points, capital ones White's; with colours, x and o.",
        run: |table, _, output| table.view("regions", output),
    },
    Entry {
        name: "influence",
        also: &["showinfluence"],
        arguments: "",
        summary: "how stones work on the board, in numbers",
        details: "White's influence less Black's, then each side's. A stone works most on the \
                  points around it, and walls stop it.",
        run: |table, _, output| table.view("influence", output),
    },
    Entry {
        name: "dead",
        also: &[],
        arguments: "",
        summary: "draw dead stones in small letters, or no longer",
        details: "Those that would be taken off if the game ended now.",
        run: |table, _, output| table.toggle_dead(output),
    },
    Entry {
        name: "showboard",
        also: &[],
        arguments: "",
        summary: "draw the board after every move, or only when you ask",
        details: "For those who look at a real board. `board` still draws it.",
        run: |table, _, output| table.toggle_board(output),
    },
];

const WALKING: &[Entry] = &[
    Entry {
        name: "back",
        also: &["b", "prev"],
        arguments: "[N]",
        summary: "go back a move, or some; the record keeps them",
        details: "`forward` makes the moves again. If you play something else, it becomes a \
                  variation of the record.",
        run: |table, text, output| table.back(text, output),
    },
    Entry {
        name: "forward",
        also: &["f", "next"],
        arguments: "[N]",
        summary: "go forward in the record",
        details: "`katachi inspect` steps forward with the empty line as well.",
        run: |table, text, output| table.forward(text, output),
    },
    Entry {
        name: "goto",
        also: &[],
        arguments: "N or POINT",
        summary: "go to where a move is to be played",
        details: "`goto 1` is the beginning, `goto 30` the position before move 30, `goto D4` the \
                  one before D4.",
        run: |table, text, output| table.go_to(text, output),
    },
    Entry {
        name: "first",
        also: &["start"],
        arguments: "",
        summary: "go to the beginning",
        details: "`last` leads back, through the variation you came from.",
        run: |table, _, output| table.go_to_start(output),
    },
    Entry {
        name: "last",
        also: &["end"],
        arguments: "",
        summary: "go to the end of the game",
        details: "The end of the way that leads through this position.",
        run: |table, _, output| table.go_to_end(output),
    },
    Entry {
        name: "variation",
        also: &["var"],
        arguments: "N",
        summary: "go into a variation that is listed below the board",
        details: "`variation 2` is the second way in which the record goes on.",
        run: |table, text, output| table.variation(text, output),
    },
    Entry {
        name: "comment",
        also: &[],
        arguments: "[TEXT]",
        summary: "write a comment here",
        details: "Without a text, the next line is the comment. It is shown whenever you come \
                  here, and saved.",
        run: |table, text, output| table.ask_comment(text, output),
    },
];

const BEGINNING: &[Entry] = &[
    Entry {
        name: "new",
        also: &["game"],
        arguments: "[SIZE]",
        summary: "start another game",
        details: "`new 9` on a board of nine lines; boards have 2 to 25.",
        run: |table, text, output| table.new_game(text, output),
    },
    Entry {
        name: "boardsize",
        also: &[],
        arguments: "SIZE",
        summary: "the size of the board, before the first move",
        details: "2 to 25 lines.",
        run: |table, text, output| table.boardsize(text, output),
    },
    Entry {
        name: "handicap",
        also: &[],
        arguments: "N",
        summary: "handicap stones on their usual points, before the first move",
        details: "Black has N stones on the board, and White begins.",
        run: |table, text, output| table.handicap(text, output),
    },
    Entry {
        name: "freehandicap",
        also: &[],
        arguments: "[N or POINTS]",
        summary: "handicap stones anywhere, before the first move",
        details: "`freehandicap 3` where Katachi likes, `freehandicap C3 G7` there, `freehandicap` \
                  one by one.",
        run: |table, text, output| table.free_handicap(text, output),
    },
    Entry {
        name: "komi",
        also: &[],
        arguments: "[POINTS]",
        summary: "what White gets for moving second",
        details: "5.5 points if you do not say anything else, and 0.5 with a handicap.",
        run: |table, text, output| table.komi(text, output),
    },
    Entry {
        name: "level",
        also: &[],
        arguments: "[N]",
        summary: "how strong Katachi plays; 10 is usual",
        details: "Lower levels are faster.",
        run: |table, text, output| table.level(text, output),
    },
    Entry {
        name: "depth",
        also: &[],
        arguments: "MOVES|off",
        summary: "how deep strings are read",
        details: "In place of what the level says. `katachi --print-levels` lists that.",
        run: |table, text, output| table.depth(text, output),
    },
    Entry {
        name: "setup",
        also: &["edit"],
        arguments: "COLOR POINTS",
        summary: "set up stones: setup black D4 Q16, setup empty K10",
        details: "Stones may be put anywhere at any time, as long as each string has a liberty. \
                  `back` takes the change back.",
        run: |table, text, output| table.set_up(text, output),
    },
    Entry {
        name: "turn",
        also: &[],
        arguments: "COLOR",
        summary: "say whose turn it is",
        details: "`turn white`: White moves next.",
        run: |table, text, output| table.turn(text, output),
    },
    Entry {
        name: "info",
        also: &[],
        arguments: "",
        summary: "the conditions of the game, and how it stands",
        details: "Size, handicap, komi, rules, who plays, captures, what finds moves, level, random seed.",
        run: |table, _, output| table.info(output),
    },
];

const OTHERS: &[Entry] = &[
    Entry {
        name: "save",
        also: &[],
        arguments: "FILE",
        summary: "write the game as SGF",
        details: "With variations and comments. With the option -o FILE the game is written after \
                  every move.",
        run: |table, text, output| table.save_as(text, output),
    },
    Entry {
        name: "load",
        also: &[],
        arguments: "FILE [N]",
        summary: "go on with a game from an SGF file",
        details: "At its end, or before move N. Then your next move is for the side to move; `play` \
                  lets Katachi move.",
        run: |table, text, output| table.load(text, output),
    },
    Entry {
        name: "help",
        also: &["?", "helpdebug"],
        arguments: "[COMMAND]",
        summary: "all commands, or more about one",
        details: "`help why` says more about why.",
        run: |_, word, output| tell(Ok(help(word)), output),
    },
    Entry {
        name: "quit",
        also: &["exit"],
        arguments: "",
        summary: "leave",
        details: "So does the end of the input, Ctrl-D on a terminal.",
        run: |_, _, _| Ok(Next::Leave),
    },
];

const DEBUGGING: &[Entry] = &[
    Entry {
        name: "capture",
        also: &["attack"],
        arguments: "STRING",
        summary: "whether a string can be captured",
        details: "Reads what happens if the other side moves first: yes or no, the move, and \
                  whether a ko decides.",
        run: |table, vertex, output| table.read_string(vertex, "capture D4", output),
    },
    Entry {
        name: "defend",
        also: &[],
        arguments: "STRING",
        summary: "whether a string in danger can be saved",
        details: "A string that cannot be attacked needs no defence.",
        run: |table, vertex, output| table.read_string(vertex, "defend D4", output),
    },
    Entry {
        name: "life",
        also: &["owl"],
        arguments: "DRAGON",
        summary: "whether a dragon can be killed, or saved",
        details: "Reads with the patterns for life and death.",
        run: |table, text, output| table.read_life(text, output),
    },
    Entry {
        name: "connect",
        also: &["cut"],
        arguments: "STRING STRING",
        summary: "whether two strings can be connected, or cut",
        details: "`connect D4 F4` reads what happens if either side moves first.",
        run: |table, text, output| table.read_connection(text, output),
    },
    Entry {
        name: "listdragons",
        also: &[],
        arguments: "",
        summary: "all strings and dragons, with attacks and defences",
        details: "The numbers of results are those of GTP's worm_data.",
        run: |table, _, output| table.list_dragons(output),
    },
    Entry {
        name: "worm",
        also: &[],
        arguments: "POINT",
        summary: "all fields of a string",
        details: "As GTP's worm_data.",
        run: |table, vertex, output| table.ask_about(&["worm_data"], vertex, output),
    },
    Entry {
        name: "dragon",
        also: &[],
        arguments: "POINT",
        summary: "all fields of a dragon",
        details: "As GTP's dragon_data.",
        run: |table, vertex, output| table.ask_about(&["dragon_data"], vertex, output),
    },
    Entry {
        name: "eye",
        also: &[],
        arguments: "POINT",
        summary: "all fields of the eye spaces of a point",
        details: "As GTP's eye_data for both sides, and half_eye_data.",
        run: |table, vertex, output| {
            let commands = ["eye_data black", "eye_data white", "half_eye_data"];
            table.ask_about(&commands, vertex, output)
        },
    },
    Entry {
        name: "patterns",
        also: &["matches"],
        arguments: "POINT",
        summary: "the patterns that fire for a move",
        details: "As GTP's katachi-matches; katachi-explain and katachi-near say why others do not.",
        run: |table, vertex, output| {
            let turn = table.session.game.to_move();
            table.ask_about(&[&format!("katachi-matches {turn}")], vertex, output)
        },
    },
    Entry {
        name: "gtp",
        also: &[],
        arguments: "COMMAND",
        summary: "any command of the Go Text Protocol",
        details: "`gtp list_commands` lists them, `gtp help dragon_data` explains one. A command \
                  that changes the game begins a new record.",
        run: |table, text, output| table.gtp(text, output),
    },
];

/// All commands.
fn all() -> impl Iterator<Item = &'static Entry> {
    GROUPS.iter().flat_map(|(_, entries)| *entries)
}

/// The command of this name, in any letter case.
pub fn find(word: &str) -> Option<&'static Entry> {
    let is = |name: &str| name.eq_ignore_ascii_case(word);
    all().find(|entry| is(entry.name) || entry.also.iter().any(|name| is(name)))
}

/// The names of commands that begin like this.
pub fn beginning_with(word: &str) -> Vec<String> {
    let word = word.to_ascii_lowercase();
    let names = all().map(|entry| entry.name);
    let names = names.filter(|name| name.starts_with(&word));
    names.map(str::to_owned).collect()
}

/// What stands above the first board.
pub fn greeting(inspects: bool) -> &'static str {
    if inspects {
        "The empty line goes forward, `back` back, `goto 30` to move 30.\n\
         `look D4` tells all about a point, `dragons`, `eyes`, `territory`, `influence` show the \
         whole board,\n\
         `hint` and `why D4` tell what Katachi would play. `help` lists all commands.\n"
    } else {
        "Type a move such as D4: the letter of a column, the number of a row.\n\
         `hint` tells what Katachi would play, `why` why it played, `undo` takes moves back,\n\
         `estimate` tells who is ahead, `pass` passes, `quit` leaves. `help` lists all commands.\n"
    }
}

/// The list of all commands.
fn list() -> String {
    let mut text =
        "Type a move such as D4: the letter of a column, the number of a row. Or one of these:\n"
            .to_owned();
    for (title, entries) in GROUPS {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "\n{title}");
        for entry in *entries {
            let _ = writeln!(text, "  {:<21} {}", usage(entry), entry.summary);
        }
    }
    text.push_str("\n`help COMMAND` says more about one.\n");
    text
}

fn usage(entry: &Entry) -> String {
    format!("{} {}", entry.name, entry.arguments)
        .trim_end()
        .to_owned()
}

/// The help of a command; for an unknown name, the list with a note.
pub fn help(word: &str) -> String {
    match (word, find(word)) {
        ("", _) => list(),
        (_, None) => format!("There is no command {word}.\n{}", list()),
        (_, Some(entry)) => {
            let also = match entry.also {
                [] => String::new(),
                names => format!("Also: {}\n", names.join(", ")),
            };
            let details = wrapped(entry.details);
            format!("{}: {}\n{details}{also}", usage(entry), entry.summary)
        }
    }
}

/// The columns of a line of help.
const WIDTH: usize = 90;

/// A text in lines.
fn wrapped(text: &str) -> String {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.pop().unwrap_or_default();
        if line.is_empty() {
            lines.push(word.to_owned());
        } else if line.chars().count() + 1 + word.chars().count() <= WIDTH {
            lines.push(format!("{line} {word}"));
        } else {
            lines.extend([line, word.to_owned()]);
        }
    }
    lines.join("\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_no_moves() {
        let names: Vec<&str> = all()
            .flat_map(|entry| [entry.name].into_iter().chain(entry.also.iter().copied()))
            .collect();
        for (number, name) in names.iter().enumerate() {
            assert!(!names[..number].contains(name), "{name}");
            let size = katachi_board::BoardSize::NINETEEN;
            assert!(katachi_board::Point::from_vertex(name, size).is_err());
            assert!(help(name).lines().count() >= 2, "{name}");
            assert!(help(&name.to_uppercase()).starts_with(&help(name)[..2]));
        }
        assert!(help("nonsense").starts_with("There is no command nonsense."));
        assert!(list().lines().all(|line| line.chars().count() <= 100));
        assert!(all().all(|entry| help(entry.name).lines().all(|line| line.len() <= 100)));
    }

    #[test]
    fn beginnings_are_completed() {
        assert_eq!(beginning_with("list"), ["listdragons"]);
        assert_eq!(
            beginning_with("S"),
            ["switch", "score", "showboard", "setup", "save"]
        );
        assert!(beginning_with("d4").is_empty());
    }

    /// Everything that GNU Go's terminal understands has a meaning here.
    #[test]
    fn gnu_gos_commands_exist() {
        let theirs = "back boardsize comment depth display exit force forward goto level handicap \
                      freehandicap help helpdebug info komi last pass play playblack playwhite \
                      quit resign save load score showboard switch undo capture dead defend \
                      listdragons showarea showdragons showmoyo showterri count continue game";
        for name in theirs.split_whitespace() {
            assert!(find(name).is_some(), "{name}");
        }
    }
}
