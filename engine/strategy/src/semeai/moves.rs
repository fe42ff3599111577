//! The candidate moves of a position of a race.

use katachi_board::{Color, Outcome, Point, PointSet};
use katachi_image::Role as Database;

use super::candidate::{Candidate, Purpose};
use super::liberties::{Kind, filling, inside};
use super::search::Race;
use super::side::{is_safe, is_short};
use crate::owl::{Joins, Move, Role, Scene};

/// Values of moves that come from reading strings.
const CAPTURE: f32 = 100.0;
const CRITICAL_CAPTURE: f32 = 105.0;
const RESCUE: f32 = 85.0;
/// What vital points are worth more than moves of patterns.
const VITAL: f32 = 30.0;
/// What filling a liberty is worth: one outside, and a common one.
const OUTSIDE: f32 = 50.0;
const COMMON: f32 = 10.0;
/// What filling an eye of the other dragon is worth.
const INSIDE: f32 = 20.0;
/// A value from which on no liberty is filled instead.
const URGENT: f32 = 110.0;
/// What a liberty that a move takes is worth, and one that it gains.
const TAKEN: i32 = 12;
const GAINED: i32 = 9;
/// What a string that is put right is worth.
const PUT_RIGHT: f32 = 50.0;
/// The moves of vital points and of patterns, each, for each purpose.
const MOST_OF_A_KIND: usize = 2;

/// What is known about a position of a race.
pub(super) struct Outlook {
    pub candidates: Vec<Candidate>,
    /// The capture that wins the race: a short one, or one that even a move cannot prevent.
    pub wins_by: Option<Point>,
    pub lives: bool,
    pub other_lives: bool,
    /// The eyes of the mover's dragon and of the other one: surely, probably, at most.
    pub eyes: [u8; 3],
    pub other_eyes: [u8; 3],
}

impl Race<'_, '_> {
    /// Looks at a position with this side to move.
    pub(super) fn look(&mut self, color: Color, reads_lives: bool) -> Outlook {
        let mut outlook = Outlook {
            candidates: Vec::new(),
            wins_by: None,
            lives: false,
            other_lives: false,
            eyes: [0; 3],
            other_eyes: [0; 3],
        };
        let mut critical: Vec<Point> = Vec::new();
        for string in self.sides[!color].deciding_strings(self.owl.board) {
            let attack = self.owl.readers.tactics.attack(self.owl.board, string);
            let Some(point) = attack.point.filter(|_| attack.outcome != Outcome::Lose) else {
                continue;
            };
            let decides = !self.sides[!color].essential.is_empty();
            let wins = attack.outcome == Outcome::Win && decides;
            if wins && is_short(self.owl.board, string) {
                outlook.wins_by = Some(point);
                return outlook;
            }
            let defense = self.owl.readers.tactics.defend(self.owl.board, string);
            let is_critical = defense.outcome != Outcome::Lose;
            if wins && !is_critical {
                outlook.wins_by = Some(point);
                return outlook;
            }
            let value = if is_critical {
                CRITICAL_CAPTURE
            } else {
                CAPTURE
            };
            outlook.add(Move::plain(point, value), Purpose::Kill);
        }
        for string in self.sides[color].deciding_strings(self.owl.board) {
            let attack = self.owl.readers.tactics.attack(self.owl.board, string);
            if attack.outcome == Outcome::Lose {
                continue;
            }
            let defense = self.owl.readers.tactics.defend(self.owl.board, string);
            if let Some(point) = defense.point.filter(|_| defense.outcome != Outcome::Lose) {
                critical.push(string);
                outlook.add(Move::plain(point, RESCUE), Purpose::Life);
            }
        }
        if reads_lives {
            self.ask_owl(color, &mut outlook);
        }
        if outlook.lives && outlook.other_lives {
            return outlook;
        }
        self.add_fillings(color, &mut outlook);
        self.weigh(color, &mut outlook, &critical);
        outlook
    }

    /// Adds what owl says about both dragons.
    fn ask_owl(&mut self, color: Color, outlook: &mut Outlook) {
        let runs = self.depth > super::search::ESCAPE_DEPTH;
        let (own, lives) = self.asking(color, |owl| {
            let scene = owl.examine(Role::Defender);
            let lives = scene.lives || runs && owl.has_escaped();
            (scene, lives)
        });
        let (other, other_lives) = self.asking(!color, |owl| {
            let scene = owl.examine(Role::Attacker);
            let lives = scene.lives || runs && owl.has_escaped();
            (scene, lives)
        });
        (outlook.lives, outlook.other_lives) = (lives, other_lives);
        outlook.eyes = eyes_of(&own);
        outlook.other_eyes = eyes_of(&other);
        if lives && other_lives {
            return;
        }
        if !lives {
            let moves = self.asking(color, |owl| {
                owl.proposed(&own, Database::OwlDefendPats, color, MOST_OF_A_KIND)
            });
            outlook.add_all(&own.life.vital, moves, Purpose::Life);
        }
        if !other_lives {
            let moves = self.asking(!color, |owl| {
                owl.proposed(&other, Database::OwlAttackPats, color, MOST_OF_A_KIND)
            });
            outlook.add_all(&other.life.vital, moves, Purpose::Kill);
        }
        let closed: PointSet = (own.eyes.own().iter())
            .filter(|one| one.space.margins.is_empty() && one.space.points.len() != 1)
            .fold(PointSet::EMPTY, |set, one| set | one.space.points);
        let enemy = *self.owl.board.stones(!color);
        let fills = |one: &Candidate| {
            let near = one.one.point.neighbors().into_iter().collect::<PointSet>();
            closed.contains(one.one.point) && !near.intersects(&enemy) && (near & closed).len() <= 1
        };
        outlook.candidates.retain(|one| !fills(one));
    }

