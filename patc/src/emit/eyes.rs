//! Encodes eye shapes as tables of an image.

use katachi_image::eyes::{EyeTables, ShapeRecord, VertexRecord};
use katachi_image::general::Run;
use katachi_image::{Fingerprint, ImageError, Role};

use super::places::{Files, line};
use crate::eyes::EyeShapes;
use crate::source::Source;

/// The image of eye shapes.
pub(super) fn image(
    eyes: &EyeShapes,
    sources: &[Source],
    fingerprint: Fingerprint,
) -> Result<Vec<u8>, ImageError> {
    let Files { text, files } = Files::of(sources);
    let mut tables = EyeTables {
        text,
        files,
        ..EyeTables::default()
    };
    for shape in &eyes.shapes {
        let start = tables.vertices.len();
        let points = shape.vertices.iter().zip(shape.neighbors());
        tables
            .vertices
            .extend(points.map(|(vertex, neighbors)| VertexRecord {
                cell: vertex.cell.0,
                edge: vertex.edge_level(),
                neighbors: neighbors.into(),
            }));
        tables.shapes.push(ShapeRecord {
            number: shape.number.into(),
            file: (shape.source.0 as u16).into(),
            line: line(sources, shape.source, shape.span).into(),
            value: shape.value.0,
            marginals: shape.marginals() as u8,
            vertices: Run::between(start, tables.vertices.len()),
        });
    }
    tables.encode(Role::Eyes, fingerprint)
}
