//! What a stretch of work has paid for remembered answers.
//!
//! A caller with a node limit must not depend on what happens to be remembered. So it pays for a
//! remembered answer as if it had searched for it: the nodes of that search, once in each account.
//! An answer that was dropped and found again is the same one, and is not paid twice.

use std::collections::HashSet;

use crate::memory::Bill;

/// The answers that have been paid for.
#[derive(Clone, Debug, Default)]
pub(crate) struct Account {
    paid: HashSet<u64>,
    /// The answers used in the present part of the work, paid now or before.
    part: Vec<Bill>,
}

impl Account {
    /// Begins anew: nothing has been paid.
    pub fn begin(&mut self) {
        self.paid.clear();
        self.part.clear();
    }

    /// Begins a part of the work.
    pub fn begin_part(&mut self) {
        self.part.clear();
    }

    /// The answers used since the last part began, each once.
    pub fn part(&mut self) -> Vec<Bill> {
        self.part.sort_unstable();
        self.part.dedup();
        self.part.clone()
    }

    /// Notes the use of an answer. Returns the nodes to pay: none if they have been paid.
    pub fn pay(&mut self, bill: Bill) -> u64 {
        self.part.push(bill);
        if self.paid.insert(bill.id) {
            bill.nodes
        } else {
            0
        }
    }

    /// The nodes that are still to be paid for these answers, each of which occurs once.
    pub fn due(&self, bills: &[Bill]) -> u64 {
        let open = bills.iter().filter(|bill| !self.paid.contains(&bill.id));
        open.map(|bill| bill.nodes).sum()
    }
}
