//! The solver: it proves what `attack` and `find_defense` should answer, independently of the
//! reader.
//!
//! Entry point: [`solve`]. The solver plays on a board of its own (`position.rs`), which
//! `tests/all/proofs.rs` compares with [`NaiveBoard`](katachi_board::naive::NaiveBoard). It shares
//! no code with the reader.
//!
//! # The game
//!
//! A stone names the *string* in question. The *attacker* wants to take the string off the board;
//! its owner, the *defender*, wants to keep it.
//!
//! - The string is *captured* when it is gone. A single stone is an exception: if the defender's
//!   next move, on its point, captures stones, the game goes on about the string that is there now
//!   (ko, snapback).
//! - It is *safe* as soon as it has [`SAFE_LIBERTIES`] liberties, whichever side moves, and if it
//!   is never captured. This is the threshold of tactical reading: a string that life and death
//!   would capture later counts as safe.
//! - Both sides may play anywhere or pass. Suicide is forbidden. There is no depth limit.
//!
//! # Ko
//!
//! There are three regimes, which differ in the sides that a ko ban (simple ko) binds. A *free*
//! side may retake at once: it has a ko threat for every ko. A pass ends the ban of both sides: it
//! stands for a threat that the opponent does not answer.
//!
//! | the side that moves first succeeds | code |
//! |---|---|
//! | even if the other side is free | 5 WIN |
//! | only if bans bind both sides | 4 `KO_A`: it wins the ko without a ko threat of its own, if it ignores the other side's threats |
//! | only if it is free itself | 1 `KO_B` |
//! | not even then | 0 LOSE |
//!
//! Freedom only adds to what a side can do, so exactly one case applies. Two proofs give a code:
//! what the mover achieves under one regime, and what the other side achieves under the next harder
//! one. For WIN and LOSE one proof is enough. Kos of several stages have no codes of their own; the
//! table makes them `KO_A` or `KO_B`.
//!
//! # Proofs
//!
//! Only successes count. One search tries to prove *captured*, another one *safe*. A failed search
//! proves nothing, and a question that neither search can prove within its budget is left out.
//!
//! The *prover* chooses from a selection of moves. That is sound, since one move that works is
//! enough. Of the other side, **all** moves on the whole board must be refuted. Zones make that
//! finite. A *zone* is a set of points that belongs to a proof: the proof holds in every position
//! that agrees with this one on the zone, whatever stands elsewhere.
//!
//! * The *footprint* of a move is the set of points that decide its legality and its effect. In
//!   every position that agrees on the footprint, the move is legal and does the same. It contains:
//!   the point; opponent strings that it captures, with all points next to them; opponent strings
//!   next to it that it does not capture, with another liberty; its own string with a liberty
//!   afterwards; and, if it captures a single stone, all points next to the move, so that the ban
//!   is the same. The footprint of an illegal move has the points that make it suicide.
//! * Prover to move: the zone is the footprint of its move and the zone of what follows.
//! * Other side to move: first its pass is refuted. The zone of that refutation is closed: every
//!   string of the prover that reaches into it belongs to it, with a liberty. So no move outside
//!   captures a stone inside, and a move outside is no better than the pass. Each move inside is
//!   refuted by itself. The zone is the union of all these footprints and zones.
//! * A defender who gains nothing from a second move (two eyes, seki) answers passes by passes.
//!   Then the zone begins with the string and a liberty, and grows by the zones of all refutations
//!   until all of the attacker's moves inside are refuted. No move outside changes anything inside,
//!   so the defence holds for ever.
//! * A repetition proves nothing, with one exception: a defender may retake kos for ever. The claim
//!   that the string is safe in a position may be used in its own proof, where the position comes
//!   again, or comes again with a ban that binds only the attacker. A defender who plays by such a
//!   proof is never captured. The zone at these places must be the zone of the whole proof
//!   (`proof/endless.rs`). An attack never needs a repetition.
//!
//! By induction over the proof, a finite tree, or for ever along its cycles: the prover wins in
//! every position that agrees on the zone and has the same side to move, and the same ban within
//! the zone. `tests/all/proofs.rs` compares proofs with the fixed point over all positions of small
//! boards, and changes positions outside of zones.

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
    /// The points that the answer depends on.
    pub zone: PointSet,
    /// The positions searched.
    pub positions: usize,
}

/// Proves what the side to move can do about the string on this point: capture it, or save it if it
/// is its own.
///
/// `None` if that cannot be proven with tables of `budget` positions.
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
