//! Where each option has an effect: options that would be ignored are refused.
//!
//! Entry point: [`refusal`]. [`EFFECTS`] says in which [`Kind`]s of jobs an option works, and
//! [`NEEDS`] which other option it needs. A test holds that every option of the command line has a
//! row.

use std::collections::BTreeSet;

/// What the program does, as far as options are concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// It speaks GTP.
    Gtp,
    /// It speaks GMP.
    Gmp,
    /// It speaks GMP in its simplified form.
    Sgmp,
    /// It plays on the terminal.
    Play,
    /// It steps through a game on the terminal.
    Inspect,
    /// It reviews the moves of a record.
    Review,
    /// It plays against itself.
    Solo,
    /// It finds one move for a record.
    Move,
    /// It estimates the score of a record.
    Estimate,
    /// It plays a record to its end and counts it.
    Finish,
    /// It compares the moves of a record with its own.
    Replay,
    /// It plays some games against itself and says how long they took.
    Benchmark,
    /// It shows what it sees in a record.
    View,
    /// It writes the position of a record.
    Position,
    /// It reads a string of a record.
    String,
    /// It reads whether strings of a record are connected.
    Connection,
    /// It reads whether dragons of a record live.
    Lives,
    /// It reads a race of two dragons of a record.
    Race,
    /// It reads a race of two strings of a record.
    Liberties,
    /// It reads combinations in a record.
    Combination,
    /// It shows what it knows about a dragon of a record.
    Dragon,
    /// It says what an eye space of a record is worth, or what surrounds a dragon.
    Eye,
    /// It measures itself.
    Bench,
    /// It reports what it has found.
    Doctor,
    /// It lists the databases for random games.
    List,
    /// It compiles databases.
    Build,
    /// It runs tests beside patterns.
    Test,
    /// It writes a pattern that shows a position.
    New,
    /// It shows and edits databases in the browser.
    Studio,
    /// It prints a page about itself.
    Page,
}

impl Kind {
    /// All kinds, with how users ask for them.
    pub const ALL: [(Self, &'static str); 30] = [
        (Self::Gtp, "GTP"),
        (Self::Gmp, "GMP"),
        (Self::Sgmp, "simplified GMP"),
        (Self::Play, "`katachi play`"),
        (Self::Inspect, "`katachi inspect`"),
        (Self::Review, "`katachi review`"),
        (Self::Solo, "`katachi solo`"),
        (Self::Move, "a move for a record (-l)"),
        (Self::Estimate, "--score estimate"),
        (Self::Finish, "--score finish and aftermath"),
        (Self::Replay, "--replay"),
        (Self::Benchmark, "--benchmark"),
        (Self::View, "-m with a record"),
        (Self::Position, "--printsgf"),
        (Self::String, "--decide-string"),
        (Self::Connection, "--decide-connection"),
        (Self::Lives, "--decide-dragon and --decide-position"),
        (Self::Race, "--decide-semeai"),
        (Self::Liberties, "--decide-tactical-semeai"),
        (Self::Combination, "--decide-combination"),
        (Self::Dragon, "--decide-dragon-data"),
        (Self::Eye, "--decide-eye and --decide-surrounded"),
        (Self::Bench, "`katachi bench`"),
        (Self::Doctor, "`katachi doctor`"),
        (Self::List, "--mc-list-patterns"),
        (Self::Build, "`katachi build`"),
        (Self::Test, "`katachi test`"),
        (Self::New, "`katachi new`"),
        (Self::Studio, "`katachi studio`"),
        (Self::Page, "pages about the program"),
    ];

    /// Whether it answers a question by reading, so that there are variations to write.
    pub const fn has_variations(self) -> bool {
        VARIATIONS.has(self)
    }

    fn name(self) -> &'static str {
        let named = Self::ALL.iter().find(|(kind, _)| *kind == self);
        named.map_or("", |(_, name)| name)
    }
}

/// A set of kinds.
#[derive(Clone, Copy, Debug)]
pub struct Kinds(u32);

