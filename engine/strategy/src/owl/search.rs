//! The search: the nodes of the attacker and of the defender.

use katachi_board::{Board, Color, Outcome, Point, PointSet, Tried};
use katachi_image::{Cell, Role as Database};
use katachi_matcher::{Question, TacticalQuestions};
use katachi_tactics::reading::{Reading, Trace};
use rustc_hash::FxHashMap;

use super::facts::SearchFacts;
use super::goal::{Goal, Joins};
use super::life::{Feast, Life, Move, Role, is_useful_defense};
use super::limits::OwlLimits;
use super::lunch::{self, Lunch};
use super::proposals::{Proposal, of_role};
use crate::dragons::Dragons;
use crate::dragons::escape::Terrain;
use crate::eyes::{GoalEyes, Shapes, Solutions, examine_goal};
use crate::host::{GoalFacts, GoalLunch, Known, PositionHost};
use crate::knowledge::Knowledge;
use crate::matchers::Matchers;
use crate::readers::Readers;

/// The most moves of one kind that a side tries in a position.
const MOST_MOVES: usize = 3;
/// Deeper than this the goal may have escaped.
const ESCAPE_DEPTH: usize = 2;
/// A goal that can run this well has escaped.
const ESCAPED: u32 = 5;
/// After this number of moves that only run, eyes do not count.
const MOST_ESCAPES: u8 = 3;
/// A goal with fewer marks than this may be saved by tactics.
const SMALL_GOAL: usize = 5;
/// The value of a move of tactical reading.
pub(super) const TACTICAL: f32 = 25.0;
/// The vital moves that come before patterns: in the first position, and deeper.
const URGENT_AT_ROOT: f32 = 70.0;
const URGENT: f32 = 45.0;

/// What an answer depends on: the stones, the komaster, the marks, the stones asked about, and the
/// side to move.
pub(super) type Key = (u64, u64, u64, u64, Role);

/// The answers of attacker's and defender's nodes, for all questions about one position of the
/// game.
pub(crate) type Table = FxHashMap<Key, Entry>;

/// The answer of a node, with the depth of the search below it.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    reading: Reading,
    depth_left: usize,
}

/// What is known about a position of the search.
#[derive(Clone)]
pub(crate) struct Scene {
    pub eyes: GoalEyes,
    lunches: Vec<Lunch>,
    bites: Vec<GoalLunch>,
    /// The stones of the goal.
    goal: PointSet,
    pub life: Life,
    pub lives: bool,
}

/// A search about one goal.
pub(crate) struct Search<'a> {
    pub board: &'a mut Board,
    pub readers: Readers<'a>,
    pub komi: f32,
    pub knowledge: &'a Knowledge,
    pub matchers: &'a mut Matchers,
    pub solutions: &'a mut Solutions,
    pub known: Known<'a>,
    pub dragons: &'a Dragons,
    pub limits: OwlLimits,
    pub goal: Goal,
    /// What each point of the grid is worth to a goal that runs.
    pub escape: Vec<u8>,
    /// Stones of the attacker that race with the goal: they are no lunch, since who captures whom
    /// is the question.
    pub rival: PointSet,
    /// The stones that the question is about, as a number.
    about: u64,
    /// The answers of positions.
    table: &'a mut Table,
    /// The recording of the moves, if one is wanted.
    pub trace: &'a mut Option<Trace>,
    /// The positions so far.
    pub nodes: u32,
    /// Whether no limit of nodes has cut the search short.
    pub is_certain: bool,
}

/// The parts of a search that come from outside.
pub(super) struct Parts<'a> {
    pub board: &'a mut Board,
    pub readers: Readers<'a>,
    pub komi: f32,
    pub knowledge: &'a Knowledge,
    pub matchers: &'a mut Matchers,
    pub solutions: &'a mut Solutions,
    pub known: Known<'a>,
    pub dragons: &'a Dragons,
    pub limits: OwlLimits,
    pub table: &'a mut Table,
    pub trace: &'a mut Option<Trace>,
}

