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

use std::hash::{Hash, Hasher};

use katachi_board::{Board, BoardSize, Color, Point, PointSet, PointState};
use rustc_hash::FxHasher;

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

/// An area and its stones [around](PointSet::window) a question's point: what differs most often.
#[derive(Clone, Copy)]
struct Sign {
    area: u64,
    stones: [u64; 2],
}

impl Sign {
    fn matches(&self, stones: [u64; 2]) -> bool {
        stones.map(|stones| stones & self.area) == self.stones
    }
}

/// An entry. What is seldom compared stands in the box.
#[derive(Clone)]
struct Entry<Q, A> {
    question: Q,
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
    fn holds(&mut self, board: &Board, question: &Q, facts: u64) -> bool {
        let (witness, state) = self.witness;
        self.question == *question
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

/// The answers filed at one place. Every use of an answer moves it towards the front, so the last
/// one, which is dropped when there is no room, is used least.
#[derive(Clone)]
struct Shelf<Q, A> {
    /// One for each entry, side by side: a search for an answer seldom has to look further.
    signs: Vec<Sign>,
    entries: Vec<Entry<Q, A>>,
}

impl<Q: Key, A> Shelf<Q, A> {
    const EMPTY: Self = Self {
        signs: Vec::new(),
        entries: Vec::new(),
    };

    fn find(
        &mut self,
        board: &Board,
        question: &Q,
        stones: [u64; 2],
        facts: u64,
    ) -> Option<&Stored<A>> {
        let mut both = self.signs.iter().zip(&mut self.entries);
        let at = both.position(|(sign, entry)| {
            sign.matches(stones) && entry.holds(board, question, facts)
        })?;
        self.signs.swap(at, at / 2);
        self.entries.swap(at, at / 2);
        Some(&*self.entries[at / 2].stored)
    }

    /// Adds an answer in the middle. If there are `most` already, the last one makes room.
    fn add(
        &mut self,
        sign: Sign,
        question: Q,
        witness: (Point, PointState),
        stored: Stored<A>,
        most: usize,
    ) {
        let at = self.entries.len() / 2;
        let dropped = if self.entries.len() == most {
            self.signs.pop();
            self.entries.pop()
        } else {
            None
        };
        let stored = if let Some(Entry {
            stored: mut room, ..
        }) = dropped
        {
            *room = stored;
            room
        } else {
            Box::new(stored)
        };
        let entry = Entry {
            question,
            witness,
            stored,
        };
        self.signs.insert(at, sign);
        self.entries.insert(at, entry);
    }
}

/// The remembered answers of one kind.
#[derive(Clone)]
pub(crate) struct Memory<Q, A> {
    /// For each place, the answers filed there.
    shelves: Vec<Shelf<Q, A>>,
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
            shelves: Vec::new(),
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
        let one = size_of::<Sign>() + size_of::<Entry<Q, A>>() + size_of::<Stored<A>>();
        self.most = (bytes / (self.places * one)).max(1);
        self.clear();
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.shelves.clear();
    }

    /// The answer, if it is known.
    ///
    /// `facts` is the hash of the facts from outside, for answers that depend on them. A board of
    /// another size clears the memory.
    pub fn get(&mut self, board: &Board, question: &Q, facts: u64) -> Option<Known<A>> {
        self.fit(board.size());
        let shelf = self.shelves.get_mut(question.place() % self.places)?;
        let point = question.point();
        let stones = Color::BOTH.map(|color| board.stones(color).window(point));
        let stored = shelf.find(board, question, stones, facts)?;
        Some(stored.known.clone())
    }

    /// Remembers the answer to a question that [`get`](Self::get) did not know. Returns its bill.
    pub fn put(&mut self, board: &Board, question: Q, answer: Answer<A>) -> Bill {
        self.fit(board.size());
        if self.shelves.is_empty() {
            self.shelves.resize_with(self.places, || Shelf::EMPTY);
        }
        let Answer {
            value,
            area,
            facts,
            nodes,
        } = answer;
        let circumstances = Circumstances::of(board, &question, &area);
        let mut hasher = FxHasher::default();
        (&question, &area, &circumstances, facts).hash(&mut hasher);
        let bill = Bill {
            id: hasher.finish(),
            nodes,
        };
        if self.most == 0 {
            return bill;
        }
        let point = question.point();
        let sign = Sign {
            area: area.window(point),
            stones: [&circumstances.black, &circumstances.white].map(|set| set.window(point)),
        };
        let stored = Stored {
            known: Known { value, area, bill },
            facts,
            circumstances,
        };
        let witness = (point, board.at(point));
        let shelf = &mut self.shelves[question.place() % self.places];
        shelf.add(sign, question, witness, stored, self.most);
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
