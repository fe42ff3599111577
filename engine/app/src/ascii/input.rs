//! Input lines: from a pipe, or from a terminal with a line editor.

use std::io::{self, BufRead, Write};

use katachi_gtp::{Input, Line};
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, ExternalPrinter, Helper};

use super::commands;
use crate::speaker::Speaker;

/// Reads lines that a user types at a prompt.
pub trait Lines {
    /// The next line; `None` at the end of the input.
    ///
    /// # Errors
    /// If reading fails, or writing the prompt.
    fn line(&mut self, prompt: &str, output: &mut impl Write) -> io::Result<Option<String>>;
}

/// A plain reader, without a terminal.
pub struct Plain<R>(pub R);

impl<R: BufRead> Lines for Plain<R> {
    fn line(&mut self, prompt: &str, output: &mut impl Write) -> io::Result<Option<String>> {
        loop {
            write!(output, "{prompt}")?;
            output.flush()?;
            match self.0.next_line()? {
                Some(Line::Whole(line)) => {
                    return Ok(Some(String::from_utf8_lossy(&line).into_owned()));
                }
                Some(Line::TooLong(_)) => writeln!(output, "That line is too long.")?,
                None => {
                    writeln!(output)?;
                    return Ok(None);
                }
            }
        }
    }
}

/// A terminal with a line editor: the arrow keys recall earlier lines, Tab completes commands.
pub struct Editor {
    editor: rustyline::Editor<Words, DefaultHistory>,
}

/// Completes the names of commands.
struct Words;

impl Completer for Words {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        place: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let typed = line.get(..place).unwrap_or_default();
        let word = typed.trim_start();
        if word.contains(' ') {
            return Ok((place, Vec::new()));
        }
        Ok((typed.len() - word.len(), commands::beginning_with(word)))
    }
}

impl Hinter for Words {
    type Hint = String;
}

impl Highlighter for Words {}
impl Validator for Words {}
impl Helper for Words {}

impl Editor {
    /// Starts an editor on the terminal of standard input. From now on messages appear above its
    /// line.
    ///
    /// # Errors
    /// If the terminal cannot be used.
    pub fn new(speaker: &Speaker) -> io::Result<Self> {
        let config = Config::builder().completion_type(CompletionType::List);
        let editor = rustyline::Editor::with_config(config.build());
        let mut editor = editor.map_err(io::Error::other)?;
        editor.set_helper(Some(Words));
        // Without such a printer, messages go to standard error.
        if let Ok(mut printer) = editor.create_external_printer() {
            speaker.speak_through(move |message| printer.print(message).is_ok());
        }
        Ok(Self { editor })
    }
}

impl Lines for Editor {
    fn line(&mut self, prompt: &str, output: &mut impl Write) -> io::Result<Option<String>> {
        output.flush()?;
        match self.editor.readline(prompt) {
            Ok(line) => {
                if !line.trim().is_empty() {
                    // If the history cannot store a line, little is lost.
                    let _ = self.editor.add_history_entry(line.trim());
                }
                Ok(Some(line))
            }
            Err(ReadlineError::Eof) => Ok(None),
            Err(ReadlineError::Interrupted) => {
                writeln!(output, "quit, or Ctrl-D, leaves.")?;
                Ok(Some(String::new()))
            }
            Err(error) => Err(io::Error::other(error)),
        }
    }
}
