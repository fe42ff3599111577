//! The node limit of a search, and the counters of a reader.

/// What searches have spent, and what the present one has left.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Budget {
    /// The nodes that the present search may still expand.
    pub left: u32,
    /// The nodes expanded.
    pub nodes: u64,
    /// The trial moves played.
    pub tries: u64,
}

impl Budget {
    /// Counts an expanded node.
    #[inline]
    pub fn expand(&mut self) {
        self.nodes += 1;
        self.left = self.left.saturating_sub(1);
    }
}
