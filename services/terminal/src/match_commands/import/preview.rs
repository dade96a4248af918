//! What an import would record, as text.

use std::iter;
use std::path::Path;

use evidence::{Deal, Ending};
use host::{say, warn};
use serde::Deserialize;

use crate::account::CliError;
use crate::club_players::Player;
use crate::match_commands::game::next;
use crate::name_match::Named as _;
use crate::rest::in_sheet;
use crate::sheet::signed;
use crate::word::counted;

/// What would be imported, and what is doubtful.
#[derive(Deserialize)]
pub(super) struct Preview {
    read_as: ReadAs,
    matches: Vec<PreviewedMatch>,
    /// By line.
    doubts: Vec<Doubt>,
    more_doubts: usize,
}

/// What the service took the file for.
#[derive(Deserialize)]
struct ReadAs {
    format: String,
    encoding: Option<String>,
    /// Between cells.
    separator: Option<String>,
}

#[derive(Deserialize)]
struct PreviewedMatch {
    label: String,
    played_on: Option<String>,
    players: Option<[Player; 4]>,
    hands: usize,
    /// Absent if something about it is refused.
    state: Option<State>,
}

/// Where a match would stand.
#[derive(Deserialize)]
struct State {
    next_number: u32,
    deal: Deal,
    total_points: [f64; 4],
    ending: Option<Ending>,
}

#[derive(Deserialize)]
struct Doubt {
    line: u64,
    column: Option<String>,
    grade: String,
    detail: String,
}

impl Preview {
    /// Prints the matches, and warns of what is suspicious.
    pub(super) fn tell(&self, file: &Path) -> Result<(), CliError> {
        say(&self.text(file))?;
        let suspicious = self.doubts.iter().filter(|doubt| !doubt.is_refused());
        for doubt in suspicious {
            warn(&format!("faan: {}, {}", file.display(), doubt.text()));
        }
        if self.more_doubts > 0 {
            warn(&format!(
                "faan: {}: {} not listed",
                file.display(),
                counted(self.more_doubts, "further doubt is", "further doubts are")
            ));
        }
        Ok(())
    }

    /// # Errors
    /// Something is refused. The error lists it.
    pub(super) fn end(&self, file: &Path) -> Result<(), CliError> {
        let refused = self.doubts.iter().filter(|doubt| doubt.is_refused());
        let lines: Vec<String> = refused
            .map(|doubt| format!("\n  {}", doubt.text()))
            .collect();
        if lines.is_empty() {
            return Ok(());
        }
        let keep = counted(lines.len(), "thing keeps", "things keep");
        Err(CliError::Failed(format!(
            "refused: {keep} {} out{}\nnothing was imported",
            file.display(),
            lines.concat()
        )))
    }

    fn text(&self, file: &Path) -> String {
        let read_as = format!("{} was read as {}.", file.display(), self.read_as.text());
        let matches = self.matches.iter().map(PreviewedMatch::text);
        let parts: Vec<String> = iter::once(read_as).chain(matches).collect();
        parts.join("\n")
    }
}

impl ReadAs {
    /// Such as `CSV in Big5, separated by commas`.
    fn text(&self) -> String {
        let encoding = self.encoding.as_deref();
        let encoding = encoding.map_or_else(String::new, |name| format!(" in {name}"));
        let separator = self.separator.as_deref();
        let separator =
            separator.map_or_else(String::new, |name| format!(", separated by {name}s"));
        format!("{}{encoding}{separator}", self.format.to_uppercase())
    }
}

impl PreviewedMatch {
    fn text(&self) -> String {
        let day = self.played_on.as_ref().map(|day| format!(" on {day}"));
        let people: &[Player] = self.players.as_ref().map_or(&[], |players| players);
        let names = people.iter().map(|player| format!("{}, ", player.name()));
        let heading = format!(
            "Match {}{}: {}{}",
            self.label,
            day.unwrap_or_default(),
            names.collect::<String>(),
            self.told()
        );
        match &self.state {
            Some(state) => heading + &state.text(people),
            None => heading + "\n  Something in it is refused.",
        }
    }

    /// What is told of it: its hands, or its totals alone.
    fn told(&self) -> String {
        let ending = self.state.as_ref().and_then(|state| state.ending);
        match (self.hands, ending) {
            (0, Some(Ending::Complete)) => "totals only".to_owned(),
            (hands, _) => counted(hands, "hand", "hands"),
        }
    }
}

