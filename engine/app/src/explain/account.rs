//! What is to be said of a pattern at a point, as text and as JSON.

use std::fmt;

use katachi_board::Symmetry;
use katachi_core::Explanation;
use katachi_image::Pattern;
use katachi_matcher::explain::Fit;
use katachi_matcher::{Match, Part};
use katachi_studio::words::PatternPlace;
use katachi_studio::words::matches as words;
use serde::Serialize;

use super::subject::{Placed, Subject};
use crate::session::Session;

/// A pattern at a point.
#[derive(Debug, Serialize)]
pub struct Account {
    database: String,
    #[serde(flatten)]
    place: PatternPlace,
    classes: String,
    color: String,
    vertex: String,
    /// Whether patterns of the database propose moves.
    proposes_moves: bool,
    /// The override that silences the pattern, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    silenced: Option<String>,
    /// The orientations in which the diagram fits; empty if it is silenced.
    matches: Vec<MatchAccount>,
    /// If there is none, the one that comes closest.
    #[serde(skip_serializing_if = "Option::is_none")]
    closest: Option<Closest>,
}

/// An orientation in which a diagram does not fit.
#[derive(Debug, Serialize)]
struct Closest {
    orientation: usize,
    /// The number of cells and borders that fit.
    fitting: usize,
    /// The number of cells and borders.
    elements: usize,
    /// What does not fit.
    misfits: Vec<String>,
}

/// A match with its tests.
#[derive(Debug, Serialize)]
struct MatchAccount {
    orientation: usize,
    anchor: String,
    /// Labels and the move, each with its point.
    points: Vec<(char, String)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rejection: Option<String>,
    /// The parts of the constraint that were evaluated.
    parts: Vec<PartAccount>,
    #[serde(skip_serializing_if = "Option::is_none")]
    constraint: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    helper: Option<HelperAccount>,
    #[serde(skip_serializing_if = "Option::is_none")]
    waits_for: Option<&'static str>,
    /// Whether there is an action.
    #[serde(skip)]
    has_action: bool,
    /// The parts of the action that were evaluated.
    action: Vec<PartAccount>,
    /// What the match does to moves, besides its classes and values.
    deeds: Vec<DeedAccount>,
    fires: bool,
}

/// A call or comparison with its value.
#[derive(Debug, Serialize)]
struct PartAccount {
    text: String,
    /// `null` if the engine cannot answer it.
    value: Option<f32>,
    #[serde(skip)]
    words: String,
}

/// The helper of a pattern.
#[derive(Debug, Serialize)]
struct HelperAccount {
    name: &'static str,
    verdict: &'static str,
}

/// What a match does to a move.
#[derive(Debug, Serialize)]
struct DeedAccount {
    /// A call or a class.
    by: String,
    /// What it does.
    does: String,
}

impl Account {
    /// Tests the pattern.
    pub fn of(session: &mut Session, subject: &Subject<'_>, database: &str) -> Self {
        let pattern = &subject.pattern;
        let silenced = subject.silenced(session);
        let (matches, closest) = match subject.placed(session.game.board()) {
            _ if silenced.is_some() => (Vec::new(), None),
            Placed::Fits(found) => {
                let explained = subject.explain(session, &found);
                let both = found.into_iter().zip(&explained);
                let account =
                    |(found, explained)| MatchAccount::of(session, pattern, found, explained);
                (both.map(account).collect(), None)
            }
            Placed::Misses(symmetry, fit) => {
                (Vec::new(), Some(Closest::of(session, symmetry, &fit)))
            }
        };
        Self {
            database: database.to_owned(),
            place: PatternPlace::of(pattern),
            classes: words::classes(pattern),
            color: subject.color.to_string(),
            vertex: session.vertex(subject.point),
            proposes_moves: pattern.image().role.profile().proposes_moves,
            silenced,
            matches,
            closest,
        }
    }
}

impl Closest {
    fn of(session: &Session, symmetry: Symmetry, fit: &Fit) -> Self {
        let misfits = fit.misfits.iter();
        Self {
            orientation: symmetry.number(),
            fitting: fit.fitting(),
            elements: fit.elements,
            misfits: misfits.map(|&one| words::misfit(session, one)).collect(),
        }
    }
}

