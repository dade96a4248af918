//! Evenings and tournaments as a calendar (iCalendar, RFC 5545): one event that lasts whole days for each.

use ledger::evidence::Event;
use ledger::{EveningSummary, TournamentSummary};
use std::fmt::Display;
use time::format_description::BorrowedFormatItem;
use time::macros::format_description;
use time::{Date, OffsetDateTime};

/// The longest line, in bytes, without its end (section 3.1).
const LINE: usize = 75;

const DAY: &[BorrowedFormatItem<'_>] = format_description!("[year][month][day]");
const MOMENT: &[BorrowedFormatItem<'_>] =
    format_description!("[year][month][day]T[hour][minute][second]Z");

/// The calendar of a club.
pub(crate) fn calendar(
    club: &str,
    evenings: &[EveningSummary],
    tournaments: &[TournamentSummary],
) -> String {
    let mut calendar = Calendar(String::new());
    calendar.line("BEGIN:VCALENDAR");
    calendar.line("VERSION:2.0");
    calendar.line("PRODID:-//Faan//Evenings//EN");
    calendar.line(&format!("NAME:{}", escaped(club)));
    for evening in evenings {
        calendar.evening(club, evening);
    }
    for tournament in tournaments {
        calendar.tournament(club, tournament);
    }
    calendar.line("END:VCALENDAR");
    calendar.0
}

struct Calendar(String);

impl Calendar {
    fn evening(&mut self, club: &str, evening: &EveningSummary) {
        let terms = &evening.terms;
        self.begin(terms.evening, evening.opened, terms.held_on);
        self.line(&format!("SUMMARY:{}", escaped(club)));
        if let Some(hall) = &evening.hall {
            self.line(&format!("LOCATION:{}", escaped(hall)));
        }
        self.line("END:VEVENT");
    }

    fn tournament(&mut self, club: &str, tournament: &TournamentSummary) {
        let terms = &tournament.terms;
        self.begin(terms.tournament, tournament.opened, terms.from);
        // The end of an event is the day after its last one (section 3.6.1).
        if let Some(end) = terms.until.next_day().filter(|_| terms.until > terms.from) {
            self.line(&format!("DTEND;VALUE=DATE:{}", day(end)));
        }
        let name = tournament.name.as_deref();
        self.line(&format!("SUMMARY:{}", escaped(name.unwrap_or(club))));
        self.line("END:VEVENT");
    }

    fn begin(&mut self, id: impl Display, opened: Event, first: Date) {
        self.line("BEGIN:VEVENT");
        self.line(&format!("UID:{id}"));
        self.line(&format!("DTSTAMP:{}", moment(opened.time.moment())));
        self.line(&format!("DTSTART;VALUE=DATE:{}", day(first)));
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

fn day(day: Date) -> String {
    day.format(DAY).unwrap_or_default()
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
    use ledger::evidence::{
        DrawMethod, EveningOpened, TournamentOpened, TournamentRules, TournamentScoring,
    };
    use ledger::{EveningId, Hash, TournamentId, UserId};
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
        assert_eq!(calendar("西營盤", &[evening], &[]), expected.join("\r\n"));
    }

    #[test]
    fn a_tournament_is_an_event_of_its_days() {
        let rules = TournamentRules {
            rounds: 3,
            draw: DrawMethod::Random,
            scoring: TournamentScoring::Points,
            table_points: None,
            ties: Vec::new(),
            sat_out: None,
            cut: None,
            clock: None,
        };
        let terms = TournamentOpened {
            tournament: TournamentId(Uuid::from_u128(8)),
            name_commitment: Hash([0; 32]),
            from: time::macros::date!(2026 - 12 - 05),
            until: time::macros::date!(2026 - 12 - 06),
            rules,
            seed_hash: Hash([0; 32]),
        };
        let opened = Event {
            seq: 2,
            time: "2026-11-21T09:30:00.000001Z".parse().unwrap(),
            actor: UserId(Uuid::nil()),
        };
        let tournament = TournamentSummary {
            opened,
            terms,
            name: Some("Autumn cup, 3 rounds".to_owned()),
            closed_seq: None,
        };
        let calendar = calendar("Winds", &[], &[tournament]);
        let expected = [
            "BEGIN:VEVENT",
            "UID:00000000-0000-0000-0000-000000000008",
            "DTSTAMP:20261121T093000Z",
            "DTSTART;VALUE=DATE:20261205",
            "DTEND;VALUE=DATE:20261207",
            "SUMMARY:Autumn cup\\, 3 rounds",
            "END:VEVENT",
        ];
        assert!(calendar.contains(&expected.join("\r\n")), "{calendar}");
    }

    #[test]
    fn no_line_is_longer_than_may_be_and_no_character_is_cut() {
        let name = "西營盤".repeat(40);
        let calendar = calendar(&name, &[], &[]);
        assert!(calendar.split("\r\n").all(|line| line.len() <= LINE));
        assert!(calendar.replace("\r\n ", "").contains(&name));
    }
}
