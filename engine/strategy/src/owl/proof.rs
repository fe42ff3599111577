//! A second search for a goal's life: the same moves and estimates, by proof numbers.
//!
//! Entry point: [`Search::prove`]. The attacker is the prover, the defender the disprover. Where
//! the [first search](super::search) follows the first moves of its order to the end, this one goes
//! on where least is missing, so it finds short proofs behind moves of little value. The value of
//! a move is only a first guess of how much it leaves to prove.

use katachi_board::{Point, Tried};
use katachi_image::Role as Database;
use katachi_tactics::proof::{
    self, Entered, Found, INFINITE, Known, Numbers, Regime, Side, Sum, Thresholds, answer, weigh,
};
use katachi_tactics::reading::Reading;
use rustc_hash::FxHashMap;

use super::goal::Goal;
use super::life::{Move, Role};
use super::search::{Key, Scene, Search, TACTICAL, tactical};

/// The weight of the smaller numbers in a sum, in sixteenths: the moves of a side often fail for
/// the same reason.
const SHARE: u32 = 6;
/// What a missing eye adds to the first guess of the defender's number, and an eye to that of the
/// attacker's.
const EYE: u32 = 2;
/// The most moves of patterns: in the first two positions of a line, and deeper.
const WIDE: usize = 6;
const WIDTH: usize = 4;
/// The most answers that become moves of the refuted side, too: in the first two positions of a
/// line, and in the next two.
const ANSWERS: [u32; 2] = [2, 1];

/// A move in the search tree.
#[derive(Clone, Debug)]
struct Child {
    /// `None`: the attacker has no move, and the defender moves in the same position.
    one: Option<Move>,
    /// Whether it takes a ko that is banned.
    is_conditional: bool,
    numbers: Numbers,
    /// The node that the move leads to, once expanded.
    node: Option<usize>,
}

impl Child {
    const fn new(one: Option<Move>, numbers: Numbers) -> Self {
        Self {
            one,
            is_conditional: false,
            numbers,
            node: None,
        }
    }

    fn point(&self) -> Option<Point> {
        self.one.as_ref().map(|one| one.point)
    }
}

/// An expanded node.
#[derive(Debug)]
struct Node {
    children: Vec<Child>,
    goal: Goal,
    /// The number of answers that may still become moves.
    answers: u32,
}

/// One search.
struct Prover<'s, 'a> {
    search: &'s mut Search<'a>,
    /// The side that asks.
    asker: Side,
    regime: Regime,
    nodes: Vec<Node>,
    /// What is known about positions.
    table: FxHashMap<Key, Known>,
    /// The nodes whose moves lead to this position; `None` where nothing was played.
    line: Vec<Option<usize>>,
}

const fn side_of(role: Role) -> Side {
    match role {
        Role::Attacker => Side::Prover,
        Role::Defender => Side::Disprover,
    }
}

const fn role_of(side: Side) -> Role {
    match side {
        Side::Prover => Role::Attacker,
        Side::Disprover => Role::Defender,
    }
}

impl Search<'_> {
    /// What a side achieves, to move; `None` if the nodes do not suffice.
    pub(super) fn prove(&mut self, role: Role) -> Option<Reading> {
        let mut run = Prover {
            search: self,
            asker: side_of(role),
            regime: Regime::Against,
            nodes: Vec::new(),
            table: FxHashMap::default(),
            line: Vec::new(),
        };
        // The side that asks stands for the prover of the ko rules.
        let (outcome, point) = answer(Side::Prover, |regime| run.run(role, regime))?;
        Some(Reading { outcome, point })
    }
}

impl Prover<'_, '_> {
    /// Searches under one ko regime; `None` if the nodes do not suffice.
    fn run(&mut self, role: Role, regime: Regime) -> Option<Found> {
        self.regime = regime;
        self.nodes.clear();
        self.table.clear();
        let side = side_of(role);
        let found = match self.expand(role) {
            Ok(node) => proof::search(self, node, side, 0, Thresholds::NONE),
            Err(found) => found,
        };
        found.numbers.is_decided().then(|| Found {
            succeeds: found.numbers.of(side).0 == 0,
            ko: found.numbers.ko,
            best: found.best,
        })
    }

    /// Expands the position on the board.
    ///
    /// # Errors
    /// The result, if it needs no search.
    fn expand(&mut self, role: Role) -> Result<usize, Known> {
        let search = &mut *self.search;
        if search.goal.first.is_empty() {
            return Err(Known::without_move(Numbers::PROVEN));
        }
        let known = self.table.get(&search.key(role));
        if let Some(known) = known.filter(|known| known.numbers.is_decided()) {
            return Err(*known);
        }
        let is_out = role == Role::Defender && search.may_escape() && search.has_escaped();
        if search.depth() > search.limits.reading_depth || is_out {
            return Err(Known::without_move(Numbers::DISPROVEN));
        }
        search.nodes += 1;
        let scene = search.examine(role);
        if scene.lives {
            return Err(Known::without_move(Numbers::DISPROVEN));
        }
        let moves = search.moves(role, &scene);
        let eyes = u32::from(scene.life.probable.min_eyes().min(2));
        if moves.is_empty() && role == Role::Defender && eyes == 2 && !search.runs() {
            return Err(Known::without_move(Numbers::DISPROVEN));
        }
        let guess = Numbers::open(1 + EYE * eyes, 1 + EYE * (2 - eyes));
        let mut children: Vec<Child> = (moves.into_iter().zip(0..))
            .map(|(one, rank)| Child::new(Some(one), guess.doubted(side_of(role), rank)))
            .collect();
        if children.is_empty() && role == Role::Attacker {
            children.push(Child::new(None, guess));
        }
        let answers = ANSWERS.get(search.depth() / 2).copied();
        self.nodes.push(Node {
            children,
            goal: search.goal.clone(),
            answers: answers.unwrap_or(0),
        });
        Ok(self.nodes.len() - 1)
    }
}

