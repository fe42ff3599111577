//! Images of Monte Carlo rules: writing, checking, and the view that engines read.

use bincode::{BorrowDecode, Encode};
use zerocopy::IntoBytes;
use zerocopy::little_endian::{U16, U32};

use super::language::{Neighborhood, SITUATIONS, Situation};
use crate::container::frame;
use crate::document::{self, Names, broken, check, table};
use crate::run::Run;
use crate::{Fingerprint, ImageError, Invalid, Kind, Role};

/// A row of weights, one for each situation: indices into the table of weights.
pub type WeightRow = [U16; SITUATIONS];

/// The number of neighbourhoods that two bits for each of eight points can encode, possible or not.
const CODES: usize = 1 << 16;

/// Stands for no row: no board has the neighbourhood.
pub const NO_ROW: u16 = u16::MAX;

/// The tables of an image of Monte Carlo rules, as its compiler fills them.
#[derive(Clone, Debug, Default)]
pub struct MonteCarloTables {
    /// Names of files, one after the other.
    pub text: String,
    /// The source files, runs of the text.
    pub files: Vec<Run>,
    /// For each [`Neighborhood`] the number of its row, or [`NO_ROW`].
    pub neighborhoods: Vec<U16>,
    /// The rows, each once.
    pub rows: Vec<WeightRow>,
    /// The weights, each once.
    pub weights: Vec<U32>,
}

#[derive(Encode, BorrowDecode)]
struct Document<'a> {
    role: u8,
    text: &'a str,
    files: &'a [u8],
    neighborhoods: &'a [u8],
    rows: &'a [u8],
    weights: &'a [u8],
}

impl MonteCarloTables {
    /// The image of these tables.
    ///
    /// # Errors
    /// Names the first entry that breaks a rule of the format: a bug of the compiler.
    pub fn encode(&self, role: Role, fingerprint: Fingerprint) -> Result<Vec<u8>, ImageError> {
        let bytes = document::encode(&Document {
            role: role as u8,
            text: &self.text,
            files: self.files.as_bytes(),
            neighborhoods: self.neighborhoods.as_bytes(),
            rows: self.rows.as_bytes(),
            weights: self.weights.as_bytes(),
        })?;
        open(&bytes, 0)?;
        Ok(frame(Kind::MonteCarlo, fingerprint, &bytes))
    }
}

pub(crate) type Places = document::Places<3>;

/// Decodes and validates a document that starts at `offset` of the image.
pub(crate) fn open(bytes: &[u8], offset: usize) -> Result<Places, Invalid> {
    let doc: Document<'_> = document::decode(bytes)?;
    let places = |offset| {
        let tables = [doc.neighborhoods, doc.rows, doc.weights];
        Places::new((bytes, offset), doc.role, (doc.text, doc.files), tables)
    };
    let view = MonteCarlo::at(bytes, &places(0)?).ok_or(broken("a table is not whole"))?;
    view.validate()?;
    places(offset)
}

/// An image of Monte Carlo rules, viewed in place.
#[derive(Clone, Copy, Debug)]
pub struct MonteCarlo<'a> {
    /// What the database is for.
    pub role: Role,
    names: Names<'a>,
    neighborhoods: &'a [U16],
    /// The rows of weights.
    pub rows: &'a [WeightRow],
    /// The weights.
    pub weights: &'a [U32],
}

impl<'a> MonteCarlo<'a> {
    pub(crate) fn at(bytes: &'a [u8], places: &Places) -> Option<Self> {
        let [neighborhoods, rows, weights] = &places.tables;
        Some(Self {
            role: places.role,
            names: Names::at(bytes, places)?,
            neighborhoods: table(bytes, neighborhoods)?,
            rows: table(bytes, rows)?,
            weights: table(bytes, weights)?,
        })
    }

    /// The number of the row of this neighbourhood, or [`NO_ROW`] if no board has it.
    #[inline]
    pub fn row_number(&self, neighborhood: Neighborhood) -> u16 {
        let row = self.neighborhoods.get(usize::from(neighborhood.0));
        row.map_or(NO_ROW, |row| row.get())
    }

    /// The weights of moves in this neighbourhood; `None` if no board has it.
    #[inline]
    pub fn row(&self, neighborhood: Neighborhood) -> Option<&'a WeightRow> {
        self.rows.get(usize::from(self.row_number(neighborhood)))
    }

    /// The weight of a move; 0 in neighbourhoods that no board has.
    #[inline]
    pub fn weight(&self, neighborhood: Neighborhood, situation: Situation) -> u32 {
        let place = (self.row(neighborhood)).map(|row| row[usize::from(situation.number())].get());
        place
            .and_then(|place| self.weights.get(usize::from(place)))
            .map_or(0, |weight| weight.get())
    }

    /// The names of the source files.
    pub fn files(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        self.names.files()
    }

    /// The name of the first source file.
    pub fn file(&self) -> &'a str {
        self.names.file(0)
    }

    fn validate(&self) -> Result<(), Invalid> {
        self.names.validate()?;
        let codes = self.neighborhoods.len();
        check(
            "neighborhoods",
            codes,
            codes == CODES,
            "another number of them",
        )?;
        for (index, row) in self.neighborhoods.iter().enumerate() {
            let good = row.get() == NO_ROW || usize::from(row.get()) < self.rows.len();
            check("neighborhoods", index, good, "an unknown row")?;
        }
        for (index, row) in self.rows.iter().enumerate() {
            let good = row
                .iter()
                .all(|place| usize::from(place.get()) < self.weights.len());
            check("rows", index, good, "an unknown weight")?;
        }
        Ok(())
    }
}
