//! Sources of influence, barriers and intrusions from the databases of the roles `influence` and
//! `barriers`.
//!
//! Patterns of influence match with either side as O, barriers with the side to move. What a match
//! does says its class ([`Deed`]). Most need strong stones: those with a source of their own.

use katachi_board::{Board, Color, Point, PointSet};
use katachi_image::{General, Role};
use katachi_matcher::{Match, Question};

use super::plan::{Deed, Inquiry, Outline, Plan, Plans};
use super::verdicts::{Verdict, Verdicts};
use crate::dragons::Dragons;
use crate::eyes::Eyes;
use crate::host::{Effect, Known, PositionHost};
use crate::influence::{Field, Form};
use crate::knowledge::Knowledge;
use crate::matchers::Matchers;
use crate::readers::Readers;
use crate::worms::Worms;

/// The attenuation of enhancements.
const ENHANCEMENT: f32 = 3.0;

/// The attenuation of invasions.
const INVASION: f32 = 1.5;

/// How much stronger invasions of class `e` are where dragons run.
const ESCAPING: f32 = 20.0;

/// The databases, and what their questions need.
pub(crate) struct Counsel<'a> {
    pub knowledge: &'a Knowledge,
    pub matchers: &'a mut Matchers,
    pub plans: &'a mut Plans,
    pub verdicts: &'a mut Verdicts,
    pub readers: Readers<'a>,
    /// Points that White gets for moving second.
    pub komi: f32,
    pub worms: &'a Worms,
    /// The dragons and their eyes, if they are known: class letters ask for the conditions of
    /// dragons, and actions for false eyes.
    pub lives: Option<(&'a Dragons, &'a Eyes)>,
}

impl Counsel<'_> {
    /// Adds to a field what the patterns of these databases say. It plays trial moves and takes
    /// them back.
    pub fn shape(
        &mut self,
        field: &mut Field,
        board: &mut Board,
        is_asked: impl Fn(usize) -> bool,
    ) {
        let limits = self.readers.tactics.limits();
        self.verdicts.turn_to(board, limits);
        let knowledge = self.knowledge;
        let of_role = |role| {
            knowledge
                .of_role(role)
                .filter(|(place, _)| is_asked(*place))
        };
        for (place, general) in of_role(Role::Influence) {
            for own in [Color::White, Color::Black] {
                self.consult((place, &general), own, field, board);
            }
        }
        let Some(to_move) = field.to_move() else {
            return;
        };
        for (place, general) in of_role(Role::Barriers) {
            self.consult((place, &general), to_move, field, board);
        }
    }

    /// Adds to the field after a move where its side could push in next. From the stones at
    /// `anchors` it can: those that the move made safe.
    pub fn follow_up(&mut self, field: &mut Field, anchors: &PointSet, board: &mut Board) {
        let Some(own) = field.to_move() else {
            return;
        };
        for (place, general) in self.knowledge.of_role(Role::Barriers) {
            self.each_case((place, &general), own, field, board, |case, jury| {
                if anchors.contains(case.found.anchor) {
                    case.follow_up(jury);
                }
            });
        }
    }

    fn consult(
        &mut self,
        database: (usize, &General<'_>),
        own: Color,
        field: &mut Field,
        board: &mut Board,
    ) {
        self.each_case(database, own, field, board, |case, jury| {
            for deed in &case.plan.deeds {
                case.consider(*deed, jury);
            }
        });
    }

    /// Looks at each match of a database with this side as O.
    fn each_case(
        &mut self,
        (place, general): (usize, &General<'_>),
        own: Color,
        field: &mut Field,
        board: &mut Board,
        look: impl Fn(&mut Case<'_>, &mut Jury<'_>),
    ) {
        let plans = self.plans.of(place, general);
        for found in self.matchers.matches((place, general), board, own) {
            let Some(plan) = plans.get(found.pattern as usize) else {
                continue;
            };
            let size = board.size();
            if (self.lives)
                .is_some_and(|(dragons, _)| !plan.conditions.hold(found, own, size, dragons))
            {
                continue;
            }
            let mut jury = Jury {
                board,
                verdicts: self.verdicts,
                readers: self.readers.reborrow(),
                komi: self.komi,
                worms: self.worms,
                lives: self.lives,
            };
            let mut case = Case {
                place,
                plan,
                general,
                found,
                own,
                field,
            };
            look(&mut case, &mut jury);
        }
    }
}

/// What decides about matches.
struct Jury<'j> {
    board: &'j mut Board,
    verdicts: &'j mut Verdicts,
    readers: Readers<'j>,
    komi: f32,
    worms: &'j Worms,
    lives: Option<(&'j Dragons, &'j Eyes)>,
}