    /// Adds a move that takes a liberty of the other dragon.
    fn add_fillings(&mut self, color: Color, outlook: &mut Outlook) {
        if outlook.other_lives {
            return;
        }
        let board = &mut *self.owl.board;
        let (own, other) = (
            self.sides[color].liberties(board),
            self.sides[!color].liberties(board),
        );
        let (outside, common) = (other - own, other & own);
        let best = (outlook.candidates.iter())
            .map(|one| one.one.value)
            .fold(0.0, f32::max);
        let is_ahead = outlook.eyes[0] > outlook.other_eyes[0];
        if best >= URGENT && !is_ahead {
            return;
        }
        let reader = &mut *self.owl.readers.tactics;
        let fills = (outlook.candidates.iter()).any(|one| {
            outside.contains(one.one.point) && is_safe(board, reader, color, one.one.point)
        });
        if fills {
            return;
        }
        let found = filling(board, reader, color, &outside, &common);
        let is_outside = found.is_some_and(|found| found.kind == Kind::Outside);
        let more = inside(board, color, &outside).filter(|_| !is_outside);
        for found in found.into_iter().chain(more) {
            let value = match found.kind {
                Kind::Outside => OUTSIDE,
                Kind::Common => COMMON,
                Kind::Inside => INSIDE,
            };
            let one = Move {
                joins: Joins::No,
                ..Move::plain(found.point, value)
            };
            outlook.add(one, Purpose::Kill);
        }
    }

    /// Gives each candidate a value by the liberties that it takes and gains, and puts the most
    /// promising first.
    fn weigh(&mut self, color: Color, outlook: &mut Outlook, critical: &[Point]) {
        let (own, other) = (
            self.sides[color].goal.stones(),
            self.sides[!color].goal.stones(),
        );
        let board = &mut *self.owl.board;
        let reader = &mut *self.owl.readers.tactics;
        let sum = |board: &katachi_board::Board, stones: &PointSet| -> i32 {
            (board.chains_at(stones))
                .map(|chain| chain.liberty_count() as i32)
                .sum()
        };
        let (before_own, before_other) = (sum(board, &own), sum(board, &other));
        for one in &mut outlook.candidates {
            let point = one.one.point;
            let safe = is_safe(board, reader, color, point);
            if !board.try_move(color, point) {
                continue;
            }
            let joined: PointSet = board
                .chain(point)
                .map_or(PointSet::EMPTY, |chain| chain.stone_set());
            let mine = if joined.intersects(&own) {
                own | joined
            } else {
                own
            };
            let left = other & *board.stones(!color);
            let gained = sum(board, &mine) - before_own;
            let taken = before_other - sum(board, &left);
            if safe {
                one.one.value += (TAKEN * taken + GAINED * gained).max(0) as f32;
                for string in critical {
                    let read = reader.attack(board, *string);
                    if read.outcome == Outcome::Lose {
                        one.one.value += PUT_RIGHT;
                    }
                }
            }
            board.take_back();
        }
        outlook
            .candidates
            .sort_by(|a, b| b.one.value.total_cmp(&a.one.value));
    }
}

/// The eyes of a dragon: surely, probably, at most.
fn eyes_of(scene: &Scene) -> [u8; 3] {
    let life = &scene.life;
    [life.least, life.probable.min_eyes(), life.most]
}

impl Outlook {
    /// Adds a move; of two with the same point the better one stays.
    fn add(&mut self, one: Move, purpose: Purpose) {
        let known = (self.candidates.iter_mut()).find(|known| known.one.point == one.point);
        match known {
            Some(known) if known.one.value >= one.value => {}
            Some(known) => {
                known.one = one;
                known.purpose = purpose;
            }
            None => self.candidates.push(Candidate { one, purpose }),
        }
    }

    /// Adds the best moves of owl for a purpose.
    fn add_all(&mut self, vital: &[Move], patterns: Vec<Move>, purpose: Purpose) {
        for one in vital.iter().take(MOST_OF_A_KIND) {
            let value = one.value + VITAL;
            self.add(
                Move {
                    value,
                    ..one.clone()
                },
                purpose,
            );
        }
        for one in patterns {
            self.add(one, purpose);
        }
    }
}
