//! The readers of tactics, borrowed together.

use katachi_tactics::connection::ConnectionReader;
use katachi_tactics::reading::Reader;

/// The readers: of strings, and of connections between them.
pub struct Readers<'a> {
    /// Reads whether strings can be captured or saved.
    pub tactics: &'a mut Reader,
    /// Reads whether strings can be connected or cut.
    pub connections: &'a mut ConnectionReader,
}

impl Readers<'_> {
    /// The same readers, borrowed for a shorter time.
    pub fn reborrow(&mut self) -> Readers<'_> {
        Readers {
            tactics: self.tactics,
            connections: self.connections,
        }
    }
}
