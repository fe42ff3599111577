//! The analyst: the tools of analysis, kept from position to position.

use std::sync::Arc;

use katachi_board::{Board, Scoring};
use katachi_tactics::connection::ConnectionReader;
use katachi_tactics::life::{LifeReader, Limits as LifeLimits};
use katachi_tactics::reading::{GivenLimits, Limits, Reader, Trace};

use crate::combination::depth_for_level;
use crate::examine::{Plans, Verdicts};
use crate::eyes::Solutions;
use crate::influence::Style;
use crate::knowledge::Knowledge;
use crate::matchers::Matchers;
use crate::owl::{AtLevel, GivenOwlLimits, LifeOracle, OwlLimits};
use crate::position::{Position, Stages, Tools};
use crate::readers::Readers;
use crate::semeai::SemeaiLimits;

/// The databases, their matchers, the readers with what they remember, and the stages of the last
/// position.
#[derive(Clone, Debug)]
pub struct Analyst {
    /// What influence prefers.
    pub style: Style,
    knowledge: Knowledge,
    matchers: Matchers,
    plans: Plans,
    verdicts: Verdicts,
    eye_solutions: Solutions,
    level: i32,
    /// Added to all reading depths of the level.
    deepened: i32,
    given: GivenLimits,
    given_for_lives: GivenOwlLimits,
    /// Whether lives and races are read with brief limits.
    is_brief: bool,
    /// The most trial moves of a search for combinations, in place of those of the level.
    given_for_combinations: Option<usize>,
    tactics: Reader,
    /// Reads for constraints of influence, with fewer nodes.
    hasty: Reader,
    connections: ConnectionReader,
    /// Reads for searches of life and death, with fewer nodes.
    in_search: Reader,
    /// Reads the lives of dragons in closed areas.
    lives: LifeReader,
    /// Tells lives if the databases have no patterns for them.
    life_oracle: Option<Arc<dyn LifeOracle>>,
    /// The positions that searches for life and death have seen since the last reset.
    owl_nodes: u64,
    /// The recording of searches for life and death, if one was started.
    owl_trace: Option<Trace>,
    stages: Stages,
}

impl Analyst {
    /// An analyst with these databases, at this level.
    pub fn new(knowledge: Knowledge, level: i32) -> Self {
        Self {
            style: Style::default(),
            matchers: Matchers::new(&knowledge),
            knowledge,
            plans: Plans::default(),
            verdicts: Verdicts::default(),
            eye_solutions: Solutions::default(),
            level,
            deepened: 0,
            given: GivenLimits::default(),
            given_for_lives: GivenOwlLimits::default(),
            is_brief: false,
            given_for_combinations: None,
            tactics: Reader::new(Limits::for_level(level)),
            hasty: Reader::new(Limits::for_level(level).hasty()),
            connections: ConnectionReader::for_level(level),
            in_search: remembering_much(Limits::for_level(level).in_search()),
            lives: LifeReader::new(LifeLimits::for_level(level)),
            life_oracle: None,
            owl_nodes: 0,
            owl_trace: None,
            stages: Stages::default(),
        }
    }

