//! Numbers about a database: how many patterns it has, and how many of them can match.

use std::collections::BTreeMap;
use std::fmt;

use katachi_image::eyes::{EyeCell, EyeValue};
use katachi_image::{Eyes, General, Image, WaitsFor};

use crate::book::Book;
use crate::dialect::Model;
use crate::eyes::{EyeShapes, Vertex};
use crate::monte_carlo::{MonteCarloRules, Weights};
use crate::{Compiled, Matching};

/// Numbers about one database.
#[derive(Clone, Debug, PartialEq)]
pub struct Stats {
    /// Patterns.
    pub patterns: usize,
    /// Patterns with a constraint.
    pub constraints: usize,
    /// Patterns with an action.
    pub actions: usize,
    /// Patterns that can never match, because they ask a question that the engine cannot answer.
    pub never: usize,
    /// For each question that the engine cannot answer, the patterns that ask it.
    pub waits: BTreeMap<&'static str, usize>,
    /// Lanes: patterns, counted once for each orientation to try.
    pub lanes: usize,
    /// By what the patterns are matched; `None` if there is no image.
    pub matching: Option<Matching>,
    /// The length of the image, in bytes.
    pub image: usize,
}

/// The numbers of a database that compiled without errors, as text.
pub fn numbers(compiled: &Compiled) -> String {
    let numbers: Box<dyn fmt::Display> = match &compiled.model {
        Model::General(_) => return Stats::of(compiled).to_string(),
        Model::Eyes(eyes) => Box::new(EyeStats::of(eyes)),
        Model::MonteCarlo(rules) => Box::new(WeightStats::of(rules)),
        Model::Book(book) => Box::new(BookStats::of(book)),
    };
    let length = compiled.image.as_ref().map_or(0, Vec::len);
    format!("{numbers}\nimage               {length} bytes")
}

/// Numbers about eye shapes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EyeStats {
    /// Shapes.
    pub shapes: usize,
    /// Points of all shapes.
    pub vertices: usize,
    /// Shapes by their number of points.
    pub sizes: BTreeMap<usize, usize>,
    /// Shapes by their number of marginal points.
    pub marginals: BTreeMap<usize, usize>,
    /// Shapes by their value.
    pub values: BTreeMap<EyeValue, usize>,
    /// Shapes with a point on the edge, and shapes with a point in the corner.
    pub edges: (usize, usize),
}

impl EyeStats {
    /// The numbers of these shapes.
    pub fn of(eyes: &EyeShapes) -> Self {
        let mut stats = Self::default();
        for shape in &eyes.shapes {
            let points = shape.vertices.iter();
            let points = points.map(|vertex| (vertex.cell, Vertex::edge_level(vertex)));
            stats.add(points, shape.value);
        }
        stats
    }

    /// The numbers of the shapes of an image.
    pub fn of_image(eyes: Eyes<'_>) -> Self {
        let mut stats = Self::default();
        for shape in eyes.shapes {
            let points = eyes.vertices(shape).iter();
            let points = points.map(|vertex| (EyeCell(vertex.cell), vertex.edge));
            stats.add(points, EyeValue(shape.value));
        }
        stats
    }

    /// Counts a shape: its points, each with its edges.
    fn add(&mut self, points: impl Iterator<Item = (EyeCell, u8)>, value: EyeValue) {
        let (mut vertices, mut marginals, mut level) = (0, 0, 0);
        for (cell, edges) in points {
            vertices += 1;
            marginals += usize::from(cell.has(EyeCell::MARGINAL));
            level = level.max(edges);
        }
        self.shapes += 1;
        self.vertices += vertices;
        *self.sizes.entry(vertices).or_default() += 1;
        *self.marginals.entry(marginals).or_default() += 1;
        *self.values.entry(value).or_default() += 1;
        self.edges.0 += usize::from(level > 0);
        self.edges.1 += usize::from(level > 1);
    }
}

/// Two columns: keys and their counts.
fn histogram<K: fmt::Display>(
    f: &mut fmt::Formatter<'_>,
    title: &str,
    counts: &BTreeMap<K, usize>,
) -> fmt::Result {
    write!(f, "{title}")?;
    (counts.iter()).try_for_each(|(key, count)| write!(f, "\n  {key:<17} {count}"))
}

impl fmt::Display for EyeStats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "eye shapes          {}", self.shapes)?;
        writeln!(f, "  on an edge        {}", self.edges.0)?;
        writeln!(f, "  in a corner       {}", self.edges.1)?;
        writeln!(f, "points              {}", self.vertices)?;
        histogram(f, "shapes by points", &self.sizes)?;
        histogram(f, "\nshapes by marginal points", &self.marginals)?;
        histogram(f, "\nshapes by value", &self.values)
    }
}

/// Numbers about Monte Carlo rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WeightStats {
    /// Rules; `None` if only an image is at hand.
    pub rules: Option<usize>,
    /// Entries of the table by weight; each neighbourhood and situation is an entry.
    pub weights: BTreeMap<u32, usize>,
}

