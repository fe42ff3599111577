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

use katachi_board::{Board, BoardSize, Color, Point, PointSet, PointState};

/// A question as a key: what a memory has to know about it.
pub(crate) trait Key: PartialEq {
    /// The point under which answers are filed.
    fn place(&self) -> Point;

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

/// A remembered answer.
#[derive(Clone, Debug)]
pub(crate) struct Known<A> {
    pub value: A,
    /// The points that the answer depends on.
    pub area: PointSet,
    /// The nodes of its search, 0 if the present account has counted them.
    pub nodes: u64,
}

#[derive(Clone)]
struct Entry<Q, A> {
    question: Q,
    known: Answer<A>,
    /// The last account that counted the nodes.
    account: u32,
    black: PointSet,
    white: PointSet,
    ban: Option<(Color, Point)>,
    /// The point of the area where a board last differed, and what stood there when the answer was
    /// found. Most boards that differ do so at the same point again, so it is compared first.
    witness: (Point, PointState),
}

impl<Q: Key, A> Entry<Q, A> {
    fn holds(&mut self, board: &Board, question: &Q, facts: u64) -> bool {
        let (witness, state) = self.witness;
        self.question == *question
            && board.at(witness) == state
            && self.has_same_stones(board)
            && ban(board, question, &self.known.area) == self.ban
            && self.known.facts.is_none_or(|asked| asked == facts)
    }

    fn has_same_stones(&mut self, board: &Board) -> bool {
        let known = [(Color::Black, &self.black), (Color::White, &self.white)];
        let changed = known.iter().find_map(|(color, known)| {
            let now = *board.stones(*color) & self.known.area;
            let differs = || ((now - **known) | (**known - now)).first();
            (now != **known).then(differs)?
        });
        let Some(point) = changed else {
            return true;
        };
        let stone = known.iter().find(|(_, stones)| stones.contains(point));
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

/// The number of the account of questions that belong to none.
pub(crate) const NO_ACCOUNT: u32 = 0;

/// The remembered answers of one kind.
#[derive(Clone)]
pub(crate) struct Memory<Q, A> {
    /// For each point, the answers filed there. Every use of an answer moves it towards the front,
    /// so the last ones, which `put` drops, are used least.
    entries: Vec<Vec<Entry<Q, A>>>,
    /// The most answers kept for a point.
    most: usize,
    /// The size of the board that the answers belong to.
    size: Option<BoardSize>,
}

impl<Q: Key + Clone, A: Clone> Memory<Q, A> {
    /// An empty memory for this many answers at each point. It allocates when the first arrives.
    pub const fn new(most: usize) -> Self {
        Self {
            entries: Vec::new(),
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

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.entries.clear();
    }

    /// The answer, if it is known. Its cost counts for this account from now on.
    ///
    /// `facts` is the hash of the facts from outside, for answers that depend on them. A board of
    /// another size clears the memory.
    pub fn get(
        &mut self,
        board: &Board,
        question: &Q,
        facts: u64,
        account: u32,
    ) -> Option<Known<A>> {
        self.fit(board.size());
        let entries = self.entries.get_mut(question.place().index())?;
        let at = (entries.iter_mut()).position(|entry| entry.holds(board, question, facts))?;
        let entry = &mut entries[at];
        let counted = std::mem::replace(&mut entry.account, account) == account;
        let known = Known {
            value: entry.known.value.clone(),
            area: entry.known.area,
            nodes: if counted { 0 } else { entry.known.nodes },
        };
        entries.swap(at, at / 2);
        Some(known)
    }

    /// Remembers the answer to a question that [`get`](Self::get) did not know; this account has
    /// counted its cost.
    ///
    /// No answer of the account goes before the account ends: otherwise its cost would count twice,
    /// and a budget would end earlier in a full memory than in an empty one.
    pub fn put(&mut self, board: &Board, question: Q, answer: Answer<A>, account: u32) {
        self.fit(board.size());
        if self.entries.is_empty() {
            self.entries.resize(Point::LIMIT, Vec::new());
        }
        let entries = &mut self.entries[question.place().index()];
        if entries.len() >= self.most {
            let is_free = |entry: &Entry<Q, A>| account == NO_ACCOUNT || entry.account != account;
            if let Some(last) = entries.iter().rposition(is_free) {
                entries.remove(last);
            }
        }
        let entry = Entry {
            black: *board.stones(Color::Black) & answer.area,
            white: *board.stones(Color::White) & answer.area,
            ban: ban(board, &question, &answer.area),
            witness: (question.place(), board.at(question.place())),
            question,
            known: answer,
            account,
        };
        entries.insert(entries.len() / 2, entry);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, PartialEq)]
    struct About(Point);

    impl Key for About {
        fn place(&self) -> Point {
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
        let mut memory = Memory::new(4);
        memory.put(&board, About(here), answer(1, area, None), NO_ACCOUNT);
        memory.put(&board, About(there), answer(2, area, Some(7)), NO_ACCOUNT);
        let mut known = |board: &Board, place, facts| {
            let known = memory.get(board, &About(place), facts, NO_ACCOUNT);
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
    fn an_account_pays_once_and_loses_nothing() {
        let board = Board::new(BoardSize::NINETEEN);
        let place = board.size().points().next().expect("a point");
        let mut memory = Memory::new(2);
        for number in 0..5 {
            let facts = Some(number);
            memory.put(
                &board,
                About(place),
                answer(number as u32, PointSet::EMPTY, facts),
                1,
            );
        }
        let mut cost = |facts, account| {
            let known = memory.get(&board, &About(place), facts, account);
            known.map(|known| known.nodes)
        };
        assert_eq!((0..5).map(|facts| cost(facts, 1)).max(), Some(Some(0)));
        assert_eq!((0..5).map(|facts| cost(facts, 1)).min(), Some(Some(0)));
        assert_eq!((cost(3, 2), cost(3, 2)), (Some(5), Some(0)));
        // Another account may drop them.
        for number in 5..10 {
            memory.put(
                &board,
                About(place),
                answer(0, PointSet::EMPTY, Some(number)),
                3,
            );
        }
        let left = (0..5).filter(|&facts| memory.get(&board, &About(place), facts, 3).is_some());
        assert_eq!(left.count(), 0);
    }
}
