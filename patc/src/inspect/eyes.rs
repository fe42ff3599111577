//! Restores eye shapes from an image.

use std::fmt::{self, Display, Formatter};

use katachi_image::Eyes;
use katachi_image::eyes::{EyeCell, EyeValue, ShapeRecord};

use super::difference::Entry;
use super::drawing::draw;
use crate::eyes::EyeShape;
use crate::source::{SourceId, Span};

/// The shape with a picture that its source may have had; `None` if its graph has no picture. An
/// image lacks the source's text, so the span is empty.
fn drawn(eyes: Eyes<'_>, shape: &ShapeRecord) -> Option<EyeShape> {
    Some(EyeShape {
        number: shape.number.get(),
        source: SourceId(shape.file.get().into()),
        span: Span::default(),
        whole: Span::default(),
        vertices: draw(eyes.vertices(shape))?,
        value: EyeValue(shape.value),
    })
}

/// The points of a shape, one a line, as comments.
fn list(eyes: Eyes<'_>, shape: &ShapeRecord) -> impl Display {
    fmt::from_fn(move |f| {
        writeln!(f, "# no picture shows this graph; its points are:")?;
        for (number, vertex) in eyes.vertices(shape).iter().enumerate() {
            let sign = EyeCell(vertex.cell).character().unwrap_or('?');
            let edges = vertex.edge;
            write!(f, "# {}: `{sign}`, on {edges} edges, next to", number + 1)?;
            for other in (0..32).filter(|other| vertex.neighbors.get() >> other & 1 != 0) {
                write!(f, " {}", other + 1)?;
            }
            writeln!(f)?;
        }
        Ok(())
    })
}

/// The shapes as a source that compiles to the same records.
pub(super) fn dump(eyes: Eyes<'_>) -> impl Display {
    fmt::from_fn(move |f: &mut Formatter<'_>| {
        for shape in eyes.shapes {
            write!(f, "\n\n# {}:{}\n", eyes.file(shape), shape.line.get())?;
            if let Some(drawn) = drawn(eyes, shape) {
                write!(f, "{drawn}")?;
            } else {
                let (number, list) = (shape.number.get(), list(eyes, shape));
                let value = EyeValue(shape.value);
                writeln!(f, "Pattern {number}\n\n{list}\n:{value}")?;
            }
        }
        Ok(())
    })
}

/// The shapes in the form that [`Difference`](super::Difference) compares.
pub(super) fn entries(eyes: Eyes<'_>) -> Vec<Entry> {
    let entry = |shape: &ShapeRecord| {
        let picture = match drawn(eyes, shape) {
            Some(drawn) => drawn.picture().to_string(),
            None => list(eyes, shape).to_string(),
        };
        Entry {
            name: format!("shape {}", shape.number.get()),
            place: format!("{}:{}", eyes.file(shape), shape.line.get()),
            parts: vec![
                ("picture", picture),
                ("value", EyeValue(shape.value).to_string()),
            ],
        }
    };
    eyes.shapes.iter().map(entry).collect()
}
