//! Tests that the table of functions says truly which of them this engine answers.

use katachi_board::Color::{Black, White};
use katachi_board::{Board, BoardSize, BreakThrough, Outcome, Point, PointSet, Scoring, Symmetry};
use katachi_image::{Arguments, Autohelper, HELPERS, Image, Role};
use katachi_matcher::{
    Actions as _, Match, Question, StoneQuestions as _, TacticalQuestions as _, WormQuestions as _,
};
use katachi_tactics::connection::ConnectionReader;
use katachi_tactics::reading::{Limits, Reader};
use patc::{Source, compile};

use super::{Effect, GoalFacts, PositionHost, shape};
use crate::eyes::{GoalEyes, RootFacts, Shapes, Solutions, examine_goal};
use crate::readers::Readers;
use crate::worms::Worms;
use crate::{Analyst, Knowledge};

/// Asks this engine by a pattern with two strings around its move, in the middle of a board.
fn ask<T>(
    helper: &str,
    action: &str,
    ask: impl Fn(&Question<'_>, &mut PositionHost<'_>) -> T,
) -> T {
    let action = if action.is_empty() {
        String::new()
    } else {
        format!(">return {action};\n")
    };
    let text =
        format!("Pattern T\n\n.XO.\n.*..\n....\n\n:8,-{helper}\n\nabcd\n.*..\n....\n\n{action}");
    let compiled = compile(Role::Patterns, vec![Source::new("t.db", text.as_str())]);
    let image = Image::from_vec(compiled.image.expect("no errors")).expect("valid");
    let general = image.general().expect("patterns");
    let size = BoardSize::new(9).expect("a size");
    let at = |name: &str| Point::from_vertex(name, size).expect("a vertex");
    let mut board = Board::new(size);
    assert!(board.try_move(Black, at("E6")));
    assert!(board.try_move(White, at("F6")));
    let found = Match {
        anchor: at("E6"),
        pattern: 0,
        symmetry: Symmetry::IDENTITY,
    };
    let pattern = general.pattern(0).expect("one pattern");
    assert_eq!(found.mv(&pattern, size), Some(at("E5")));
    let question = Question::new(pattern, found, White, size);
    let mut analyst = Analyst::new(Knowledge::default(), 1);
    let mut position = analyst.position(&board, 6.5, Scoring::Territory);
    let worms = position.worms();
    let (eyes, escape) = (
        goal_eyes(&mut position.board, &worms),
        vec![0; Point::LIMIT],
    );
    let goal = GoalFacts {
        color: Black,
        stones: &PointSet::EMPTY,
        escape: &escape,
        eyes: &eyes,
        lunches: &[],
    };
    ask(&question, &mut position.host().with_goal(&goal))
}

/// The eyes of a goal without stones.
fn goal_eyes(board: &mut Board, worms: &Worms) -> GoalEyes {
    let mut reader = Reader::new(Limits::for_level(1));
    let mut facts = RootFacts::new(board, &mut reader, worms);
    let (knowledge, mut solutions) = (Knowledge::default(), Solutions::default());
    let mut shapes = Shapes::new(&knowledge, &mut solutions);
    examine_goal(&mut facts, &mut shapes, Black, &PointSet::EMPTY)
}

/// The column "answered by this engine" matches the engine.
#[test]
fn the_tables_of_functions_and_helpers_tell_the_truth() {
    for &function in Autohelper::ALL {
        let signature = function.signature();
        // b is X's stone and c is O's, since some functions answer at once about an empty point.
        let arguments = match signature.arguments {
            Arguments::Points(n) => ["b", "c", "b", "d"][..usize::from(n)].join(","),
            Arguments::List => "b,c".to_owned(),
            Arguments::Moves(targets) => ["*", "b", "c", "a"][..=usize::from(targets)].join(","),
        };
        let call = format!("{}({arguments})", signature.name);
        let value = ask("", &call, |question, host| question.act(host));
        assert_eq!(value.is_some(), signature.answered, "{call}");
    }
    for helper in HELPERS {
        let line = format!(",{}", helper.name);
        let answer = ask(&line, "", |question, host| question.helper_holds(host));
        assert_eq!(answer.is_some(), helper.answered, "{}", helper.name);
    }
}

