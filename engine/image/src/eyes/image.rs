//! Images of eye shapes: writing, checking, and the view that engines read.

use bincode::{BorrowDecode, Encode};
use zerocopy::little_endian::{U16, U32};
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

use super::language::{EyeCell, EyeValue, MAX_VERTICES};
use crate::container::frame;
use crate::document::{self, Names, broken, check, table};
use crate::run::Run;
use crate::{Fingerprint, ImageError, Invalid, Kind, Role};

/// An eye shape.
#[derive(FromBytes, IntoBytes, KnownLayout, Immutable, Unaligned, Clone, Copy, Debug, Default)]
#[repr(C)]
pub struct ShapeRecord {
    /// Its number in the source.
    pub number: U32,
    /// The source file, an entry of the files.
    pub file: U16,
    /// The line of the number in that file, from 1.
    pub line: U32,
    /// Its value.
    pub value: [u8; 4],
    /// The number of marginal points.
    pub marginals: u8,
    /// Its points, a run of the vertices.
    pub vertices: Run,
}

/// A point of an eye shape.
#[derive(FromBytes, IntoBytes, KnownLayout, Immutable, Unaligned, Clone, Copy, Debug, Default)]
#[repr(C)]
pub struct VertexRecord {
    /// Its kind: an [`EyeCell`].
    pub cell: u8,
    /// The least number of board edges that it must lie on: 0, 1, or 2 for a corner.
    pub edge: u8,
    /// Its neighbours in the shape, a bit for each of the shape's points.
    pub neighbors: U32,
}

/// The tables of an image of eye shapes, as its compiler fills them.
#[derive(Clone, Debug, Default)]
pub struct EyeTables {
    /// Names of files, one after the other.
    pub text: String,
    /// The source files, runs of the text.
    pub files: Vec<Run>,
    /// The shapes in source order.
    pub shapes: Vec<ShapeRecord>,
    /// The points of all shapes.
    pub vertices: Vec<VertexRecord>,
}

#[derive(Encode, BorrowDecode)]
struct Document<'a> {
    role: u8,
    text: &'a str,
    files: &'a [u8],
    shapes: &'a [u8],
    vertices: &'a [u8],
}

impl EyeTables {
    /// The image of these tables.
    ///
    /// # Errors
    /// Names the first entry that breaks a rule of the format: a bug of the compiler.
    pub fn encode(&self, role: Role, fingerprint: Fingerprint) -> Result<Vec<u8>, ImageError> {
        let bytes = document::encode(&Document {
            role: role as u8,
            text: &self.text,
            files: self.files.as_bytes(),
            shapes: self.shapes.as_bytes(),
            vertices: self.vertices.as_bytes(),
        })?;
        open(&bytes, 0)?;
        Ok(frame(Kind::Eyes, fingerprint, &bytes))
    }
}

pub(crate) type Places = document::Places<2>;

/// Decodes and validates a document that starts at `offset` of the image.
pub(crate) fn open(bytes: &[u8], offset: usize) -> Result<Places, Invalid> {
    let doc: Document<'_> = document::decode(bytes)?;
    let places = |offset| {
        let names = (doc.text, doc.files);
        Places::new((bytes, offset), doc.role, names, [doc.shapes, doc.vertices])
    };
    let view = Eyes::at(bytes, &places(0)?).ok_or(broken("a table is not whole"))?;
    view.validate()?;
    places(offset)
}

/// An image of eye shapes, viewed in place.
#[derive(Clone, Copy, Debug)]
pub struct Eyes<'a> {
    /// What the database is for.
    pub role: Role,
    names: Names<'a>,
    /// The shapes in source order; the first one that fits counts.
    pub shapes: &'a [ShapeRecord],
    vertices: &'a [VertexRecord],
}

impl<'a> Eyes<'a> {
    pub(crate) fn at(bytes: &'a [u8], places: &Places) -> Option<Self> {
        let [shapes, vertices] = &places.tables;
        Some(Self {
            role: places.role,
            names: Names::at(bytes, places)?,
            shapes: table(bytes, shapes)?,
            vertices: table(bytes, vertices)?,
        })
    }

    /// The points of a shape.
    pub fn vertices(&self, shape: &ShapeRecord) -> &'a [VertexRecord] {
        self.vertices
            .get(shape.vertices.range())
            .unwrap_or_default()
    }

    /// The names of the source files.
    pub fn files(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        self.names.files()
    }

    /// The source file of a shape, relative to where the database was compiled from.
    pub fn file(&self, shape: &ShapeRecord) -> &'a str {
        self.names.file(shape.file.get())
    }

    fn validate(&self) -> Result<(), Invalid> {
        self.names.validate()?;
        // Runs follow each other, so checking them takes time linear in the image's size.
        let mut end = 0;
        for (index, shape) in self.shapes.iter().enumerate() {
            let rule = |good, reason| check("shapes", index, good, reason);
            rule(self.names.has_file(shape.file.get()), "an unknown file")?;
            rule(EyeValue(shape.value).is_valid(), "no value")?;
            let range = shape.vertices.range();
            rule(
                range.start == end,
                "its points do not follow the last shape's",
            )?;
            end = range.end;
            rule(
                (1..=MAX_VERTICES).contains(&range.len()),
                "no points or too many",
            )?;
            let vertices = self.vertices.get(range).unwrap_or_default();
            rule(!vertices.is_empty(), "points beyond their table")?;
            let mut marginals = 0;
            for (number, vertex) in vertices.iter().enumerate() {
                let cell = EyeCell(vertex.cell);
                rule(cell.character().is_some(), "an unknown point")?;
                rule(vertex.edge <= 2, "more than two edges")?;
                marginals += u8::from(cell.has(EyeCell::MARGINAL));
                let neighbors = vertex.neighbors.get();
                let mutual = (0..32)
                    .filter(|other| neighbors >> other & 1 != 0)
                    .all(|other| {
                        other != number
                            && (vertices.get(other))
                                .is_some_and(|other| other.neighbors.get() >> number & 1 != 0)
                    });
                rule(mutual, "neighbours that are not mutual")?;
            }
            rule(
                marginals == shape.marginals,
                "another number of marginal points",
            )?;
        }
        Ok(())
    }
}
