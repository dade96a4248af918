//! Standard output.

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_steers_no_terminal() {
        let name = "\u{1b}]0;mine\u{7}\u{1b}[2JMei\u{202e}gniL\r\u{9b}1m";
        let shown = "\u{fffd}]0;mine\u{fffd}\u{fffd}[2JMei\u{fffd}gniL\u{fffd}\u{fffd}1m";
        assert_eq!(harmless(name), shown);
        let table = "陳大文\t+8\n🀎 🀅\u{fe0e} é\n";
        assert_eq!(harmless(table), table);
    }
}
