//! A position with the stages of its analysis.
//!
//! A stage is a function of the position and of the stages before it. It is computed at the first
//! question, and kept for the next one as long as the `Key` stays the same.

use std::sync::Arc;

use katachi_board::{Board, BoardSize, ByColor, Color, Point, PointSet, Scoring};
use katachi_image::{General, Pattern};
use katachi_matcher::Match;
use katachi_tactics::life::LifeReader;
use katachi_tactics::reading::{Limits, Reader, Trace};

use crate::combination::{self, Combinations};
use crate::dragons::{Dragon, Dragons, Findings, Life, Races, assess, crude_weaknesses, revise};
use crate::examine::{Advice, Counsel, Joining, Plans, Verdicts, examine};
use crate::eyes::{self, Eyes, RootFacts, Shapes, Solutions};
use crate::host::{Known, PositionHost};
use crate::influence::{
    Estimate, Field, Form, Influence, MoveEffect, MoveInfluence, Stones, Style,
};
use crate::knowledge::Knowledge;
use crate::matchers::Matchers;
use crate::owl::{self, AtLevel, Owl, OwlLimits, Root};
use crate::readers::Readers;
use crate::semeai::{Semeai, SemeaiLimits};
use crate::worms::{Threats, Worms};

/// Everything that the answer of a stage depends on, except the databases: other databases empty
/// the stages.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Key {
    /// The hash of the stones and of the ko.
    hash: u64,
    size: BoardSize,
    /// The side that moved last: a ko ban binds the other side only.
    last: Option<Color>,
    komi: f32,
    scoring: Scoring,
    limits: Limits,
    level: i32,
    owl_limits: OwlLimits,
    style: Style,
}

/// The stages that are known of one position.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stages {
    key: Option<Key>,
    worms: Option<Arc<Worms>>,
    threats: Option<Arc<Threats>>,
    eyes: Option<Arc<Eyes>>,
    /// The first influence, by the side to move.
    first_influence: ByColor<Option<Arc<Influence>>>,
    /// The influence by the side whose dragons escape.
    escape_influence: ByColor<Option<Arc<Influence>>>,
    groups: Option<Arc<Dragons>>,
    /// What reading says about the lives of the groups, in their order.
    lives: Option<Arc<Vec<Option<Life>>>>,
    /// What reading says about their races.
    races: Option<Arc<Vec<Option<Races>>>>,
    /// The groups with their lives and races.
    living_groups: Option<Arc<Dragons>>,
    /// The answers of searches for life and death.
    owl_table: owl::Table,
    /// Stones that are expected to die.
    expected_dead: PointSet,
    /// Stones whose dragons count as unsettled although they are dead.
    revived: PointSet,
    /// The influence of the dragons, by the side to move.
    influence: ByColor<Option<Arc<Influence>>>,
    dragons: Option<Arc<Dragons>>,
    /// Stones whose capture would give their captors no living group.
    insubstantial: Option<Arc<PointSet>>,
    /// Who is expected to own each point, by the side to move.
    estimate: ByColor<Option<Arc<Estimate>>>,
}

impl Stages {
    /// Forgets what follows from the lives of dragons, not what reading says about them.
    fn forget_lives(&mut self) {
        self.living_groups = None;
        self.influence = ByColor::default();
        self.dragons = None;
    }
}

/// A position that is being analysed.
pub struct Position<'a> {
    /// The board. Trial moves are taken back before anybody else asks.
    pub board: Board,
    /// The readers.
    pub readers: Readers<'a>,
    /// Points that White gets for moving second.
    pub komi: f32,
    knowledge: &'a Knowledge,
    matchers: &'a mut Matchers,
    plans: &'a mut Plans,
    verdicts: &'a mut Verdicts,
    eye_solutions: &'a mut Solutions,
    /// Reads for constraints of influence, with fewer nodes.
    hasty: &'a mut Reader,
    /// Reads for searches of life and death, with fewer nodes.
    in_search: &'a mut Reader,
    /// Reads the lives of dragons in closed areas.
    lives: &'a mut LifeReader,
    life_oracle: Option<AtLevel<'a>>,
    owl_nodes: &'a mut u64,
    owl_trace: &'a mut Option<Trace>,
    stages: &'a mut Stages,
    owl_limits: OwlLimits,
    semeai_limits: SemeaiLimits,
    combination_depth: usize,
    style: Style,
}

