//! A board for random games: nothing to undo, but all that moves are weighed by is kept up to date.
//!
//! [`PlayoutBoard`] knows for each empty point its 3x3 neighbourhood and, by strings with few liberties, what a move of
//! either side there does. It says which of these may have [changed](PlayoutBoard::take_changed) with a move, so who
//! weighs moves looks at those only. Cells are numbered by rows of the board's own size, which makes
//! small boards small in memory: a random game begins with a copy.

mod bits;

pub use bits::Cells;

use crate::{Board, BoardSize, Color, Point};

/// What a cell holds: two bits of a neighbourhood, seen by Black.
const EMPTY: u8 = 0;
const OFF: u8 = 3;

/// The class of an empty cell. Stones have one of three bits for each side: three liberties or more, two, one.
const FREE: u8 = 1;

/// The class of a side's stones with so many liberties.
#[inline]
const fn class(color: Color, liberties: u16) -> u8 {
    let shift = 1 + 3 * side(color);
    match liberties {
        0 | 1 => 4 << shift,
        2 => 2 << shift,
        _ => 1 << shift,
    }
}

/// For 0, 1, and 2 or more empty neighbours, and the classes of all neighbours without [`FREE`]: the [`Prospects`], or
/// [`DEPENDS`] if they depend on more.
static PROSPECTS: [[u16; 64]; 3] = prospects_table();

const DEPENDS: u16 = u16::MAX;

const fn prospects_table() -> [[u16; 64]; 3] {
    let mut table = [[0; 64]; 3];
    let mut empty = 0;
    while empty < 3 {
        let mut classes = 0;
        while classes < 64 {
            let mut bits = 0;
            let mut side = 0;
            while side < 2 {
                let own = classes >> (3 * side);
                let other = classes >> (3 - 3 * side);
                let safe = empty > 1 || own & 1 != 0;
                let depends = other & 4 != 0 || !safe && own & 2 != 0;
                let its = if safe {
                    4
                } else if empty == 0 {
                    8
                } else {
                    0
                };
                bits = if depends || bits == DEPENDS {
                    DEPENDS
                } else {
                    bits | its << (4 * side)
                };
                side += 1;
            }
            table[empty][classes] = bits;
            classes += 1;
        }
        empty += 1;
    }
    table
}

/// No cell.
const NONE: u16 = 0;

/// The place of a side in pairs.
const fn side(color: Color) -> usize {
    match color {
        Color::Black => 0,
        Color::White => 1,
    }
}

/// A move of one side on an empty point: what it does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Prospect {
    /// The stones that it captures; 3 stands for more, too.
    pub captures: u8,
    /// It is no self-atari: its string has two liberties or more then.
    pub safe: bool,
    /// It takes the last liberty of its own string, and captures nothing.
    pub suicide: bool,
}

/// What the moves of both sides on an empty point do, in a byte: four bits of Black's, then of White's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Prospects(u8);

impl Prospects {
    /// Two moves, of Black and of White.
    #[inline]
    fn new(of: [Prospect; 2]) -> Self {
        let bits =
            of.map(|one| one.captures | u8::from(one.safe) << 2 | u8::from(one.suicide) << 3);
        Self(bits[0] | bits[1] << 4)
    }

    /// What they do, of one side and of its opponent.
    pub fn of(self, color: Color) -> [Prospect; 2] {
        let bits = self.seen_by(color);
        let prospect = |bits: u8| Prospect {
            captures: bits & 3,
            safe: bits & 4 != 0,
            suicide: bits & 8 != 0,
        };
        [prospect(bits), prospect(bits >> 4)]
    }

    /// A number for what this side's move does (in the lower four bits) and its opponent's.
    #[inline]
    pub const fn seen_by(self, color: Color) -> u8 {
        match color {
            Color::Black => self.0,
            Color::White => self.0.rotate_left(4),
        }
    }

    /// All that there may be.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..=u8::MAX).map(Self)
    }
}

/// Cells, occupied ones among them, for whose moves something may be different.
#[derive(Clone, Copy, Debug)]
pub struct Changed<const WORDS: usize> {
    /// The [neighbourhood](PlayoutBoard::neighborhood).
    pub neighborhoods: Cells<WORDS>,
    /// The [prospects](PlayoutBoard::prospects).
    pub prospects: Cells<WORDS>,
}

