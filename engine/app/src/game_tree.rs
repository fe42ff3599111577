//! A game as a tree: its record with variations and comments, and a place in it.
//!
//! Entry points: [`GameTree::of`] a game, [`GameTree::read`] from a file. The path from the root to
//! the place is the game that is on the board; [`GameTree::game`] plays it. Going back keeps the
//! way, so that going forward follows it again.

use std::iter::successors;

use katachi_board::{Color, Point};
use katachi_core::Game;
use katachi_sgf::{Action, Collection, Coord, Editor, Node, NodeId, Size, write};

use crate::record::{self, Note, RecordError, Until};

/// A record, and a place in it.
pub struct GameTree {
    /// What error messages call the record.
    name: String,
    collection: Collection,
    root: NodeId,
    at: NodeId,
    /// The nodes through which going forward leads, the next one last.
    ahead: Vec<NodeId>,
}

/// A way in which a record goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Continuation {
    /// The move; `None` if the node has none.
    pub played: Option<(Color, Option<Point>)>,
    /// Whether going forward leads there.
    pub is_next: bool,
}

impl GameTree {
    /// The record of a game, at its end.
    ///
    /// # Errors
    /// Only if we wrote what we cannot read.
    pub fn of(game: &Game) -> Result<Self, RecordError> {
        let text = record::record(game, &[], &[], &record::today());
        let mut tree = Self::read("the game", text.as_bytes())?;
        tree.go_to_end();
        if game.moves().len() == 0 && game.to_move() != tree.game(game)?.to_move() {
            tree.edit(|editor| {
                editor.to_move(game.to_move().into());
            });
        }
        Ok(tree)
    }

    /// A record at its beginning; `file` is for error messages.
    ///
    /// # Errors
    /// If it is not a game.
    pub fn read(file: &str, bytes: &[u8]) -> Result<Self, RecordError> {
        let collection = record::parse_games(file, bytes)?;
        let root = record::first_game(file, &collection)?.id();
        Ok(Self {
            name: file.to_owned(),
            collection,
            root,
            at: root,
            ahead: Vec::new(),
        })
    }

