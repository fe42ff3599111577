//! Messages from other threads, which must not fall into a line that somebody is typing.

use std::sync::{Arc, Mutex, PoisonError};

use crate::session::complain;

/// Prints a message and its newline; false if it cannot.
type Printer = Box<dyn FnMut(String) -> bool + Send>;

/// Tells the user something: on standard error, or through whatever holds the screen.
#[derive(Clone, Default)]
pub struct Speaker {
    printer: Arc<Mutex<Option<Printer>>>,
}

impl Speaker {
    /// Lets all messages go this way from now on.
    pub fn speak_through(&self, printer: impl FnMut(String) -> bool + Send + 'static) {
        *self.lock() = Some(Box::new(printer));
    }

    /// Tells a message.
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