/// A host's answer about a position whose points have names.
fn about<T>(
    text: &str,
    question: impl FnOnce(&mut PositionHost<'_>, &dyn Fn(&str) -> Point) -> Option<T>,
) -> (T, Vec<Effect>) {
    let mut board: Board = text.parse().expect("a board");
    let size = board.size();
    let at = |name: &str| Point::from_vertex(name, size).expect("a vertex");
    let (mut tactics, mut connections) = (
        Reader::new(Limits::for_level(10)),
        ConnectionReader::for_level(10),
    );
    let readers = Readers {
        tactics: &mut tactics,
        connections: &mut connections,
    };
    let before = board.to_string();
    let mut host = PositionHost::new(&mut board, readers, 6.5);
    let answer = question(&mut host, &at).expect("an answer");
    let effects = host.effects;
    assert_eq!(board.to_string(), before);
    assert_eq!(board.trial_moves(), 0);
    (answer, effects)
}

/// A 9x9 board with these black and white stones.
fn stones(black: &str, white: &str) -> String {
    let size = BoardSize::new(9).expect("a size");
    let mut rows = vec![vec!['.'; 9]; 9];
    for (names, stone) in [(black, 'X'), (white, 'O')] {
        for name in names.split_whitespace() {
            let at = Point::from_vertex(name, size).expect("a vertex");
            rows[at.row()][at.col()] = stone;
        }
    }
    let rows: Vec<String> = rows.into_iter().map(String::from_iter).collect();
    rows.join("\n")
}

#[test]
fn a_double_atari_takes_one_of_two() {
    // White at D4 puts both black stones in atari.
    let text = stones("D5 E4", "C5 E5 F4 F5");
    let both = |at: &dyn Fn(&str) -> Point| [at("D5"), at("E4")];
    let ask = |first, names: &[&str]| {
        about(&text, |host, at| {
            let moves: Vec<_> = names.iter().map(|name| Some(at(name))).collect();
            let attack = host.attack_either_after(first, &moves, both(at))?;
            Some((attack, host.defend_both_after(first, &moves, both(at))?))
        })
        .0
    };
    assert_eq!(ask(White, &["D4"]), (Outcome::Win, Outcome::Lose));
    assert_eq!(ask(Black, &["D4"]), (Outcome::Lose, Outcome::Win));
    // The move defends both, so both can be saved as long as Black moves first.
    assert_eq!(ask(White, &[]), (Outcome::Win, Outcome::Win));
    // An occupied point is skipped, and the turn goes on.
    assert_eq!(ask(White, &["D5", "D4"]), (Outcome::Lose, Outcome::Win));
    let threat = about(&text, |host, at| {
        host.threatens_either(White, at("D4"), both(at))
    });
    assert!(threat.0);
    let quiet = about(&text, |host, at| {
        host.threatens_either(White, at("A1"), both(at))
    });
    assert!(!quiet.0);
}

#[test]
fn diagonal_stones_are_cut_by_two_moves() {
    let text = stones("D5 E4", "F5");
    let ask = |names: &[&str]| {
        about(&text, |host, at| {
            let moves: Vec<_> = names.iter().map(|name| Some(at(name))).collect();
            let both = [at("D5"), at("E4")];
            let connect = host.connect_after(White, &moves, both)?;
            Some((connect, host.disconnect_after(White, &moves, both)?))
        })
        .0
    };
    assert_eq!(ask(&[]), (Outcome::Win, Outcome::Lose));
    assert_eq!(ask(&["D4"]), (Outcome::Win, Outcome::Win));
    assert_eq!(ask(&["D4", "E5"]), (Outcome::Win, Outcome::Lose));
    assert_eq!(ask(&["D4", "A1", "E5"]).0, Outcome::Lose);
    // A string that is gone cannot be connected.
    let gone = about(&text, |host, at| {
        let both = [at("D5"), at("H8")];
        Some((
            host.connect_after(White, &[], both)?,
            host.disconnect_after(White, &[], both)?,
        ))
    });
    assert_eq!(gone.0, (Outcome::Lose, Outcome::Win));
}

#[test]
fn a_cut_that_is_found_is_remembered() {
    let text = stones("D5 E4", "D4 F5");
    let (found, effects) = about(&text, |host, at| host.can_disconnect(at("D5"), at("E4")));
    assert!(found);
    let at = |name| Point::from_vertex(name, BoardSize::new(9).expect("a size"));
    let cut = Effect::Cuts {
        point: at("E5").expect("a vertex"),
        strings: [at("D5").expect("a vertex"), at("E4").expect("a vertex")],
    };
    assert_eq!(effects, [cut]);
    let joined = stones("D5 E4 E5", "D4 F5");
    let (found, effects) = about(&joined, |host, at| host.can_disconnect(at("D5"), at("E4")));
    assert!(!found && effects.is_empty());
}

/// Black's D5, E4 and F5 lie around White's wedge at E5.
#[test]
fn a_wedge_captures_cuts_or_fails() {
    let ask = |black: &str, white: &str| {
        about(&stones(black, white), |host, at| {
            host.break_through_after(Black, &[], [at("D5"), at("E4"), at("F5")])
        })
        .0
    };
    // The wedge is in atari, and each cut only loses it.
    assert_eq!(ask("D5 E4 F5", "E5"), BreakThrough::Fails);
    // The wedge has extended: now a cut works.
    let out = "E5 E6 E7 C7 G7";
    assert_eq!(ask("D5 E4 F5", out), BreakThrough::Cuts);
    // Both cuts are closed.
    assert_eq!(ask("D5 E4 F5 D4 F4", out), BreakThrough::Fails);
    assert_eq!(ask("D5 E4 F5", "E5 E6 E7 C5 D6 C3"), BreakThrough::Captures);
    assert_eq!(ask("D5 F5", out), BreakThrough::Gone);
    // Without a wedge there is nothing to cut from.
    assert_eq!(ask("D5 E4 F5", "E7"), BreakThrough::Fails);
}

#[test]
fn a_backfill_is_seen() {
    // After White at E5 the stone is in atari, and runs.
    let text = stones("E4", "D4 F4 D6 F6");
    let ask = |names: &[&str]| {
        about(&text, |host, at| {
            let moves: Vec<_> = names.iter().map(|name| Some(at(name))).collect();
            let saved = host.saving_move_after(White, &moves, at("E4"))?;
            Some(saved.map(|point| point == at("E3")))
        })
        .0
    };
    assert_eq!(ask(&["E5"]), Some(true));
    assert_eq!(ask(&["E5", "E3"]), None);
    assert_eq!(ask(&["E5", "A1", "E3"]), None);
}

#[test]
fn ataris_are_feared_where_they_are_safe() {
    let ask = |black: &str, white: &str, string: &str, unless: &str| {
        about(&stones(black, white), |host, at| {
            host.may_be_put_in_atari(at(string), at(unless))
        })
        .0
    };
    assert!(ask("E4", "D4 F4", "E4", "A9"));
    // Three liberties.
    assert!(!ask("E4", "D4", "E4", "A9"));
    // White saves its stone at D3 first, unless Black takes that point.
    assert!(!ask("E4 C4 D5", "D4 F4", "E4", "A9"));
    assert!(ask("E4 C4 D5", "D4 F4", "E4", "D3"));
    // Either liberty is a self-atari.
    assert!(!ask("A2 B1 B3 C2 C1", "A3 D1 D2 C3", "B1", "A9"));
}

#[test]
fn tactics_are_distrusted_where_eyes_decide() {
    let ask = |black: &str, white: &str, string: &str| {
        about(&stones(black, white), |host, at| {
            host.distrusts_tactics(at(string))
        })
        .0
    };
    assert!(ask("E5", "D5", "E5"));
    assert!(!ask("E5", "D5 F5 E6", "E5"));
    assert!(!ask("E5", "D5 F5", "E5"));
    // Three white stones in the corner have only the two liberties of the string around them.
    let black = "A3 B3 C3 D3 D2 E1 E2 B2 C2";
    let around = "A4 B4 C4 D4 E3 F1 F2";
    assert!(ask(black, &format!("A1 B1 C1 {around}"), "D2"));
    assert!(!ask(black, &format!("B1 C1 {around}"), "D2"));
}

#[test]
fn throw_ins_squeeze() {
    let ask = |black: &str, white: &str| {
        about(&stones(black, white), |host, at| {
            host.throw_in_works(White, at("E2"), at("F2"), [Some(at("F3")), Some(at("F1"))])
        })
        .0
    };
    let white = "D3 F3 G2 G1 C2 C1 E4 G3";
    assert!(ask("D1 D2 E3 F1 F2", white));
    // With an eye elsewhere, the opponent's answer works.
    assert!(!ask("D1 D2 E3 F1 F2 G2 H2 J2 J3", "D3 F3 C2 C1 E4 G3"));
    // The stone above is in atari.
    assert!(!ask("D1 D2 E3 F1 F2 F4", "D3 F3 G2 G1 C2 C1"));
}

#[test]
fn cuts_after_extensions_take_what_has_no_liberties() {
    let ask = |black: &str, white: &str| {
        let text = stones(black, white);
        let extension = about(&text, |host, at| {
            host.cuts_after_extension(at("F1"), at("E1"), at("E2"))
        });
        extension.0
    };
    assert!(ask("F2", "F1 D1"));
    assert!(!ask("F2 D2 D1", "F1"));
    // A string with another number of liberties does not count.
    assert!(!ask("F2", "F1 G1 D1 G2"));
    let ask = |black: &str, white: &str| {
        let text = stones(black, white);
        let defense = about(&text, |host, at| {
            host.cuts_after_defense(White, at("F1"), at("E1"), at("E2"))
        });
        defense.0
    };
    assert!(ask("F2", "G1 G2 D1"));
    assert!(!ask("F2 D2 D1", "G1 G2"));
}

#[test]
fn sizes_count_the_space_around() {
    let text = stones("E5", "");
    let ((size, second), _) = about(&text, |host, at| {
        let size = host.string_effective_size(at("E5"))?;
        Some((size, host.outer_liberties(at("E5"), 2)?))
    });
    // 40 points lie within four steps.
    assert!((size - 21.0).abs() < 1e-6, "{size}");
    assert_eq!(second, 8);
}

/// Asks about a board with these stones.
fn on<T>(
    black: &str,
    white: &str,
    question: impl FnOnce(&mut PositionHost<'_>, &dyn Fn(&str) -> Point) -> Option<T>,
) -> T {
    about(&stones(black, white), question).0
}

#[test]
fn lists_go_on_whatever_happens_to_a_move() {
    // Black E5 has the liberties E6 and D5.
    let liberties = |names: &[&str]| {
        on("E5", "E4 F5", |host, at| {
            let moves: Vec<_> = (names.iter())
                .map(|name| (*name != "?").then(|| at(name)))
                .collect();
            host.liberties_after(White, &moves, at("E5"))
        })
    };
    assert_eq!(liberties(&[]), 2);
    assert_eq!(liberties(&["E6"]), 1);
    // Black's turn is the second one, also after a tenuki and after a move on a stone.
    assert_eq!(liberties(&["E6", "D5"]), 3);
    assert_eq!(liberties(&["?", "D5"]), 4);
    assert_eq!(liberties(&["E4", "D5"]), 4);
    assert_eq!(liberties(&["?", "?", "E6"]), 1);
    assert_eq!(liberties(&["E6", "?", "D5"]), 0);
}

#[test]
fn lists_take_kos_back_at_once() {
    // Black D5 can be taken at E5, and White there at D5.
    let (black, white) = ("D5 E6 E4 F5", "C5 D6 D4");
    let taken = |names: &[&str]| {
        on(black, white, |host, at| {
            let moves: Vec<_> = names.iter().map(|name| Some(at(name))).collect();
            host.liberties_after(White, &moves, at("D5"))
        })
    };
    assert_eq!(taken(&[]), 1);
    assert_eq!(taken(&["E5"]), 0);
    assert_eq!(taken(&["E5", "D5"]), 1);
    // Suicide stays forbidden in a list.
    let suicide = on("D6 D4 C5 E5", "", |host, at| {
        host.liberties_after(White, &[Some(at("D5"))], at("D6"))
    });
    assert_eq!(suicide, 4);
}

#[test]
fn kos_are_found_around_a_string() {
    let (black, white) = ("D5 E6 E4 F5", "C5 D6 D4");
    let ko = |point: &str| on(black, white, |host, at| host.is_ko(at(point)));
    assert!(ko("D5") && ko("E5"));
    assert!(!ko("D6") && !ko("A1"));
    // White's neighbours of the stone could take it; those of Black cannot.
    let finish = |string: &str| on(black, white, |host, at| host.can_finish_ko(at(string)));
    assert!(finish("D6") && finish("C5"));
    assert!(!finish("E6"));
    // E5 is a liberty of E6, where White would take a ko; with three liberties nothing squeezes.
    let squeeze = |white: &str| {
        on(black, white, |host, at| {
            host.can_be_squeezed_by_ko(at("E6"))
        })
    };
    assert!(squeeze("C5 D6 D4 E7"));
    assert!(!squeeze(white));
    assert!(!squeeze("C5 D6 D4 E7 F6"));
}

#[test]
fn false_eyes_by_diagonals() {
    let is_false = |black: &str, white: &str, point: &str| {
        on(black, white, |host, at| {
            host.is_obvious_false_eye(Black, at(point))
        })
    };
    let eye = "E6 E4 D5 F5";
    assert!(!is_false(eye, "F6", "E5"));
    assert!(is_false(eye, "F6 D4", "E5"));
    // A diagonal stone that can be captured makes no eye false: D4 is in atari.
    assert!(!is_false("E6 E4 D5 F5 C4", "F6 D4", "E5"));
    // One diagonal is enough on the edge and in the corner.
    assert!(is_false("D1 F1 E2", "F2", "E1"));
    assert!(!is_false("D1 F1 E2", "", "E1"));
    assert!(is_false("A2 B1", "B2", "A1"));
    assert!(!is_false("A2 B1", "", "A1"));
}

#[test]
fn stones_are_seen_along_an_edge() {
    let sees = |black: &str, white: &str, behind: &str, from: &str| {
        on(black, white, |host, at| {
            host.is_visible_along_edge(Black, at(behind), at(from))
        })
    };
    assert!(sees("J3", "", "C3", "D3"));
    assert!(!sees("J3", "H3", "C3", "D3"));
    assert!(!sees("", "", "C3", "D3"));
    // The search begins at the point itself, and goes away from the other point only.
    assert!(sees("D3", "E3", "C3", "D3"));
    assert!(!sees("A3", "", "C3", "D3"));
    assert!(sees("C8", "", "C3", "C4"));
    assert!(!sees("E4", "", "C3", "D4"));
}

/// What counts is the line along which the edge runs: the tenth line of 19 is no edge.
#[test]
fn the_middle_of_the_board_is_no_edge() {
    let size = BoardSize::new(19).expect("a size");
    let at = |name: &str| Point::from_vertex(name, size).expect("a vertex");
    let stones = [(Black, at("A10")), (Black, at("A5")), (Black, at("A6"))];
    let board = Board::with_stones(size, stones).expect("a position");
    let sees = |behind, from| shape::is_visible_along_edge(&board, Black, at(behind), at(from));
    assert!(!sees("D10", "C10"));
    assert!(sees("D5", "C5"));
    assert!(!sees("D6", "C6"));
}

#[test]
fn bent_fours_lie_around_a_corner() {
    let bent = |black: &str, stone: &str| on(black, "", |host, at| host.is_bent_four(at(stone)));
    assert!(bent("A1 B1 A2 A3", "A3"));
    assert!(bent("A1 B1 C1 A2", "C1"));
    assert!(!bent("A1 A2 A3 A4", "A1"));
    assert!(!bent("A1 B1 A2 B2", "A1"));
    assert!(!bent("A1 B1 A2 A3 A4", "A1"));
    assert!(!bent("B1 C1 D1 E1", "B1"));
}

#[test]
fn neighbors_in_atari() {
    let ask = |black: &str, white: &str, string: &str| {
        on(black, white, |host, at| {
            let string = at(string);
            let any = host.touches_stone_in_atari(string, false)?;
            let defendable = host.touches_stone_in_atari(string, true)?;
            Some((any, defendable, host.has_safe_neighbors(string)?))
        })
    };
    // White's stone is in atari and can escape; surrounded further, it cannot.
    let black = "D5 E6 F5";
    assert_eq!(ask(black, "E5", "D5"), (true, true, false));
    assert_eq!(ask("D5 E6 F5 D4 F4 E3", "E5", "D5"), (true, false, false));
    assert_eq!(ask("D5", "E5", "D5"), (false, false, true));
}

#[test]
fn liberties_of_moves_count_captures_or_not() {
    // White E5 is in atari; Black at E4 takes it.
    let (black, white) = ("D5 E6 F5", "E5 D4 F4 E3");
    let count = |color, point: &str| {
        on(black, white, |host, at| {
            let approximate = host.approximate_liberties(color, at(point))?;
            let accurate = host.accurate_liberties(color, at(point))?;
            let captures = host.captures_something(color, at(point))?;
            Some((approximate, accurate, captures))
        })
    };
    assert_eq!(count(Black, "E4"), (0, 1, true));
    assert_eq!(count(White, "A1"), (2, 2, false));
    let legal = |color, point: &str| {
        on(black, white, |host, at| {
            Some((
                host.is_legal(color, at(point))?,
                host.is_suicide(color, at(point))?,
            ))
        })
    };
    assert_eq!(legal(Black, "E4"), (true, false));
    assert_eq!(legal(White, "E5"), (false, false));
    let hole = |color| {
        on("D5 E6 F5 E4", "", |host, at| {
            Some((
                host.is_legal(color, at("E5"))?,
                host.is_suicide(color, at("E5"))?,
            ))
        })
    };
    assert_eq!((hole(White), hole(Black)), ((false, true), (true, false)));
}

#[test]
fn moves_that_attack_or_defend() {
    // Black's stone is in atari, and escapes if it may.
    let (black, white) = ("E5", "D5 F5 E6");
    let attack = |point: &str| {
        on(black, white, |host, at| {
            host.does_attack(at(point), at("E5"))
        })
    };
    assert_eq!(attack("E4"), Outcome::Win);
    assert_eq!(attack("A9"), Outcome::Lose);
    let defend = |point: &str, white: &str| {
        on(black, white, |host, at| {
            host.does_defend(at(point), at("E5"))
        })
    };
    assert!(defend("E4", "D5 F5 E6"));
    assert!(!defend("A9", "D5 F5 E6"));
    // What is not under attack needs no defence.
    assert!(!defend("E4", "D5 F5"));
}

/// An unsafe answer does not count, and neither does a cut of strings that are lost anyway.
#[test]
fn answers_are_forbidden_and_lost_strings_not_cut() {
    let forbids = |black: &str, point: &str| {
        on(black, "", |host, at| {
            host.forbids(Black, at(point), at("E5"))
        })
    };
    assert!(forbids("D5 E6 F5", "E4"));
    assert!(!forbids("", "E4"));
    // Where the first move cannot be played nothing is forbidden.
    assert!(!forbids("D5 E6 F5 E4", "E4"));
    let cuts = |black: &str, white: &str| {
        let ask = |host: &mut PositionHost<'_>, at: &dyn Fn(&str) -> Point| {
            host.add_cut(at("A9"), [at("E5"), at("G5")])
        };
        about(&stones(black, white), ask).1.len()
    };
    assert_eq!(cuts("E5 G5", ""), 1);
    assert_eq!(cuts("E5 G5", "D5 F5 E6 D4 F4 E3"), 0);
}

#[test]
fn white_breaks_mirrors_without_komi() {
    let size = BoardSize::new(9).expect("a size");
    let at = |name: &str| Point::from_vertex(name, size).expect("a vertex");
    let pairs = ["C3", "C7", "C5", "E3", "D2", "B4"];
    let turn = Symmetry::new(2).expect("half a turn");
    let stones = pairs.iter().flat_map(|name| {
        let mirrored = turn.apply_to_point(at(name), size);
        [(Black, at(name)), (White, mirrored)]
    });
    let mut board = Board::with_stones(size, stones).expect("a position");
    let breaks =
        |board: &Board, komi, color, point| shape::breaks_mirror(board, komi, color, at(point));
    assert!(breaks(&board, 0.0, White, "E5"));
    assert!(!breaks(&board, 6.5, White, "E5"));
    assert!(!breaks(&board, 0.0, Black, "E5"));
    assert!(!breaks(&board, 0.0, White, "E4"));
    board.play(Black, at("J9")).expect("legal");
    assert!(!breaks(&board, 0.0, White, "E5"));
}