impl MatchAccount {
    fn of(session: &Session, pattern: &Pattern<'_>, found: Match, explained: &Explanation) -> Self {
        let size = session.game.board().size();
        let labels = pattern.labels().iter();
        let labels = labels.map(|label| (char::from(label.letter), found.point(label.at, size)));
        let points = labels.chain([('*', found.mv(pattern, size))]);
        let points = points.filter_map(|(name, point)| Some((name, session.vertex(point?))));
        let deeds = explained.deeds.iter().map(|deed| DeedAccount {
            by: deed.by.clone(),
            does: words::effect(session, deed.effect),
        });
        let constraint = (!pattern.constraint().is_empty()).then_some(explained.constraint);
        let helper = pattern.helper().map(|_| HelperAccount {
            name: words::helper_name(pattern),
            verdict: words::verdict(explained.helper),
        });
        Self {
            orientation: found.symmetry.number(),
            anchor: session.vertex(found.anchor),
            points: points.collect(),
            rejection: explained
                .rejection
                .map(|why| words::rejection(session, why)),
            parts: explained.parts.iter().map(PartAccount::of).collect(),
            constraint: constraint.map(words::verdict),
            helper,
            waits_for: explained.waits_for,
            has_action: !pattern.action().is_empty(),
            action: explained.action.iter().map(PartAccount::of).collect(),
            deeds: deeds.collect(),
            fires: explained.fires(),
        }
    }

    /// The parts of the action that do nothing themselves: what it asks.
    fn asked_by_action(&self) -> impl Iterator<Item = &PartAccount> {
        let acts = |part: &&PartAccount| self.deeds.iter().any(|deed| deed.by == part.text);
        self.action.iter().filter(move |part| !acts(part))
    }
}

impl PartAccount {
    fn of(part: &Part) -> Self {
        Self {
            text: part.text.clone(),
            value: part.value,
            words: words::part(part),
        }
    }
}

impl fmt::Display for Account {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} {} class {} for {} at {}",
            self.database, self.place, self.classes, self.color, self.vertex
        )?;
        if !self.proposes_moves {
            write!(f, ", from a database that proposes no moves")?;
        }
        if let Some(silenced) = &self.silenced {
            write!(f, "\n{silenced}\ndoes not fire")?;
        }
        if let Some(closest) = &self.closest {
            write!(f, "\n{closest}")?;
        }
        for found in &self.matches {
            write!(f, "\n{found}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Closest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "does not fit: orientation {} comes closest with {} of {} cells and borders",
            self.orientation, self.fitting, self.elements
        )?;
        for misfit in &self.misfits {
            write!(f, "\n{misfit}")?;
        }
        Ok(())
    }
}

impl fmt::Display for MatchAccount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (orientation, anchor) = (self.orientation, &self.anchor);
        write!(
            f,
            "orientation {orientation} anchor {anchor}: the diagram fits"
        )?;
        for (name, point) in &self.points {
            write!(f, " {name}={point}")?;
        }
        if let Some(rejection) = &self.rejection {
            write!(f, "\n{rejection}")?;
        }
        for part in &self.parts {
            write!(f, "\n  {}", part.words)?;
        }
        if let Some(constraint) = self.constraint {
            write!(f, "\nthe constraint {constraint}")?;
        }
        if let Some(helper) = &self.helper {
            write!(f, "\n{} {}", helper.name, helper.verdict)?;
        }
        if let Some(name) = self.waits_for {
            write!(f, "\nwaits for {name}, which this engine cannot answer")?;
        }
        for part in self.asked_by_action() {
            write!(f, "\n  {} in the action", part.words)?;
        }
        let fires = if self.fires { "fires" } else { "does not fire" };
        write!(f, "\n{fires}")?;
        for deed in &self.deeds {
            write!(f, "\n{} {}", deed.by, deed.does)?;
        }
        if self.fires && self.has_action && self.deeds.is_empty() {
            write!(f, "\nthe action changes nothing")?;
        }
        Ok(())
    }
}
