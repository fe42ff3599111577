//! The board for random games: fast, without undo.
//!
//! Entry points: [`PlayoutBoard::play`] and [`PlayoutBoard::take_changed`]. For each empty point
//! the board knows the 3x3 neighbourhood, and what a move of either side there would do. After each
//! move it lists the points where these [may have changed](PlayoutBoard::take_changed), so that a
//! caller weighs only those moves again. A random game starts with a copy of the board, so small
//! boards use few words of memory.
//!
//! Whether the neighbours of a move are empty, own or in atari is almost random. A processor
//! predicts such branches wrongly half of the time, and loses more by that than the work for all
//! four neighbours costs. So the code masks sets and numbers instead of branching, wherever masks
//! are cheap.

mod bits;
mod geometry;
mod prospects;
mod strings;

pub use bits::Cells;
pub use prospects::{Prospect, Prospects};

use self::geometry::{Geometry, cells};
use self::strings::{FREE, Strings, atari, classes, few, in_atari, two};
use crate::{Board, BoardSize, Color, Point};

/// The content of a neighbouring cell in two bits, as Black sees it. A stone is the number of its
/// colour.
const BLANK: u8 = 0;
const OFF: u8 = 3;

/// Stands for no cell.
const NONE: u16 = 0;

/// The index of a side in pairs: Black comes first.
#[inline]
pub const fn side(color: Color) -> usize {
    match color {
        Color::Black => 0,
        Color::White => 1,
    }
}

/// All bits if the numbers differ, else none.
#[inline]
const fn differ(a: u16, b: u16) -> u16 {
    let difference = (a ^ b) as i16;
    ((difference | difference.wrapping_neg()) >> 15) as u16
}

/// What a move meets and makes, apart from captures: [`PlayoutBoard::contacts`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Contacts {
    /// The liberties of the string that it makes, without captures; 5 stands for five or more.
    pub liberties: u8,
    /// The own strings beside it.
    pub joined: u8,
    /// The liberties, before the move, of the own string beside it that has the fewest; 3 stands
    /// for three or more, 0 for no string.
    pub own: u8,
    /// The same of the opponent's strings.
    pub opponent: u8,
    /// The opponent's stones that it puts in atari.
    pub threatened: u16,
}

/// The lesser of two numbers of liberties, of which the first is 0 if there is none yet.
const fn at_least_one(least: u8, count: u8) -> u8 {
    if least == 0 || count < least {
        count
    } else {
        least
    }
}

/// The captures of a move.
struct Captured<const WORDS: usize> {
    /// The number of strings.
    strings: usize,
    /// The head of the last one.
    last: u16,
    /// The heads of the strings that gain liberties.
    gained: Cells<WORDS>,
}

/// The bits set among the lowest four, as numbers 0 to 3.
#[inline]
fn places(set: u64) -> impl Iterator<Item = usize> {
    bits::Bits(set).map(|place| place & 3)
}

/// A board for random games whose cells fit into `WORDS` words of 64 bits; see [`words`].
///
/// Kos are simple. Suicide and moves on stones must not be played.
#[derive(Clone, Copy)]
pub struct PlayoutBoard<const WORDS: usize> {
    size: BoardSize,
    /// The eight neighbours of each cell as Black sees them: two bits each in reading order, the
    /// first one lowest.
    codes: [[u16; 64]; WORDS],
    strings: Strings<WORDS>,
    empty: Cells<WORDS>,
    stones: [Cells<WORDS>; 2],
    near: Cells<WORDS>,
    changed: Cells<WORDS>,
    /// The banned ko, or [`NONE`].
    ko: u16,
}

/// The number of words for a board of this size, 2 to 11.
pub const fn words(size: BoardSize) -> usize {
    cells(size.get()).div_ceil(64)
}

/// The value of an expression whose constant `WORDS` is enough for boards of this size. There are
/// four such constants, so that the code of random games is compiled four times and no more.
#[macro_export]
macro_rules! with_words {
    ($size:expr, $words:ident => $value:expr) => {
        match $crate::playout::words($size) {
            0..=2 => {
                const $words: usize = 2;
                $value
            }
            3..=4 => {
                const $words: usize = 4;
                $value
            }
            5..=7 => {
                const $words: usize = 7;
                $value
            }
            _ => {
                const $words: usize = 11;
                $value
            }
        }
    };
}

