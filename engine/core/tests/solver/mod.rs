//! What `attack` and `find_defense` ought to answer: an independent solver that proves it.
//!
//! It plays on a board of its own (`position.rs`), which `tests/all/proofs.rs` compares with
//! [`NaiveBoard`](katachi_board::naive::NaiveBoard), and shares nothing with the reader. Start at [`solve`].
//!
//! # The game
//!
//! A *string* is asked about by one of its stones. The *attacker* wants to take it off the board, its owner, the
//! *defender*, wants to keep it. The string is *captured* when it is gone; but if it was a single stone and the defender's next move, on
//! its point, takes stones, the game goes on about the string that is there now (ko, snapback). It is *safe* as soon as it has
//! [`SAFE_LIBERTIES`] liberties, whoever moves, and it is safe if it is never captured. That threshold is what tactical reading means by
//! safe; a string that life and death would capture later counts as safe. Both sides may play anywhere on the board or pass.
//! Suicide is forbidden. Nothing limits the depth.
//!
//! # Ko
//!
//! The game is played under three regimes, which differ in whom a ko ban (simple ko) binds. A side that is *free* may
//! retake at once: it has a threat for every ko. A pass, which is a threat that the opponent does not answer, ends the ban of either side.
//!
//! | the side that moves first gets what it wants | code |
//! |---|---|
//! | even if the other side is free | 5 WIN |
//! | not so, but if bans bind both sides | 4 `KO_A`: the ko can be won without a threat of one's own, if the other side's threats are ignored |
//! | not so, but if it is free itself | 1 `KO_B` |
//! | not even then | 0 LOSE |
//!
//! Freedom of one side only adds to what it can do, so the four cases exclude each other. Two proofs give a code:
//! what the mover achieves under one regime, and what the other side achieves under the next harder one. For WIN and
//! LOSE one proof is enough. Kos of several stages have no codes of their own; they fall under `KO_A` or `KO_B` as the table says.
//!
//! # What a proof is
//!
//! Only successes count. One search tries to prove *captured*, another one *safe*; a search that fails says nothing, and
//! a question that neither can prove within the budget of positions is left out. The side that proves (the *prover*) chooses
//! from a selection of moves, which is sound since one move that works is enough. The other side must be refuted in **all** its moves on the whole
//! board. Zones make that finite: with each proof goes a set of points such that the proof holds in every
//! position that agrees with it there, whatever stands elsewhere.
//!
//! * A move's *footprint*: the point; strings of the opponent that it takes, with all points next to them; the opponent's strings beside it that it does not take, with
//!   another liberty; its own string with a liberty afterwards; after the capture of one stone also all points next to the move, so that the ban is
//!   the same. In positions that agree on the footprint, the move is legal and does the same. For an illegal move, the points that make it suicide.
//! * Prover to move: footprint of its move and zone of what follows.
//! * Other side to move: first its pass is refuted. The zone of that is closed: each string of the prover that reaches into it belongs to
//!   it, with a liberty, so that no move outside takes a stone inside. A move outside is then no better than the pass. Each move inside is refuted by
//!   itself; all footprints and zones together are the zone.
//! * A defender who has nothing to gain from a second move (two eyes, seki) answers passes by passes. Then the
//!   zone begins with the string and a liberty, and grows by the zones of all refutations until the attacker's moves inside are all
//!   refuted: no move outside changes anything inside, so this can go on for ever.
//! * A repetition of a position proves nothing, with one exception: a defender may take kos back for ever. The claim that the
//!   string is safe in some position may be used in its own proof, wherever the position comes again (or comes with a ban that
//!   only binds the attacker): who plays by such a proof is never captured. Its zone must then be
//!   the zone of the whole, at those places, too (`proof/endless.rs`). An attack never needs to repeat positions.
//!
//! By induction over a proof, which is a finite tree, or for ever along its circles: the prover wins in each position that agrees on the zone, has the same mover, and the same ban as far as it lies in the zone.
//! `tests/all/proofs.rs` compares with the fixed point over all positions of small boards, and changes positions outside the zone.

#![allow(
    dead_code,
    unused_imports,
    reason = "each test program that includes the solver uses a part of it"
)]

pub mod greedy;
mod lemma;
mod moves;
mod position;
mod proof;

pub use position::Position;
pub use proof::{Progress, SAFE_LIBERTIES, Search};

use katachi_board::{Color, Point, PointSet};

/// A result for the side that moves first, by GNU Go's inner numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Code {
    /// It fails.
    Lose = 0,
    /// By a ko for which the mover needs the first threat.
    KoB = 1,
    /// By a ko that the opponent needs the first threat for.
    KoA = 4,
    /// Whatever the opponent does.
    Win = 5,
}

impl Code {
    pub fn is_ko(self) -> bool {
        matches!(self, Self::KoA | Self::KoB)
    }

    /// As `attack` and `defend` print it over GTP.
    pub fn printed(self) -> u8 {
        match self {
            Self::Lose => 0,
            Self::Win => 1,
            Self::KoA => 2,
            Self::KoB => 3,
        }
    }
}

/// A proven answer.
#[derive(Clone, Debug)]
pub struct Answer {
    pub code: Code,
    /// A move of the first mover that achieves it, if one is needed.
    pub point: Option<Point>,
    /// Points that the answer depends on.
    pub zone: PointSet,
    /// Positions looked at.
    pub positions: usize,
}

/// What the side to move can do about the string on this point: capture it, or keep it if it is its own.
///
/// `None` if that is not proven with tables of so many positions.
pub fn solve(root: &Position, target: Point, budget: usize) -> Option<Answer> {
    let (us, them) = (root.mover, !root.mover);
    let search = |prover: Color, free| Search::new(root, target, prover, free);
    let mut wins = search(us, Some(them));
    let mut loses = search(them, Some(us));
    let mut ko_wins = search(us, None);
    let mut ko_loses = search(them, None);
    let mut ko_a = search(them, Some(them));
    let mut ko_b = search(us, Some(us));
    let mut stage = (budget / 30).clamp(100.min(budget), 2000);
    loop {
        let mut failed = true;
        for (search, code) in [(&mut wins, Code::Win), (&mut loses, Code::Lose)] {
            match search.run(stage) {
                Progress::Proven => {
                    return Some(Answer {
                        code,
                        point: (code == Code::Win).then(|| search.first_move()).flatten(),
                        zone: search.zone(),
                        positions: search.len(),
                    });
                }
                Progress::Failed => {}
                Progress::Open => failed = false,
            }
        }
        if wins.ko || loses.ko {
            let both = [
                (&mut ko_wins, &mut ko_a, Code::KoA),
                (&mut ko_loses, &mut ko_b, Code::KoB),
            ];
            for (even, odd, code) in both {
                let first = even.run(stage / 2);
                if first == Progress::Proven {
                    match odd.run(stage / 2) {
                        Progress::Proven => {
                            let ours = if code == Code::KoA { &*even } else { &*odd };
                            return Some(Answer {
                                code,
                                point: ours.first_move(),
                                zone: even.zone() | odd.zone(),
                                positions: even.len() + odd.len(),
                            });
                        }
                        Progress::Failed => {}
                        Progress::Open => failed = false,
                    }
                } else {
                    failed &= first == Progress::Failed;
                }
            }
        }
        if failed || stage >= budget {
            return None;
        }
        stage = (stage * 4).min(budget);
    }
}
