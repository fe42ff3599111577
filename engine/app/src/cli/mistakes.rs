//! Command lines that clap cannot read: what was meant, or a better message.

use std::path::Path;

use clap::Command;
use clap::error::{ContextKind, ContextValue, Error, ErrorKind};

/// The command line with `-l` before a record that stands alone, as GNU Go takes it; `None` if the
/// mistake is another one.
pub fn record_without_option(arguments: &[String], error: &Error) -> Option<Vec<String>> {
    if error.kind() != ErrorKind::InvalidSubcommand {
        return None;
    }
    let word = text(error, ContextKind::InvalidSubcommand)?;
    let name = word.to_ascii_lowercase();
    let is_record = [".sgf", ".sgf.gz"].iter().any(|end| name.ends_with(end));
    let is_loading = |one: &String| one.starts_with("-l") || one.starts_with("--inf");
    if arguments.iter().any(is_loading) || !(is_record || Path::new(word).is_file()) {
        return None;
    }
    let at = arguments.iter().skip(1).position(|one| one == word)? + 1;
    let mut with_option = arguments.to_vec();
    with_option.insert(at, "-l".to_owned());
    Some(with_option)
}

/// What an abbreviation could mean that fits several options, what replaces an option of which only
/// GNU Go's manual knows, or what kind of number an option takes; `None` if the mistake is another
/// one.
pub fn explained(command: &Command, error: &Error) -> Option<String> {
    match error.kind() {
        ErrorKind::UnknownArgument => unknown(command, error),
        ErrorKind::ValueValidation => no_number(error),
        _ => None,
    }
}

/// What is wrong with a value that is no number of the right kind.
fn no_number(error: &Error) -> Option<String> {
    let source = std::error::Error::source(error)?;
    let because = source.downcast_ref::<std::num::ParseIntError>()?;
    let expected = match because.kind() {
        std::num::IntErrorKind::PosOverflow => "expected a smaller number",
        std::num::IntErrorKind::NegOverflow => "expected a greater number",
        _ => "expected a whole number",
    };
    let option = text(error, ContextKind::InvalidArg)?;
    let value = text(error, ContextKind::InvalidValue)?;
    let sign = if value.starts_with('-') {
        ", at least 0"
    } else {
        ""
    };
    Some(format!("{option}: {expected}{sign}, found `{value}`"))
}

fn unknown(command: &Command, error: &Error) -> Option<String> {
    let word = text(error, ContextKind::InvalidArg)?;
    if word == "--hash" {
        let because = "--cache-size limits what reading remembers";
        return Some(format!(
            "{word} is not supported by this version: {because}"
        ));
    }
    let begin = word.strip_prefix("--")?;
    let names = command.get_arguments().filter_map(|arg| arg.get_long());
    let fitting = names.filter(|name| name.starts_with(begin));
    let fitting: Vec<String> = fitting.map(|name| format!("--{name}")).collect();
    let (last, others) = fitting
        .split_last()
        .filter(|(_, others)| !others.is_empty())?;
    Some(format!(
        "{word} is ambiguous: {} or {last}",
        others.join(", ")
    ))
}

fn text(error: &Error, kind: ContextKind) -> Option<&str> {
    match error.get(kind)? {
        ContextValue::String(text) => Some(text),
        _ => None,
    }
}
