//! Messages from other threads, kept apart from a line that the user is typing.

use std::sync::{Arc, Mutex, PoisonError};

use crate::session::complain;

/// Prints a message with its newline; false if that fails.
type Printer = Box<dyn FnMut(String) -> bool + Send>;

/// Shows messages to the user: on standard error, or through a line editor.
#[derive(Clone, Default)]
pub struct Speaker {
    printer: Arc<Mutex<Option<Printer>>>,
}

impl Speaker {
    /// Sends all further messages this way.
    pub fn speak_through(&self, printer: impl FnMut(String) -> bool + Send + 'static) {
        *self.lock() = Some(Box::new(printer));
    }

    /// Shows a message.
    pub fn say(&self, message: &str) {
        let mut printer = self.lock();
        let is_told =
            (printer.as_mut()).is_some_and(|print| print(format!("katachi: {message}\n")));
        if !is_told {
            complain(message);
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Option<Printer>> {
        self.printer.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
