//! The time of an entry: UTC, in whole microseconds, written with exactly six decimals.

use serde::{Deserialize, Serialize};
use time::format_description::BorrowedFormatItem;
use time::macros::format_description;
use time::{Duration, OffsetDateTime, PrimitiveDateTime, UtcOffset};

const FORMAT: &[BorrowedFormatItem<'_>] =
    format_description!("[year]-[month]-[day]T[hour]:[minute]:[second].[subsecond digits:6]Z");

/// A moment, in whole microseconds UTC: `2026-11-21T09:30:00.000001Z`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Timestamp(OffsetDateTime);

/// Not RFC 3339 UTC with six decimals, or a year outside 0–9999.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a time is RFC 3339 in UTC with six decimals, such as 2026-11-21T09:30:00.000000Z")]
pub struct BadTimestamp;

impl Timestamp {
    /// The last whole microsecond that is not after `moment`.
    pub fn new(moment: OffsetDateTime) -> Result<Self, BadTimestamp> {
        let utc = moment.to_offset(UtcOffset::UTC);
        let whole = utc
            .replace_microsecond(utc.microsecond())
            .map_err(|_| BadTimestamp)?;
        (0..=9999)
            .contains(&whole.year())
            .then_some(Self(whole))
            .ok_or(BadTimestamp)
    }

    /// The moment.
    pub fn moment(self) -> OffsetDateTime {
        self.0
    }

    /// The next microsecond.
    pub fn next(self) -> Result<Self, BadTimestamp> {
        Self::new(
            self.0
                .checked_add(Duration::MICROSECOND)
                .ok_or(BadTimestamp)?,
        )
    }
}

impl std::fmt::Display for Timestamp {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let t = self.0;
        let (date, hour, minute, second) = (t.date(), t.hour(), t.minute(), t.second());
        write!(
            f,
            "{date}T{hour:02}:{minute:02}:{second:02}.{:06}Z",
            t.microsecond()
        )
    }
}

impl std::str::FromStr for Timestamp {
    type Err = BadTimestamp;

    fn from_str(text: &str) -> Result<Self, BadTimestamp> {
        let moment = PrimitiveDateTime::parse(text, FORMAT).map_err(|_| BadTimestamp)?;
        Self::new(moment.assume_utc())
    }
}

impl From<Timestamp> for String {
    fn from(timestamp: Timestamp) -> Self {
        timestamp.to_string()
    }
}

impl TryFrom<String> for Timestamp {
    type Error = BadTimestamp;

    fn try_from(text: String) -> Result<Self, BadTimestamp> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::macros::datetime;

    #[test]
    fn a_time_has_six_decimals_and_is_utc() {
        let moment = datetime!(2026-11-21 17:30:00.123_456_789 +8);
        let timestamp = Timestamp::new(moment).unwrap();
        assert_eq!(timestamp.to_string(), "2026-11-21T09:30:00.123456Z");
        assert_eq!(timestamp.to_string().parse(), Ok(timestamp));
        assert_eq!(
            timestamp.next().unwrap().to_string(),
            "2026-11-21T09:30:00.123457Z"
        );
    }

    #[test]
    fn anything_else_is_refused() {
        for bad in [
            "",
            "2026-11-21T09:30:00Z",
            "2026-11-21T09:30:00.123Z",
            "2026-11-21T09:30:00.123456+00:00",
            "2026-11-21 09:30:00.123456Z",
            "2026-02-30T09:30:00.123456Z",
            "2026-11-21T09:30:60.123456Z",
        ] {
            assert_eq!(bad.parse::<Timestamp>(), Err(BadTimestamp), "{bad}");
        }
        assert_eq!(
            Timestamp::new(datetime!(-0001-01-01 0:00 UTC)),
            Err(BadTimestamp)
        );
    }
}