impl<const WORDS: usize> PlayoutBoard<WORDS> {
    const STRIDE: usize = Geometry::<WORDS>::STRIDE;

    /// The position of a board, trial moves included, with the points near its last move.
    ///
    /// # Panics
    /// If the board's cells do not fit: see [`words`].
    pub fn new(board: &Board) -> Self {
        let stones = Self::with_stones(board);
        let mut before = board.clone();
        let last = if board.trial_moves() > 0 {
            before.take_back()
        } else {
            before.undo()
        };
        if let Some((color, Some(point))) = last
            && before.at(point).is_empty()
            && !before.is_suicide(color, point)
        {
            let mut new = Self::with_stones(&before);
            new.play(color, new.cell(point));
            new.changed = stones.changed;
            return new;
        }
        stones
    }

    /// The position of a board, with nothing near.
    fn with_stones(board: &Board) -> Self {
        let size = board.size();
        assert!(words(size) <= WORDS, "a board of {size} in {WORDS} words");
        let mut new = Self {
            size,
            codes: [[u16::MAX; 64]; WORDS],
            strings: Strings::new(),
            empty: Cells::EMPTY,
            stones: [Cells::EMPTY; 2],
            near: Cells::EMPTY,
            changed: Cells::EMPTY,
            ko: NONE,
        };
        for point in size.points() {
            let cell = new.cell(point);
            new.show(cell, OFF ^ BLANK);
            new.strings.clear(cell);
            new.empty.insert(cell);
        }
        for (color, point) in board.all_stones() {
            let cell = new.cell(point);
            new.play(color, cell);
        }
        new.near = Cells::EMPTY;
        new.changed = new.empty | new.stones[0] | new.stones[1];
        new.ko = NONE;
        new
    }

    /// The board's size.
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// The cell of a point.
    #[inline]
    pub fn cell(&self, point: Point) -> usize {
        (point.row() + 1) * Self::STRIDE + point.col() + 1
    }

    /// The point of a cell.
    #[inline]
    pub fn point(&self, cell: usize) -> Point {
        Point::at(cell / Self::STRIDE - 1, cell % Self::STRIDE - 1)
    }

    /// The row of a cell, 0 at the top.
    #[inline]
    pub fn row(&self, cell: usize) -> usize {
        cell / Self::STRIDE - 1
    }

    /// The empty cells.
    #[inline]
    pub fn empty(&self) -> &Cells<WORDS> {
        &self.empty
    }

    /// The stones of a side.
    #[inline]
    pub fn stones(&self, color: Color) -> &Cells<WORDS> {
        &self.stones[side(color)]
    }

    /// The empty points near the last move: see `docs/monte-carlo.md`.
    #[inline]
    pub fn near(&self) -> &Cells<WORDS> {
        &self.near
    }

    /// The cell where simple ko forbids to retake now.
    #[inline]
    pub fn ko(&self) -> Option<usize> {
        (self.ko != NONE).then_some(self.ko.into())
    }

    /// Lets the ko be retaken at once.
    #[inline]
    pub fn lift_ko(&mut self) {
        self.ko = NONE;
    }

    /// The cells whose [neighbourhood](Self::neighborhood) or [prospects](Self::prospects) may have
    /// changed since the last call. Occupied cells may be among them, and the [near](Self::near)
    /// ones are.
    #[inline]
    pub fn take_changed(&mut self) -> Cells<WORDS> {
        std::mem::replace(&mut self.changed, Cells::EMPTY)
    }

    /// The eight neighbours of a cell as Black sees them, two bits each in reading order, the first
    /// one lowest: 0 empty, 1 black, 2 white, 3 off the board.
    #[inline]
    pub fn neighborhood(&self, cell: usize) -> u16 {
        self.codes.as_flattened()[cell]
    }

