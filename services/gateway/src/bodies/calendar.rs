//! Evenings as a calendar (iCalendar, RFC 5545): one event that lasts the whole day for each.

use ledger::EveningSummary;
use time::OffsetDateTime;
use time::format_description::BorrowedFormatItem;
use time::macros::format_description;

/// The longest line, in bytes, without its end (section 3.1).
const LINE: usize = 75;

const DAY: &[BorrowedFormatItem<'_>] = format_description!("[year][month][day]");
const MOMENT: &[BorrowedFormatItem<'_>] =
    format_description!("[year][month][day]T[hour][minute][second]Z");

/// The calendar of a club.
pub(crate) fn calendar(club: &str, evenings: &[EveningSummary]) -> String {
    let mut calendar = Calendar(String::new());
    calendar.line("BEGIN:VCALENDAR");
    calendar.line("VERSION:2.0");
    calendar.line("PRODID:-//Faan//Evenings//EN");
    calendar.line(&format!("NAME:{}", escaped(club)));
    for evening in evenings {
        calendar.event(club, evening);
    }
    calendar.line("END:VCALENDAR");
    calendar.0
}

struct Calendar(String);

impl Calendar {
    fn event(&mut self, club: &str, evening: &EveningSummary) {
        let terms = &evening.terms;
        self.line("BEGIN:VEVENT");
        self.line(&format!("UID:{}", terms.evening));
        let opened = evening.opened.time.moment();
        self.line(&format!("DTSTAMP:{}", moment(opened)));
        let day = terms.held_on.format(DAY).unwrap_or_default();
        self.line(&format!("DTSTART;VALUE=DATE:{day}"));
        self.line(&format!("SUMMARY:{}", escaped(club)));
        if let Some(hall) = &evening.hall {
            self.line(&format!("LOCATION:{}", escaped(hall)));
        }
        self.line("END:VEVENT");
    }

    /// Adds a line, folded so that no part of it is longer than may be, and no character is cut.
    fn line(&mut self, line: &str) {
        let mut length = 0;
        for character in line.chars() {
            if length + character.len_utf8() > LINE {
                self.0.push_str("\r\n ");
                length = 1;
            }
            self.0.push(character);
            length += character.len_utf8();
        }
        self.0.push_str("\r\n");
    }
}

fn moment(moment: OffsetDateTime) -> String {
    moment.format(MOMENT).unwrap_or_default()
}

/// A text as a value (section 3.3.11).
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for character in text.chars() {
        if matches!(character, '\\' | ';' | ',') {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;
    use ledger::evidence::{EveningOpened, Event};
    use ledger::{EveningId, Hash, UserId};
    use uuid::Uuid;

    #[test]
    fn an_evening_is_an_event_of_its_day() {
        let terms = EveningOpened {
            evening: EveningId(Uuid::from_u128(7)),
            held_on: time::macros::date!(2026 - 11 - 24),
            tables: Vec::new(),
            seed_hash: Hash([0; 32]),
            note_commitment: None,
        };
        let opened = Event {
            seq: 2,
            time: "2026-11-21T09:30:00.000001Z".parse().unwrap(),
            actor: UserId(Uuid::nil()),
        };
        let evening = EveningSummary {
            opened,
            terms,
            hall: Some("Hall A; second floor, left \\".to_owned()),
        };
        let expected = [
            "BEGIN:VCALENDAR",
            "VERSION:2.0",
            "PRODID:-//Faan//Evenings//EN",
            "NAME:西營盤",
            "BEGIN:VEVENT",
            "UID:00000000-0000-0000-0000-000000000007",
            "DTSTAMP:20261121T093000Z",
            "DTSTART;VALUE=DATE:20261124",
            "SUMMARY:西營盤",
            "LOCATION:Hall A\\; second floor\\, left \\\\",
            "END:VEVENT",
            "END:VCALENDAR",
            "",
        ];
        assert_eq!(calendar("西營盤", &[evening]), expected.join("\r\n"));
    }

    #[test]
    fn no_line_is_longer_than_may_be_and_no_character_is_cut() {
        let name = "西營盤".repeat(40);
        let calendar = calendar(&name, &[]);
        assert!(calendar.split("\r\n").all(|line| line.len() <= LINE));
        assert!(calendar.replace("\r\n ", "").contains(&name));
    }
}
