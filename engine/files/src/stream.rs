//! Standard output and standard error, without panics.
//!
//! The `print` macros of the standard library panic where a stream cannot be written, as on a full
//! disk. [`say!`](crate::say) returns an error instead. [`complain!`](crate::complain) ignores the
//! failure: without standard error, there is no way to report it.

use std::error::Error;
use std::fmt::Display;
use std::io::{self, ErrorKind, Write};

/// Prints to standard output and flushes. A closed pipe is no error: its reader has seen enough.
///
/// # Errors
/// If standard output cannot be written, as on a full disk.
pub fn print(text: impl Display) -> io::Result<()> {
    print_bytes(text.to_string().as_bytes())
}

/// Prints bytes to standard output, as [`print()`] does.
///
/// # Errors
/// As [`print()`].
pub fn print_bytes(bytes: &[u8]) -> io::Result<()> {
    match write_all(io::stdout().lock(), bytes) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        Err(error) => {
            let message = format!("cannot write to standard output: {error}");
            Err(io::Error::new(error.kind(), message))
        }
        Ok(()) => Ok(()),
    }
}

/// Prints a text to standard error; failures are ignored.
pub fn complain(text: impl Display) {
    let _ = write_all(io::stderr().lock(), text.to_string().as_bytes());
}

/// An error with all its causes, in one line. A cause that the error's text already contains is not
/// repeated.
pub fn causes(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut next = error.source();
    while let Some(cause) = next {
        let said = cause.to_string();
        if !text.contains(&said) {
            text = format!("{text}: {said}");
        }
        next = cause.source();
    }
    text
}

pub(crate) fn write_all(mut to: impl Write, bytes: &[u8]) -> io::Result<()> {
    to.write_all(bytes)?;
    to.flush()
}

/// Prints a line to standard output, as [`stream::print`](crate::stream::print) does: like
/// `println!`, but with a result in place of a panic.
///
/// # Examples
///
/// ```
/// katachi_files::say!("{} of {}", 3, 4)?;
/// # Ok::<(), std::io::Error>(())
/// ```
#[macro_export]
macro_rules! say {
    ($($text:tt)*) => {
        $crate::stream::print(::std::format_args!("{}\n", ::std::format_args!($($text)*)))
    };
}

/// Prints a line to standard error: like `eprintln!`, but without a panic.
///
/// # Examples
///
/// ```
/// katachi_files::complain!("expected {}, found {}", 3, 4);
/// ```
#[macro_export]
macro_rules! complain {
    ($($text:tt)*) => {
        $crate::stream::complain(::std::format_args!("{}\n", ::std::format_args!($($text)*)))
    };
}

#[cfg(test)]
mod tests {
    use std::fmt;

    use super::*;

    #[derive(Debug)]
    struct Caused(&'static str, Option<Box<Self>>);

    impl Display for Caused {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(self.0)
        }
    }

    impl Error for Caused {
        fn source(&self) -> Option<&(dyn Error + 'static)> {
            self.1.as_deref().map(|cause| cause as _)
        }
    }

    #[test]
    fn causes_are_said_once() {
        let disk = || Some(Box::new(Caused("no room", None)));
        let repeats = Caused("cannot write a.db: no room", disk());
        assert_eq!(causes(&repeats), "cannot write a.db: no room");
        let context = Caused("--out", Some(Box::new(Caused("cannot write", disk()))));
        assert_eq!(causes(&context), "--out: cannot write: no room");
    }
}
