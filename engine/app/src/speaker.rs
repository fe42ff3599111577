//! Messages for the user, kept apart from a line that the user is typing.

use std::sync::{Arc, Mutex, PoisonError};

/// Shows the user a message on standard error: standard output may carry a protocol.
pub fn complain(message: &str) {
    katachi_files::complain!("katachi: {message}");
}

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
        let is_printed =
            (printer.as_mut()).is_some_and(|print| print(format!("katachi: {message}\n")));
        if !is_printed {
            complain(message);
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Option<Printer>> {
        self.printer.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