/// What the analysis of a position works with.
pub(crate) struct Tools<'a> {
    pub readers: Readers<'a>,
    pub knowledge: &'a Knowledge,
    pub matchers: &'a mut Matchers,
    pub plans: &'a mut Plans,
    pub verdicts: &'a mut Verdicts,
    pub eye_solutions: &'a mut Solutions,
    pub hasty: &'a mut Reader,
    pub in_search: &'a mut Reader,
    pub lives: &'a mut LifeReader,
    pub life_oracle: Option<AtLevel<'a>>,
    pub owl_nodes: &'a mut u64,
    pub owl_trace: &'a mut Option<Trace>,
    pub stages: &'a mut Stages,
    pub level: i32,
    pub owl_limits: OwlLimits,
    pub semeai_limits: SemeaiLimits,
    /// The most trial moves of a search for combinations.
    pub combination_depth: usize,
    pub style: Style,
}

impl<'a> Position<'a> {
    /// The position on the board. Stages of another position are forgotten; no stones are expected
    /// to die, and none are revived.
    pub(crate) fn new(board: &Board, komi: f32, scoring: Scoring, tools: Tools<'a>) -> Self {
        let key = Key {
            hash: board.hash(),
            size: board.size(),
            last: board.last_move().map(|(color, _)| color),
            komi,
            scoring,
            limits: tools.readers.tactics.limits(),
            level: tools.level,
            owl_limits: tools.owl_limits,
            style: tools.style,
        };
        if tools.stages.key != Some(key) {
            *tools.stages = Stages {
                key: Some(key),
                ..Stages::default()
            };
        }
        let mut position = Self {
            board: board.clone(),
            readers: tools.readers,
            komi,
            knowledge: tools.knowledge,
            matchers: tools.matchers,
            plans: tools.plans,
            verdicts: tools.verdicts,
            eye_solutions: tools.eye_solutions,
            hasty: tools.hasty,
            in_search: tools.in_search,
            lives: tools.lives,
            life_oracle: tools.life_oracle,
            owl_nodes: tools.owl_nodes,
            owl_trace: tools.owl_trace,
            stages: tools.stages,
            owl_limits: tools.owl_limits,
            semeai_limits: tools.semeai_limits,
            combination_depth: tools.combination_depth,
            style: tools.style,
        };
        position.expect_dead(&PointSet::EMPTY);
        position.revive(&PointSet::EMPTY);
        position
    }