impl Kinds {
    const NONE: Self = Self(0);

    const fn and(self, kind: Kind) -> Self {
        Self(self.0 | 1 << kind as u32)
    }

    const fn without(self, kind: Kind) -> Self {
        Self(self.0 & !(1 << kind as u32))
    }

    /// The one kind in them, if it is only one.
    #[cfg(test)]
    pub fn only(self) -> Option<Kind> {
        let mut kinds = Kind::ALL.iter().filter(|(kind, _)| self.has(*kind));
        let first = kinds.next()?.0;
        kinds.next().is_none().then_some(first)
    }

    /// Whether a kind is one of them.
    pub const fn has(self, kind: Kind) -> bool {
        self.0 & 1 << kind as u32 != 0
    }
}

/// Where whole games are played.
const GAMES: Kinds = Kinds::NONE
    .and(Kind::Gtp)
    .and(Kind::Play)
    .and(Kind::Inspect)
    .and(Kind::Solo)
    .and(Kind::Benchmark);
/// Where the engine finds moves.
const MOVES: Kinds = GAMES
    .and(Kind::Gmp)
    .and(Kind::Sgmp)
    .and(Kind::Move)
    .and(Kind::Finish)
    .and(Kind::Replay);
/// Where the engine thinks about moves, played or not.
const THOUGHTS: Kinds = MOVES.and(Kind::Review);
/// Where a question about a record is answered by reading, so that there are variations.
const VARIATIONS: Kinds = Kinds::NONE
    .and(Kind::String)
    .and(Kind::Connection)
    .and(Kind::Lives)
    .and(Kind::Race)
    .and(Kind::Liberties)
    .and(Kind::Combination);
/// Where something is asked about a record.
const ASKING: Kinds = Kinds(VARIATIONS.0)
    .and(Kind::Estimate)
    .and(Kind::View)
    .and(Kind::Dragon)
    .and(Kind::Eye);
/// Where there is a game.
const WITH_GAME: Kinds = Kinds(THOUGHTS.0 | ASKING.0).and(Kind::Position);
/// Where strings, connections or dragons are read.
const READS: Kinds = Kinds(THOUGHTS.0 | ASKING.0).and(Kind::Bench);
/// Where dragons are read.
const READS_LIVES: Kinds = Kinds(THOUGHTS.0)
    .and(Kind::Estimate)
    .and(Kind::View)
    .and(Kind::Lives)
    .and(Kind::Race)
    .and(Kind::Dragon)
    .and(Kind::Bench);
/// Where commands of GTP may be typed.
const COMMANDS: Kinds = Kinds::NONE
    .and(Kind::Gtp)
    .and(Kind::Play)
    .and(Kind::Inspect);
/// Where databases are opened, and a seed is taken.
const WITH_SESSION: Kinds = Kinds(WITH_GAME.0)
    .and(Kind::Bench)
    .and(Kind::Doctor)
    .and(Kind::List)
    .and(Kind::Test)
    .and(Kind::New)
    .and(Kind::Studio);
/// Everywhere.
const ALL: Kinds = Kinds(WITH_SESSION.0).and(Kind::Build).and(Kind::Page);