impl Jury<'_> {
    /// A host that answers the questions of a match.
    fn host(&mut self) -> PositionHost<'_> {
        let known = Known {
            worms: Some(self.worms),
            dragons: self.lives.map(|(dragons, _)| dragons),
            eyes: self.lives.map(|(_, eyes)| eyes),
            ..Known::default()
        };
        PositionHost::new(self.board, self.readers.reborrow(), self.komi).quick_with(known)
    }
}

/// A match, and the field that it may change.
struct Case<'c> {
    place: usize,
    plan: &'c Plan,
    general: &'c General<'c>,
    found: Match,
    own: Color,
    field: &'c mut Field,
}

impl<'c> Case<'c> {
    fn consider(&mut self, deed: Deed, jury: &mut Jury<'_>) {
        let (own, other) = (self.own, !self.own);
        let is_for_territory = self.field.form() == Form::Territory;
        match deed {
            Deed::Enhance => {
                if !is_for_territory && self.are_strong(own) && self.holds(jury) {
                    self.add_source(own, self.plan.value, ENHANCEMENT);
                }
            }
            Deed::Invade => {
                let gets = |color| match self.field.to_move() {
                    Some(to_move) => self.plan.is_lenient || color == to_move && to_move == other,
                    None => true,
                };
                let invaders = Color::BOTH.map(|color| gets(color).then_some(color));
                if invaders == [None; 2] || !self.holds(jury) {
                    return;
                }
                let for_escape = self.plan.helps_escape && !is_for_territory;
                let strength = self.plan.value * if for_escape { ESCAPING } else { 1.0 };
                for color in invaders.into_iter().flatten() {
                    self.add_source(color, strength, INVASION);
                }
            }
            Deed::HoldUpOther => {
                if self.lets_pass(other) && self.are_strong(own) && self.holds(jury) {
                    self.hold_up(other);
                }
            }
            Deed::HoldUpOwn => {
                if self.lets_pass(own) && self.are_strong(other) && self.holds(jury) {
                    self.hold_up(own);
                }
            }
            Deed::Intrude => {
                if self.are_strong(own) && self.holds(jury) {
                    self.intrude();
                }
            }
            Deed::Deny => {
                if self.are_strong(own) && self.are_strong(other) {
                    let verdict = self.verdict(jury);
                    for &(color, point) in &verdict.denied {
                        self.field.deny_territory(color, point);
                    }
                }
            }
        }
    }

    /// Adds the intrusions of a match after a move. The action is a second constraint, and no stone
    /// needs strength.
    fn follow_up(&mut self, jury: &mut Jury<'_>) {
        if self.plan.deeds.contains(&Deed::Intrude) && self.holds(jury) && self.acts(jury) {
            self.intrude();
        }
    }

    /// Lets O push in from the anchor at each point with `!`.
    fn intrude(&mut self) {
        let (anchor, strength) = (self.found.anchor, self.plan.value);
        for (point, _) in self.marks().filter(|(_, is_closed)| !is_closed) {
            self.field.add_intrusion(anchor, point, strength);
        }
    }

    /// The cells of the grid at these distances from the anchor.
    fn cells(&self, list: fn(&'c Outline) -> &'c [i16]) -> impl Iterator<Item = usize> + use<'c> {
        let anchor = self.found.anchor.index();
        let outline = self.plan.outlines.get(self.found.symmetry.number());
        let cells = outline.map_or(&[] as &[i16], list);
        (cells.iter()).map(move |&cell| anchor.wrapping_add_signed(cell.into()))
    }