impl<const WORDS: usize> Changed<WORDS> {
    const NOTHING: Self = Self {
        neighborhoods: Cells::EMPTY,
        prospects: Cells::EMPTY,
    };
}

/// Up to four strings around a cell, each once.
#[derive(Clone, Copy, Default)]
struct Heads {
    heads: [u16; 4],
    len: usize,
}

impl Heads {
    #[inline]
    fn insert(&mut self, head: u16) {
        if !self.as_slice().contains(&head) {
            self.heads[self.len & 3] = head;
            self.len += 1;
        }
    }

    #[inline]
    fn as_slice(&self) -> &[u16] {
        &self.heads[..self.len & 7]
    }
}

/// A board for random games, whose cells fit into so many words of 64: [`words`] says how many.
///
/// Kos are simple; suicide is not for this board, and neither is a move on a stone.
#[derive(Clone, Copy)]
pub struct PlayoutBoard<const WORDS: usize> {
    size: BoardSize,
    stride: usize,
    cells: [[u8; 64]; WORDS],
    /// What each cell means to a move beside it: [`FREE`], or how many liberties the stone there has.
    classes: [[u8; 64]; WORDS],
    /// The eight neighbours of each cell, two bits each in reading order, the first lowest, seen by Black.
    codes: [[u16; 64]; WORDS],
    /// The head of each stone's string: one of its stones.
    heads: [[u16; 64]; WORDS],
    /// Cyclic lists of the stones of strings.
    next: [[u16; 64]; WORDS],
    /// The liberties of strings, at their heads; how many they are, and how many stones.
    liberties: [[Cells<WORDS>; 64]; WORDS],
    counts: [[u16; 64]; WORDS],
    sizes: [[u16; 64]; WORDS],
    empty: Cells<WORDS>,
    stones: [Cells<WORDS>; 2],
    near: Cells<WORDS>,
    /// Cells around what has changed on the board.
    around: Cells<WORDS>,
    changed: Changed<WORDS>,
    /// Where the side to move may not retake, or [`NONE`].
    ko: u16,
}

/// The number of words that a board of this size needs: 2 to 11.
pub const fn words(size: BoardSize) -> usize {
    let size = size.get();
    ((size + 2) * (size + 1) + 1).div_ceil(64)
}

impl<const WORDS: usize> PlayoutBoard<WORDS> {
    /// The position of a board, with what is near its last move; trial moves are included.
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

    /// A board's position without its last move.
    fn with_stones(board: &Board) -> Self {
        let size = board.size();
        assert!(words(size) <= WORDS, "a board of {size} in {WORDS} words");
        let mut new = Self {
            size,
            stride: size.get() + 1,
            cells: [[OFF; 64]; WORDS],
            classes: [[0; 64]; WORDS],
            codes: [[u16::MAX; 64]; WORDS],
            heads: [[NONE; 64]; WORDS],
            next: [[NONE; 64]; WORDS],
            liberties: [[Cells::EMPTY; 64]; WORDS],
            counts: [[0; 64]; WORDS],
            sizes: [[0; 64]; WORDS],
            empty: Cells::EMPTY,
            stones: [Cells::EMPTY; 2],
            near: Cells::EMPTY,
            around: Cells::EMPTY,
            changed: Changed::NOTHING,
            ko: NONE,
        };
        for point in size.points() {
            let cell = new.cell(point);
            new.set(cell, OFF, EMPTY);
            new.classes.as_flattened_mut()[cell] = FREE;
            new.empty.insert(cell);
        }
        for (color, point) in board.all_stones() {
            let cell = new.cell(point);
            new.play(color, cell);
        }
        new.near = Cells::EMPTY;
        new.changed.prospects = new.empty | new.stones[0] | new.stones[1];
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
        (point.row() + 1) * self.stride + point.col() + 1
    }

    /// The point of a cell.
    #[inline]
    pub fn point(&self, cell: usize) -> Point {
        Point::at(cell / self.stride - 1, cell % self.stride - 1)
    }

