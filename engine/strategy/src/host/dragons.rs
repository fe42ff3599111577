//! Questions about dragons before any trial move.

use katachi_board::{Color, Point};
use katachi_matcher::{Answer, DragonQuestions, DragonStatus, Hull, Surround};

use super::position_host::PositionHost;
use crate::dragons::groups::string_at;
use crate::dragons::{Dragon, Life};

impl DragonQuestions for PositionHost<'_> {
    fn dragon_status(&mut self, dragon: Point) -> Answer<DragonStatus> {
        let status = self.dragon(dragon)?.map(Dragon::status);
        Some(status.unwrap_or(DragonStatus::Unknown))
    }

    fn weakness(&mut self, dragon: Point) -> Answer<f32> {
        Some(self.dragon(dragon)?.map_or(0.0, |dragon| dragon.weakness))
    }

    fn is_weak(&mut self, dragon: Point) -> Answer<bool> {
        Some(self.dragon(dragon)?.is_some_and(Dragon::is_weak))
    }

    fn eyes(&mut self, dragon: Point) -> Answer<usize> {
        // The eyes that it surely has.
        Some(
            self.dragon(dragon)?
                .map_or(0, |dragon| dragon.genus.0[1].into()),
        )
    }

    fn is_same_dragon(&mut self, a: Point, b: Point) -> Answer<bool> {
        if let Some(dragons) = self.known.dragons {
            return Some(dragons.are_joined(a, b));
        }
        let (worms, groups) = (self.known.worms?, self.known.groups?);
        let joined = string_at(worms, a).zip(string_at(worms, b));
        Some(joined.is_some_and(|(a, b)| groups.are_joined(a, b)))
    }

    fn dragon_size(&mut self, dragon: Point) -> Answer<usize> {
        Some(self.dragon(dragon)?.map_or(0, Dragon::size))
    }

    fn effective_size(&mut self, dragon: Point) -> Answer<f32> {
        if self.known.dragons.is_some() {
            return Some(
                self.dragon(dragon)?
                    .map_or(0.0, |dragon| dragon.effective_size),
            );
        }
        let (worms, groups) = (self.known.worms?, self.known.groups?);
        Some(string_at(worms, dragon).map_or(0.0, |string| groups.of(string).effective_size))
    }

    fn has_lively_dragon(&mut self, color: Color) -> Answer<bool> {
        let mut own = self
            .known
            .dragons?
            .iter()
            .filter(|dragon| dragon.color == color);
        Some(own.any(|dragon| dragon.status() != DragonStatus::Dead))
    }

    fn threatens_dragon(&mut self, point: Point, dragon: Point) -> Answer<bool> {
        let life = self.dragon(dragon)?.and_then(|dragon| dragon.life.as_ref());
        let kills =
            |life: &Life| life.status == DragonStatus::Critical && life.attack.point == Some(point);
        Some(life.is_some_and(kills))
    }

    fn surround(&mut self, dragon: Point) -> Answer<Surround> {
        Some(
            self.dragon(dragon)?
                .map_or(Surround::Open, Dragon::surround),
        )
    }

    fn does_surround(&mut self, point: Point, dragon: Point) -> Answer<bool> {
        let dragons = self.known.dragons?;
        let found = self.dragon(dragon)?;
        Some(found.is_some_and(|dragon| dragons.would_surround(self.board, point, dragon)))
    }

    fn hull(&mut self, dragon: Point, point: Point) -> Answer<Hull> {
        let dragon = self.dragon(dragon)?;
        Some(dragon.map_or(Hull::Unknown, |dragon| dragon.hull(point)))
    }

    fn is_cut(&mut self, cutter: Color, point: Point) -> Answer<bool> {
        let cuts = self.known.cuts.or_else(|| Some(self.known.dragons?.cuts()));
        Some(cuts?.points(!cutter).contains(point))
    }
}

impl<'a> PositionHost<'a> {
    /// The dragon of this stone; `None` if the dragons are not known.
    fn dragon(&self, stone: Point) -> Answer<Option<&'a Dragon>> {
        Some(self.known.dragons?.at(stone))
    }
}
