//! Standard output and standard error.

use std::io::{self, ErrorKind, Write as _};

/// Something cannot be printed, to a full disk for instance.
#[derive(Debug, thiserror::Error)]
#[error("this cannot be printed: {0}")]
pub struct Unprinted(io::Error);

/// Prints a text that ends its own lines. Whoever reads no further, as `head` does after its lines, misses nothing that they want.
///
/// # Errors
/// The text cannot be written.
pub fn print(text: &str) -> Result<(), Unprinted> {
    let mut to = io::stdout().lock();
    match to
        .write_all(harmless(text).as_bytes())
        .and_then(|()| to.flush())
    {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(Unprinted(error)),
        _ => Ok(()),
    }
}

/// The text without what would steer a terminal, or turn about what is written there: names and problems come from elsewhere.
pub fn harmless(text: &str) -> String {
    const TURNING: [char; 12] = [
        '\u{61c}', '\u{200e}', '\u{200f}', '\u{202a}', '\u{202b}', '\u{202c}', '\u{202d}',
        '\u{202e}', '\u{2066}', '\u{2067}', '\u{2068}', '\u{2069}',
    ];
    let steers = |c: char| c.is_control() && !['\n', '\t'].contains(&c);
    text.replace(|c| steers(c) || TURNING.contains(&c), "\u{fffd}")
}

/// Prints a line to standard error, or some without the end of the last. Nobody can be told that this fails.
pub fn warn(text: &str) {
    let text = format!("{}\n", harmless(text));
    io::stderr().write_all(text.as_bytes()).ok();
}

/// Prints a line, or some without the end of the last.
///
/// # Errors
/// As of [`print`].
pub fn say(text: &str) -> Result<(), Unprinted> {
    print(&format!("{text}\n"))
}

/// Says how a service comes along, which goes on whether or not that can be printed.
pub fn mention(text: &str) {
    if let Err(unprinted) = say(text) {
        tracing::warn!("{unprinted}");
    }
}