impl State {
    fn text(&self, people: &[Player]) -> String {
        let totals = people.iter().zip(self.total_points);
        let totals: Vec<String> = totals
            .map(|(player, points)| format!("{} {}", player.name(), signed(points)))
            .collect();
        let next = next(people, self.next_number, &self.deal, self.ending);
        format!("\n  Totals: {}\n  {next}", totals.join(", "))
    }
}

impl Doubt {
    /// Only what is suspicious keeps nothing out. A grade that is not known here may do so.
    fn is_refused(&self) -> bool {
        self.grade != "suspicious"
    }

    fn text(&self) -> String {
        let place = in_sheet(self.line, self.column.as_deref());
        format!("{place}: {}", self.detail)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    const FILE: &str = "season.csv";

    fn preview(body: Value) -> Preview {
        serde_json::from_value(body).unwrap()
    }

    fn players() -> Value {
        let names = ["Ah Ming", "Bo", "Chun"].map(|name| json!({ "id": name, "name": name }));
        let erased = json!({ "id": "d", "erased": true });
        json!([names[0], names[1], names[2], erased])
    }

    #[test]
    fn matches_are_shown_as_they_would_stand() {
        let preview = preview(json!({
            "read_as": { "format": "csv", "encoding": "Big5", "separator": "semicolon" },
            "matches": [
                {
                    "label": "1", "line": 2, "played_on": "2025-09-05", "players": players(), "hands": 3,
                    "state": {
                        "next_number": 4, "deal": { "dealer": 2, "extra": 1, "round_wind": "east" },
                        "total_points": [-4, 12.5, -8.5, 0],
                    },
                },
                {
                    "label": "二", "line": 5, "played_on": "2025-09-12", "players": players(), "hands": 1,
                    "state": {
                        "next_number": 2, "deal": { "dealer": 1, "extra": 0, "round_wind": "east" },
                        "total_points": [0, 0, 0, 0], "ending": "early",
                    },
                },
                { "label": "3", "line": 7, "hands": 0 },
            ],
            "doubts": [], "more_doubts": 0,
        }));
        let expected = "\
season.csv was read as CSV in Big5, separated by semicolons.
Match 1 on 2025-09-05: Ah Ming, Bo, Chun, (unknown), 3 hands
  Totals: Ah Ming -4, Bo +12.5, Chun -8.5, (unknown) 0
  Next: hand 4, East round, Bo deals, extra hand 1
Match 二 on 2025-09-12: Ah Ming, Bo, Chun, (unknown), 1 hand
  Totals: Ah Ming 0, Bo 0, Chun 0, (unknown) 0
  The match was ended early.
Match 3: 0 hands
  Something in it is refused.";
        assert_eq!(preview.text(Path::new(FILE)), expected);
    }

    /// What the file was read as is said as far as the service says it.
    #[test]
    fn the_form_of_the_file_is_said_as_far_as_it_is_known() {
        for (read_as, expected) in [
            (json!({ "format": "xlsx" }), "season.csv was read as XLSX."),
            (
                json!({ "format": "csv", "encoding": "UTF-16LE", "separator": "tab" }),
                "season.csv was read as CSV in UTF-16LE, separated by tabs.",
            ),
        ] {
            let body = json!({ "read_as": read_as, "matches": [], "doubts": [], "more_doubts": 0 });
            assert_eq!(preview(body).text(Path::new(FILE)), expected);
        }
    }

    #[test]
    fn whatever_is_not_only_suspicious_keeps_the_file_out() {
        let doubt = |line: u64, column: Option<&str>, grade: &str| match column {
            Some(column) => {
                json!({ "line": line, "column": column, "grade": grade, "code": "c", "detail": "So." })
            }
            None => json!({ "line": line, "grade": grade, "code": "c", "detail": "So." }),
        };
        let suspicious = doubt(2, None, "suspicious");
        let refused = doubt(3, Some("fan"), "refused");
        let unknown = doubt(4, None, "of a later version");
        for (doubts, expected) in [
            (json!([]), None),
            (json!([suspicious]), None),
            (
                json!([suspicious, refused]),
                Some(
                    "refused: 1 thing keeps season.csv out\n  line 3, fan: So.\nnothing was imported",
                ),
            ),
            (
                json!([refused, unknown]),
                Some(
                    "refused: 2 things keep season.csv out\n  line 3, fan: So.\n  line 4: So.\nnothing was imported",
                ),
            ),
        ] {
            let body = json!({ "read_as": { "format": "xlsx" }, "matches": [], "doubts": doubts, "more_doubts": 0 });
            let said = preview(body).end(Path::new(FILE)).err().map(|stop| {
                let CliError::Failed(said) = stop else {
                    panic!("{stop:?}");
                };
                said
            });
            assert_eq!(said.as_deref(), expected);
        }
    }
}