impl WeightStats {
    /// The numbers of these rules.
    pub fn of(rules: &MonteCarloRules) -> Self {
        Self::of_rows(Some(rules.rules.len()), rules.table().rows.iter())
    }

    /// The numbers of these rows, one for each neighbourhood, and of the rules that gave them.
    pub fn of_rows<'a>(rules: Option<usize>, rows: impl Iterator<Item = &'a Weights>) -> Self {
        let mut weights = BTreeMap::new();
        for weight in rows.flatten() {
            *weights.entry(*weight).or_default() += 1;
        }
        Self { rules, weights }
    }
}

impl fmt::Display for WeightStats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(rules) = self.rules {
            writeln!(f, "rules               {rules}")?;
        }
        histogram(f, "neighbourhoods and situations by weight", &self.weights)
    }
}

/// Numbers about a book.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BookStats {
    /// Positions by board size.
    pub sizes: BTreeMap<u8, usize>,
    /// Stones of all positions.
    pub stones: usize,
    /// Positions by their number of stones.
    pub by_stones: BTreeMap<usize, usize>,
    /// The smallest and the largest weight.
    pub weights: Option<(u32, u32)>,
}

impl BookStats {
    /// The numbers of this book.
    pub fn of(book: &Book) -> Self {
        let mut stats = Self::default();
        for entry in &book.entries {
            *stats.sizes.entry(entry.size).or_default() += 1;
            let stones = book.stones(entry).len();
            stats.stones += stones;
            *stats.by_stones.entry(stones).or_default() += 1;
            let (least, most) = stats.weights.unwrap_or((entry.weight, entry.weight));
            stats.weights = Some((least.min(entry.weight), most.max(entry.weight)));
        }
        stats
    }
}

impl fmt::Display for BookStats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "positions           {}",
            self.sizes.values().sum::<usize>()
        )?;
        writeln!(f, "stones              {}", self.stones)?;
        if let Some((least, most)) = self.weights {
            writeln!(f, "weights             {least} to {most}")?;
        }
        histogram(f, "positions by board size", &self.sizes)?;
        histogram(f, "\npositions by stones", &self.by_stones)
    }
}

impl Stats {
    /// The numbers of a database that compiled without errors.
    pub fn of(compiled: &Compiled) -> Self {
        let patterns: &[crate::model::Pattern] =
            (compiled.model.general()).map_or(&[], |database| &database.patterns);
        let mut waits = BTreeMap::new();
        for wait in patterns.iter().flat_map(|pattern| &pattern.waits_for) {
            *waits.entry(WaitsFor::name(*wait)).or_default() += 1;
        }
        let opened = compiled.image.clone();
        let opened = opened.and_then(|image| Image::from_vec(image).ok());
        let general = opened.as_ref().and_then(Image::general);
        let count = |wanted: fn(&crate::model::Pattern) -> bool| {
            patterns.iter().filter(|pattern| wanted(pattern)).count()
        };
        Self {
            patterns: patterns.len(),
            constraints: count(|pattern| pattern.constraint.is_some()),
            actions: count(|pattern| !pattern.action.is_empty()),
            never: count(|pattern| !pattern.waits_for.is_empty()),
            waits,
            lanes: general.map_or(0, |general| general.all_lanes().len()),
            matching: general.map(Matching::of),
            image: compiled.image.as_ref().map_or(0, Vec::len),
        }
    }

    /// The numbers of an image.
    pub fn of_image(image: &Image, general: General<'_>) -> Self {
        let count = |wanted: fn(&katachi_image::Pattern<'_>) -> bool| {
            general.iter().filter(|pattern| wanted(pattern)).count()
        };
        let mut waits = BTreeMap::new();
        for wait in general.iter().filter_map(|pattern| pattern.waits_for()) {
            *waits.entry(wait.name()).or_default() += 1;
        }
        Self {
            patterns: general.patterns.len(),
            constraints: count(|pattern| !pattern.constraint().is_empty()),
            actions: count(|pattern| !pattern.action().is_empty()),
            never: count(|pattern| pattern.waits_for().is_some()),
            waits,
            lanes: general.all_lanes().len(),
            matching: Some(Matching::of(general)),
            image: image.bytes().len(),
        }
    }
}

impl fmt::Display for Stats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "patterns            {}", self.patterns)?;
        writeln!(f, "  with constraint   {}", self.constraints)?;
        writeln!(f, "  with action       {}", self.actions)?;
        writeln!(f, "  can never match   {}", self.never)?;
        for (name, count) in &self.waits {
            writeln!(f, "    wait for {name:<30} {count:>4}")?;
        }
        writeln!(f, "orientations        {}", self.lanes)?;
        if let Some(matching) = &self.matching {
            writeln!(f, "{matching}")?;
        }
        write!(f, "image               {} bytes", self.image)
    }
}
