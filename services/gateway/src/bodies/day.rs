//! Days of the calendar.

use serde::{Deserialize, Serialize, Serializer};
use time::format_description::BorrowedFormatItem;
use time::macros::format_description;
use time::{Date, Duration, OffsetDateTime};

use crate::problem::{Code, Problem};
use crate::token::now;

/// A day on which a match can be played, in the club's time zone: `2026-11-21`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct Day(pub(crate) Date);

const FORMAT: &[BorrowedFormatItem<'_>] = format_description!("[year]-[month]-[day]");

/// The years in which a match can be played: wide enough for an old club's books, and of four digits.
const YEARS: std::ops::RangeInclusive<i32> = 1900..=2200;

/// The earliest day of all goes on for so many seconds longer than the day of UTC: on Kiritimati.
const EARLIEST: u64 = 14 * 60 * 60;

/// How far ahead a period may reach that is settled: whoever settles a year may do so before it is over.
const AHEAD: Duration = Duration::days(366);

/// The latest day that it is anywhere on earth: nothing was played after it.
pub(crate) fn latest_today() -> Result<Date, Problem> {
    let seconds = i64::try_from(now() + EARLIEST).map_err(Problem::internal)?;
    let moment = OffsetDateTime::from_unix_timestamp(seconds).map_err(Problem::internal)?;
    Ok(moment.date())
}

/// Refuses a day that is still to come everywhere on earth: no match was played on it.
pub(crate) fn refuse_to_come(day: Date, pointer: &'static str) -> Result<(), Problem> {
    let latest = latest_today()?;
    if day <= latest {
        return Ok(());
    }
    let detail = format!(
        "{day} is still to come: a match is played on a day from {}-01-01 to {latest}.",
        YEARS.start()
    );
    Err(Problem::at(Code::InvalidValue, pointer, detail))
}

/// Refuses a period to be settled that begins or ends more than a year from now.
pub(crate) fn refuse_distant(day: Option<Day>, pointer: &'static str) -> Result<(), Problem> {
    let latest = latest_today()? + AHEAD;
    match day {
        Some(Day(day)) if day > latest => {
            let detail = format!(
                "{day} is more than a year from now: a period is settled up to {latest}, or without a last day."
            );
            Err(Problem::at(Code::InvalidValue, pointer, detail))
        }
        Some(_) | None => Ok(()),
    }
}

/// The first and the last day of a period, if it has them: query parameters `from` and `until`.
pub(crate) fn in_order(
    from: Option<Day>,
    until: Option<Day>,
) -> Result<[Option<Date>; 2], Problem> {
    period(from, until).map_err(|detail| Problem::at(Code::InvalidParameter, "until", detail))
}

/// The first and the last day of a period, if it has them, wherever they were stated; or what is wrong with the last.
pub(crate) fn period(
    from: Option<Day>,
    until: Option<Day>,
) -> Result<[Option<Date>; 2], &'static str> {
    if from.zip(until).is_some_and(|(from, until)| until < from) {
        return Err("The last day of the period is before its first.");
    }
    Ok([from, until].map(|day| day.map(|Day(day)| day)))
}

impl TryFrom<String> for Day {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        // `[year]` takes a sign as well.
        let unsigned = !text.starts_with(['+', '-']);
        let day = Date::parse(&text, FORMAT).ok();
        let day = day.filter(|day| unsigned && YEARS.contains(&day.year()));
        day.map(Self).ok_or_else(|| {
            format!(
                "“{text}” is not a day of the calendar from {} to {} such as 2026-11-21",
                YEARS.start(),
                YEARS.end()
            )
        })
    }
}

impl Serialize for Day {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // Years are four digits in and out: FORMAT reads no others.
        serializer.collect_str(&self.0)
    }
}