const LOST: Reading = Reading {
    outcome: Outcome::Lose,
    point: None,
};
const WON: Reading = Reading {
    outcome: Outcome::Win,
    point: None,
};

/// A result as a trace shows it, for the side that moves next.
pub(crate) fn in_words(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win => "succeeds",
        Outcome::KoA => "succeeds by a ko that it takes first",
        Outcome::KoB => "succeeds by a ko that needs a threat",
        Outcome::Lose => "fails",
    }
}

impl<'a> Search<'a> {
    /// A search about this goal.
    pub(super) fn new(parts: Parts<'a>, goal: Goal, escape: Vec<u8>) -> Self {
        Self {
            board: parts.board,
            readers: parts.readers,
            komi: parts.komi,
            knowledge: parts.knowledge,
            matchers: parts.matchers,
            solutions: parts.solutions,
            known: parts.known,
            dragons: parts.dragons,
            limits: parts.limits,
            about: goal.hash(),
            goal,
            escape,
            rival: PointSet::EMPTY,
            table: parts.table,
            trace: parts.trace,
            nodes: 0,
            is_certain: true,
        }
    }

    fn defender(&self) -> Color {
        self.goal.color
    }

    pub(super) fn key(&self, role: Role) -> Key {
        let komaster = self.board.komaster().hash();
        (
            self.board.hash(),
            komaster,
            self.goal.hash(),
            self.about,
            role,
        )
    }

    /// The remembered answer, if it was searched deep enough.
    fn remembered(&self, role: Role) -> Option<Reading> {
        let entry = self.table.get(&self.key(role))?;
        (entry.depth_left >= self.depth_left()).then_some(entry.reading)
    }

    /// Remembers an answer, unless a limit of nodes has cut the search short.
    fn remember(&mut self, role: Role, reading: Reading) -> Reading {
        if !self.is_certain {
            return reading;
        }
        let entry = Entry {
            reading,
            depth_left: self.depth_left(),
        };
        self.table.insert(self.key(role), entry);
        reading
    }

    pub(super) fn depth(&self) -> usize {
        self.board.trial_moves()
    }

    /// Whether a side tries one move of each kind only.
    pub(super) fn is_deep(&self) -> bool {
        self.depth() > self.limits.branch_depth
    }

    fn depth_left(&self) -> usize {
        self.limits.reading_depth.saturating_sub(self.depth())
    }

    /// Whether a limit ends the search here.
    fn is_spent(&mut self) -> bool {
        let spent = self.nodes >= self.limits.nodes;
        self.is_certain &= !spent;
        spent || self.depth() > self.limits.reading_depth
    }

    /// Whether the attacker, to move, kills the goal. A success without a move needs none.
    pub fn attack(&mut self) -> Reading {
        if self.goal.first.is_empty() {
            return WON;
        }
        if let Some(known) = self.remembered(Role::Attacker) {
            return known;
        }
        if self.is_spent() {
            return LOST;
        }
        self.nodes += 1;
        let scene = self.examine(Role::Attacker);
        if scene.lives {
            return self.remember(Role::Attacker, LOST);
        }
        let found = self.try_attacks(&scene);
        self.remember(Role::Attacker, found)
    }

    fn try_attacks(&mut self, scene: &Scene) -> Reading {
        let is_deep = self.is_deep();
        let mut node = Node::new(!self.defender());
        for pass in 0..6 {
            if is_deep && pass <= 2 && node.has_tried {
                continue;
            }
            let moves = match pass {
                0 => self.vital_moves(Role::Attacker, scene, true),
                1 => {
                    if self.try_patterns(&mut node, scene, Database::OwlAttackPats) {
                        return node.best;
                    }
                    continue;
                }
                2 => self.vital_moves(Role::Attacker, scene, false),
                3 => {
                    let found = self.read(true);
                    let ko_counts = scene.life.probable.min_eyes() >= 2;
                    let counts = found.outcome == Outcome::Win || ko_counts;
                    tactical(found).into_iter().filter(|_| counts).collect()
                }
                4 if !node.has_tried => {
                    let defense = self.defend_in(Some(scene));
                    if defense.outcome == Outcome::Lose {
                        return WON;
                    }
                    self.instead(defense).into_iter().collect()
                }
                5 => tactical(self.read(true)).into_iter().collect(),
                _ => Vec::new(),
            };
            for one in &moves {
                if self.try_attack(&mut node, one) {
                    return node.best;
                }
            }
        }
        node.best
    }

