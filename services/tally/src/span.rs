//! Days, months and years, and how few of them make up a period.

use time::{Date, Month};

/// A calendar day, month or year.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Span {
    /// A day.
    Day,
    /// A month.
    Month,
    /// A year.
    Year,
}

impl Span {
    /// All of them, the shortest first.
    pub const ALL: [Self; 3] = [Self::Day, Self::Month, Self::Year];

    /// The word for it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Day => "day",
            Self::Month => "month",
            Self::Year => "year",
        }
    }

    /// The first day of the span that a day is in.
    pub fn start(self, day: Date) -> Date {
        let month = match self {
            Self::Day => return day,
            Self::Month => day.month(),
            Self::Year => Month::January,
        };
        Date::from_calendar_date(day.year(), month, 1).unwrap_or(day)
    }

    /// The last day of the span that a day is in.
    pub fn end(self, day: Date) -> Date {
        let (year, month) = (day.year(), day.month());
        let (month, last) = match self {
            Self::Day => return day,
            Self::Month => (month, month.length(year)),
            Self::Year => (Month::December, 31),
        };
        Date::from_calendar_date(year, month, last).unwrap_or(day)
    }
}

/// The longest spans that make up the time from one day to another, both included, in their order, each by its first day.
pub fn cover(from: Date, until: Date) -> Vec<(Span, Date)> {
    let mut spans = Vec::new();
    let mut next = Some(from).filter(|from| *from <= until);
    while let Some(day) = next {
        let fits = |span: &Span| span.start(day) == day && span.end(day) <= until;
        let span = Span::ALL.into_iter().rev().find(fits).unwrap_or(Span::Day);
        spans.push((span, day));
        next = span.end(day).next_day().filter(|day| *day <= until);
    }
    spans
}
