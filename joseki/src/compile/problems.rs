//! Collects the problems of a file, up to a limit.

use katachi_sgf::Location;

use crate::problem::{Problem, Severity};

/// The most problems to report for a file.
pub(super) const MAX_PROBLEMS: usize = 1000;

/// The problems of a file.
#[derive(Default)]
pub(super) struct Problems {
    reported: Vec<Problem>,
    /// The number of errors, reported or not.
    errors: usize,
    /// The problems beyond the limit.
    omitted: Vec<Omitted>,
}

/// The number of omitted problems of a severity, and the location of the first.
struct Omitted {
    severity: Severity,
    first: Location,
    count: usize,
}

impl Problems {
    /// Adds a problem of a node, which is named by the moves that lead to it.
    pub fn add(&mut self, severity: Severity, location: Location, node: String, message: String) {
        self.errors += usize::from(severity == Severity::Error);
        if self.reported.len() < MAX_PROBLEMS {
            self.reported.push(Problem {
                severity,
                location,
                node,
                message,
            });
            return;
        }
        let mut known = self.omitted.iter_mut();
        match known.find(|omitted| omitted.severity == severity) {
            Some(omitted) => omitted.count += 1,
            None => self.omitted.push(Omitted {
                severity,
                first: location,
                count: 1,
            }),
        }
    }

    /// Adds a problem of a whole tree or file.
    pub fn add_of_whole(&mut self, severity: Severity, location: Location, message: String) {
        self.add(severity, location, String::new(), message);
    }

    /// The number of errors, reported or not.
    pub fn errors(&self) -> usize {
        self.errors
    }

    /// The problems in the order of the file.
    pub fn finish(mut self) -> Vec<Problem> {
        for omitted in self.omitted {
            let message = format!(
                "expected at most {MAX_PROBLEMS} problems in a file, found {} more of this kind, which \
                 are not listed; correct the others first",
                omitted.count
            );
            self.reported.push(Problem {
                severity: omitted.severity,
                location: omitted.first,
                node: String::new(),
                message,
            });
        }
        self.reported.sort_by_key(|problem| problem.location);
        self.reported
    }
}