    /// Plays a move of the attacker, and asks for the defence. Returns whether it kills.
    fn try_attack(&mut self, node: &mut Node, one: &Move) -> bool {
        self.play(node, one, |search| {
            search.follow(Role::Attacker, one);
            search.defend()
        })
    }

    /// Whether the defender, to move, lets the goal live. A success without a move needs none.
    pub fn defend(&mut self) -> Reading {
        self.defend_in(None)
    }

    /// Whether the defender, to move, lets the goal live. The attacker may have examined the same
    /// position.
    fn defend_in(&mut self, seen: Option<&Scene>) -> Reading {
        if self.goal.first.is_empty() {
            return LOST;
        }
        if let Some(known) = self.remembered(Role::Defender) {
            return known;
        }
        if self.may_escape() && self.has_escaped() {
            return self.remember(Role::Defender, WON);
        }
        if self.is_spent() {
            return WON;
        }
        self.nodes += 1;
        let scene = self.examine_again(seen, Role::Defender);
        if scene.lives {
            return self.remember(Role::Defender, WON);
        }
        let found = self.try_defenses(&scene);
        self.remember(Role::Defender, found)
    }

    fn try_defenses(&mut self, scene: &Scene) -> Reading {
        let is_deep = self.is_deep();
        let mut node = Node::new(self.defender());
        for pass in 0..4 {
            if is_deep && pass <= 2 && node.has_tried {
                continue;
            }
            let moves = match pass {
                0 => self.vital_moves(Role::Defender, scene, true),
                1 => {
                    if self.try_patterns(&mut node, scene, Database::OwlDefendPats) {
                        return node.best;
                    }
                    continue;
                }
                2 => self.vital_moves(Role::Defender, scene, false),
                _ => self.rescue().into_iter().collect(),
            };
            for one in &moves {
                if self.try_defense(&mut node, one) {
                    return node.best;
                }
            }
        }
        if !node.has_choice && !self.runs() && scene.life.probable.min_eyes() >= 2 {
            return WON;
        }
        node.best
    }

    /// Plays a move of the defender, and asks for the attack. Returns whether the goal lives.
    fn try_defense(&mut self, node: &mut Node, one: &Move) -> bool {
        self.play(node, one, |search| {
            search.follow(Role::Defender, one);
            search.attack()
        })
    }

    /// Plays a move unless it was tried, and asks for the answer. Returns whether it wins.
    fn play(
        &mut self,
        node: &mut Node,
        one: &Move,
        answer: impl FnOnce(&mut Self) -> Reading,
    ) -> bool {
        if node.tried.contains(one.point) {
            return false;
        }
        node.has_choice = true;
        let nothing_yet = node.best.outcome == Outcome::Lose;
        let tried = (self.board).try_with_komaster(node.color, one.point, nothing_yet);
        let Some(tried) = tried else {
            return false;
        };
        if let Some(trace) = self.trace {
            trace.play(self.board);
        }
        let before = self.goal.clone();
        self.goal.refresh(self.board);
        let answer = answer(self).outcome;
        if let Some(trace) = self.trace {
            trace.note(self.board, || format!("answer: {}", in_words(answer)));
        }
        self.board.take_back();
        self.goal = before;
        let outcome = match tried {
            Tried::Plain => {
                node.tried.insert(one.point);
                node.has_tried = true;
                answer.reversed()
            }
            Tried::Conditional if answer == Outcome::Win => Outcome::Lose,
            Tried::Conditional => Outcome::KoB,
        };
        if outcome > node.best.outcome {
            node.best = Reading {
                outcome,
                point: Some(one.point),
            };
        }
        tried == Tried::Plain && outcome == Outcome::Win
    }