    /// The node of the place.
    fn node(&self) -> Option<Node<'_>> {
        self.collection.node(self.at)
    }

    fn edit(&mut self, change: impl FnOnce(&mut Editor<'_>)) {
        if let Some(mut editor) = self.collection.edit(self.at) {
            change(&mut editor);
            self.at = editor.id();
        }
    }

    /// The game up to the place; rules, scoring and clock are those of `old`.
    ///
    /// # Errors
    /// If the record breaks the rules that even records must obey; the error names the place.
    pub fn game(&self, old: &Game) -> Result<Game, RecordError> {
        let up = successors(self.node(), |node| node.parent());
        let mut path: Vec<Node<'_>> = up.collect();
        path.reverse();
        let mut game = record::play_nodes(&self.name, path, Until::End, old)?;
        game.clock = old.clock.clone();
        // Who moves next in the record knows best whose turn it is.
        let next = self.next().and_then(|id| self.collection.node(id));
        let mut moves = next.into_iter().flat_map(|node| plays(node, self.size()));
        if let Some((color, _)) = moves.next() {
            game.set_turn(color);
        }
        Ok(game)
    }

    fn size(&self) -> Size {
        let root = self.collection.node(self.root);
        root.map(|root| root.game_info().size).unwrap_or_default()
    }

    /// The node to which going forward leads.
    fn next(&self) -> Option<NodeId> {
        let ahead = self.ahead.last().copied();
        ahead.or_else(|| Some(self.node()?.first_child()?.id()))
    }

    /// Goes to a child of the place.
    fn enter(&mut self, child: NodeId) {
        match self.ahead.pop() {
            Some(expected) if expected == child => {}
            _ => self.ahead.clear(),
        }
        self.at = child;
    }

    /// Plays a move: goes on in the record if it has the move there, or adds a variation.
    pub fn play(&mut self, color: Color, point: Option<Point>) {
        let size = self.size();
        let is_same = |node: &Node<'_>| plays(*node, size).eq([(color, point)]);
        let children = self.node().into_iter().flat_map(Node::children);
        let child = children.filter(is_same).map(Node::id).next();
        if let Some(child) = child {
            return self.enter(child);
        }
        self.ahead.clear();
        self.edit(|editor| {
            editor.play(color.into(), point.map(Coord::from));
        });
    }

    /// Adds a position that is set up: stones on points, and points cleared.
    pub fn set_up(&mut self, stone: Option<Color>, points: &[Point], turn: Color) {
        self.ahead.clear();
        self.edit(|editor| {
            let points = points.iter().map(|&point| point.into());
            editor.child().stones(stone.map(Into::into), points);
            editor.to_move(turn.into());
        });
    }

    /// Says whose turn it is.
    pub fn set_turn(&mut self, color: Color) {
        self.ahead.clear();
        self.edit(|editor| {
            editor.child().to_move(color.into());
        });
    }

    /// Goes back by a node; false at the beginning.
    pub fn back(&mut self) -> bool {
        let Some(parent) = self.node().and_then(Node::parent).map(Node::id) else {
            return false;
        };
        self.ahead.push(self.at);
        self.at = parent;
        true
    }

    /// Goes back by a node and removes what it leaves; false at the beginning.
    pub fn take_back(&mut self) -> bool {
        let mut is_removed = false;
        self.edit(|editor| is_removed = editor.remove());
        if is_removed {
            self.ahead.clear();
        }
        is_removed
    }

    /// Goes forward by a node; false at the end.
    pub fn forward(&mut self) -> bool {
        let next = self.next();
        if let Some(next) = next {
            self.enter(next);
        }
        next.is_some()
    }

    /// Goes forward into a variation, counted from 1; false if there is none.
    pub fn enter_variation(&mut self, number: usize) -> bool {
        let children = self.node().into_iter().flat_map(Node::children);
        let mut children = children.map(Node::id).collect::<Vec<_>>().into_iter();
        let child = number.checked_sub(1).and_then(|at| children.nth(at));
        if let Some(child) = child {
            self.enter(child);
        }
        child.is_some()
    }

    /// The place, to return to it.
    pub fn place(&self) -> (NodeId, Vec<NodeId>) {
        (self.at, self.ahead.clone())
    }

    /// Returns to a place.
    pub fn return_to(&mut self, (at, ahead): (NodeId, Vec<NodeId>)) {
        (self.at, self.ahead) = (at, ahead);
    }

    /// Goes to the beginning.
    pub fn go_to_start(&mut self) {
        while self.back() {}
    }

    /// Goes to the end of the way that leads through the place.
    pub fn go_to_end(&mut self) {
        while self.forward() {}
    }

    /// Goes to where the record has been played that far, on the way through the place.
    pub fn go_to(&mut self, until: Until) {
        self.go_to_start();
        let size = self.size();
        let mut moves = self.node().map_or(0, |node| plays(node, size).count());
        while let Some(ahead) = self.next().and_then(|id| self.collection.node(id)) {
            let played: Vec<_> = plays(ahead, size).collect();
            let stops = match until {
                Until::End => false,
                Until::Move(number) => moves + played.len() >= number.max(1) && !played.is_empty(),
                Until::Point(wanted) => played.iter().any(|(_, point)| *point == Some(wanted)),
            };
            if stops {
                return;
            }
            moves += played.len();
            self.forward();
        }
    }

    /// The comment at the place.
    pub fn comment(&self) -> Option<String> {
        let comment = self.node()?.value("C")?.text();
        Some(comment).filter(|comment| !comment.trim().is_empty())
    }

    /// Writes a comment at the place.
    pub fn set_comment(&mut self, text: &str) {
        self.edit(|editor| {
            editor.comment(text);
        });
    }

    /// Writes a note at the place.
    pub fn note(&mut self, note: &Note) {
        self.edit(|editor| note.write(editor));
    }

    /// The ways in which the record goes on.
    pub fn continuations(&self) -> Vec<Continuation> {
        let (size, next) = (self.size(), self.next());
        let children = self.node().into_iter().flat_map(Node::children);
        let continuation = |child: Node<'_>| Continuation {
            played: plays(child, size).next(),
            is_next: Some(child.id()) == next,
        };
        children.map(continuation).collect()
    }

    /// The record, with these properties in the game's root, whose names are capital letters.
    pub fn text(&self, properties: &[(&str, &str)]) -> String {
        if properties.is_empty() {
            return write(&self.collection);
        }
        let mut collection = self.collection.clone();
        if let Some(mut editor) = collection.edit(self.root) {
            for (name, value) in properties {
                // Names of capital letters are valid.
                let _ = editor.set(name, value);
            }
        }
        write(&collection)
    }

    /// Sets the komi in the record.
    pub fn set_komi(&mut self, komi: f32) {
        if let Some(mut editor) = self.collection.edit(self.root) {
            editor.komi(komi.into());
        }
    }
}