    /// The twenty points at most two lines away from a cell, without the corners of that square, as
    /// Black sees them, two bits each: the [neighbourhood](Self::neighborhood); then the points two
    /// lines up, left, right and down; then those a knight's move away, in reading order.
    #[inline]
    pub fn surroundings(&self, cell: usize) -> u64 {
        let codes = self.codes.as_flattened();
        let near = codes[cell];
        let [up, left, right, down] = Geometry::<WORDS>::neighbors(cell);
        // A point farther away is one beyond a neighbour. Nothing lies beyond the edge.
        let beyond = |next: usize, place: u32| {
            if near >> place & 3 == OFF.into() {
                u16::MAX
            } else {
                codes[next]
            }
        };
        let (up, left, right, down) = (
            beyond(up, 2),
            beyond(left, 6),
            beyond(right, 8),
            beyond(down, 12),
        );
        let far = [
            (up, 2),
            (left, 6),
            (right, 8),
            (down, 12),
            (up, 0),
            (up, 4),
            (left, 0),
            (right, 4),
            (left, 10),
            (right, 14),
            (down, 10),
            (down, 14),
        ];
        let mut all = u64::from(near);
        for (number, (code, shift)) in far.into_iter().enumerate() {
            all |= u64::from(code >> shift & 3) << (16 + 2 * number);
        }
        all
    }

    /// What a move of this side on an empty cell meets and makes, apart from what it captures.
    pub fn contacts(&self, color: Color, cell: usize) -> Contacts {
        let heads = self.strings.heads(Geometry::<WORDS>::neighbors(cell));
        let mut liberties = *Geometry::cross(cell) & self.empty;
        let mut contacts = Contacts::default();
        for (number, &head) in heads.iter().enumerate() {
            let class = self.strings.class(head);
            let is_own = class & classes(color) != 0;
            if !is_own && class & classes(!color) == 0 || heads[..number].contains(&head) {
                continue;
            }
            let string = self.strings.string(head);
            let count = string.count.min(3) as u8;
            if is_own {
                liberties |= string.liberties;
                contacts.own = at_least_one(contacts.own, count);
                contacts.joined += 1;
            } else {
                contacts.opponent = at_least_one(contacts.opponent, count);
                contacts.threatened += if string.count == 2 { string.size } else { 0 };
            }
        }
        liberties &= !*Geometry::cell(cell);
        contacts.liberties = liberties.len().min(5) as u8;
        contacts
    }

    /// For each cell, how many lines away the nearest stone of a side is, rows and columns added up
    /// along empty points and stones: 1 beside one; `most` if it is farther, or if there is none.
    pub fn distances(&self, color: Color, most: u8) -> [[u8; 64]; WORDS] {
        let mut distances = [[most; 64]; WORDS];
        let on_board = self.empty | self.stones[0] | self.stones[1];
        let mut reached = self.stones[side(color)];
        for distance in 1..most {
            let next = reached.neighbors(Self::STRIDE) & on_board & !reached;
            next.each(|cell| distances.as_flattened_mut()[cell] = distance);
            reached |= next;
        }
        distances
    }

    /// Whether the eight neighbours of a cell hold no stone.
    pub fn is_lonely(&self, cell: usize) -> bool {
        let code = self.neighborhood(cell);
        // Each pair of bits: nothing, or off the board.
        (code ^ code >> 1) & 0x5555 == 0
    }

    /// Updates the neighbourhoods around a cell whose content has changed by these bits.
    #[inline]
    fn show(&mut self, cell: usize, difference: u8) {
        let difference = u16::from(difference);
        let codes = self.codes.as_flattened_mut();
        let mut row = |middle: usize, shifts: [u32; 3]| {
            let three = &mut codes[middle - 1..=middle + 1];
            for (code, shift) in three.iter_mut().zip(shifts) {
                *code ^= difference << shift;
            }
        };
        // Seen from a neighbour, the cell lies in the opposite direction.
        row(cell - Self::STRIDE, [14, 12, 10]);
        row(cell + Self::STRIDE, [4, 2, 0]);
        codes[cell - 1] ^= difference << 8;
        codes[cell + 1] ^= difference << 6;
    }

    /// Passes: nothing is near, and the ko ban ends.
    pub fn pass(&mut self) {
        self.near = Cells::EMPTY;
        self.ko = NONE;
    }

