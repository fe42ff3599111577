//! Answers that stay valid while the board changes elsewhere.
//!
//! For every reader of this crate: an answer that took a search is stored with the area that it
//! depends on ([`Trail`](crate::trail::Trail)). It is valid on every board with the same stones in
//! the area and the same ko ban there, or none. [`Memory::get`] looks an answer up,
//! [`Memory::put`] stores one. Who uses a remembered answer inside a question of its own adds
//! [`Known::area`] to that question's area.
//!
//! An answer may also depend on facts that no area shows, such as a ko ban on the far side of the
//! board. Its owner makes a hash of them ([`Answer::facts`]); the answer then holds only while the
//! hash is the same.
//!
//! What an answer has cost is its [`Bill`]: see [`account`](crate::account).

use std::hash::{DefaultHasher, Hash, Hasher};

use katachi_board::{Board, BoardSize, Color, Point, PointSet, PointState};

/// A question as a key: what a memory has to know about it.
pub(crate) trait Key: PartialEq + Hash {
    /// The number of the place under which answers are filed: any number.
    fn place(&self) -> usize;

    /// A point near which most answers to such questions differ.
    fn point(&self) -> Point;

    /// Whether a ko ban of this colour can change the answer.
    fn may_start(&self, color: Color) -> bool;
}

/// An answer to store.
#[derive(Clone, Debug)]
pub(crate) struct Answer<A> {
    pub value: A,
    /// The points that the answer depends on.
    pub area: PointSet,
    /// A hash of the facts from outside the area, `None` if the answer depends on none.
    pub facts: Option<u64>,
    /// The nodes that the search took.
    pub nodes: u64,
}

/// What an answer costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Bill {
    /// A hash of the question, and of the stones and the ko in the area of its answer: the same
    /// whenever the same answer is found again.
    pub id: u64,
    /// The nodes of its search.
    pub nodes: u64,
}

/// A remembered answer.
#[derive(Clone, Debug)]
pub(crate) struct Known<A> {
    pub value: A,
    /// The points that the answer depends on.
    pub area: PointSet,
    pub bill: Bill,
}

/// Points or stones in three rows: the one of a question's point, and those before and behind it.
#[derive(Clone, Copy, PartialEq)]
struct Rows(u64);

impl Rows {
    fn of(set: &PointSet, point: Point) -> Self {
        let row = point.row();
        let before = row.checked_sub(1).map_or(0, |row| set.row(row));
        let rows = [before, set.row(row), set.row(row + 1)];
        Self(
            rows.iter()
                .fold(0, |bits, &row| bits << 20 | u64::from(row)),
        )
    }

    fn within(self, area: Self) -> Self {
        Self(self.0 & area.0)
    }
}

/// An entry. What differs most often stands outside of the box, so that a search for an answer
/// seldom has to open it.
#[derive(Clone)]
struct Entry<Q, A> {
    question: Q,
    /// The area and its stones in the rows around the question's point.
    area: Rows,
    stones: [Rows; 2],
    /// The point of the area where a board last differed, and what stood there when the answer was
    /// found. Most boards that differ do so at the same point again, so it is compared first.
    witness: (Point, PointState),
    stored: Box<Stored<A>>,
}

#[derive(Clone)]
struct Stored<A> {
    known: Known<A>,
    facts: Option<u64>,
    circumstances: Circumstances,
}

/// The part of a position that an answer depends on.
#[derive(Clone, PartialEq, Hash)]
struct Circumstances {
    black: PointSet,
    white: PointSet,
    ban: Option<(Color, Point)>,
}

impl Circumstances {
    fn of(board: &Board, question: &impl Key, area: &PointSet) -> Self {
        Self {
            black: *board.stones(Color::Black) & *area,
            white: *board.stones(Color::White) & *area,
            ban: ban(board, question, area),
        }
    }
}