/// The moves of a node.
fn plays(node: Node<'_>, size: Size) -> impl Iterator<Item = (Color, Option<Point>)> + use<'_> {
    node.actions(size)
        .flatten()
        .filter_map(|action| match action {
            Action::Play { color, at } => Some((color.into(), at.and_then(Coord::to_point))),
            _ => None,
        })
}

#[cfg(test)]
mod tests {
    use katachi_board::BoardSize;

    use super::*;

    const RECORD: &str = "(;SZ[9]KM[6.5]C[root](;B[ee];W[cc]C[here];B[gg])(;B[dd];W[ff]))";

    fn tree() -> GameTree {
        GameTree::read("x.sgf", RECORD.as_bytes()).unwrap()
    }

    fn moves(tree: &GameTree) -> String {
        let game = tree.game(&Game::new(BoardSize::NINETEEN)).unwrap();
        let size = game.board().size();
        let names = game.moves().map(|(color, point)| {
            let name = point.map_or("pass".to_owned(), |at| at.vertex(size).to_string());
            format!("{}{name}", color.initial())
        });
        names.collect::<Vec<_>>().join(" ")
    }

    fn point(vertex: &str) -> Point {
        Point::from_vertex(vertex, BoardSize::new(9).unwrap()).unwrap()
    }

    #[test]
    fn the_way_is_kept_when_going_back() {
        let mut tree = tree();
        assert_eq!(
            (moves(&tree), tree.comment()),
            (String::new(), Some("root".into()))
        );
        assert!(!tree.back() && tree.enter_variation(2) && tree.forward());
        assert_eq!(moves(&tree), "BD6 WF4");
        assert!(!tree.forward() && tree.continuations().is_empty());
        assert!(tree.back() && tree.back() && tree.forward() && tree.forward());
        assert_eq!(moves(&tree), "BD6 WF4", "the variation is remembered");
        tree.go_to_start();
        assert!(tree.enter_variation(1) && !tree.enter_variation(2));
        tree.go_to_end();
        assert_eq!(moves(&tree), "BE5 WC7 BG3");
    }

    #[test]
    fn moves_follow_the_record_or_branch_off() {
        let mut tree = tree();
        tree.play(Color::Black, Some(point("E5")));
        tree.play(Color::White, Some(point("C7")));
        assert_eq!(tree.comment().as_deref(), Some("here"));
        tree.play(Color::Black, Some(point("H2")));
        assert_eq!(moves(&tree), "BE5 WC7 BH2");
        tree.set_comment("mine [sic]");
        assert!(
            tree.text(&[("RE", "B+R")])
                .contains("(;B[hh]C[mine [sic\\]])")
        );
        assert!(tree.text(&[("RE", "B+R")]).contains("RE[B+R]"));
        assert!(!tree.text(&[]).contains("RE["));
        assert!(tree.take_back());
        assert_eq!(tree.text(&[]).matches("[hh]").count(), 0);
        assert_eq!(
            tree.continuations(),
            [Continuation {
                played: Some((Color::Black, Some(point("G3")))),
                is_next: true,
            }]
        );
    }

    #[test]
    fn it_goes_to_moves_and_points() {
        let mut tree = tree();
        for (until, there) in [
            (Until::Move(3), "BE5 WC7"),
            (Until::Move(1), ""),
            (Until::Move(0), ""),
            (Until::Move(9), "BE5 WC7 BG3"),
            (Until::Point(point("C7")), "BE5"),
            (Until::End, "BE5 WC7 BG3"),
        ] {
            tree.go_to(until);
            assert_eq!(moves(&tree), there, "{until:?}");
        }
    }

    /// A game, its record and the game of the record are the same.
    #[test]
    fn a_game_is_taken_over() {
        let mut game = Game::new(BoardSize::new(9).unwrap());
        game.komi = 0.5;
        game.place_handicap(&[point("C3"), point("G7")]).unwrap();
        game.play(Color::White, Some(point("E5"))).unwrap();
        game.play(Color::Black, None).unwrap();
        let tree = GameTree::of(&game).unwrap();
        assert_eq!(moves(&tree), "WE5 Bpass");
        let again = tree.game(&Game::new(BoardSize::NINETEEN)).unwrap();
        assert_eq!(again.start(), game.start());
        assert_eq!((again.handicap(), again.to_move()), (2, Color::White));
        let mut turned = Game::new(BoardSize::new(9).unwrap());
        turned.set_turn(Color::White);
        let tree = GameTree::of(&turned).unwrap();
        assert_eq!(tree.game(&game).unwrap().to_move(), Color::White);
    }

    #[test]
    fn set_up_stones_are_part_of_the_way() {
        let mut tree = tree();
        tree.go_to_end();
        tree.set_up(Some(Color::White), &[point("A1")], Color::White);
        tree.set_up(None, &[point("E5")], Color::Black);
        let game = tree.game(&Game::new(BoardSize::NINETEEN)).unwrap();
        assert_eq!(game.board().all_stones().count(), 3);
        assert!(game.board().at(point("A1")).is(Color::White));
        assert_eq!(game.to_move(), Color::Black);
        assert!(tree.back() && tree.back());
        assert_eq!(moves(&tree), "BE5 WC7 BG3");
    }
}
