//! The board: stones, strings, captures and ko, with exact undo.
//!
//! - [`Board::play`] plays moves of the game; [`Board::undo`] undoes them.
//! - [`Board::try_move`] and [`Board::try_ko`] play trial moves on top; [`Board::take_back`] undoes
//!   these.
//!
//! Every move writes a [`Record`], from which it is undone in reverse order. `strings.rs` has the
//! data about strings, `chain.rs` and `links.rs` what callers ask about them, `outlook.rs` what a
//! move would do, `trial.rs` the trial moves.

use std::fmt;

use crate::past::Past;
use crate::point::GRID;
use crate::point_set::Span;
use crate::record::Record;
use crate::strings::{Rings, Slot, SlotList, StringData};
use crate::{
    BoardSize, ByColor, Color, IllegalMove, KoRule, Komaster, MAX_STRINGS, Point, PointSet,
    PointState, Rules, SuicideRule, Symmetry, zobrist,
};

/// A Go board with its history.
#[derive(Clone)]
pub struct Board {
    size: BoardSize,
    rules: Rules,
    cells: [PointState; GRID],
    /// The string of each stone; undefined on other points.
    slots: [Slot; GRID],
    rings: Rings,
    strings: Vec<StringData>,
    empty: PointSet,
    stones: ByColor<PointSet>,
    /// The stones that each colour has captured.
    captures: ByColor<u32>,
    /// Hash of the stones alone.
    hash: u64,
    pub(crate) ko: Option<Point>,
    pub(crate) records: Vec<Record>,
    /// The positions of the early game, for superko.
    past: Past,
    /// The number of records at the end that are trial moves.
    pub(crate) trial_moves: usize,
    /// Who may take kos in the trial moves.
    pub(crate) komaster: Komaster,
    /// For each trial move that changed the komaster: its number, and the komaster before it.
    pub(crate) komasters: Vec<(usize, Komaster)>,
    /// The borders of strings before they absorbed others, for undo.
    borders: Vec<PointSet>,
}

/// An error: a set-up leaves a string without a liberty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the set-up leaves the string at {0} without a liberty: remove it or give it one")]
pub struct NoLiberty(pub crate::Vertex);

impl Board {
    /// An empty board, with simple ko and without suicide.
    pub fn new(size: BoardSize) -> Self {
        let mut cells = [PointState::OffBoard; GRID];
        for point in size.points() {
            cells[point.index()] = PointState::Empty;
        }
        Self {
            size,
            rules: Rules::SIMPLE,
            cells,
            slots: [0; GRID],
            rings: Rings::new(),
            strings: Vec::with_capacity(2 * size.area()),
            empty: size.points().collect(),
            stones: ByColor {
                black: PointSet::EMPTY,
                white: PointSet::EMPTY,
            },
            captures: ByColor::default(),
            hash: 0,
            ko: None,
            records: Vec::with_capacity(2 * size.area()),
            past: Past::default(),
            trial_moves: 0,
            komaster: Komaster::Empty,
            komasters: Vec::new(),
            borders: Vec::new(),
        }
    }

    /// A board with these stones and no history.
    ///
    /// The last stone named for a point counts.
    ///
    /// # Errors
    /// Names a string that would have no liberty.
    pub fn with_stones(
        size: BoardSize,
        stones: impl IntoIterator<Item = (Color, Point)>,
    ) -> Result<Self, NoLiberty> {
        let mut wanted = [PointState::Empty; GRID];
        for (color, point) in stones {
            wanted[point.index()] = color.into();
        }
        let mut board = Self::new(size);
        for point in size.points() {
            if let Some(color) = wanted[point.index()].color() {
                board.attach(color, point);
            }
        }
        let lost = |point: &Point| board.liberty_count(*point) == 0;
        if let Some(point) = (size.points())
            .filter(|&point| !board.at(point).is_empty())
            .find(lost)
        {
            return Err(NoLiberty(point.vertex(size)));
        }
        board.borders.clear();
        Ok(board)
    }