    /// The position on this board, with this komi, in points for White.
    pub fn position(&mut self, board: &Board, komi: f32, scoring: Scoring) -> Position<'_> {
        let mut owl_limits = OwlLimits::for_level(self.level);
        let mut semeai_limits = SemeaiLimits::for_level(self.level);
        if self.is_brief {
            owl_limits = owl_limits.brief();
            semeai_limits = semeai_limits.brief();
        }
        let tools = Tools {
            readers: Readers {
                tactics: &mut self.tactics,
                connections: &mut self.connections,
            },
            knowledge: &self.knowledge,
            matchers: &mut self.matchers,
            plans: &mut self.plans,
            verdicts: &mut self.verdicts,
            eye_solutions: &mut self.eye_solutions,
            hasty: &mut self.hasty,
            in_search: &mut self.in_search,
            lives: &mut self.lives,
            life_oracle: (self.life_oracle.as_deref()).map(|oracle| AtLevel {
                oracle,
                level: self.level,
            }),
            owl_nodes: &mut self.owl_nodes,
            owl_trace: &mut self.owl_trace,
            stages: &mut self.stages,
            level: self.level,
            owl_limits: self.given_for_lives.over(owl_limits),
            semeai_limits: semeai_limits.with_nodes(self.given_for_lives.semeai_nodes),
            combination_depth: (self.given_for_combinations)
                .unwrap_or_else(|| depth_for_level(self.level)),
            style: self.style,
        };
        Position::new(board, komi, scoring, tools)
    }

    /// The databases.
    pub fn knowledge(&self) -> &Knowledge {
        &self.knowledge
    }

    /// Replaces the databases.
    pub fn set_knowledge(&mut self, knowledge: Knowledge) {
        self.matchers = Matchers::new(&knowledge);
        self.plans = Plans::default();
        self.verdicts = Verdicts::default();
        self.stages = Stages::default();
        self.knowledge = knowledge;
    }

    /// Sets what tells lives if the databases have no patterns for them, or their patterns find
    /// nothing.
    pub fn set_life_oracle(&mut self, oracle: Option<Arc<dyn LifeOracle>>) {
        self.life_oracle = oracle;
        self.stages = Stages::default();
    }

    /// The level.
    pub fn level(&self) -> i32 {
        self.level
    }

    /// Sets the level, which determines the limits of reading and the playouts of the engine. Any
    /// number is a level.
    pub fn set_level(&mut self, level: i32) {
        self.level = level;
        self.connections.set_level(level);
        self.set_limits();
    }

    /// Adds to all reading depths, on top of the level and of earlier additions.
    pub fn deepen(&mut self, by: i32) {
        self.deepened = self.deepened.saturating_add(by);
        self.set_limits();
    }

    /// Replaces limits of the level, also of levels set later. Depths that
    /// [`deepen`](Self::deepen) adds do not change them.
    pub fn give_limits(&mut self, given: GivenLimits, for_lives: GivenOwlLimits) {
        self.given = given;
        self.given_for_lives = for_lives;
        self.set_limits();
    }

    /// Reads lives and races with a quarter of the nodes of the level, or with all of them again.
    /// The stages of the last position do not outlast a change. Nodes that were given in place of
    /// those of the level stay as they are.
    pub fn read_lives_briefly(&mut self, is_brief: bool) {
        if self.is_brief != is_brief {
            self.is_brief = is_brief;
            self.stages = Stages::default();
        }
    }

    /// Replaces the depth of the level, in moves, of searches for combinations.
    pub fn give_combination_depth(&mut self, depth: Option<usize>) {
        self.given_for_combinations = depth;
    }

    /// Sets the memory for answers of reading, in bytes: an equal part for each reader. Answers do
    /// not depend on it, only the time that they take.
    pub fn set_memory(&mut self, bytes: usize) {
        let part = bytes / 5;
        for reader in [&mut self.tactics, &mut self.hasty, &mut self.in_search] {
            reader.set_memory(part);
        }
        self.connections.set_memory(part);
    }

    fn set_limits(&mut self) {
        let limits = Limits::for_level_deepened(self.level, self.deepened);
        let limits = self.given.over(limits);
        self.tactics.set_limits(limits);
        self.hasty.set_limits(limits.hasty());
        self.in_search.set_limits(limits.in_search());
        self.lives.set_limits(LifeLimits::for_level(self.level));
    }

    /// The reader of strings, with the limits of the level.
    pub fn tactics(&self) -> &Reader {
        &self.tactics
    }

    /// The reader of strings, for questions.
    pub fn tactics_mut(&mut self) -> &mut Reader {
        &mut self.tactics
    }

    /// The reader of connections, with the limits of the level.
    pub fn connections(&self) -> &ConnectionReader {
        &self.connections
    }

    /// The reader of connections, for questions.
    pub fn connections_mut(&mut self) -> &mut ConnectionReader {
        &mut self.connections
    }

    /// The number of positions searched for life and death since the last reset.
    pub fn owl_nodes(&self) -> u64 {
        self.owl_nodes
    }

    /// Sets the number of positions searched for life and death to 0.
    pub fn reset_owl_nodes(&mut self) {
        self.owl_nodes = 0;
    }

    /// Records the moves of all searches from now on: of strings, connections, and life and death.
    /// Remembered answers have no moves to show, so they are forgotten. The searches must begin on
    /// this board.
    pub fn start_trace(&mut self, board: &Board) {
        self.forget();
        let trace = Trace::from(board);
        self.tactics.start_trace(trace.clone());
        self.connections.start_trace(trace.clone());
        self.owl_trace = Some(trace);
    }

    /// Stops recording, and returns what all searches have played; `None` if nothing was recorded.
    pub fn finish_trace(&mut self) -> Option<Trace> {
        let mut all = self.owl_trace.take()?;
        let others = [self.tactics.finish_trace(), self.connections.finish_trace()];
        for other in others.iter().flatten() {
            all.join(other);
        }
        Some(all)
    }

    /// Forgets all answers of reading, and the stages of the last position.
    pub fn forget(&mut self) {
        self.tactics.forget();
        self.hasty.forget();
        self.in_search.forget();
        self.lives.forget();
        self.connections.forget();
        self.verdicts = Verdicts::default();
        self.eye_solutions = Solutions::default();
        self.stages = Stages::default();
    }
}

/// The most answers kept for strings that begin at one point: a search for life and death asks
/// about the same strings in many positions.
const MOST_ANSWERS: usize = 1024;

/// A reader of searches for life and death, with these limits.
fn remembering_much(limits: Limits) -> Reader {
    Reader::remembering(limits, MOST_ANSWERS)
}
