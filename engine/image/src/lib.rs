//! The `.kpat` image format: its types, with reading, checking and writing; and the tables of the
//! pattern language that compiler and engine share.
//!
//! Entry points: [`Image`] opens an image from a file, from memory, or from the program itself, and
//! checks every index once. A compiler fills [`GeneralTables`]. [`container`] is the frame of every
//! image, [`general`] the content of most. `docs/formats/kpat.md` describes the bytes.

mod autohelper;
pub mod bytecode;
pub mod container;
mod document;
mod error;
pub mod eyes;
pub mod full_board;
pub mod general;
mod image;
mod language;
mod meaning;
pub mod monte_carlo;
mod role;
mod run;

pub use autohelper::{Arguments, Autohelper, HELPERS, Helper, Signature, table_fingerprint};
pub use container::{About, FORMAT_VERSION, Fingerprint, MAGIC};
pub use error::{ImageError, Invalid};
pub use eyes::{EyeTables, Eyes};
pub use full_board::{FullBoard, FullBoardTables};
pub use general::{General, GeneralTables, Offset, Pattern, SlateRecord, WaitsFor};
pub use image::Image;
pub use language::{
    Attribute, AttributeArgument, AttributeMap, CLASS_LETTERS, Cell, Classes, Keyword,
    SYMMETRY_CODES, Symbol, border,
};
pub use meaning::{class_meaning, neighbor_meaning, symmetry_meaning};
pub use monte_carlo::{MonteCarlo, MonteCarloTables};
pub use role::{Anchor, Kind, PROFILES, Profile, Role};