    /// Plays on an empty cell. The move must be neither suicide nor a banned ko capture.
    pub fn play(&mut self, color: Color, cell: usize) {
        debug_assert!(self.empty.contains(cell), "an empty cell");
        let cells = Geometry::<WORDS>::neighbors(cell);
        self.ko = NONE;
        self.near = Cells::EMPTY;
        self.show(cell, BLANK ^ color as u8);
        let bit = Geometry::cell(cell);
        self.empty &= !*bit;
        self.stones[side(color)] |= *bit;
        let mut around = *Geometry::square(cell);

        let heads = self.strings.heads(cells);
        let kinds = self.strings.classes(heads);
        let mut liberties = *Geometry::cross(cell) & self.empty;
        let mut friends = 0;
        for (place, class) in kinds.iter().enumerate() {
            friends |= u64::from(class & classes(color) != 0) << place;
        }
        let mut friends = places(friends);
        let head = if let Some(place) = friends.next() {
            let mut head = heads[place];
            self.see_friend(head, &mut liberties);
            self.strings.extend(head, cell);
            for place in friends {
                let friend = self.strings.head(cells[place]);
                if friend != head {
                    self.see_friend(friend, &mut liberties);
                    head = self.strings.join(head, friend);
                }
            }
            liberties &= !*bit;
            head
        } else {
            self.strings.begin(cell)
        };
        self.strings.set_liberties(color, head, liberties);

        let other_side = side(!color);
        let mut in_need = 0;
        for (place, &head) in heads.iter().enumerate() {
            in_need |= u64::from(self.strings.take_liberty(head, other_side, cell)) << place;
        }
        let mut captured = Captured {
            strings: 0,
            last: NONE,
            gained: Cells::EMPTY,
        };
        for place in places(in_need) {
            let other = heads[place];
            let string = self.strings.string(other);
            if string.count == 0 {
                captured.strings += 1;
                captured.last = other;
                self.capture(color, other, &mut around, &mut captured.gained);
            } else {
                self.near |= string.liberties;
                self.strings.classify(!color, other);
            }
        }
        if captured.strings > 0 {
            self.note_captures(color, head, &captured);
        }
        let string = self.strings.string(head);
        (self.near).insert_masked(&string.liberties, few(self.strings.class(head)));
        self.changed |= self.near | around;
        self.near = (self.near | around) & self.empty;
    }

    /// Examines a string before a stone joins it.
    #[inline]
    fn see_friend(&mut self, head: u16, liberties: &mut Cells<WORDS>) {
        let its = self.strings.string(head).liberties;
        *liberties |= its;
        self.near.insert_masked(&its, two(self.strings.class(head)));
    }

    /// Removes a string without liberties, and collects the heads of strings that gain some.
    fn capture(
        &mut self,
        by: Color,
        head: u16,
        around: &mut Cells<WORDS>,
        gained: &mut Cells<WORDS>,
    ) {
        let (own, other) = (side(by), side(!by));
        let mut stone = usize::from(head);
        loop {
            self.show(stone, BLANK ^ (!by) as u8);
            self.strings.clear(stone);
            let bit = Geometry::cell(stone);
            self.empty |= *bit;
            self.stones[other] &= !*bit;
            *around |= *Geometry::square(stone);
            for near in Geometry::<WORDS>::neighbors(stone) {
                let head = self.strings.head(near);
                let mask = self.strings.give_liberty(head, own, stone);
                gained.insert_masked(Geometry::cell(head.into()), mask);
            }
            stone = self.strings.after(stone);
            if stone == usize::from(head) {
                break;
            }
        }
    }

    /// Updates the strings that gained liberties by captures, and the ko.
    fn note_captures(&mut self, own: Color, head: u16, captured: &Captured<WORDS>) {
        captured.gained.each(|gained| {
            let gained = gained as u16;
            let liberties = self.strings.string(gained).liberties;
            // The class is still the one from before.
            (self.changed).insert_masked(&liberties, few(self.strings.class(gained)));
            self.strings.classify(own, gained);
            (self.near).insert_masked(&liberties, few(self.strings.class(gained)));
        });
        let string = self.strings.string(head);
        let alone = string.size == 1 && self.strings.string(captured.last).size == 1;
        if captured.strings == 1 && alone && string.count == 1 {
            self.ko = captured.last;
        }
    }

