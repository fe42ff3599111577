//! A pattern at a point: the orientations in which its diagram fits, or the one that comes closest.

use std::sync::Arc;

use katachi_board::{Board, Color, Point, Symmetry};
use katachi_core::Explanation;
use katachi_image::{General, Image, Pattern};
use katachi_matcher::Match;
use katachi_matcher::explain::{Fit, examine};
use katachi_studio::words::matches as words;

use crate::session::Session;

/// The most names that are proposed for an unknown one.
const MOST_NAMES: usize = 5;

/// The number of characters of names that are compared and shown: the longest name that the
/// compiler accepts.
const MOST_CHARACTERS: usize = 79;

/// A pattern, and the place where it may fit.
pub struct Subject<'a> {
    /// The index of its database.
    pub database: usize,
    /// The pattern.
    pub pattern: Pattern<'a>,
    /// The side that is O.
    pub color: Color,
    /// The point of its move or, if the point has a stone or the pattern no move, of its anchor.
    pub point: Point,
}

/// How a diagram lies on the board.
pub enum Placed {
    /// It fits, in at least one orientation.
    Fits(Vec<Match>),
    /// It does not fit; of the orientations that come equally close, this is the first one.
    Misses(Symmetry, Fit),
}

impl Subject<'_> {
    /// How the diagram lies on the board.
    pub fn placed(&self, board: &Board) -> Placed {
        let mut matches = Vec::new();
        let mut closest: Option<(Symmetry, Fit)> = None;
        for (symmetry, anchor) in self.places(board) {
            let fit = examine(&self.pattern, board, self.color, anchor, symmetry);
            let at = fit.is_perfect().then(|| point_at(anchor)).flatten();
            matches.extend(at.map(|anchor| Match {
                anchor,
                pattern: self.pattern.number() as u32,
                symmetry,
            }));
            let is_closer = |(_, best): &(_, Fit)| fit.fitting() > best.fitting();
            if closest.as_ref().is_none_or(is_closer) {
                closest = Some((symmetry, fit));
            }
        }
        match closest {
            Some((symmetry, fit)) if matches.is_empty() => Placed::Misses(symmetry, fit),
            _ => Placed::Fits(matches),
        }
    }

    /// The possible places of the diagram: each orientation, with row and column of its anchor.
    fn places(&self, board: &Board) -> impl Iterator<Item = (Symmetry, (i32, i32))> {
        let is_empty = board.at(self.point).is_empty();
        let mv = self.pattern.mv().filter(|_| is_empty);
        let (row, col) = mv.map_or((0, 0), |at| (at.row.into(), at.col.into()));
        let tried = self.pattern.record.orientations;
        let (at_row, at_col) = (self.point.row() as i32, self.point.col() as i32);
        Symmetry::all()
            .filter(move |symmetry| tried >> symmetry.number() & 1 != 0)
            .map(move |symmetry| {
                let (rows, cols) = symmetry.apply(row, col);
                (symmetry, (at_row - rows, at_col - cols))
            })
    }

    /// Explains the matches, which are those of this pattern.
    pub fn explain(&self, session: &mut Session, matches: &[Match]) -> Vec<Explanation> {
        let wish = session.wish_of_patterns(self.color);
        let matches: Vec<_> = (matches.iter().map(|&found| (self.database, found))).collect();
        let explained = session.engine.explain(&session.game, &wish, &matches);
        explained.into_iter().flatten().collect()
    }

    /// The override that silences the pattern, in words.
    pub fn silenced(&self, session: &Session) -> Option<String> {
        let loaded = session.databases().loaded().get(self.database)?;
        let by = loaded.silenced.get(&(self.pattern.number() as u32))?;
        Some(format!("silenced by the override at {by}"))
    }

    /// Why the pattern does not fire here, in one line; `None` if it fires.
    pub fn objection(&self, session: &mut Session) -> Option<String> {
        if let Some(silenced) = self.silenced(session) {
            return Some(silenced);
        }
        match self.placed(session.game.board()) {
            Placed::Misses(_, fit) => Some(words::lack(session, &fit)),
            Placed::Fits(matches) => {
                let explained = self.explain(session, &matches);
                if explained.iter().any(Explanation::fires) {
                    return None;
                }
                let first = explained.first();
                let why = first.map(|one| words::objection(session, &self.pattern, one));
                Some(format!("fits; {}", why.unwrap_or_default()))
            }
        }
    }
}

fn point_at((row, col): (i32, i32)) -> Option<Point> {
    Point::new(usize::try_from(row).ok()?, usize::try_from(col).ok()?)
}

/// The databases in use that have a pattern of this name: index, name, image.
///
/// # Errors
/// If there is none: a text that proposes similar names.
pub fn named(session: &Session, name: &str) -> Result<Vec<(usize, String, Arc<Image>)>, String> {
    let loaded = session.databases().loaded().iter().enumerate();
    let having = loaded.filter(|(_, loaded)| {
        let general = loaded.image.general();
        let mut patterns = general.iter().flat_map(General::iter);
        patterns.any(|pattern| pattern.name() == name)
    });
    let having: Vec<_> = having
        .map(|(place, loaded)| (place, loaded.name.clone(), loaded.image.clone()))
        .collect();
    if having.is_empty() {
        return Err(unknown(session, name));
    }
    Ok(having)
}

/// A failure that proposes similar names.
fn unknown(session: &Session, name: &str) -> String {
    let beginning = |name: &str| name.chars().take(MOST_CHARACTERS).collect::<String>();
    let shown = beginning(name);
    let name = if shown == name {
        shown.clone()
    } else {
        format!("{shown}...")
    };
    let images: Vec<_> = (session.databases().loaded().iter())
        .filter_map(|loaded| loaded.image.general())
        .collect();
    let lower = shown.to_lowercase();
    let mut near: Vec<(f64, &str)> = (images.iter().flat_map(General::iter))
        .map(|pattern| {
            let likeness = strsim::jaro_winkler(&lower, &beginning(pattern.name()).to_lowercase());
            (likeness, pattern.name())
        })
        .collect();
    near.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1)));
    near.dedup();
    let names: Vec<&str> = near
        .iter()
        .take(MOST_NAMES)
        .map(|&(_, name)| name)
        .collect();
    if names.is_empty() {
        return format!("unknown pattern: {name}; no database of patterns is loaded");
    }
    format!(
        "unknown pattern: {name}; the most similar names are {}",
        names.join(", ")
    )
}