/// The kinds in which each option has an effect, by the names of arguments.
pub const EFFECTS: &[(&[&str], Kinds)] = &[
    (&["quiet"], ALL),
    (
        &["mode"],
        Kinds::NONE
            .and(Kind::Gtp)
            .and(Kind::Gmp)
            .and(Kind::Sgmp)
            .and(Kind::Play),
    ),
    (&["patterns", "add_patterns"], WITH_SESSION),
    (
        &["seed"],
        (THOUGHTS.and(Kind::Estimate))
            .and(Kind::Bench)
            .and(Kind::Studio),
    ),
    (
        &["watch"],
        COMMANDS.and(Kind::Gmp).and(Kind::Sgmp).and(Kind::Solo),
    ),
    (
        &[
            "nofusekidb",
            "nofuseki",
            "nojosekidb",
            "with_break_in",
            "without_break_in",
            "no_large_scale",
            "mirror",
            "mirror_limit",
        ],
        THOUGHTS.and(Kind::Bench).and(Kind::Test).and(Kind::Studio),
    ),
    (
        &["cosmic_gnugo", "no_cosmic_gnugo"],
        READS_LIVES.and(Kind::Test).and(Kind::Studio),
    ),
    (&["metamachine"], MOVES),
    (&["boardsize"], GAMES.and(Kind::Sgmp).and(Kind::Studio)),
    (&["handicap"], GAMES.and(Kind::Studio)),
    (&["komi"], WITH_GAME.and(Kind::Test).and(Kind::Studio)),
    // GMP begins with an empty board, and asks the other side for handicap and rules, in its
    // simplified form for the handicap.
    (
        &["infile", "until"],
        (WITH_GAME.without(Kind::Gmp))
            .without(Kind::Sgmp)
            .and(Kind::Studio),
    ),
    (
        &["japanese_rules", "chinese_rules"],
        (THOUGHTS.without(Kind::Gmp))
            .and(Kind::Estimate)
            .and(Kind::Position)
            .and(Kind::Test)
            .and(Kind::Studio),
    ),
    // Reading has its own rules.
    (
        &[
            "forbid_suicide",
            "allow_suicide",
            "allow_all_suicide",
            "simple_ko",
            "no_ko",
            "positional_superko",
            "situational_superko",
        ],
        THOUGHTS
            .and(Kind::Estimate)
            .and(Kind::Position)
            .and(Kind::Test)
            .and(Kind::Studio),
    ),
    (
        &["color"],
        Kinds::NONE
            .and(Kind::Play)
            .and(Kind::Move)
            .and(Kind::Finish)
            .and(Kind::Review)
            .and(Kind::View)
            .and(Kind::New)
            .and(Kind::Position),
    ),
    (
        &["level"],
        READS
            .and(Kind::Doctor)
            .and(Kind::Test)
            .and(Kind::New)
            .and(Kind::Studio),
    ),
    (
        &[
            "autolevel",
            "min_level",
            "max_level",
            "clock",
            "byo_time",
            "byo_period",
        ],
        MOVES.without(Kind::Replay),
    ),
    (&["print_levels"], WITH_SESSION),
    (
        &["resign_allowed", "never_resign"],
        MOVES
            .without(Kind::Finish)
            .without(Kind::Replay)
            .without(Kind::Gmp)
            .without(Kind::Sgmp),
    ),
    (&["play_out_aftermath"], MOVES),
    (&["capture_all_dead"], MOVES.and(Kind::Estimate)),
    (
        &["outfile"],
        Kinds(MOVES.0 | VARIATIONS.0)
            .without(Kind::Benchmark)
            .and(Kind::Review)
            .and(Kind::Estimate),
    ),
    (&["output_flags"], MOVES.without(Kind::Benchmark)),
    (
        &["score"],
        Kinds::NONE.and(Kind::Estimate).and(Kind::Finish),
    ),
    (&["moyo"], MOVES.and(Kind::View)),
    (&["svg"], Kinds::NONE.and(Kind::View)),
    (&["printsgf"], Kinds::NONE.and(Kind::Position)),
    (&["replay"], Kinds::NONE.and(Kind::Replay)),
    (&["benchmark"], Kinds::NONE.and(Kind::Benchmark)),
    (&["decide_string"], Kinds::NONE.and(Kind::String)),
    (&["decide_connection"], Kinds::NONE.and(Kind::Connection)),
    (
        &["decide_dragon", "decide_position"],
        Kinds::NONE.and(Kind::Lives),
    ),
    (&["decide_semeai"], Kinds::NONE.and(Kind::Race)),
    (
        &["decide_tactical_semeai"],
        Kinds::NONE.and(Kind::Liberties),
    ),
    (&["decide_combination"], Kinds::NONE.and(Kind::Combination)),
    (&["decide_dragon_data"], Kinds::NONE.and(Kind::Dragon)),
    (
        &["decide_eye", "decide_surrounded"],
        Kinds::NONE.and(Kind::Eye),
    ),
    (
        &[
            "trace",
            "allpats",
            "worms",
            "printboard",
            "printeyes",
            "debug",
            "showscore",
            "showtime",
        ],
        MOVES,
    ),
    (&["debug_influence"], Kinds::NONE.and(Kind::Move)),
    (&["statistics"], READS),
    (&["profile_patterns"], THOUGHTS.and(Kind::Bench)),
    (
        &[
            "monte_carlo",
            "mc_games_per_level",
            "playouts",
            "move_time",
            "mc_patterns",
            "threads",
        ],
        MOVES.and(Kind::Bench),
    ),
    (&["ponder"], Kinds::NONE.and(Kind::Gtp)),
    (&["memory"], THOUGHTS.and(Kind::Estimate).and(Kind::Bench)),
    (
        &["mc_load_patterns", "mc_load_strengths"],
        THOUGHTS
            .and(Kind::Estimate)
            .and(Kind::Bench)
            .and(Kind::Doctor)
            .and(Kind::List),
    ),
    (&["mc_list_patterns"], Kinds::NONE.and(Kind::List)),
    (
        &[
            "depth",
            "backfill_depth",
            "fourlib_depth",
            "ko_depth",
            "branch_depth",
            "break_chain_depth",
            "superstring_depth",
        ],
        READS.without(Kind::Connection),
    ),
    (
        &[
            "owl_distrust",
            "owl_branch",
            "owl_reading",
            "owl_node_limit",
        ],
        READS_LIVES.and(Kind::Test).and(Kind::Studio),
    ),
    (
        &["semeai_node_limit"],
        COMMANDS.and(Kind::Race).and(Kind::Liberties),
    ),
    (&["aa_depth"], COMMANDS.and(Kind::Combination)),
    (&["cache_size"], READS),
    (&["limit_search"], MOVES.without(Kind::Finish)),
    (
        &[
            "gtp_input",
            "gtp_connect",
            "gtp_listen",
            "gtp_dump_commands",
            "gtp_version",
            "orientation",
        ],
        Kinds::NONE.and(Kind::Gtp),
    ),
    (
        &["copyright", "build_options", "debug_flags"],
        Kinds::NONE.and(Kind::Page),
    ),
];

