//! Compares the values of a database of eye shapes with the computed ones, and with those that
//! another engine reads out.

use std::fmt::{self, Display, Formatter};

use katachi_image::eyes::game::{Step, line};
use katachi_image::eyes::{EyeCell, EyeValue};
use katachi_teacher::engine::{Engine, EngineError};
use patc::eyes::{EyeShape, EyeShapes, Space, spaces};

/// An eye space whose value in the database is not the computed one.
#[derive(Clone, Debug)]
pub struct Difference {
    /// The number of the shape.
    pub number: u32,
    /// The value in the database.
    pub found: EyeValue,
    /// The computed value.
    pub computed: EyeValue,
    /// The value that another engine reads out, if one was asked and could answer.
    pub read: Option<EyeValue>,
    /// The picture with its stones, in rows.
    pub rows: Vec<String>,
    /// The first digit that differs, and the play that gives the computed one.
    pub proof: Option<(usize, Vec<Step>)>,
    /// Whether the shape demands an edge of the board.
    pub on_edge: bool,
}

/// What a comparison found.
#[derive(Clone, Debug, Default)]
pub struct Comparison {
    /// The number of shapes whose spaces were computed.
    pub shapes: usize,
    /// The number of shapes with too many positions.
    pub skipped: usize,
    /// The number of eye spaces.
    pub spaces: usize,
    /// The number of eye spaces that the other engine answered for.
    pub read: usize,
    /// Of these, how often it agreed with the database.
    pub read_as_found: usize,
    /// Of these, how often it agreed with the computed value.
    pub read_as_computed: usize,
    /// The eye spaces with other values.
    pub differences: Vec<Difference>,
    /// Urgent spaces of the computed value, and those whose marked points are all vital.
    pub vital: [usize; 2],
}

/// The rows of a shape with these stones, without borders.
fn rows(shape: &EyeShape, stones: u32) -> Vec<String> {
    let mut shape = shape.clone();
    for vertex in &mut shape.vertices {
        vertex.edges = 0;
    }
    let picture = shape.filled(stones).to_string();
    picture.lines().map(str::to_owned).collect()
}

/// The value that an engine reads out with GNU Go's command `analyze_eyegraph`; `None` if it
/// refuses.
fn read(engine: &mut Engine, rows: &[String]) -> Result<Option<EyeValue>, EngineError> {
    let width = rows.iter().map(String::len).max().unwrap_or(0);
    let rows: Vec<String> = (rows.iter())
        .map(|row| format!("{row:width$}").replace(' ', "O"))
        .collect();
    let answer = match engine.ask(&format!("analyze_eyegraph {}", rows.join("%"))) {
        Err(EngineError::Refused { .. }) => return Ok(None),
        answer => answer?,
    };
    let digits = answer
        .trim()
        .bytes()
        .take(4)
        .map(|digit| digit.wrapping_sub(b'0'));
    let digits = <[u8; 4]>::try_from(digits.collect::<Vec<_>>()).ok();
    Ok(digits.map(EyeValue).filter(|value| value.is_valid()))
}

/// The first digit that differs, and the play that gives the computed one.
fn proof(shape: &EyeShape, space: &Space, nodes: usize) -> Option<(usize, Vec<Step>)> {
    let digits = space.solved.value.0.iter().zip(&shape.value.0);
    let digit = digits.into_iter().position(|(a, b)| a != b)?;
    let graph = shape.graph()?.with_stones(space.stones);
    Some((digit, line(&graph, digit, nodes)?))
}

/// Compares all shapes; `reader` is asked for each eye space off the edge. Games with more than
/// `nodes` positions are skipped.
///
/// # Errors
/// If the engine fails.
pub fn compare(
    shapes: &EyeShapes,
    nodes: usize,
    mut reader: Option<&mut Engine>,
    compared: impl Fn(),
) -> Result<Comparison, EngineError> {
    let mut comparison = Comparison::default();
    for (shape, spaces) in spaces(shapes, nodes) {
        compared();
        let Some(spaces) = spaces else {
            comparison.skipped += 1;
            continue;
        };
        comparison.shapes += 1;
        let on_edge = shape.vertices.iter().any(|vertex| vertex.edges != 0);
        for space in &spaces {
            let (found, computed) = (shape.value, space.solved.value);
            comparison.spaces += 1;
            let rows = rows(shape, space.stones);
            let mut value = None;
            if let Some(engine) = reader.as_deref_mut().filter(|_| !on_edge) {
                value = read(engine, &rows)?;
            }
            if let Some(value) = value {
                comparison.read += 1;
                comparison.read_as_found += usize::from(value == found);
                comparison.read_as_computed += usize::from(value == computed);
            }
            if found == computed {
                comparison.add_vital(shape, space);
                continue;
            }
            comparison.differences.push(Difference {
                number: shape.number,
                found,
                computed,
                read: value,
                rows,
                proof: proof(shape, space, nodes),
                on_edge,
            });
        }
    }
    Ok(comparison)
}

impl Comparison {
    fn add_vital(&mut self, shape: &EyeShape, space: &Space) {
        if !space.solved.value.is_urgent() {
            return;
        }
        let marked = |mark| {
            let all = shape.vertices.iter().enumerate();
            all.filter(move |(_, vertex)| vertex.cell.has(mark))
                .map(|(at, _)| at)
        };
        let good = marked(EyeCell::ATTACK).all(|at| space.solved.attacks.contains(&at))
            && marked(EyeCell::DEFENSE).all(|at| space.solved.defenses.contains(&at));
        self.vital[0] += 1;
        self.vital[1] += usize::from(good);
    }
}

impl Display for Difference {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let read = self
            .read
            .map_or_else(|| "-".to_owned(), |value| value.to_string());
        let rows: Vec<String> = self.rows.iter().map(|row| row.replace(' ', "_")).collect();
        write!(
            f,
            "{:>6}  {}  {}  {read:>4}  {:<16}",
            self.number,
            self.found,
            self.computed,
            rows.join("/"),
        )?;
        if let Some((digit, steps)) = &self.proof {
            let steps: Vec<String> = steps.iter().map(ToString::to_string).collect();
            write!(f, "  digit {}: {}", digit + 1, steps.join(", "))?;
        }
        if self.on_edge {
            write!(f, "  (on the edge)")?;
        }
        Ok(())
    }
}

impl Display for Comparison {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let number =
            |of: fn(&Difference) -> bool| self.differences.iter().filter(|one| of(one)).count();
        writeln!(
            f,
            "shapes          {} ({} too large)",
            self.shapes, self.skipped
        )?;
        writeln!(f, "eye spaces      {}", self.spaces)?;
        writeln!(f, "other values    {}", self.differences.len())?;
        writeln!(f, "  on the edge   {}", number(|one| one.on_edge))?;
        writeln!(
            f,
            "vital points    {} of {} urgent spaces agree",
            self.vital[1], self.vital[0]
        )?;
        if self.read > 0 {
            writeln!(f, "read out        {}", self.read)?;
            writeln!(f, "  as in the file  {}", self.read_as_found)?;
            writeln!(f, "  as computed     {}", self.read_as_computed)?;
        }
        if !self.differences.is_empty() {
            writeln!(f, "\nnumber  file  ours  read  space")?;
        }
        for difference in &self.differences {
            writeln!(f, "{difference}")?;
        }
        Ok(())
    }
}