    /// What the moves of both sides on an empty cell would do.
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "small, and measured: 2 % of a random game"
    )]
    pub fn prospects(&self, cell: usize) -> Prospects {
        let heads = self.strings.heads(Geometry::<WORDS>::neighbors(cell));
        let classes = self.strings.classes(heads);
        let all = classes[0] | classes[1] | classes[2] | classes[3];
        let empty =
            (classes[0] & FREE) + (classes[1] & FREE) + (classes[2] & FREE) + (classes[3] & FREE);
        Prospects::by_classes(empty, all).unwrap_or_else(|| self.prospects_by_strings(cell, heads))
    }

    /// The same, computed from the strings beside the cell.
    #[inline(never)]
    fn prospects_by_strings(&self, cell: usize, heads: [u16; 4]) -> Prospects {
        let [a, b, c, d] = heads;
        // All bits for strings that did not occur before.
        let is_new = [
            u16::MAX,
            differ(a, b),
            differ(a, c) & differ(b, c),
            differ(a, d) & differ(b, d) & differ(c, d),
        ];
        let free = *Geometry::cross(cell) & self.empty;
        // For Black, for White, and for cells without a string.
        let mut liberties = [free, free, Cells::EMPTY];
        let mut taken = [0; 3];
        for place in 0..4 {
            let class = self.strings.class(heads[place]);
            let string = self.strings.string(heads[place]);
            let side = strings::side(class);
            liberties[side] |= string.liberties;
            taken[side] += string.size & in_atari(class) & is_new[place];
        }
        let mut both = [Prospect::default(); 2];
        for (color, prospect) in Color::BOTH.into_iter().zip(&mut both) {
            let captures = taken[side(!color)];
            let liberties = liberties[side(color)] & !*Geometry::cell(cell);
            let count = liberties.len();
            // Each captured string leaves a liberty next to the cell.
            let least = count + usize::from(captures > 0);
            let safe = least > 1 || captures > 1 && self.is_safe_capture(color, cell, heads);
            *prospect = Prospect {
                captures: captures.min(3) as u8,
                safe,
                suicide: count == 0 && captures == 0,
            };
        }
        let [black, white] = both;
        Prospects::new(black, white)
    }

    /// Whether a move that gets all its liberties by captures gets at least two.
    #[inline(never)]
    fn is_safe_capture(&self, color: Color, cell: usize, heads: [u16; 4]) -> bool {
        let mut found = 0;
        let is_own = |head| self.strings.class(head) & classes(color) != 0;
        for (number, &head) in heads.iter().enumerate() {
            if self.strings.class(head) != atari(!color) || heads[..number].contains(&head) {
                continue;
            }
            let mut stone = usize::from(head);
            loop {
                let touches = |near| {
                    let beside = self.strings.head(near);
                    near == cell || is_own(beside) && heads.contains(&beside)
                };
                found += usize::from(Geometry::<WORDS>::neighbors(stone).into_iter().any(touches));
                if found > 1 {
                    return true;
                }
                stone = self.strings.after(stone);
                if stone == usize::from(head) {
                    break;
                }
            }
        }
        false
    }

    /// Whether these two stones belong to one string.
    #[inline]
    pub fn is_one_string(&self, a: usize, b: usize) -> bool {
        self.strings.head(a) == self.strings.head(b)
    }

    /// The cells that can be reached from a cell, by steps to neighbours among these.
    pub fn reach(&self, from: usize, among: &Cells<WORDS>) -> Cells<WORDS> {
        let mut found = *Geometry::cell(from);
        loop {
            let more = found | found.neighbors(Self::STRIDE) & *among;
            if more == found {
                return found;
            }
            found = more;
        }
    }

    /// The area of each side: its stones, and empty points next to stones of this side only.
    pub fn areas(&self) -> [Cells<WORDS>; 2] {
        let reach = self.stones.map(|stones| stones.neighbors(Self::STRIDE));
        [0, 1].map(|side| self.stones[side] | self.empty & reach[side] & !reach[1 - side])
    }
}
