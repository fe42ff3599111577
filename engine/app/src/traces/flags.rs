//! The flags of `--debug`: GNU Go's bits and names, as far as there is something to show.

use std::fmt::Write;

use crate::masks::mask;

/// Something to show about each move generation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// Influence in numbers, and the regions that follow.
    Influence,
    /// The eye spaces.
    Eyes,
    /// What reading says about the lives of dragons.
    Lives,
    /// The patterns that fire.
    Patterns,
    /// The dragons.
    Dragons,
    /// The strings.
    Strings,
    /// The reasons for each candidate.
    Reasons,
    /// What reading has cost so far.
    Nodes,
    /// The estimate of the score.
    Score,
    /// What each point is worth as territory.
    Territory,
    /// The best moves with their values.
    TopMoves,
    /// The candidates that the metamachine plays ahead.
    Ahead,
    /// The time of each stage.
    Times,
}

/// A flag: its bit, GNU Go's name, and what it shows here.
struct Flag {
    bit: u32,
    name: &'static str,
    shown: Option<Shown>,
    about: &'static str,
}

const fn flag(bit: u32, name: &'static str, shown: Shown, about: &'static str) -> Flag {
    Flag {
        bit,
        name,
        shown: Some(shown),
        about,
    }
}

/// A flag that shows nothing, and what comes nearest.
const fn none(bit: u32, name: &'static str, about: &'static str) -> Flag {
    Flag {
        bit,
        name,
        shown: None,
        about,
    }
}

const FLAGS: &[Flag] = &[
    flag(
        0x1,
        "INFLUENCE",
        Shown::Influence,
        "influence and regions, as -m 0x30",
    ),
    flag(0x2, "EYES", Shown::Eyes, "eye spaces, as -E"),
    flag(
        0x4,
        "OWL",
        Shown::Lives,
        "what reading says about the lives of dragons",
    ),
    none(0x8, "ESCAPE", "the table of -T has a column escape_route"),
    flag(
        0x10,
        "MATCHER",
        Shown::Patterns,
        "the patterns that fire, with file and line",
    ),
    flag(0x20, "DRAGONS", Shown::Dragons, "dragons, as -T"),
    none(
        0x40,
        "SEMEAI",
        "--decide-semeai and analyze_semeai over GTP read races",
    ),
    none(
        0x80,
        "LOADSGF",
        "a record that cannot be loaded is an error with its place",
    ),
    none(
        0x100,
        "HELPER",
        "katachi-explain over GTP shows the calls of a constraint",
    ),
    none(
        0x200,
        "READING",
        "--decide-string with -o writes the variations",
    ),
    flag(
        0x400,
        "WORMS",
        Shown::Strings,
        "strings with attacks and defences",
    ),
    flag(
        0x800,
        "MOVE_REASONS",
        Shown::Reasons,
        "the reasons for each candidate",
    ),
    flag(
        0x1000,
        "OWL_PERFORMANCE",
        Shown::Nodes,
        "what reading has cost so far, as -S",
    ),
    none(0x2000, "BREAKIN", "break_in over GTP asks about one"),
    none(
        0x4000,
        "FILLLIB",
        "neutral points are candidates like others: see -t",
    ),
    flag(
        0x8000,
        "READING_PERFORMANCE",
        Shown::Nodes,
        "what reading has cost so far, as -S",
    ),
    flag(
        0x10000,
        "SCORING",
        Shown::Score,
        "the estimate of the score, as --showscore",
    ),
    none(0x20000, "AFTERMATH", "--score aftermath prints its moves"),
    none(
        0x40000,
        "ATARI_ATARI",
        "combination_attack over GTP searches for one",
    ),
    none(0x80000, "READING_CACHE", "-S shows what reading has cost"),
    flag(
        0x10_0000,
        "TERRITORY",
        Shown::Territory,
        "what points are worth, as -m 0x200",
    ),
    none(
        0x20_0000,
        "PERSISTENT_CACHE",
        "-S shows what reading has cost",
    ),
    flag(
        0x40_0000,
        "TOP_MOVES",
        Shown::TopMoves,
        "the best moves with their values",
    ),
    none(0x80_0000, "MISCELLANEOUS", "-t says why a move is played"),
    flag(
        0x100_0000,
        "ORACLE_STREAM",
        Shown::Ahead,
        "what --metamachine plays ahead",
    ),
    none(
        0x200_0000,
        "SPLIT_OWL",
        "-d OWL shows the results for dragons",
    ),
    flag(
        0x400_0000,
        "TIME",
        Shown::Times,
        "the time of each stage, as --showtime",
    ),
];

