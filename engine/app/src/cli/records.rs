//! Game records: what is loaded, what is written, and what is asked about a record.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use katachi_board::Color;

use crate::record::NoteFlags;
use crate::views::Views;

/// How a loaded position is scored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Score {
    /// By random games from the position.
    Estimate,
    /// After the engine has played the game to its end.
    Finish,
    /// After that, and after dead stones have been taken off.
    Aftermath,
}

/// Whose moves are compared with those of the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Replayed {
    /// White's.
    White,
    /// Black's.
    Black,
    /// Both sides'.
    Both,
}

impl Replayed {
    /// Whether this side is one of them.
    pub fn has(self, color: Color) -> bool {
        match self {
            Self::White => color == Color::White,
            Self::Black => color == Color::Black,
            Self::Both => true,
        }
    }
}

/// Records.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Records")]
pub struct RecordOptions {
    /// Load a game record; `-` is standard input. Without a mode: print one move for it.
    #[arg(short = 'l', long, global = true, value_name = "FILE")]
    pub infile: Option<String>,
    /// Load only the moves before this move number, or before the first move on this vertex.
    #[arg(short = 'L', long, global = true, value_name = "MOVE")]
    pub until: Option<String>,
    /// Write the game to this file; `-` is standard output.
    #[arg(short = 'o', long, global = true, value_name = "FILE")]
    pub outfile: Option<PathBuf>,
    /// Note in that file before each move of the engine: d dead (MA) and critical (SQ) dragons, v
    /// the values of considered moves.
    #[arg(short = 'O', long, global = true, value_name = "FLAGS")]
    pub output_flags: Option<NoteFlags>,
    /// With -l: who is ahead.
    #[arg(long, global = true, value_enum, value_name = "HOW")]
    pub score: Option<Score>,
    /// With -l: what the engine sees: territory, moyo, area, regions, dragons, eyes; in numbers:
    /// influence, permeability, strength, attenuation, value; or a mask of GNU Go. With a mode: on
    /// standard error, before each of its moves.
    #[arg(short = 'm', long, global = true, value_name = "WHAT")]
    pub moyo: Option<Views>,
    /// With -m: draw it as SVG in this file; `-` is standard output.
    #[arg(long, global = true, value_name = "FILE", requires = "moyo")]
    pub svg: Option<String>,
    /// With -l: write the position as a record of one node; `-` is standard output.
    #[arg(long, global = true, value_name = "FILE")]
    pub printsgf: Option<String>,
    /// With -l: find a move wherever this side moves, and print those that differ from the record.
    #[arg(long, global = true, value_enum, value_name = "WHO")]
    pub replay: Option<Replayed>,
    /// Play this many games against itself, each from a few random moves, and print how long they
    /// took.
    #[arg(short = 'b', long, global = true, value_name = "GAMES", value_parser = clap::value_parser!(u32).range(1..))]
    pub benchmark: Option<u32>,
}
