//! A day in a flag.

use time::Date;

pub(super) fn day(text: &str) -> Result<Date, String> {
    let form = time::macros::format_description!("[year]-[month]-[day]");
    Date::parse(text, form).map_err(|_| "expected a day, such as 2026-11-21".to_owned())
}