impl Search<'_> {
    /// The moves of a side, the most promising first.
    fn moves(&mut self, role: Role, scene: &Scene) -> Vec<Move> {
        let own = role.side(self.goal.color);
        let (database, tactics) = match role {
            Role::Attacker => (Database::OwlAttackPats, tactical(self.read(true))),
            Role::Defender => (Database::OwlDefendPats, self.rescue()),
        };
        let most = match self.depth() {
            _ if self.is_deep() => 1,
            0..=1 => WIDE,
            _ => WIDTH,
        };
        let mut moves = self.vital_moves(role, scene, true);
        let mut others = Vec::new();
        if moves.is_empty() || !self.is_deep() {
            others = self.proposed(scene, database, own, most);
            others.extend(self.vital_moves(role, scene, false));
        }
        others.extend(tactics);
        for one in others {
            if moves.iter().all(|known| known.point != one.point) {
                moves.push(one);
            }
        }
        moves
    }
}

impl proof::Search for Prover<'_, '_> {
    type Node = usize;
    type Found = Known;

    fn weigh(&self, node: usize, side: Side) -> Sum {
        let numbers = self.nodes[node].children.iter().map(|child| child.numbers);
        weigh(numbers, side, SHARE, false)
    }

    fn child(&self, node: usize, child: usize) -> (Option<Point>, Numbers) {
        let child = &self.nodes[node].children[child];
        (child.point(), child.numbers)
    }

    fn margin(second: u32) -> u32 {
        second + 1 + second / 4
    }

    fn is_spent(&self) -> bool {
        self.search.nodes >= self.search.limits.nodes
    }

    fn nodes(&self) -> u64 {
        self.search.nodes.into()
    }

    fn play(&mut self, node: usize, child: usize, side: Side, _: u32) -> Result<(), Known> {
        let child = &mut self.nodes[node].children[child];
        let Some(one) = child.one.clone() else {
            self.line.push(None);
            return Ok(());
        };
        let search = &mut *self.search;
        let color = role_of(side).side(search.goal.color);
        let takes_ko = search.board.ko_capture(color, one.point).is_some();
        let may_retake = self.regime.may_retake(side == self.asker);
        let tried = (search.board).try_with_komaster(color, one.point, may_retake);
        let Some(tried) = tried else {
            return Err(Known::without_move(Numbers::lost(side).with_ko(takes_ko)));
        };
        child.is_conditional |= tried == Tried::Conditional;
        let below = child.node;
        if let Some(trace) = search.trace {
            trace.play(search.board);
        }
        self.line.push(Some(node));
        if let Some(below) = below {
            search.goal = self.nodes[below].goal.clone();
        } else {
            search.goal.refresh(search.board);
            search.follow(role_of(side), &one);
        }
        Ok(())
    }

    fn enter(&mut self, node: usize, child: usize, side: Side, _: u32, _: u32) -> Entered<Self> {
        if let Some(below) = self.nodes[node].children[child].node {
            return Entered::Node(below);
        }
        match self.expand(role_of(side.other())) {
            Err(known) => Entered::Result(known),
            Ok(below) => {
                self.nodes[node].children[child].node = Some(below);
                Entered::Node(below)
            }
        }
    }

    fn take_back(&mut self, _: u32) {
        if let Some(Some(node)) = self.line.pop() {
            self.search.board.take_back();
            self.search.goal = self.nodes[node].goal.clone();
        }
    }

    fn note(&mut self, at: usize, choice: usize, side: Side, found: Known) {
        let node = &mut self.nodes[at];
        let child = &mut node.children[choice];
        child.numbers = found.numbers.with_ko(child.is_conditional);
        let is_refuted = found.numbers.of(side) == (INFINITE, 0);
        let may_add = node.answers > 0 || child.one.is_none();
        let Some(point) = found.best.filter(|_| is_refuted && may_add) else {
            return;
        };
        // The other side's best answer is a good point for this side, too.
        let mut known = node.children.iter().filter_map(Child::point);
        if known.all(|known| known != point) {
            node.answers = node.answers.saturating_sub(1);
            let rank = node.children.len() as u32;
            let numbers = Numbers::open(EYE, EYE).doubted(side, rank);
            (node.children).push(Child::new(Some(Move::plain(point, TACTICAL)), numbers));
        }
    }

    fn finish(
        &mut self,
        _: usize,
        side: Side,
        depth: u32,
        sum: Sum,
        best: Option<Point>,
        _: u64,
    ) -> Known {
        let search = &mut *self.search;
        if let Some(trace) = search.trace.as_mut().filter(|_| depth > 0) {
            trace.note(search.board, || {
                (sum.numbers).in_words(["kill", "live"], ["dead", "alive"])
            });
        }
        let known = Known {
            numbers: sum.numbers,
            best: best.filter(|_| sum.numbers.of(side).1 != 0),
        };
        self.table.insert(search.key(role_of(side)), known);
        known
    }
}
