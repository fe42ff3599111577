//! Lemmas: proofs that hold again in every position that agrees on their zone.

use katachi_board::{BoardSize, Color, Point, PointSet};

use super::position::Position;

/// The number of lemmas kept, the newest ones.
const LEMMAS: usize = 2048;

struct Lemma {
    zone: PointSet,
    black: PointSet,
    white: PointSet,
    ban: Option<Point>,
}

/// The two neighbouring rows with most points of a lemma's zone. Most positions differ there, so a
/// single comparison rules the lemma out.
#[derive(Clone, Copy)]
struct Glance {
    mover: Color,
    row: u8,
    zone: u64,
    black: u64,
    white: u64,
}

/// A row and the one below.
fn rows(set: &PointSet, row: usize) -> u64 {
    u64::from(set.row(row)) | u64::from(set.row(row + 1)) << 32
}

/// The lemmas of a search.
#[derive(Default)]
pub struct Lemmas {
    all: Vec<Lemma>,
    glances: Vec<Glance>,
    oldest: usize,
}

impl Lemmas {
    /// The zone of an earlier proof that also holds here.
    pub fn find(&self, position: &Position) -> Option<PointSet> {
        let (black, white, mover, ban) = position.key();
        let pairs: [(u64, u64); BoardSize::MAX as usize] =
            std::array::from_fn(|row| (rows(&black, row), rows(&white, row)));
        for (glance, lemma) in self.glances.iter().zip(&self.all) {
            let (ours, theirs) = pairs[usize::from(glance.row)];
            if glance.mover == mover
                && ours & glance.zone == glance.black
                && theirs & glance.zone == glance.white
                && black & lemma.zone == lemma.black
                && white & lemma.zone == lemma.white
                && ban.filter(|&at| lemma.zone.contains(at)) == lemma.ban
            {
                return Some(lemma.zone);
            }
        }
        None
    }

    /// Stores what is proven about a position.
    pub fn add(&mut self, position: &Position, zone: PointSet) {
        let (black, white, mover, ban) = position.key();
        let (black, white) = (black & zone, white & zone);
        let all = 0..usize::from(BoardSize::MAX);
        let fullest = all.max_by_key(|&row| rows(&zone, row).count_ones());
        let row = fullest.unwrap_or(0);
        let glance = Glance {
            mover,
            row: row as u8,
            zone: rows(&zone, row),
            black: rows(&black, row),
            white: rows(&white, row),
        };
        let lemma = Lemma {
            zone,
            black,
            white,
            ban: ban.filter(|&at| zone.contains(at)),
        };
        if self.all.len() < LEMMAS {
            self.all.push(lemma);
            self.glances.push(glance);
        } else {
            self.all[self.oldest] = lemma;
            self.glances[self.oldest] = glance;
            self.oldest = (self.oldest + 1) % LEMMAS;
        }
    }
}