impl<Q: Key, A> Entry<Q, A> {
    fn holds(&mut self, board: &Board, question: &Q, stones: [Rows; 2], facts: u64) -> bool {
        let (witness, state) = self.witness;
        stones.map(|rows| rows.within(self.area)) == self.stones
            && self.question == *question
            && board.at(witness) == state
            && self.has_same_stones(board)
            && ban(board, question, &self.stored.known.area) == self.stored.circumstances.ban
            && self.stored.facts.is_none_or(|asked| asked == facts)
    }

    fn has_same_stones(&mut self, board: &Board) -> bool {
        let Stored {
            known,
            circumstances,
            ..
        } = &*self.stored;
        let stones = [
            (Color::Black, &circumstances.black),
            (Color::White, &circumstances.white),
        ];
        let changed = stones.iter().find_map(|(color, stones)| {
            let now = *board.stones(*color) & known.area;
            let differs = || (now ^ **stones).first();
            (now != **stones).then(differs)?
        });
        let Some(point) = changed else {
            return true;
        };
        let stone = stones.iter().find(|(_, stones)| stones.contains(point));
        let state = stone.map_or(PointState::Empty, |(color, _)| (*color).into());
        self.witness = (point, state);
        false
    }
}

/// The ko in the area that may not be taken now, and the side that may not.
fn ban(board: &Board, question: &impl Key, area: &PointSet) -> Option<(Color, Point)> {
    let ko = board.ko().filter(|&ko| area.contains(ko))?;
    let banned = |color: &Color| question.may_start(*color) && board.is_ko(*color, ko);
    let color = Color::BOTH.into_iter().find(banned)?;
    Some((color, ko))
}

/// The remembered answers of one kind.
#[derive(Clone)]
pub(crate) struct Memory<Q, A> {
    /// For each place, the answers filed there. Every use of an answer moves it towards the front,
    /// so the last one, which `put` drops, is used least.
    entries: Vec<Vec<Entry<Q, A>>>,
    /// The number of places.
    places: usize,
    /// The most answers kept at a place.
    most: usize,
    /// The size of the board that the answers belong to.
    size: Option<BoardSize>,
}

impl<Q: Key, A: Clone> Memory<Q, A> {
    /// An empty memory of this many places, for this many answers at each. It allocates when the
    /// first arrives.
    pub const fn new(places: usize, most: usize) -> Self {
        Self {
            entries: Vec::new(),
            places,
            most,
            size: None,
        }
    }

    /// Clears the memory if it belongs to boards of another size.
    fn fit(&mut self, size: BoardSize) {
        if self.size != Some(size) {
            self.clear();
            self.size = Some(size);
        }
    }

    /// Keeps as many answers as these bytes hold, without what their values have allocated, but at
    /// least one at each place. Forgets everything.
    pub fn set_bytes(&mut self, bytes: usize) {
        let one = size_of::<Entry<Q, A>>() + size_of::<Stored<A>>();
        self.most = (bytes / (self.places * one)).max(1);
        self.clear();
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.entries.clear();
    }

    /// The answer, if it is known.
    ///
    /// `facts` is the hash of the facts from outside, for answers that depend on them. A board of
    /// another size clears the memory.
    pub fn get(&mut self, board: &Board, question: &Q, facts: u64) -> Option<Known<A>> {
        self.fit(board.size());
        let entries = self.entries.get_mut(question.place() % self.places)?;
        let point = question.point();
        let stones = Color::BOTH.map(|color| Rows::of(board.stones(color), point));
        let holds = |entry: &mut Entry<Q, A>| entry.holds(board, question, stones, facts);
        let at = entries.iter_mut().position(holds)?;
        let known = entries[at].stored.known.clone();
        entries.swap(at, at / 2);
        Some(known)
    }