/// An option that has an effect only together with one of some others.
pub struct Need {
    /// The options.
    pub options: &'static [&'static str],
    /// The options of which one must be given.
    pub one_of: &'static [&'static str],
    /// The kinds in which it needs none.
    pub except: Kinds,
    /// What else the user may want, as the end of the message; mostly nothing.
    pub instead: &'static str,
}

/// What is asked about a record; the program answers and ends.
const ASKS: &[&str] = &[
    "score",
    "printsgf",
    "replay",
    "decide_string",
    "decide_connection",
    "decide_dragon",
    "decide_semeai",
    "decide_tactical_semeai",
    "decide_dragon_data",
    "decide_position",
    "decide_combination",
    "decide_eye",
    "decide_surrounded",
];

/// The needs, except those that the command line itself knows.
pub const NEEDS: &[Need] = &[
    Need {
        options: &["until"],
        one_of: &["infile"],
        except: Kinds::NONE,
        instead: "",
    },
    Need {
        options: ASKS,
        one_of: &["infile"],
        except: Kinds::NONE,
        instead: "",
    },
    // Reading strings and connections knows no komi; the record of the variations has it.
    Need {
        options: &["komi"],
        one_of: &["outfile"],
        except: Kinds(!(1 << Kind::String as u32 | 1 << Kind::Connection as u32)),
        instead: "",
    },
    Need {
        options: &["output_flags"],
        one_of: &["outfile"],
        except: Kinds::NONE,
        instead: "",
    },
    Need {
        options: &["allpats"],
        one_of: &["trace"],
        except: Kinds::NONE,
        instead: "",
    },
    Need {
        options: &["mc_games_per_level", "playouts", "move_time", "ponder"],
        one_of: &["monte_carlo"],
        except: Kinds::NONE,
        instead: "",
    },
    // A name belongs to Monte Carlo play, as in GNU Go. Random games are played without it as well:
    // a file for them is loaded with and without it.
    Need {
        options: &["mc_patterns"],
        one_of: &["monte_carlo"],
        except: Kinds::NONE,
        instead: "; --mc-load-patterns FILE gives a database to all random games",
    },
    // Analysis over GTP and estimates on the terminal search with all threads, whatever finds the
    // moves.
    Need {
        options: &["threads"],
        one_of: &["monte_carlo"],
        except: Kinds::NONE
            .and(Kind::Gtp)
            .and(Kind::Play)
            .and(Kind::Inspect),
        instead: "",
    },
    // Over GTP a client may set a clock later.
    Need {
        options: &["autolevel", "min_level", "max_level"],
        one_of: &["clock", "byo_time"],
        except: Kinds::NONE.and(Kind::Gtp),
        instead: "",
    },
];