    /// Tries the moves of patterns, as they are drawn. Returns whether one wins.
    fn try_patterns(&mut self, node: &mut Node, scene: &Scene, role: Database) -> bool {
        let is_deep = self.is_deep();
        let most = if is_deep { 1 } else { MOST_MOVES };
        let own = node.color;
        let proposals = of_role(
            self.knowledge,
            self.matchers,
            role,
            self.board,
            own,
            &scene.goal,
        );
        let mut chosen = PointSet::EMPTY;
        for (place, proposal) in proposals.iter().enumerate() {
            if chosen.len() >= most || is_deep && node.has_tried {
                break;
            }
            if chosen.contains(proposal.point) || !self.admits(proposal, scene, own) {
                continue;
            }
            chosen.insert(proposal.point);
            let one = self.drawn(proposal, &proposals[place + 1..], scene, own);
            let wins = if own == self.defender() {
                self.try_defense(node, &one)
            } else {
                self.try_attack(node, &one)
            };
            if wins {
                return true;
            }
        }
        false
    }

    /// The moves that patterns of a role propose to a side, without vital points.
    pub(super) fn moves_of_patterns(&mut self, database: Database, own: Color) -> Vec<Move> {
        let role = if own == self.defender() {
            Role::Defender
        } else {
            Role::Attacker
        };
        let scene = self.examine(role);
        self.proposed(&scene, database, own, MOST_MOVES)
    }

    /// At most this many moves that patterns of a role propose to a side.
    pub fn proposed(
        &mut self,
        scene: &Scene,
        database: Database,
        own: Color,
        most: usize,
    ) -> Vec<Move> {
        let (knowledge, board) = (self.knowledge, &*self.board);
        let proposals = of_role(knowledge, self.matchers, database, board, own, &scene.goal);
        let mut moves: Vec<Move> = Vec::new();
        for (place, proposal) in proposals.iter().enumerate() {
            if moves.len() >= most {
                break;
            }
            let is_new = moves.iter().all(|one| one.point != proposal.point);
            if is_new && self.admits(proposal, scene, own) {
                moves.push(self.drawn(proposal, &proposals[place + 1..], scene, own));
            }
        }
        moves
    }