    /// The databases.
    pub fn knowledge(&self) -> &'a Knowledge {
        self.knowledge
    }

    /// The matches of the database with this index, with this side as O.
    pub fn matches(&mut self, place: usize, general: &General<'_>, own: Color) -> Vec<Match> {
        (self.matchers)
            .matches((place, general), &self.board, own)
            .collect()
    }

    /// A host that answers the questions of patterns about this position.
    pub fn host(&mut self) -> PositionHost<'_> {
        self.dragons();
        self.host_so_far()
    }

    /// A host for the questions of one pattern. Dragons, eyes and influence are computed only if it
    /// asks about them.
    pub fn host_for(&mut self, pattern: &Pattern<'_>) -> PositionHost<'_> {
        if pattern.asks_about_groups() {
            self.dragons();
        } else {
            self.worms();
        }
        self.host_so_far()
    }

    /// A host that answers from the stages that are known. It reads connections quickly: patterns
    /// ask about hundreds.
    fn host_so_far(&mut self) -> PositionHost<'_> {
        let stages = &*self.stages;
        let known = Known {
            worms: stages.worms.as_deref(),
            eyes: stages.eyes.as_deref(),
            influence: ByColor {
                black: stages.influence.black.as_deref(),
                white: stages.influence.white.as_deref(),
            },
            dragons: stages.dragons.as_deref(),
            ..Known::default()
        };
        let readers = self.readers.reborrow();
        PositionHost::new(&mut self.board, readers, self.komi).quick_with(known)
    }

    /// The worms.
    pub fn worms(&mut self) -> Arc<Worms> {
        if let Some(worms) = &self.stages.worms {
            return worms.clone();
        }
        let mut advice = Advice {
            knowledge: self.knowledge,
            matchers: self.matchers,
            connections: self.readers.connections,
            komi: self.komi,
        };
        let worms = examine(&mut self.board, self.readers.tactics, &mut advice);
        let worms = Arc::new(worms);
        self.stages.worms = Some(worms.clone());
        worms
    }

    /// The threats to worms.
    pub fn threats(&mut self) -> Arc<Threats> {
        if let Some(threats) = &self.stages.threats {
            return threats.clone();
        }
        let worms = self.worms();
        let threats = Threats::find(&mut self.board, self.readers.tactics, &worms);
        let threats = Arc::new(threats);
        self.stages.threats = Some(threats.clone());
        threats
    }

    /// The influence before dragons are known, with this side to move. Strings that no tactical
    /// attack threatens count as alive, and those that the side to move can still defend.
    pub fn first_influence(&mut self, to_move: Color) -> Arc<Influence> {
        if let Some(influence) = &self.stages.first_influence[to_move] {
            return influence.clone();
        }
        let stones = Stones::lively(&self.worms(), to_move);
        let influence = Arc::new((self.field(&stones, Form::Territory, Some(to_move))).spread());
        self.stages.first_influence[to_move] = Some(influence.clone());
        influence
    }

    /// The influence that says where dragons of this colour could escape to. Their opponent moves
    /// first; the patterns take no side.
    pub fn escape_influence(&mut self, color: Color) -> Arc<Influence> {
        if let Some(influence) = &self.stages.escape_influence[color] {
            return influence.clone();
        }
        let stones = Stones::lively(&self.worms(), !color);
        let influence = Arc::new(self.field(&stones, Form::Escape, None).spread());
        self.stages.escape_influence[color] = Some(influence.clone());
        influence
    }

    /// The eye spaces of both sides.
    pub fn eyes(&mut self) -> Arc<Eyes> {
        if let Some(eyes) = &self.stages.eyes {
            return eyes.clone();
        }
        let worms = self.worms();
        let mut facts = RootFacts::new(&mut self.board, self.readers.tactics, &worms);
        let mut shapes = Shapes::new(self.knowledge, self.eye_solutions);
        let eyes = eyes::examine(&mut facts, &mut shapes);
        let eyes = Arc::new(eyes);
        self.stages.eyes = Some(eyes.clone());
        eyes
    }

    /// The dragons, as far as they can be told before the influence of known dragons.
    pub fn groups(&mut self) -> Arc<Dragons> {
        if let Some(groups) = &self.stages.groups {
            return groups.clone();
        }
        let (worms, eyes) = (self.worms(), self.eyes());
        let first = Color::BOTH.map(|color| self.first_influence(color));
        let escape = Color::BOTH.map(|color| self.escape_influence(color));
        let [black, white] = &first;
        let known = Known {
            worms: Some(&worms),
            eyes: Some(&eyes),
            influence: ByColor {
                black: Some(black),
                white: Some(white),
            },
            ..Known::default()
        };
        let mut joining = Joining {
            board: &mut self.board,
            readers: self.readers.reborrow(),
            komi: self.komi,
            knowledge: self.knowledge,
            matchers: self.matchers,
            known,
        };
        let (groups, cuts) = joining.groups(&worms);
        let findings = Findings {
            board: &self.board,
            worms: &worms,
            eyes: &eyes,
            influence: by_color(&first),
            escape: by_color(&escape),
        };
        let mut groups = assess(&groups, cuts, &findings);
        groups.expect_dead(&self.stages.expected_dead);
        let groups = Arc::new(groups);
        self.stages.groups = Some(groups.clone());
        groups
    }

    /// The groups with what reading says about their lives and races.
    fn living_groups(&mut self) -> Arc<Dragons> {
        if let Some(groups) = &self.stages.living_groups {
            return groups.clone();
        }
        let groups = self.groups();
        let known = self.stages.lives.clone();
        let lives = known.unwrap_or_else(|| Arc::new(self.owl_of_moves().lives()));
        self.stages.lives = Some(lives.clone());
        let groups = groups.with_lives(&lives);
        let known = self.stages.races.clone();
        let races = known.unwrap_or_else(|| Arc::new(self.semeai().races(&groups)));
        self.stages.races = Some(races.clone());
        let groups = groups.with_races(&races);
        let groups = Arc::new(groups.with_revived(&self.stages.revived));
        self.stages.living_groups = Some(groups.clone());
        groups
    }

    /// What the oracle says about the life of the dragon of this stone, if no patterns read lives
    /// and the dragon's safety is not known without reading.
    pub fn guess_life(&mut self, stone: Point) -> Option<Life> {
        self.life_oracle.filter(|_| !self.knowledge.reads_lives())?;
        self.owl().guess_life(stone)
    }

    /// The dragon with the life that the oracle [tells](Self::guess_life) in place of what is read.
    #[must_use]
    pub fn with_guess(&mut self, dragon: &Dragon) -> Dragon {
        let mut dragon = dragon.clone();
        dragon.life = self.guess_life(dragon.origin).or(dragon.life);
        dragon
    }

    /// A reader of the lives of the dragons.
    pub fn owl(&mut self) -> Owl<'_> {
        let [black, white] = Color::BOTH.map(|color| self.first_influence(color));
        let [of_black, of_white] = Color::BOTH.map(|color| self.escape_influence(color));
        self.in_search.set_fading(true);
        (self.in_search).learn_from(self.readers.tactics, &mut self.board);
        let root = Root {
            worms: self.worms(),
            eyes: self.eyes(),
            dragons: self.groups(),
            influence: ByColor { black, white },
            escape: ByColor {
                black: of_black,
                white: of_white,
            },
        };
        Owl {
            board: &mut self.board,
            readers: Readers {
                tactics: self.in_search,
                connections: self.readers.connections,
            },
            komi: self.komi,
            knowledge: self.knowledge,
            matchers: self.matchers,
            solutions: self.eye_solutions,
            lives: self.lives,
            nodes: self.owl_nodes,
            table: &mut self.stages.owl_table,
            trace: self.owl_trace,
            limits: self.owl_limits,
            oracle: self.life_oracle,
            root,
        }
    }

    /// The positions that readings of lives have looked at so far.
    pub fn owl_nodes(&self) -> u64 {
        *self.owl_nodes
    }

    /// The most positions that one reading of a life may look at.
    pub fn most_owl_nodes(&self) -> u64 {
        self.owl_limits.nodes.into()
    }

    /// A reader of the lives that moves rest on: by patterns alone, if there are any.
    fn owl_of_moves(&mut self) -> Owl<'_> {
        let mut owl = self.owl();
        owl.oracle = owl.oracle_for_all();
        owl
    }

    /// The same for questions about candidate moves, with fewer nodes.
    pub fn quick_owl(&mut self) -> Owl<'_> {
        let mut owl = self.owl_of_moves();
        owl.limits = owl.limits.of_move();
        owl
    }

    /// A reader of races between dragons.
    pub fn semeai(&mut self) -> Semeai<'_> {
        let limits = self.semeai_limits;
        let owl = self.owl();
        // Races are decided deep in a line.
        owl.readers.tactics.set_fading(false);
        Semeai { owl, limits }
    }

    /// Looks for combinations.
    pub fn combinations(&mut self) -> Combinations<'_> {
        self.search_combinations(false)
    }

    /// The same with few nodes for each string, as lives are read, and a tenth of the positions.
    pub fn brief_combinations(&mut self) -> Combinations<'_> {
        self.search_combinations(true)
    }

    fn search_combinations(&mut self, is_brief: bool) -> Combinations<'_> {
        let stages = combination::Stages {
            worms: self.worms(),
            dragons: self.dragons(),
            eyes: self.eyes(),
            influence: ByColor {
                black: self.influence(Color::Black),
                white: self.influence(Color::White),
            },
            insubstantial: self.insubstantial(),
        };
        let mut readers = self.readers.reborrow();
        let mut nodes = combination::NODES;
        if is_brief {
            self.in_search.set_fading(true);
            readers.tactics = self.in_search;
            nodes = combination::BRIEF_NODES;
        }
        Combinations {
            board: &mut self.board,
            readers,
            komi: self.komi,
            knowledge: self.knowledge,
            matchers: self.matchers,
            stages,
            depth: self.combination_depth,
            nodes,
            effort: combination::EFFORT,
        }
    }

    /// The strings that are easily put in atari and whose capture gives nobody a living group.
    fn insubstantial(&mut self) -> Arc<PointSet> {
        if let Some(known) = &self.stages.insubstantial {
            return known.clone();
        }
        let candidates = combination::doubtful_targets(&self.board);
        let mut owl = self.quick_owl();
        let mut found = PointSet::EMPTY;
        for (string, stones) in candidates {
            if !owl.is_substantial(string) {
                found |= stones;
            }
        }
        let found = Arc::new(found);
        self.stages.insubstantial = Some(found.clone());
        found
    }

    /// Says which stones are expected to die, by random games for example. A dragon whose life the
    /// rough estimate leaves open is dead if most of its stones are among them.
    pub fn expect_dead(&mut self, dead: &PointSet) {
        let stages = &mut *self.stages;
        if stages.expected_dead == *dead {
            return;
        }
        stages.expected_dead = *dead;
        if let Some(groups) = &mut stages.groups {
            Arc::make_mut(groups).expect_dead(dead);
        }
        stages.forget_lives();
    }

    /// Says which stones belong to dragons that count as unsettled although they are dead: a side
    /// that is ahead takes no risk with what its opponent still tries.
    pub fn revive(&mut self, stones: &PointSet) {
        if self.stages.revived != *stones {
            self.stages.revived = *stones;
            self.stages.forget_lives();
        }
    }

    /// The influence of the dragons, with this side to move. Dead dragons do not count, and
    /// critical ones belong to the side to move.
    pub fn influence(&mut self, to_move: Color) -> Arc<Influence> {
        if let Some(influence) = &self.stages.influence[to_move] {
            return influence.clone();
        }
        let groups = self.living_groups();
        let stones = groups.living(&self.worms(), to_move);
        let field = self.field_of(&groups, &stones, Some(to_move));
        let influence = Arc::new(field.spread());
        self.stages.influence[to_move] = Some(influence.clone());
        influence
    }

    /// The influence of the dragons for an estimate of the score: no side moves, but this one wins
    /// all critical dragons. It is not remembered.
    pub fn settled_influence(&mut self, first: Color) -> Influence {
        let groups = self.living_groups();
        let stones = groups.living(&self.worms(), first);
        self.field_of(&groups, &stones, None).spread()
    }

    /// The dragons.
    pub fn dragons(&mut self) -> Arc<Dragons> {
        if let Some(dragons) = &self.stages.dragons {
            return dragons.clone();
        }
        let (worms, eyes, groups) = (self.worms(), self.eyes(), self.living_groups());
        let influence = Color::BOTH.map(|color| self.influence(color));
        let escape = Color::BOTH.map(|color| self.escape_influence(color));
        let findings = Findings {
            board: &self.board,
            worms: &worms,
            eyes: &eyes,
            influence: by_color(&influence),
            escape: by_color(&escape),
        };
        let dragons = Arc::new(revise(&groups, &findings));
        self.stages.dragons = Some(dragons.clone());
        dragons
    }

    /// How weak each dragon is before the influence of known dragons, if these were the escape
    /// influences of both colours. It serves to compare databases.
    pub fn crude_weaknesses(&mut self, escape: &ByColor<Influence>) -> Vec<f32> {
        let (worms, eyes, groups) = (self.worms(), self.eyes(), self.groups());
        let influence = Color::BOTH.map(|color| self.first_influence(color));
        let findings = Findings {
            board: &self.board,
            worms: &worms,
            eyes: &eyes,
            influence: by_color(&influence),
            escape: ByColor {
                black: &escape.black,
                white: &escape.white,
            },
        };
        crude_weaknesses(&groups, &findings)
    }

    /// Who is expected to own each point, with this side to move. Dragons are not known yet.
    ///
    /// It comes from a run without patterns: their intrusions say what could happen, and make the
    /// estimate worse.
    pub fn estimate(&mut self, to_move: Color) -> Arc<Estimate> {
        if let Some(estimate) = &self.stages.estimate[to_move] {
            return estimate.clone();
        }
        let stones = Stones::lively(&self.worms(), to_move);
        let field = Field::new(&self.board, &stones, Form::Territory, Some(to_move));
        let field = field.with_style(self.style, &self.board);
        let estimate = Arc::new(field.spread().estimate());
        self.stages.estimate[to_move] = Some(estimate.clone());
        estimate
    }

    /// The field of a run of influence with these safe stones, as the patterns shape it. It is not
    /// remembered. No class letter of a pattern asks for the condition of dragons.
    pub fn field(&mut self, stones: &Stones, form: Form, to_move: Option<Color>) -> Field {
        self.shaped(stones, (form, to_move), None, |_| true)
    }

    /// The same field as only some databases shape it, by their index. It serves to compare
    /// databases.
    pub fn field_by(
        &mut self,
        stones: &Stones,
        form: Form,
        to_move: Option<Color>,
        is_asked: impl Fn(usize) -> bool,
    ) -> Field {
        self.shaped(stones, (form, to_move), None, is_asked)
    }

    /// The field of known dragons, whose conditions class letters ask for.
    fn field_of(&mut self, dragons: &Dragons, stones: &Stones, to_move: Option<Color>) -> Field {
        let territory = (Form::Territory, to_move);
        self.shaped(stones, territory, Some(dragons), |_| true)
    }

    fn shaped(
        &mut self,
        stones: &Stones,
        (form, to_move): (Form, Option<Color>),
        dragons: Option<&Dragons>,
        is_asked: impl Fn(usize) -> bool,
    ) -> Field {
        let worms = self.worms();
        let eyes = dragons.is_some().then(|| self.eyes());
        let field = Field::new(&self.board, stones, form, to_move);
        let mut field = field.with_style(self.style, &self.board);
        let (mut counsel, board) = self.counsel(&worms, dragons.zip(eyes.as_deref()));
        counsel.shape(&mut field, board, is_asked);
        field
    }

    /// The influence after a move, next to that of the dragons ([`influence`](Self::influence))
    /// with the opponent to move. The move may take a banned ko. `None` if it is illegal otherwise.
    /// It is not remembered.
    pub fn move_influence(&mut self, effect: &MoveEffect) -> Option<MoveInfluence> {
        let (color, worms, eyes) = (effect.color, self.worms(), self.eyes());
        let groups = self.living_groups();
        let stones = groups.living(&worms, !color).after(effect);
        let before = self.board.captures(color);
        if !self.board.try_ko(color, effect.point) {
            return None;
        }
        let field = self.field_of(&groups, &stones, Some(!color));
        let after = field.spread();
        let taken = self.board.captures(color) - before;
        let (mut counsel, board) = self.counsel(&worms, Some((&groups, &eyes)));
        let result = MoveInfluence::new(color, taken, after, |field| {
            counsel.follow_up(field, &effect.made_safe(), board);
        });
        self.board.take_back();
        Some(result)
    }

    /// What patterns say about influence, and the board on which it reads.
    fn counsel<'c>(
        &'c mut self,
        worms: &'c Worms,
        lives: Option<(&'c Dragons, &'c Eyes)>,
    ) -> (Counsel<'c>, &'c mut Board) {
        let counsel = Counsel {
            knowledge: self.knowledge,
            matchers: self.matchers,
            plans: self.plans,
            verdicts: self.verdicts,
            readers: Readers {
                tactics: self.hasty,
                connections: self.readers.connections,
            },
            komi: self.komi,
            worms,
            lives,
        };
        (counsel, &mut self.board)
    }
}

/// Black's and White's.
fn by_color<T>([black, white]: &[Arc<T>; 2]) -> ByColor<&T> {
    ByColor { black, white }
}