/// Pairs of which one makes the other meaningless.
pub const EXCLUDES: &[(&str, &str, &str)] = &[
    ("boardsize", "infile", "the record has its own board"),
    ("handicap", "infile", "the record has its own handicap"),
    (
        "play_out_aftermath",
        "capture_all_dead",
        "--capture-all-dead takes all dead stones off",
    ),
    (
        "metamachine",
        "monte_carlo",
        "the search looks ahead itself",
    ),
    ("mc_games_per_level", "playouts", "--playouts decides"),
    ("mc_games_per_level", "move_time", "--move-time decides"),
];

/// Why an option that is given would be ignored by this kind of job; `None` if none would be.
///
/// `given` has the names of arguments; `spelt` says how users spell one.
pub fn refusal(
    kind: Kind,
    given: &BTreeSet<String>,
    spelt: &dyn Fn(&str) -> String,
) -> Option<String> {
    let asks = ASKS.iter().find(|name| given.contains(**name));
    if let (Some(question), Kind::Play) = (asks, kind) {
        return Some(format!(
            "{} has no effect on the terminal: it is answered without --mode ascii and `play`",
            spelt(question)
        ));
    }
    let in_vain = given.iter().find_map(|name| {
        let (_, kinds) = EFFECTS
            .iter()
            .find(|(names, _)| names.contains(&name.as_str()))?;
        (!kinds.has(kind)).then(|| {
            format!(
                "{} has no effect here ({}); it works with: {}",
                spelt(name),
                kind.name(),
                listed(*kinds)
            )
        })
    });
    let has = |names: &[&str]| names.iter().any(|name| given.contains(*name));
    let needy = || {
        NEEDS.iter().find_map(|need| {
            let mut options = need.options.iter();
            let option = options.find(|option| given.contains(**option))?;
            let is_met = need.except.has(kind) || has(need.one_of);
            let others: Vec<String> = need.one_of.iter().map(|name| spelt(name)).collect();
            (!is_met).then(|| {
                format!(
                    "{} has no effect without {}{}",
                    spelt(option),
                    others.join(" or "),
                    need.instead
                )
            })
        })
    };
    let excluded = || {
        let mut pairs = EXCLUDES.iter();
        let (option, other, because) =
            pairs.find(|(option, other, _)| has(&[option]) && has(&[other]))?;
        Some(format!(
            "{} has no effect with {}: {because}",
            spelt(option),
            spelt(other)
        ))
    };
    excluded().or(in_vain).or_else(needy)
}

fn listed(kinds: Kinds) -> String {
    let names = Kind::ALL.iter().filter(|(kind, _)| kinds.has(*kind));
    let names: Vec<&str> = names.map(|(_, name)| *name).collect();
    names.join(", ")
}