    /// The move of a proposal that is admitted. `others` are the proposals behind it.
    fn drawn(
        &mut self,
        proposal: &Proposal<'_>,
        others: &[Proposal<'_>],
        scene: &Scene,
        own: Color,
    ) -> Move {
        let mut joins = proposal.joins();
        if joins == Joins::Perhaps {
            // The first other pattern that knows decides.
            let knows =
                |one: &&Proposal<'_>| one.point == proposal.point && one.joins() != Joins::Perhaps;
            let decides = others
                .iter()
                .filter(knows)
                .find(|one| self.admits(one, scene, own));
            joins = decides.map_or(joins, Proposal::joins);
        }
        let own_cells = [Cell::Own, Cell::OwnAnchor];
        let goal_cells = [Cell::Opponent, Cell::OpponentAnchor];
        let is_attack = own != self.defender();
        let with = proposal.has('a') && !is_attack;
        Move {
            joins,
            with: if with {
                proposal.under(&own_cells, self.board)
            } else {
                PointSet::EMPTY
            },
            escapes: proposal.has('E') && !is_attack,
            cuts: if proposal.has('C') && is_attack {
                proposal.under(&goal_cells, self.board) & scene.goal
            } else {
                PointSet::EMPTY
            },
            ..Move::plain(proposal.point, proposal.value)
        }
    }

    /// Whether the stone of a proposal is safe, and its constraint holds.
    fn admits(&mut self, proposal: &Proposal<'_>, scene: &Scene, own: Color) -> bool {
        // What costs little is asked first.
        let reads = proposal.pattern.reads();
        (reads || self.accepts(proposal, scene, own))
            && self.is_safe(proposal, own)
            && (!reads || self.accepts(proposal, scene, own))
    }

    /// Whether the stone of a proposal is safe, as far as its class letters demand it.
    fn is_safe(&mut self, proposal: &Proposal<'_>, own: Color) -> bool {
        let (board, reader) = (&mut *self.board, &mut *self.readers.tactics);
        let mut is_safe = |color| reader.safe_move(board, color, proposal.point) != Outcome::Lose;
        (proposal.has('s') || is_safe(own)) && (!proposal.has('n') || is_safe(!own))
    }

    /// Whether the constraint of a proposal holds.
    fn accepts(&mut self, proposal: &Proposal<'_>, scene: &Scene, own: Color) -> bool {
        let size = self.board.size();
        let question = Question::new(proposal.pattern, proposal.found, own, size);
        self.ask(&scene.goal, &scene.eyes, &scene.bites, |host| {
            question.accepts(host)
        })
    }

    /// Asks a host that knows the goal.
    fn ask<R>(
        &mut self,
        goal: &PointSet,
        eyes: &GoalEyes,
        bites: &[GoalLunch],
        question: impl FnOnce(&mut PositionHost<'_>) -> R,
    ) -> R {
        let facts = GoalFacts {
            color: self.goal.color,
            stones: goal,
            escape: &self.escape,
            eyes,
            lunches: bites,
        };
        let known = Known {
            goal: Some(&facts),
            ..self.known
        };
        let readers = self.readers.reborrow();
        let mut host = PositionHost::new(self.board, readers, self.komi).quick_with(known);
        question(&mut host)
    }

    /// The value from which on a side's vital moves come before those of patterns.
    fn urgent(&self, role: Role, scene: &Scene) -> f32 {
        let expected = scene.life.least + scene.life.probable.min_eyes();
        match (role, expected) {
            _ if self.depth() == 0 => URGENT_AT_ROOT,
            (Role::Attacker, _) | (Role::Defender, 0..3) => URGENT,
            (Role::Defender, 3) => 35.0,
            (Role::Defender, _) => 25.0,
        }
    }

    /// The vital moves that a side tries: the urgent ones, or all; far from the root no others.
    pub(super) fn vital_moves(&self, role: Role, scene: &Scene, only_urgent: bool) -> Vec<Move> {
        let depth = self.depth();
        let urgent = self.urgent(role, scene);
        let uses_vital = match role {
            Role::Attacker => scene.life.most >= 2 || depth <= ESCAPE_DEPTH,
            Role::Defender => !self.runs(),
        };
        let is_far = depth > self.limits.distrust_depth;
        let least = if only_urgent || is_far { urgent } else { 1.0 };
        let most = match depth {
            _ if !uses_vital => 0,
            _ if self.is_deep() => 1,
            _ => MOST_MOVES,
        };
        let moves = scene.life.vital.iter().take(most);
        moves.filter(|one| one.value >= least).cloned().collect()
    }

    /// The move that saves a small goal by tactics.
    pub(super) fn rescue(&mut self) -> Option<Move> {
        let is_small = self.goal.first.len() + 2 * self.goal.added.len() < SMALL_GOAL;
        if !is_small || self.read(true).outcome == Outcome::Lose {
            return None;
        }
        let color = self.goal.color;
        tactical(self.read(false)).filter(|one| {
            self.board.liberty_count_after(color, one.point) > 1
                || self.board.captures_something(color, one.point)
        })
    }

    /// Whether the defender has only run for so long that eyes do not count.
    pub(super) fn runs(&self) -> bool {
        self.goal.escapes >= MOST_ESCAPES
    }

    /// Reads the string that stands for the goal: whether it is captured, or saved.
    pub(super) fn read(&mut self, attacks: bool) -> Reading {
        let (board, reader) = (&mut *self.board, &mut *self.readers.tactics);
        if attacks {
            reader.attack(board, self.goal.origin)
        } else {
            reader.defend(board, self.goal.origin)
        }
    }

    /// The attacker's move in place of the defence, where nothing else was tried.
    fn instead(&mut self, defense: Reading) -> Option<Move> {
        let attacker = !self.defender();
        let point = defense.point?;
        if !self.board.is_suicide(attacker, point) {
            return Some(Move::plain(point, TACTICAL));
        }
        // An own string beside it is saved instead.
        let near = point.neighbors().into_iter();
        let strings: Vec<Point> = near
            .filter(|near| self.board.at(*near).is(attacker))
            .collect();
        let reader = &mut *self.readers.tactics;
        let saved = strings.into_iter().find_map(|string| {
            let attack = reader.attack(self.board, string);
            let defense =
                (attack.outcome != Outcome::Lose).then(|| reader.defend(self.board, string));
            defense.and_then(|reading| reading.point)
        });
        saved.map(|point| Move::plain(point, TACTICAL))
    }

    /// Whether the line is long enough for the goal to have escaped.
    pub(super) fn may_escape(&self) -> bool {
        self.depth() > ESCAPE_DEPTH
    }

    /// Whether the goal runs so well that it has escaped.
    pub fn has_escaped(&self) -> bool {
        self.route(&self.goal.stones()) >= ESCAPED
    }

    /// How well these stones can run.
    fn route(&self, stones: &PointSet) -> u32 {
        let color = self.defender();
        let terrain = Terrain {
            board: self.board,
            cuts: self.dragons.cuts().points(color),
        };
        terrain.route(color, stones, |point| {
            if self.goal.ever.contains(point) {
                return 0;
            }
            self.escape.get(point.index()).copied().map_or(0, u32::from)
        })
    }

    /// Changes the marks after a move of a side.
    pub(super) fn follow(&mut self, role: Role, one: &Move) {
        match role {
            Role::Attacker => {
                self.goal.surround(self.board, self.dragons, one.point);
                self.cut(&one.cuts);
            }
            Role::Defender => self.grow(one),
        }
    }

    /// Adds to the goal what the defender's move joins to it.
    pub fn grow(&mut self, one: &Move) {
        let superstring = |search: &mut Self, point: Point| {
            let reader = &mut *search.readers.tactics;
            let found = search.board.superstring_through(point, |board, string| {
                reader.attack(board, string).outcome == Outcome::Win
                    && reader.defend(board, string).outcome == Outcome::Lose
            });
            found.map_or(PointSet::EMPTY, |found| found.stones())
        };
        let joined = match one.joins {
            Joins::No => PointSet::EMPTY,
            _ => superstring(self, one.point),
        };
        self.goal.join(self.board, one.point, one.joins, &joined);
        for stone in &one.with {
            if self.board.at(stone).is(self.goal.color) && !self.goal.stones().contains(stone) {
                let joined = superstring(self, stone);
                self.goal.add(&joined);
            }
        }
        if let Some(lunch) = &one.lunch {
            let stones = *lunch & *self.board.stones(!self.goal.color);
            let chain = stones.first().and_then(|stone| self.board.chain(stone));
            let beside = chain.into_iter().flat_map(|chain| chain.neighbors());
            let friends: PointSet = beside.flat_map(|near| near.stones()).collect();
            self.goal.add(&friends);
        }
        if one.escapes {
            self.goal.escapes = self.goal.escapes.saturating_add(1);
        }
    }

    /// Takes stones out of the goal that the attacker has cut off from most of it.
    pub fn cut(&mut self, stones: &PointSet) {
        let listed: Vec<Point> = (self.board.chains_at(&(*stones & self.goal.stones())))
            .map(|chain| chain.origin())
            .collect();
        if listed.len() < 2 {
            return;
        }
        let mut parts: Vec<usize> = (0..listed.len()).collect();
        for a in 0..listed.len() {
            for b in 0..a {
                if parts[a] == parts[b] {
                    continue;
                }
                let connections = &mut *self.readers.connections;
                let cut = connections.quick_disconnect(self.board, listed[a], listed[b]);
                if cut.outcome != Outcome::Win {
                    let (old, new) = (parts[a], parts[b]);
                    for part in &mut parts {
                        if *part == old {
                            *part = new;
                        }
                    }
                }
            }
        }
        if parts.iter().all(|part| *part == parts[0]) {
            return;
        }
        let kept = self.largest_part(&listed, &parts);
        self.goal.first &= kept;
        self.goal.added &= kept;
        self.goal.refresh(self.board);
    }

    /// The goal stones nearest to the part with most stones; way counts over own and empty points.
    fn largest_part(&self, listed: &[Point], parts: &[usize]) -> PointSet {
        let own = self.goal.stones();
        let free = *self.board.stones(self.goal.color) | *self.board.empty();
        let mut fronts: Vec<(usize, PointSet)> = Vec::new();
        for (&stone, &part) in listed.iter().zip(parts) {
            let chain = self.board.chain(stone);
            let body: PointSet = chain.into_iter().flat_map(|chain| chain.stones()).collect();
            match fronts.iter_mut().find(|(one, _)| *one == part) {
                Some((_, front)) => *front |= body,
                None => fronts.push((part, body)),
            }
        }
        let mut taken = fronts
            .iter()
            .fold(PointSet::EMPTY, |set, (_, front)| set | *front);
        loop {
            let mut grown = false;
            for (_, front) in &mut fronts {
                let next = (front.neighbors() & free) - taken;
                grown |= !next.is_empty();
                taken |= next;
                *front |= next;
            }
            if !grown {
                break;
            }
        }
        let largest = fronts.iter().max_by_key(|(part, front)| {
            // The first among equals.
            ((*front & own).len(), std::cmp::Reverse(*part))
        });
        largest.map_or(own, |(_, front)| *front & own)
    }

    /// Estimates the goal's life, and lists the vital moves of a side.
    pub fn examine(&mut self, role: Role) -> Scene {
        self.examine_again(None, role)
    }

    /// The same for a position that may have been examined for the other side.
    fn examine_again(&mut self, seen: Option<&Scene>, role: Role) -> Scene {
        let mut scene = match seen {
            Some(seen) => Scene {
                life: Life::of(&seen.eyes, &seen.lunches),
                lives: false,
                ..seen.clone()
            },
            None => self.survey(),
        };
        self.judge(role, &mut scene);
        scene
    }

    /// The eyes and lunches of the goal, for both sides.
    fn survey(&mut self) -> Scene {
        let goal = self.goal.stones();
        let color = self.defender();
        let reader = &mut *self.readers.tactics;
        let (mut lunches, inessential) = lunch::find(self.board, reader, &goal, &self.rival);
        let all = *self.board.stones(Color::Black) | *self.board.stones(Color::White);
        let lost = lunches.iter().filter(|lunch| !lunch.is_defendable());
        let lively = lost.fold(all - inessential, |set, lunch| set - lunch.stones);
        let mut facts = SearchFacts {
            board: self.board,
            reader,
            lively,
        };
        let mut shapes = Shapes::new(self.knowledge, self.solutions);
        let eyes = examine_goal(&mut facts, &mut shapes, color, &goal);
        self.value_lunches(&goal, &eyes, &mut lunches);
        let life = Life::of(&eyes, &lunches);
        let bites = lunches.iter().map(|lunch| GoalLunch {
            stones: lunch.stones,
            most_eyes: lunch.eyes[2],
        });
        Scene {
            bites: bites.collect(),
            eyes,
            lunches,
            goal,
            life,
            lives: false,
        }
    }

    fn value_lunches(&mut self, goal: &PointSet, eyes: &GoalEyes, lunches: &mut [Lunch]) {
        let color = self.defender();
        for lunch in lunches {
            if !lunch.is_defendable() {
                continue;
            }
            let mut false_points = PointSet::EMPTY;
            if lunch.stones.len() <= 2 {
                for stone in &lunch.stones {
                    let is_false = self.ask(goal, eyes, &[], |host| {
                        host.is_obvious_false_eye(color, stone)
                    });
                    if is_false == Some(true) {
                        false_points.insert(stone);
                    }
                }
            }
            let feast = Feast {
                board: self.board,
                goal,
                boundary: &self.goal.boundary,
                escape: &self.escape,
                eyes,
            };
            let route = |stones: &PointSet| self.route(stones);
            lunch.eyes = feast.eyes_by(lunch, route, |stone| false_points.contains(stone));
        }
    }

    /// Says whether the goal lives, and finds the vital moves of a side.
    fn judge(&mut self, role: Role, scene: &mut Scene) {
        let corrects = self.limits.uses_vital_patterns;
        let without = scene.life.least;
        let is_far = self.depth() > self.limits.distrust_depth;
        let probable = scene.life.settled;
        let lives = |least: u8, is_trusted: bool| {
            least >= 2 || least == 1 && probable >= 4 || is_far && probable >= 2 && is_trusted
        };
        let runs = role == Role::Defender && self.runs();
        // The attacker tries the moves. For the defender only their number counts, as far as there
        // are eyes to lose.
        let most = match role {
            Role::Attacker if scene.life.probable.max_eyes() < 2 => 0,
            Role::Attacker => MOST_MOVES,
            Role::Defender if runs => 0,
            Role::Defender => usize::from(without).max(usize::from(lives(0, true))),
        };
        let found = if corrects {
            self.vital_patterns(scene, most.min(MOST_MOVES))
        } else {
            Vec::new()
        };
        let least = without.saturating_sub(found.len() as u8);
        scene.lives = !runs && lives(least, found.is_empty());
        if scene.lives || runs {
            return;
        }
        let (board, reader) = (&mut *self.board, &mut *self.readers.tactics);
        let goal = scene.goal;
        scene.life.add_eyes(&scene.eyes, role, |point| {
            board.at(point).is_empty()
                && (role == Role::Attacker || is_useful_defense(board, reader, &goal, point))
        });
        scene.life.add_lunches(&scene.lunches, role);
        match role {
            Role::Attacker => {
                for (point, value, _) in found {
                    scene.life.add(Move::plain(point, value), value);
                }
            }
            Role::Defender if lives(without, true) => {
                if let Some((_, value, answer)) = found.first() {
                    scene.life.add(Move::plain(*answer, *value), *value);
                }
            }
            Role::Defender => {}
        }
        scene.life.least = least;
        scene.life.sort();
    }

    /// At most this many moves of patterns that cost the goal an eye, each with its value and the
    /// defender's answer.
    fn vital_patterns(&mut self, scene: &Scene, most: usize) -> Vec<(Point, f32, Point)> {
        if most == 0 {
            return Vec::new();
        }
        let own = !self.defender();
        let proposals = of_role(
            self.knowledge,
            self.matchers,
            Database::OwlVitalAPats,
            self.board,
            own,
            &scene.goal,
        );
        let mut found: Vec<(Point, f32, Point)> = Vec::new();
        for proposal in &proposals {
            if found.len() >= most {
                break;
            }
            let is_new = found.iter().all(|(point, _, _)| *point != proposal.point);
            if is_new && self.admits(proposal, scene, own) {
                let marked = proposal.under(&[Cell::Bang], self.board);
                let answer = marked.first().unwrap_or(proposal.point);
                found.push((proposal.point, proposal.value, answer));
            }
        }
        found
    }
}

/// A node: the side that moves, and what it has tried.
struct Node {
    color: Color,
    tried: PointSet,
    /// Whether a move was tried; a conditional ko capture does not count.
    has_tried: bool,
    /// Whether there was a move to try, even one that a ko forbids.
    has_choice: bool,
    best: Reading,
}

impl Node {
    fn new(color: Color) -> Self {
        Self {
            color,
            tried: PointSet::EMPTY,
            has_tried: false,
            has_choice: false,
            best: LOST,
        }
    }
}

/// The move of a successful reading.
pub(super) fn tactical(found: Reading) -> Option<Move> {
    let point = found.point.filter(|_| found.outcome != Outcome::Lose)?;
    Some(Move::plain(point, TACTICAL))
}