/// The flags that are set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Flags {
    shown: Vec<Shown>,
    /// What to say of flags that show nothing.
    notes: Vec<String>,
}

impl Flags {
    /// Whether something is to be shown.
    pub fn has(&self, shown: Shown) -> bool {
        self.shown.contains(&shown)
    }

    /// What is to be shown, in the order of the bits.
    pub fn iter(&self) -> impl Iterator<Item = Shown> {
        self.shown.iter().copied()
    }

    /// What to say of flags that show nothing, beside others that do.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }
}

impl std::str::FromStr for Flags {
    type Err = String;

    /// Reads a mask, decimal or with `0x`, or names with commas between them. At least one flag
    /// must show something.
    fn from_str(text: &str) -> Result<Self, String> {
        let mask = mask(text);
        let chosen: Vec<&Flag> = match mask {
            Some(mask) => of_mask(mask)?,
            None => text.split(',').map(by_name).collect::<Result<_, _>>()?,
        };
        let mut all = Self::default();
        for flag in chosen {
            let (bit, name, about) = (flag.bit, flag.name, flag.about);
            match flag.shown {
                Some(shown) if !all.has(shown) => all.shown.push(shown),
                Some(_) => {}
                None => {
                    let note = format!("{bit:#x} ({name}) has no trace here: {about}");
                    all.notes.push(note);
                }
            }
        }
        if all.shown.is_empty() {
            return Err(all.notes.join("; "));
        }
        Ok(all)
    }
}

fn of_mask(mask: u32) -> Result<Vec<&'static Flag>, String> {
    let known = FLAGS.iter().fold(0, |bits, flag| bits | flag.bit);
    if mask == 0 || mask & !known != 0 {
        return Err(format!(
            "expected a mask of flags from {known:#x}, found {mask:#x} (--debug-flags lists them)"
        ));
    }
    Ok(FLAGS.iter().filter(|flag| mask & flag.bit != 0).collect())
}

fn by_name(name: &str) -> Result<&'static Flag, String> {
    let mut flags = FLAGS.iter();
    let found = flags.find(|flag| flag.name.eq_ignore_ascii_case(name));
    found.ok_or_else(|| {
        format!("expected a mask or the names of flags, found `{name}` (--debug-flags lists them)")
    })
}

/// The list of all flags, a line for each.
pub fn list() -> String {
    let mut text = String::new();
    for flag in FLAGS {
        let none = if flag.shown.is_none() {
            "no trace: "
        } else {
            ""
        };
        let (bit, name, about) = (flag.bit, flag.name, flag.about);
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{bit:#9x} {name:<19} {none}{about}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_and_names_are_flags() {
        let flags = |text: &str| text.parse::<Flags>();
        let shown = |text: &str| flags(text).map(|flags| flags.shown);
        assert_eq!(shown("0x402"), Ok(vec![Shown::Eyes, Shown::Strings]));
        assert_eq!(shown("36"), Ok(vec![Shown::Lives, Shown::Dragons]));
        assert_eq!(flags("owl,Dragons"), flags("0x24"));
        assert_eq!(shown("0x9000"), Ok(vec![Shown::Nodes]));
        assert_eq!(shown("0x1000000"), Ok(vec![Shown::Ahead]));
        // One of two is enough, and the other is not passed over in silence.
        let mixed = flags("0x60").expect("one of them shows something");
        assert_eq!(mixed.shown, [Shown::Dragons]);
        assert!(mixed.notes[0].starts_with("0x40 (SEMEAI) has no trace"));
        for (wrong, said) in [
            ("0x40", "0x40 (SEMEAI) has no trace here: --decide-semeai"),
            ("0", "found 0x0"),
            ("0x8000000", "found 0x8000000"),
            ("x", "found `x`"),
        ] {
            let error = flags(wrong).unwrap_err();
            assert!(error.contains(said), "{wrong}: {error}");
        }
    }

    #[test]
    fn bits_are_single_and_differ() {
        let mut seen = 0;
        for flag in FLAGS {
            assert!(
                flag.bit.is_power_of_two() && seen & flag.bit == 0,
                "{}",
                flag.name
            );
            seen |= flag.bit;
        }
        assert_eq!(list().lines().count(), FLAGS.len());
    }
}
