//! The commands of the terminal, with their help.

use std::fmt::Write;

/// A command of the terminal.
pub struct Entry {
    /// Its name.
    pub name: &'static str,
    /// Another name, or its abbreviation.
    also: Option<&'static str>,
    /// Its arguments, for people.
    arguments: &'static str,
    /// What it does, in a few words.
    summary: &'static str,
    /// More about it.
    details: &'static str,
}

/// All commands, in the order of the help.
const COMMANDS: &[Entry] = &[
    Entry {
        name: "board",
        also: Some("show"),
        arguments: "",
        summary: "draw the board again",
        details: "X is black, O is white, + an empty star point. The last move stands in (parentheses).",
    },
    Entry {
        name: "hint",
        also: None,
        arguments: "[NUMBER]",
        summary: "the best moves for you, with values and reasons",
        details: "`hint` shows the move that Katachi would play in your place, `hint 5` its five best.\n\
            A value in points says what a move gains over playing elsewhere. Below it stands why:\n\
            the patterns that propose the move, with the line of their file, and what reading found.",
    },
    Entry {
        name: "why",
        also: None,
        arguments: "[MOVE]",
        summary: "why Katachi made its last move, or what speaks for a move of yours",
        details: "`why` lists what spoke for Katachi's last move, `why D4` what speaks for D4 now.\n\
            A pattern stands there with the line of its file. With --watch, edit that line and save:\n\
            the next move already follows it.",
    },
    Entry {
        name: "estimate",
        also: None,
        arguments: "",
        summary: "who is ahead, and whose the points are",
        details: "Random games from here: x are points that Black has at the end of most of them, o\n\
            points that White has; also where stones of the other side stand now. The score is the\n\
            mean of all games. Early in a game that is a rough guess.",
    },
    Entry {
        name: "score",
        also: None,
        arguments: "",
        summary: "count the position as it stands",
        details: "The same count as at the end of the game, when both have passed.",
    },
    Entry {
        name: "undo",
        also: None,
        arguments: "",
        summary: "take back your last move and Katachi's answer",
        details: "Say it again to go back further.",
    },
    Entry {
        name: "pass",
        also: None,
        arguments: "",
        summary: "pass",
        details: "Two passes in a row end the game; then dead stones are taken off and points are counted.",
    },
    Entry {
        name: "save",
        also: None,
        arguments: "FILE",
        summary: "write the game as SGF",
        details: "With the option -o FILE the game is written after every move.",
    },
    Entry {
        name: "resign",
        also: None,
        arguments: "",
        summary: "give up",
        details: "The game is over, and Katachi has won.",
    },
    Entry {
        name: "help",
        also: Some("?"),
        arguments: "[COMMAND]",
        summary: "this list, or more about a command",
        details: "`help why` says more about why.",
    },
    Entry {
        name: "quit",
        also: Some("exit"),
        arguments: "",
        summary: "leave",
        details: "So does the end of the input, Ctrl-D on a terminal.",
    },
];

/// The command of this name, in any letter case.
pub fn find(word: &str) -> Option<&'static Entry> {
    let is = |name: &str| name.eq_ignore_ascii_case(word);
    (COMMANDS.iter()).find(|entry| is(entry.name) || entry.also.is_some_and(is))
}

/// The list of all commands.
pub fn list() -> String {
    let mut text =
        "Type a move such as D4: the letter of a column, the number of a row. Or one of these:\n"
            .to_owned();
    for entry in COMMANDS {
        let usage = format!("{} {}", entry.name, entry.arguments);
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  {usage:<15} {}", entry.summary);
    }
    text
}

/// The help of a command; for an unknown name, the list with a note.
pub fn help(word: &str) -> String {
    match (word, find(word)) {
        ("", _) => list(),
        (_, None) => format!("There is no command {word}.\n{}", list()),
        (_, Some(entry)) => {
            let usage = format!("{} {}", entry.name, entry.arguments);
            format!(
                "{}: {}\n{}\n",
                usage.trim_end(),
                entry.summary,
                entry.details
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_no_moves() {
        let names: Vec<&str> = (COMMANDS.iter())
            .flat_map(|entry| [Some(entry.name), entry.also])
            .flatten()
            .collect();
        for (number, name) in names.iter().enumerate() {
            assert!(!names[..number].contains(name), "{name}");
            let size = katachi_board::BoardSize::NINETEEN;
            assert!(katachi_board::Point::from_vertex(name, size).is_err());
            assert!(help(name).lines().count() >= 2, "{name}");
            assert!(help(&name.to_uppercase()).starts_with(&help(name)[..2]));
        }
        assert!(help("nonsense").starts_with("There is no command nonsense."));
    }
}
