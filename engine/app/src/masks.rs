//! GNU Go's masks of flags on the command line.

/// Reads a mask, decimal or hexadecimal with `0x`; `None` if the text is no number.
pub fn mask(text: &str) -> Option<u32> {
    match text.strip_prefix("0x") {
        Some(digits) => u32::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    }
}