    /// Whether the exact stones of a side in the diagram are sources, or need not be.
    fn are_strong(&self, color: Color) -> bool {
        let is_strong = |cell| self.field.is_strong(color, cell);
        self.plan.is_lenient
            || if color == self.own {
                self.cells(|outline| &outline.own_stones).all(is_strong)
            } else {
                self.cells(|outline| &outline.other_stones).all(is_strong)
            }
    }

    /// Whether a marked point lets a side's influence pass.
    fn lets_pass(&self, color: Color) -> bool {
        self.cells(|outline| &outline.marks)
            .any(|cell| self.field.lets_pass(color, cell))
    }

    /// The marked points, each with whether it is closed altogether.
    fn marks(&self) -> impl Iterator<Item = (Point, bool)> + use<'c> {
        let (plan, found) = (self.plan, self.found);
        let size = self.field.board_size();
        (plan.marks.iter())
            .filter_map(move |mark| Some((found.point(mark.at, size)?, mark.is_closed)))
    }

    fn hold_up(&mut self, color: Color) {
        for (point, is_closed) in self.marks() {
            if is_closed {
                self.field.block(color, point);
            } else {
                self.field.weaken(color, point);
            }
        }
    }

    fn add_source(&mut self, color: Color, strength: f32, attenuation: f32) {
        let size = self.field.board_size();
        let pattern = self.general.pattern(self.found.pattern as usize);
        if let Some(point) = pattern.and_then(|pattern| self.found.mv(&pattern, size)) {
            self.field.add_source(color, point, strength, attenuation);
        }
    }

    /// Whether constraint and helper hold.
    fn holds(&self, jury: &mut Jury<'_>) -> bool {
        self.plan.inquiry == Inquiry::Nothing || self.verdict(jury).holds
    }

    /// Whether the action, if there is one, returns something other than 0.
    fn acts(&self, jury: &mut Jury<'_>) -> bool {
        let Some(pattern) = self.general.pattern(self.found.pattern as usize) else {
            return false;
        };
        let question = Question::new(pattern, self.found, self.own, self.field.board_size());
        pattern.action().is_empty()
            || (question.act(&mut jury.host())).is_some_and(|value| value.trunc() != 0.0)
    }

    /// What the match comes to: known, or asked now.
    fn verdict(&self, jury: &mut Jury<'_>) -> Verdict {
        if let Some(known) = jury.verdicts.get(self.place, self.own, self.found) {
            return known.clone();
        }
        let Some(pattern) = self.general.pattern(self.found.pattern as usize) else {
            return Verdict::default();
        };
        let size = self.field.board_size();
        let is_local = matches!(self.plan.inquiry, Inquiry::Local | Inquiry::LocalAround);
        if is_local {
            jury.readers.tactics.begin_watch();
            let named = pattern.labels().iter().map(|label| label.at);
            for at in named.chain(pattern.mv()) {
                if let Some(point) = self.found.point(at, size) {
                    jury.readers.tactics.note(point);
                    if self.plan.inquiry == Inquiry::LocalAround {
                        jury.readers.tactics.note_around(jury.board, point);
                    }
                }
            }
        }
        let mut host = jury.host();
        let question = Question::new(pattern, self.found, self.own, size);
        let holds = question.accepts(&mut host);
        if holds && self.plan.deeds.contains(&Deed::Deny) {
            question.act(&mut host);
        }
        let denied = host.effects.into_iter().filter_map(|effect| match effect {
            Effect::DenyTerritory { color, point } => Some((color, point)),
            _ => None,
        });
        let verdict = Verdict {
            holds,
            denied: denied.collect(),
        };
        if is_local {
            let area = jury.readers.tactics.finish_watch(jury.board);
            let about = (self.place, self.own, self.found);
            jury.verdicts.put(about, verdict.clone(), area);
        }
        verdict
    }
}