    /// The row of a cell, 0 at the top.
    #[inline]
    pub fn row(&self, cell: usize) -> usize {
        cell / self.stride - 1
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

    /// Where the side to move may not retake a ko at once.
    #[inline]
    pub fn ko(&self) -> Option<usize> {
        (self.ko != NONE).then_some(self.ko.into())
    }

    /// What may have changed since this was asked last.
    #[inline]
    pub fn take_changed(&mut self) -> Changed<WORDS> {
        std::mem::replace(&mut self.changed, Changed::NOTHING)
    }

    /// The eight neighbours of a cell as this side sees them, two bits each in reading order, the first lowest:
    /// 0 empty, 1 own, 2 opponent, 3 off the board.
    #[inline]
    pub fn neighborhood(&self, color: Color, cell: usize) -> u16 {
        let code = self.codes.as_flattened()[cell];
        match color {
            Color::Black => code,
            Color::White => (code & 0x5555) << 1 | code >> 1 & 0x5555,
        }
    }

    /// Whether no stone is on the eight neighbours of a cell.
    pub fn is_lonely(&self, cell: usize) -> bool {
        let code = self.codes.as_flattened()[cell];
        // Each pair of bits: nothing, or off the board.
        (code ^ code >> 1) & 0x5555 == 0
    }

    #[inline]
    fn at(&self, cell: usize) -> u8 {
        self.cells.as_flattened()[cell]
    }

    #[inline]
    fn head(&self, stone: usize) -> usize {
        self.heads.as_flattened()[stone].into()
    }

    /// The liberties of the string with this head.
    #[inline]
    fn liberties(&self, head: usize) -> Cells<WORDS> {
        self.liberties.as_flattened()[head]
    }

    /// How many liberties it has.
    #[inline]
    fn count(&self, head: usize) -> u16 {
        self.counts.as_flattened()[head]
    }

    /// How many stones it has.
    #[inline]
    fn size_of(&self, head: usize) -> u16 {
        self.sizes.as_flattened()[head]
    }

    #[inline]
    fn neighbors(&self, cell: usize) -> [usize; 4] {
        [cell - self.stride, cell - 1, cell + 1, cell + self.stride]
    }

    /// Notes that a cell holds something else now.
    #[inline]
    fn note_around(&mut self, cell: usize) {
        for middle in [cell - self.stride, cell, cell + self.stride] {
            self.around.insert_three(middle - 1);
        }
    }

    /// Changes what a cell holds, and says so to its neighbours.
    #[inline]
    fn set(&mut self, cell: usize, old: u8, new: u8) {
        self.cells.as_flattened_mut()[cell] = new;
        let difference = u16::from(old ^ new);
        let codes = self.codes.as_flattened_mut();
        let (up, down) = (cell - self.stride, cell + self.stride);
        // Seen from a neighbour, the cell lies the other way.
        codes[up - 1] ^= difference << 14;
        codes[up] ^= difference << 12;
        codes[up + 1] ^= difference << 10;
        codes[cell - 1] ^= difference << 8;
        codes[cell + 1] ^= difference << 6;
        codes[down - 1] ^= difference << 4;
        codes[down] ^= difference << 2;
        codes[down + 1] ^= difference;
    }

    /// A pass: nothing is near, and a ko may be retaken.
    pub fn pass(&mut self) {
        self.near = Cells::EMPTY;
        self.ko = NONE;
    }

    /// Plays on an empty cell; not for suicide, nor where a ko may not be retaken.
    pub fn play(&mut self, color: Color, cell: usize) {
        debug_assert!(self.empty.contains(cell), "an empty cell");
        let own = color as u8;
        self.ko = NONE;
        // The liberties of strings that have few, until the end.
        self.near = Cells::EMPTY;
        self.around = Cells::EMPTY;
        self.set(cell, EMPTY, own);
        self.empty.remove(cell);
        self.stones[side(color)].insert(cell);
        self.note_around(cell);
        let mut liberties = Cells::EMPTY;
        let (mut friends, mut others) = (Heads::default(), Heads::default());
        for near in self.neighbors(cell) {
            match self.at(near) {
                EMPTY => liberties.insert(near),
                OFF => {}
                state if state == own => friends.insert(self.heads.as_flattened()[near]),
                _ => others.insert(self.heads.as_flattened()[near]),
            }
        }
        self.changed.prospects |= liberties;
        let head = self.join(cell, liberties, friends);
        let mut captured = 0;
        let mut taken = Heads::default();
        for &other in others.as_slice() {
            let other = usize::from(other);
            self.liberties.as_flattened_mut()[other].remove(cell);
            let count = &mut self.counts.as_flattened_mut()[other];
            *count -= 1;
            if *count == 0 {
                captured += self.size_of(other);
                taken.insert(other as u16);
                self.capture(color, other);
            } else if *count <= 2 {
                self.near |= self.liberties(other);
                self.classify(!color, other);
            }
        }
        for &gone in taken.as_slice() {
            self.note_gain(color, gone.into());
        }
        self.classify(color, head);
        let count = self.count(head);
        if count <= 2 {
            self.near |= self.liberties(head);
        }
        if captured == 1 && count == 1 && self.size_of(head) == 1 {
            self.ko = taken.heads[0];
        }
        self.changed.prospects |= self.near;
        self.changed.neighborhoods |= self.around;
        self.near = (self.near | self.around) & self.empty;
    }

    /// Makes the stone on this cell part of its side's strings around it; the head of the string.
    #[inline]
    fn join(&mut self, cell: usize, mut liberties: Cells<WORDS>, friends: Heads) -> usize {
        let mut head = cell;
        let mut size = 1;
        self.next.as_flattened_mut()[cell] = cell as u16;
        let mut largest = 0;
        for &friend in friends.as_slice() {
            let friend = usize::from(friend);
            let its = self.liberties(friend);
            liberties |= its;
            if self.count(friend) == 2 {
                self.near |= its;
            }
            let stones = self.size_of(friend);
            size += stones;
            if stones > largest {
                (head, largest) = (friend, stones);
            }
        }
        self.heads.as_flattened_mut()[cell] = head as u16;
        // For now as the largest part; a stone alone has no class yet.
        let class = if head == cell {
            0
        } else {
            self.classes.as_flattened()[head]
        };
        self.classes.as_flattened_mut()[cell] = class;
        for part in friends.as_slice().iter().map(|&part| usize::from(part)) {
            if part != head {
                let mut stone = part;
                loop {
                    self.heads.as_flattened_mut()[stone] = head as u16;
                    self.classes.as_flattened_mut()[stone] = class;
                    stone = self.next.as_flattened()[stone].into();
                    if stone == part {
                        break;
                    }
                }
            }
            self.next.as_flattened_mut().swap(cell, part);
        }
        liberties.remove(cell);
        self.liberties.as_flattened_mut()[head] = liberties;
        self.counts.as_flattened_mut()[head] = liberties.len() as u16;
        self.sizes.as_flattened_mut()[head] = size;
        head
    }

    /// Takes a string without liberties off the board.
    fn capture(&mut self, by: Color, head: usize) {
        let own = by as u8;
        let gone = (!by) as u8;
        let mut stone = head;
        loop {
            self.set(stone, gone, EMPTY);
            self.classes.as_flattened_mut()[stone] = FREE;
            self.empty.insert(stone);
            self.stones[side(!by)].remove(stone);
            self.changed.prospects.insert(stone);
            self.note_around(stone);
            for near in self.neighbors(stone) {
                if self.at(near) == own {
                    let head = self.head(near);
                    let liberties = &mut self.liberties.as_flattened_mut()[head];
                    if !liberties.contains(stone) {
                        let count = &mut self.counts.as_flattened_mut()[head];
                        if *count <= 2 {
                            self.changed.prospects |= *liberties;
                        }
                        liberties.insert(stone);
                        *count += 1;
                    }
                }
            }
            stone = self.next.as_flattened()[stone].into();
            if stone == head {
                break;
            }
        }
    }

    /// Gives the stones of a string the class that its liberties make, if they have another one.
    #[inline]
    fn classify(&mut self, color: Color, head: usize) {
        let class = class(color, self.count(head));
        if self.classes.as_flattened()[head] == class {
            return;
        }
        let mut stone = head;
        loop {
            self.classes.as_flattened_mut()[stone] = class;
            stone = self.next.as_flattened()[stone].into();
            if stone == head {
                break;
            }
        }
    }

    /// Notes what the strings around a captured one have gained: their class, and where they still have few
    /// liberties.
    fn note_gain(&mut self, own: Color, head: usize) {
        let mut stone = head;
        loop {
            for near in self.neighbors(stone) {
                if self.at(near) == own as u8 {
                    let head = self.head(near);
                    self.classify(own, head);
                    if self.count(head) <= 2 {
                        self.near |= self.liberties(head);
                    }
                }
            }
            stone = self.next.as_flattened()[stone].into();
            if stone == head {
                break;
            }
        }
    }

    /// What moves on an empty cell do.
    #[inline]
    pub fn prospects(&self, cell: usize) -> Prospects {
        let classes = self
            .neighbors(cell)
            .map(|near| self.classes.as_flattened()[near]);
        let all = classes[0] | classes[1] | classes[2] | classes[3];
        let empty: u8 = classes.iter().map(|class| class & FREE).sum();
        match PROSPECTS[usize::from(empty.min(2))][usize::from(all >> 1)] {
            DEPENDS => self.prospects_in_detail(cell, usize::from(empty), usize::from(all)),
            known => Prospects(known as u8),
        }
    }

    /// The same, by the strings themselves, given the number of empty neighbours and the classes of all.
    fn prospects_in_detail(&self, cell: usize, empty: usize, classes: usize) -> Prospects {
        let mut free = None;
        // The strings of each side that have few liberties.
        let mut few = [Heads::default(); 2];
        for near in self.neighbors(cell) {
            match self.at(near) {
                EMPTY => free = Some(near),
                OFF => {}
                state => {
                    let head = self.heads.as_flattened()[near];
                    if self.count(head.into()) <= 2 {
                        few[usize::from(state) - 1].insert(head);
                    }
                }
            }
        }
        let [black, white] =
            Color::BOTH.map(|color| empty > 1 || classes & usize::from(class(color, 3)) != 0);
        Prospects::new([
            self.prospect(cell, black, free, &few[0], &few[1]),
            self.prospect(cell, white, free, &few[1], &few[0]),
        ])
    }

    /// What a move does, given whether it is safe anyway, an empty neighbour, and the strings beside it with few liberties.
    #[inline]
    fn prospect(
        &self,
        cell: usize,
        mut safe: bool,
        mut liberty: Option<usize>,
        own: &Heads,
        others: &Heads,
    ) -> Prospect {
        let mut captures = 0;
        for &other in others.as_slice() {
            if self.count(other.into()) == 1 {
                captures += self.size_of(other.into());
            }
        }
        if !safe {
            for &friend in own.as_slice() {
                if self.count(friend.into()) == 2 {
                    let other = self.liberties(friend.into()).first_but(cell);
                    safe |= liberty.is_some() && liberty != other;
                    liberty = other;
                }
            }
            if !safe && captures > 0 {
                safe = self.is_safe_capture(cell, liberty, own, others);
            }
        }
        Prospect {
            captures: captures.min(3) as u8,
            safe,
            suicide: !safe && captures == 0 && liberty.is_none(),
        }
    }

    /// Whether a capture leaves two liberties, given the only one without it.
    #[inline(never)]
    fn is_safe_capture(
        &self,
        cell: usize,
        liberty: Option<usize>,
        own: &Heads,
        others: &Heads,
    ) -> bool {
        let mut found = usize::from(liberty.is_some());
        for &head in others.as_slice() {
            if self.count(head.into()) != 1 {
                continue;
            }
            let mut stone = usize::from(head);
            loop {
                let touches = |near: usize| {
                    near == cell
                        || self.stones.iter().any(|stones| stones.contains(near))
                            && own.as_slice().contains(&self.heads.as_flattened()[near])
                };
                found += usize::from(self.neighbors(stone).into_iter().any(touches));
                if found > 1 {
                    return true;
                }
                stone = self.next.as_flattened()[stone].into();
                if stone == usize::from(head) {
                    break;
                }
            }
        }
        false
    }

    /// The points of each side by area: stones, and empty points that only one side's stones are beside.
    pub fn areas(&self) -> [Cells<WORDS>; 2] {
        let reach = self.stones.map(|stones| stones.neighbors(self.stride));
        [0, 1].map(|side| self.stones[side] | self.empty & reach[side] & !reach[1 - side])
    }
}
