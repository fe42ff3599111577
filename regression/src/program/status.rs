//! What the program's exit status means.

/// Exit status: all tests came out as the suites say.
pub const GOOD: u8 = 0;
/// Exit status: a test that should pass does not, or became worse.
pub const BAD: u8 = 1;
/// Exit status: something could not be run or read.
pub const BROKEN: u8 = 2;
