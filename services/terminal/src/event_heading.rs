//! What a season and a tournament are called, and when they are.

use jiff::civil::Date;
use uuid::Uuid;

/// The name; a name can be erased.
pub(crate) fn called(name: Option<&str>) -> &str {
    name.unwrap_or("(no name)")
}

/// The name, the days, whether it is closed, and what it is with its id.
pub(crate) fn heading(
    what: &str,
    name: Option<&str>,
    (from, until): (Date, Date),
    closed_seq: Option<i64>,
    id: Uuid,
) -> String {
    let end = match closed_seq {
        Some(seq) => format!(", closed by entry {seq}"),
        None => String::new(),
    };
    format!("{}: {from} to {until}{end}\n{what} {id}", called(name))
}