    /// Remembers the answer to a question that [`get`](Self::get) did not know. Returns its bill.
    pub fn put(&mut self, board: &Board, question: Q, answer: Answer<A>) -> Bill {
        self.fit(board.size());
        if self.entries.is_empty() {
            self.entries.resize_with(self.places, Vec::new);
        }
        let Answer {
            value,
            area,
            facts,
            nodes,
        } = answer;
        let circumstances = Circumstances::of(board, &question, &area);
        let mut hasher = DefaultHasher::new();
        (&question, &area, &circumstances, facts).hash(&mut hasher);
        let bill = Bill {
            id: hasher.finish(),
            nodes,
        };
        let entries = &mut self.entries[question.place() % self.places];
        let point = question.point();
        let entry = Entry {
            area: Rows::of(&area, point),
            stones: [&circumstances.black, &circumstances.white].map(|set| Rows::of(set, point)),
            witness: (point, board.at(point)),
            question,
            stored: Box::new(Stored {
                known: Known { value, area, bill },
                facts,
                circumstances,
            }),
        };
        entries.insert(entries.len() / 2, entry);
        entries.truncate(self.most);
        bill
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::account::Account;

    #[derive(Clone, PartialEq, Hash)]
    struct About(Point);

    impl Key for About {
        fn place(&self) -> usize {
            self.0.index()
        }

        fn point(&self) -> Point {
            self.0
        }

        fn may_start(&self, _: Color) -> bool {
            true
        }
    }

    fn answer(number: u32, area: PointSet, facts: Option<u64>) -> Answer<u32> {
        Answer {
            value: number,
            area,
            facts,
            nodes: 5,
        }
    }

    #[test]
    fn an_answer_holds_while_area_and_facts_are_the_same() {
        let mut board = Board::new(BoardSize::NINETEEN);
        let [here, there] = [0, 40].map(|at| board.size().points().nth(at).expect("a point"));
        let area = PointSet::from_iter([here]);
        let mut memory = Memory::new(Point::LIMIT, 4);
        memory.put(&board, About(here), answer(1, area, None));
        memory.put(&board, About(there), answer(2, area, Some(7)));
        let mut known = |board: &Board, place, facts| {
            let known = memory.get(board, &About(place), facts);
            known.map(|known| known.value)
        };
        assert_eq!(known(&board, here, 7), Some(1));
        assert_eq!(known(&board, here, 8), Some(1));
        assert_eq!(known(&board, there, 7), Some(2));
        assert_eq!(known(&board, there, 8), None);
        board.play(Color::Black, there).expect("a legal move");
        assert_eq!(known(&board, here, 0), Some(1));
        board.play(Color::White, here).expect("a legal move");
        assert_eq!(known(&board, here, 0), None);
        board.undo();
        assert_eq!(known(&board, here, 0), Some(1));
    }

    #[test]
    fn an_account_pays_once_even_for_what_was_dropped() {
        let board = Board::new(BoardSize::NINETEEN);
        let place = board.size().points().next().expect("a point");
        let mut memory = Memory::new(Point::LIMIT, 2);
        let mut account = Account::default();
        let mut cost = |account: &mut Account, facts| {
            let about = About(place);
            let known = memory.get(&board, &about, facts).map(|known| known.bill);
            let was_known = known.is_some();
            let bill = known.unwrap_or_else(|| {
                let found = answer(facts as u32, PointSet::EMPTY, Some(facts));
                memory.put(&board, about, found)
            });
            (was_known, account.pay(bill))
        };
        account.begin();
        for number in 0..5 {
            assert_eq!(cost(&mut account, number), (false, 5));
        }
        // Only two of them are left, but none is paid for again.
        let again: Vec<(bool, u64)> = (0..5).map(|facts| cost(&mut account, facts)).collect();
        assert!(again.iter().any(|&(was_known, _)| !was_known));
        assert!(again.iter().all(|&(_, paid)| paid == 0));
        // Another account pays for what is remembered, and for what is not.
        account.begin();
        assert_eq!(
            (0..5).map(|facts| cost(&mut account, facts).1).sum::<u64>(),
            25
        );
        assert_eq!(
            (0..5).map(|facts| cost(&mut account, facts).1).sum::<u64>(),
            0
        );
    }

    #[test]
    fn a_memory_for_nothing_keeps_nothing() {
        let board = Board::new(BoardSize::NINETEEN);
        let place = board.size().points().next().expect("a point");
        let mut memory = Memory::new(1, 0);
        memory.put(&board, About(place), answer(1, PointSet::EMPTY, None));
        assert!(memory.get(&board, &About(place), 0).is_none());
    }
}