    /// The stones on the board, in board order.
    pub fn all_stones(&self) -> impl Iterator<Item = (Color, Point)> + '_ {
        (self.size.points()).filter_map(|point| Some((self.at(point).color()?, point)))
    }

    /// The board's size.
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// The rules that moves of the game obey.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Changes the rules for the moves to come.
    pub fn set_rules(&mut self, rules: Rules) {
        self.rules = rules;
    }

    /// What a point holds; [`PointState::OffBoard`] outside the board.
    #[inline]
    pub fn at(&self, point: Point) -> PointState {
        self.cells[point.index()]
    }

    /// The number of liberties of the string on this point; 0 if there is no stone.
    #[inline]
    pub fn liberty_count(&self, point: Point) -> usize {
        match self.at(point).color() {
            Some(_) => self.data(self.slot(point)).liberties.into(),
            None => 0,
        }
    }

    /// The empty points.
    pub fn empty(&self) -> &PointSet {
        &self.empty
    }

    /// The stones of one colour.
    pub fn stones(&self, color: Color) -> &PointSet {
        &self.stones[color]
    }

    /// The number of stones that this colour has captured.
    pub fn captures(&self, color: Color) -> u32 {
        self.captures[color]
    }

    /// The point where simple ko forbids to retake now.
    pub fn ko(&self) -> Option<Point> {
        self.ko
    }

    /// The moves since the empty board or the set-up, trial moves last; `None` is a pass.
    pub fn moves(
        &self,
    ) -> impl DoubleEndedIterator<Item = (Color, Option<Point>)> + ExactSizeIterator {
        self.records
            .iter()
            .map(|record| (record.color, record.point))
    }

    /// The last move; its point is `None` for a pass.
    pub fn last_move(&self) -> Option<(Color, Option<Point>)> {
        self.moves().next_back()
    }

    /// A hash of the stones and of a banned ko; the side to move is not part of it.
    pub fn hash(&self) -> u64 {
        self.hash ^ self.ko.map_or(0, zobrist::ko)
    }

    /// A hash that is equal for all eight symmetries of the position.
    pub fn invariant_hash(&self) -> u64 {
        self.symmetric_hashes()
            .into_iter()
            .min()
            .unwrap_or_default()
    }

    /// For each symmetry, the [`hash`](Self::hash) of the transformed position.
    pub fn symmetric_hashes(&self) -> [u64; 8] {
        let mut hashes = [0; 8];
        for (hash, symmetry) in hashes.iter_mut().zip(Symmetry::all()) {
            let turn = |point| symmetry.apply_to_point(point, self.size);
            *hash = self.ko.map_or(0, |ko| zobrist::ko(turn(ko)));
            for (color, point) in self.all_stones() {
                *hash ^= zobrist::stone(color, turn(point));
            }
        }
        hashes
    }

    /// Whether this move of the game is legal. A pass always is.
    pub fn is_legal(&self, color: Color, point: Point) -> bool {
        self.check(color, point, self.rules).is_ok()
    }

    /// Why a move of the game is illegal, if it is.
    ///
    /// # Errors
    /// Names the rule that forbids the move.
    pub fn check_legal(&self, color: Color, point: Point) -> Result<(), IllegalMove> {
        self.check(color, point, self.rules)
    }

    /// Whether this move would take a banned ko.
    pub fn is_ko(&self, color: Color, point: Point) -> bool {
        self.ko == Some(point) && self.last_move().is_none_or(|(last, _)| last != color)
    }

    /// Whether a stone here would take away the last liberty of its own string.
    #[inline]
    pub fn is_suicide(&self, color: Color, point: Point) -> bool {
        !point.neighbors().into_iter().any(|near| {
            let state = self.at(near);
            match state.color() {
                None => state.is_empty(),
                // A friend keeps all but one of its liberties; an opponent in atari is captured.
                Some(other) => (self.data(self.slot(near)).liberties > 1) == (other == color),
            }
        })
    }

    /// How often the game has been where a move here leads: the same stones with the same side to
    /// move. Such moves can go on for ever, whether the rules forbid them or not.
    pub fn earlier_situations(&self, color: Color, point: Point) -> usize {
        self.occurrences(self.hash_after(color, point), Some(!color))
    }

    /// The moves that a side has made before with the same stones on the board as now, at least
    /// those of the last thousand moves.
    pub fn earlier_moves(&self, color: Color) -> impl Iterator<Item = Point> {
        let recent = self.records[self.past.moves()..].iter();
        let same = recent.filter(move |record| record.hash == self.hash && record.color == color);
        same.filter_map(|record| record.point)
    }

    /// Whether a move here repeats a whole-board position, whichever side was to move then.
    pub fn repeats_position(&self, color: Color, point: Point) -> bool {
        (self.check_superko(color, point, KoRule::PositionalSuperko)).is_err()
    }

    /// Plays a move of the game.
    ///
    /// # Errors
    /// Names the rule that forbids the move; the board is unchanged then.
    pub fn play(&mut self, color: Color, point: Point) -> Result<(), IllegalMove> {
        if self.trial_moves > 0 {
            return Err(IllegalMove::TrialMoves);
        }
        self.check(color, point, self.rules)?;
        self.put(color, point);
        self.past.advance(&self.records);
        Ok(())
    }

    /// Passes in the game.
    ///
    /// # Errors
    /// Refuses while trial moves are on the board.
    pub fn pass(&mut self, color: Color) -> Result<(), IllegalMove> {
        if self.trial_moves > 0 {
            return Err(IllegalMove::TrialMoves);
        }
        self.put_pass(color);
        self.past.advance(&self.records);
        Ok(())
    }

    /// Takes back the last move of the game and returns it.
    ///
    /// `None` if there is none, or while trial moves are on the board.
    pub fn undo(&mut self) -> Option<(Color, Option<Point>)> {
        if self.trial_moves > 0 {
            return None;
        }
        let undone = self.undo_record()?;
        if self.records.len() < self.past.moves() {
            self.past.forget(self.hash, undone.0);
        }
        Some(undone)
    }

    #[inline]
    pub(crate) fn data(&self, slot: Slot) -> &StringData {
        &self.strings[usize::from(slot)]
    }

    #[inline]
    pub(crate) fn slot(&self, stone: Point) -> Slot {
        self.slots[stone.index()]
    }

    #[inline]
    pub(crate) fn rings(&self) -> &Rings {
        &self.rings
    }

    #[inline]
    pub(crate) fn check(
        &self,
        color: Color,
        point: Point,
        rules: Rules,
    ) -> Result<(), IllegalMove> {
        match self.at(point) {
            PointState::Empty => {}
            PointState::OffBoard => return Err(IllegalMove::OffBoard),
            PointState::Black | PointState::White => return Err(IllegalMove::Occupied),
        }
        // Slot numbers have 16 bits; some are reserved for trial moves.
        let most = match self.trial_moves {
            0 => MAX_STRINGS,
            _ => Slot::MAX.into(),
        };
        if self.strings.len() >= most {
            return Err(IllegalMove::TooLong);
        }
        if rules.ko == KoRule::Simple && self.ko.is_some() && self.is_ko(color, point) {
            return Err(IllegalMove::Ko);
        }
        if self.is_suicide(color, point) {
            let single = (point.neighbors().into_iter()).all(|near| !self.at(near).is(color));
            let allowed = match rules.suicide {
                SuicideRule::Forbidden => false,
                SuicideRule::Multiple => !single,
                SuicideRule::All => true,
            };
            if !allowed {
                return Err(IllegalMove::Suicide);
            }
        }
        match rules.ko {
            KoRule::PositionalSuperko | KoRule::SituationalSuperko => {
                self.check_superko(color, point, rules.ko)
            }
            KoRule::Simple | KoRule::None => Ok(()),
        }
    }

    #[cold]
    fn check_superko(&self, color: Color, point: Point, rule: KoRule) -> Result<(), IllegalMove> {
        let hash = self.hash_after(color, point);
        let situational = rule == KoRule::SituationalSuperko;
        let earlier = self.occurrences(hash, situational.then_some(!color));
        // The suicide of a single stone leaves the present position unchanged.
        if earlier > 0 || (!situational && self.hash == hash) {
            return Err(IllegalMove::Superko);
        }
        Ok(())
    }

    /// How often these stones were on the board before a move, of this side if one is named.
    fn occurrences(&self, hash: u64, to_move: Option<Color>) -> usize {
        let recent = self.records[self.past.moves()..].iter();
        let is_same = |record: &&Record| {
            record.hash == hash && to_move.is_none_or(|color| record.color == color)
        };
        recent.filter(is_same).count() + self.past.count(hash, to_move)
    }

    /// The hash of the stones after a move, with captures and suicide.
    fn hash_after(&self, color: Color, point: Point) -> u64 {
        let mut hash = self.hash ^ zobrist::stone(color, point);
        let suicide = self.is_suicide(color, point);
        if suicide {
            hash ^= zobrist::stone(color, point);
        }
        let mut gone = SlotList::default();
        for near in point.neighbors() {
            let Some(other) = self.at(near).color() else {
                continue;
            };
            let slot = self.slot(near);
            let data = self.data(slot);
            let dies = data.liberties == 1 && (other != color) != suicide;
            if dies && gone.insert(slot) {
                for stone in self.rings.stones(data.stone) {
                    hash ^= zobrist::stone(other, stone);
                }
            }
        }
        hash
    }

    pub(crate) fn put_pass(&mut self, color: Color) {
        self.records.push(Record::pass(color, self.ko, self.hash));
        self.ko = None;
    }

    /// Plays a move on an empty point without checking the rules.
    pub(crate) fn put(&mut self, color: Color, point: Point) {
        let (mut record, others) = self.attach(color, point);
        self.ko = None;
        let mut captured = 0;
        for &slot in others.as_slice() {
            if self.data(slot).liberties == 0 {
                record.captured.push(slot);
                captured += self.data(slot).size;
                self.remove_string(!color, slot);
            }
        }
        self.captures[color] += u32::from(captured);
        let own = self.data(record.slot);
        if own.liberties == 0 {
            record.suicide = true;
            self.captures[!color] += u32::from(own.size);
            self.remove_string(color, record.slot);
        } else if captured == 1 && own.size == 1 && own.liberties == 1 {
            self.ko = (own.border & self.empty).first();
        }
        self.records.push(record);
    }

    /// Adds a stone to its strings, without captures. Returns also the opponent strings beside it.
    #[inline]
    fn attach(&mut self, color: Color, point: Point) -> (Record, SlotList) {
        let near = point.neighbors();
        let mut friends = SlotList::default();
        let mut others = SlotList::default();
        let mut empty = 0;
        for n in near {
            let state = self.at(n);
            if let Some(stone) = state.color() {
                let slot = self.slot(n);
                let list = if stone == color {
                    &mut friends
                } else {
                    &mut others
                };
                if list.insert(slot) {
                    self.strings[usize::from(slot)].liberties -= 1;
                }
            } else {
                empty += u16::from(state.is_empty());
            }
        }
        let mut record = Record {
            point: Some(point),
            next: self.rings.set_next(point, point),
            founded: friends.len == 0,
            ..Record::pass(color, self.ko, self.hash)
        };
        self.set_stone(color, point);
        if let [first, rest @ ..] = friends.as_slice() {
            let size = |slot: Slot| self.data(slot).size;
            let slot = rest
                .iter()
                .fold(*first, |a, &b| if size(b) > size(a) { b } else { a });
            record.slot = slot;
            record.liberties = self.data(slot).liberties;
            record.span = self.data(slot).span;
            self.extend(slot, point, &mut record, &friends);
        } else {
            record.slot = self.strings.len() as Slot;
            let mut border = PointSet::EMPTY;
            for n in near {
                border.insert(n);
            }
            self.strings.push(StringData {
                border,
                span: Span::around(point),
                liberties: empty,
                size: 1,
                stone: point,
            });
        }
        self.slots[point.index()] = record.slot;
        (record, others)
    }

    /// Adds a stone to a string, together with the other strings that it connects.
    #[inline]
    fn extend(&mut self, slot: Slot, point: Point, record: &mut Record, friends: &SlotList) {
        let near = point.neighbors();
        let data = &mut self.strings[usize::from(slot)];
        data.span = data.span.with(Span::around(point));
        if friends.len == 1 {
            for (bit, n) in near.into_iter().enumerate() {
                if !data.border.contains(n) {
                    data.border.insert(n);
                    record.new_border |= 1 << bit;
                    data.liberties += u16::from(self.cells[n.index()].is_empty());
                }
            }
            data.size += 1;
            self.rings.swap(data.stone, point);
            return;
        }
        self.borders.push(data.border);
        let mut border = data.border;
        let mut span = data.span;
        let mut size = data.size + 1;
        let stone = data.stone;
        for n in near {
            border.insert(n);
        }
        self.rings.swap(stone, point);
        for &other in friends.as_slice().iter().filter(|&&other| other != slot) {
            record.absorbed.push(other);
            let absorbed = &self.strings[usize::from(other)];
            border.add_within(&absorbed.border, absorbed.span);
            span = span.with(absorbed.span);
            size += absorbed.size;
            for member in self.rings.stones(absorbed.stone) {
                self.slots[member.index()] = slot;
            }
            self.rings.swap(stone, absorbed.stone);
        }
        let data = &mut self.strings[usize::from(slot)];
        data.border = border;
        data.span = span;
        data.size = size;
        data.liberties = border.common_len(&self.empty, span) as u16;
    }

    fn set_stone(&mut self, color: Color, point: Point) {
        self.cells[point.index()] = color.into();
        self.empty.remove(point);
        self.stones[color].insert(point);
        self.hash ^= zobrist::stone(color, point);
    }

    fn clear_stone(&mut self, color: Color, point: Point) {
        self.cells[point.index()] = PointState::Empty;
        self.empty.insert(point);
        self.stones[color].remove(point);
        self.hash ^= zobrist::stone(color, point);
    }

    /// The strings of a colour around a point, each once.
    #[inline]
    fn strings_around(&self, color: Color, point: Point) -> SlotList {
        let mut list = SlotList::default();
        for near in point.neighbors() {
            if self.at(near).is(color) {
                list.insert(self.slot(near));
            }
        }
        list
    }

    fn remove_string(&mut self, color: Color, slot: Slot) {
        let first = self.data(slot).stone;
        let mut stone = first;
        loop {
            self.clear_stone(color, stone);
            for &around in self.strings_around(!color, stone).as_slice() {
                self.strings[usize::from(around)].liberties += 1;
            }
            stone = self.rings.next(stone);
            if stone == first {
                break;
            }
        }
    }

    fn restore_string(&mut self, color: Color, slot: Slot) {
        let first = self.data(slot).stone;
        let mut stone = first;
        loop {
            self.set_stone(color, stone);
            self.slots[stone.index()] = slot;
            for &around in self.strings_around(!color, stone).as_slice() {
                self.strings[usize::from(around)].liberties -= 1;
            }
            stone = self.rings.next(stone);
            if stone == first {
                break;
            }
        }
    }

    pub(crate) fn undo_record(&mut self) -> Option<(Color, Option<Point>)> {
        let record = self.records.pop()?;
        let color = record.color;
        if let Some(point) = record.point {
            self.undo_stone(&record, point);
        }
        self.ko = record.ko;
        self.hash = record.hash;
        Some((color, record.point))
    }

    fn undo_stone(&mut self, record: &Record, point: Point) {
        let color = record.color;
        if record.suicide {
            self.captures[!color] -= u32::from(self.data(record.slot).size);
            self.restore_string(color, record.slot);
        }
        for &slot in record.captured.as_slice().iter().rev() {
            self.captures[color] -= u32::from(self.data(slot).size);
            self.restore_string(!color, slot);
        }
        if record.founded {
            self.strings.pop();
        } else {
            self.shrink(record, point);
        }
        self.rings.set_next(point, record.next);
        self.clear_stone(color, point);
        let mut around = SlotList::default();
        for near in point.neighbors() {
            let slot = self.slot(near);
            if self.at(near).color().is_some() && around.insert(slot) {
                self.strings[usize::from(slot)].liberties += 1;
            }
        }
    }

    /// Undoes [`extend`](Self::extend).
    fn shrink(&mut self, record: &Record, point: Point) {
        let slot = usize::from(record.slot);
        let stone = self.strings[slot].stone;
        for &other in record.absorbed.as_slice().iter().rev() {
            let absorbed = &self.strings[usize::from(other)];
            self.rings.swap(stone, absorbed.stone);
            for member in self.rings.stones(absorbed.stone) {
                self.slots[member.index()] = other;
            }
            let size = absorbed.size;
            self.strings[slot].size -= size;
        }
        self.rings.swap(stone, point);
        let data = &mut self.strings[slot];
        data.size -= 1;
        data.liberties = record.liberties;
        data.span = record.span;
        if record.absorbed.len > 0 {
            if let Some(border) = self.borders.pop() {
                data.border = border;
            }
        } else {
            for (bit, near) in point.neighbors().into_iter().enumerate() {
                if record.new_border >> bit & 1 != 0 {
                    data.border.remove(near);
                }
            }
        }
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board {}\n{self}", self.size)
    }
}
