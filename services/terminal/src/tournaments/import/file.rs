//! The file of a schedule: CSV with a line for each seat.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use csv::StringRecord;

use super::problems::Problems;
use crate::account::CliError;

const MOST_ROUNDS: usize = seating::MOST_ROUNDS;
const MOST_TABLES: usize = seating::MOST_PLAYERS / 4;
const LONGEST_TEAM: usize = 40;
const COLUMNS: [&str; 5] = ["round", "table", "seat", "player", "team"];

/// A schedule. Players are named by their places in the list.
pub(super) struct Schedule {
    pub(super) players: Vec<Entry>,
    /// The tables of each round, East first.
    pub(super) rounds: Vec<Vec<[usize; 4]>>,
}

/// Somebody in the file.
pub(super) struct Entry {
    /// As the file has it where it is first.
    pub(super) name: String,
    pub(super) team: Option<String>,
    /// The line where the name is first.
    pub(super) line: u64,
}

/// Whether two names are of one player.
pub(super) fn is_same(one: &str, other: &str) -> bool {
    names::folded(one) == names::folded(other)
}

/// Reads a schedule.
///
/// # Errors
/// Something in it is not as expected. The error names the line, the column and what is expected.
pub(super) fn read(file: &Path, bytes: &[u8]) -> Result<Schedule, CliError> {
    let mut reading = Reading::new(file);
    let undecoded =
        |why| CliError::Misused(format!("{}: {why}: nothing was written", file.display()));
    let text = host::utf8(bytes).map_err(undecoded)?;
    let mut lines = csv::ReaderBuilder::new()
        .flexible(true)
        .trim(csv::Trim::All)
        .from_reader(text.as_bytes());
    let unreadable = |error: csv::Error| {
        let file = file.display();
        CliError::Misused(format!("{file}: {error}: nothing was written"))
    };
    let heads = lines.headers().map_err(unreadable)?;
    let is_known = heads.len() >= 4 && heads.iter().eq(COLUMNS.into_iter().take(heads.len()));
    if !is_known {
        let found = heads.iter().collect::<Vec<_>>().join(",");
        let expected = "`round,table,seat,player` or `round,table,seat,player,team`";
        reading.problems.add(1, "columns", expected, &found);
        reading.problems.end()?;
        return Err(CliError::Misused("the file has no columns".to_owned()));
    }
    for record in lines.records() {
        let record = record.map_err(unreadable)?;
        let line = record.position().map_or(0, csv::Position::line);
        reading.add(line, &record);
    }
    reading.schedule()
}

/// A seat: the line that names it, and who sits there.
type Seat = (u64, usize);

/// What was read so far.
struct Reading {
    problems: Problems,
    players: Vec<Entry>,
    places: HashMap<String, usize>,
    /// By round and table.
    tables: BTreeMap<(usize, usize), [Option<Seat>; 4]>,
    /// The line of a player in a round.
    seated: HashMap<(usize, usize), u64>,
}

impl Reading {
    fn new(file: &Path) -> Reading {
        Reading {
            problems: Problems::new(file),
            players: Vec::new(),
            places: HashMap::new(),
            tables: BTreeMap::new(),
            seated: HashMap::new(),
        }
    }

    fn add(&mut self, line: u64, record: &StringRecord) {
        let cell = |column: usize| record.get(column).unwrap_or_default();
        if record.len() > COLUMNS.len() {
            let expected = "at most five columns (a name with a comma stands in quotation marks)";
            self.problems.add(line, "team", expected, cell(5));
            return;
        }
        let rounds = format!("a whole number from 1 to {MOST_ROUNDS}");
        let tables = format!("a whole number from 1 to {MOST_TABLES}");
        let round = self.parsed(line, "round", cell(0), &rounds, |text| {
            number(text, MOST_ROUNDS)
        });
        let table = self.parsed(line, "table", cell(1), &tables, |text| {
            number(text, MOST_TABLES)
        });
        let seats = "E, S, W or N, or 東, 南, 西 or 北";
        let seat = self.parsed(line, "seat", cell(2), seats, seat);
        let name = self.parsed(
            line,
            "player",
            cell(3),
            "a name of 1 to 100 characters",
            name,
        );
        let team = cell(4);
        if team.chars().count() > LONGEST_TEAM {
            self.problems
                .add(line, "team", "a label of at most 40 characters", team);
        }
        if let (Some(round), Some(table), Some(seat), Some(name)) = (round, table, seat, name) {
            let player = self.player(line, &name, team);
            self.sit(line, (round, table), seat, player);
        }
    }

    fn parsed<T>(
        &mut self,
        line: u64,
        column: &str,
        text: &str,
        expected: &str,
        parse: impl FnOnce(&str) -> Option<T>,
    ) -> Option<T> {
        let parsed = parse(text);
        if parsed.is_none() {
            self.problems.add(line, column, expected, text);
        }
        parsed
    }

    /// The place of a player, with the team that the line states.
    fn player(&mut self, line: u64, name: &str, team: &str) -> usize {
        let next = self.players.len();
        let place = *self.places.entry(names::folded(name)).or_insert(next);
        if place == next {
            self.players.push(Entry {
                name: name.to_owned(),
                team: None,
                line,
            });
        }
        if let Some(player) = self.players.get_mut(place).filter(|_| !team.is_empty()) {
            let is_other = player.team.as_deref().is_some_and(|other| other != team);
            if is_other {
                let expected = "the team of the player in the lines before";
                self.problems.add(line, "team", expected, team);
            }
            player.team = Some(team.to_owned());
        }
        place
    }

    fn sit(&mut self, line: u64, (round, table): (usize, usize), seat: usize, player: usize) {
        let name = self.players.get(player).map(|player| player.name.clone());
        let name = name.unwrap_or_default();
        if let Some(other) = self.seated.insert((round, player), line) {
            let expected = format!("somebody who has no seat in round {round} yet (line {other})");
            self.problems.add(line, "player", &expected, &name);
        }
        let seats = self.tables.entry((round, table)).or_default();
        let Some(place) = seats.get_mut(seat) else {
            return;
        };
        if let Some((other, _)) = place.replace((line, player)) {
            let expected = format!("a seat that is free (line {other} has it)");
            self.problems.add(line, "seat", &expected, &name);
        }
    }

    /// The whole schedule: rounds and tables are numbered without gaps, and each table has four players.
    fn schedule(mut self) -> Result<Schedule, CliError> {
        if !self.problems.is_empty() {
            // What a line lacks that could not be read is no further problem.
            self.problems.end()?;
            return Err(CliError::Misused("the file cannot be read".to_owned()));
        }
        let mut rounds: Vec<Vec<[usize; 4]>> = Vec::new();
        let mut last_line = 1;
        for ((round, table), seats) in std::mem::take(&mut self.tables) {
            let line = seats.iter().flatten().map(|(line, _)| *line).max();
            let line = line.unwrap_or(last_line);
            last_line = last_line.max(line);
            let is_next_round = round == rounds.len() + 1;
            if is_next_round {
                rounds.push(Vec::new());
            }
            if round != rounds.len() {
                let expected = format!("round {} before it", rounds.len() + 1);
                let found = round.to_string();
                self.problems.add(line, "round", &expected, &found);
                break;
            }
            let Some(tables) = rounds.last_mut() else {
                break;
            };
            if table != tables.len() + 1 {
                let expected = format!("table {} of round {round} before it", tables.len() + 1);
                let found = table.to_string();
                self.problems.add(line, "table", &expected, &found);
                break;
            }
            let [Some(east), Some(south), Some(west), Some(north)] = seats else {
                let expected = format!("the four seats of table {table} of round {round}");
                let found = seats.iter().flatten().count().to_string();
                self.problems.add(line, "seat", &expected, &found);
                tables.push([0; 4]);
                continue;
            };
            tables.push([east.1, south.1, west.1, north.1]);
        }
        if rounds.is_empty() && self.problems.is_empty() {
            let expected = "a line for each seat";
            self.problems.add(2, "round", expected, "");
        }
        if self.players.len() > seating::MOST_PLAYERS {
            let found = self.players.len().to_string();
            self.problems
                .add(last_line, "player", "at most 400 players", &found);
        }
        self.problems.end()?;
        Ok(Schedule {
            players: self.players,
            rounds,
        })
    }
}

/// A number from 1 to `most`.
fn number(text: &str, most: usize) -> Option<usize> {
    let number = text.parse().ok();
    number.filter(|number| (1..=most).contains(number))
}

/// The place of a seat at a table: East is 0.
fn seat(text: &str) -> Option<usize> {
    const SEATS: [[&str; 3]; 4] = [
        ["e", "east", "東"],
        ["s", "south", "南"],
        ["w", "west", "西"],
        ["n", "north", "北"],
    ];
    let text = text.to_lowercase();
    SEATS
        .iter()
        .position(|words| words.contains(&text.as_str()))
}

fn name(text: &str) -> Option<String> {
    (1..=100)
        .contains(&text.chars().count())
        .then(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::super::problems::MOST_PROBLEMS;
    use super::*;

    const HEADS: &str = "round,table,seat,player,team\n";

    fn read_text(text: &str) -> Result<Schedule, String> {
        let schedule = read(Path::new("draw.csv"), text.as_bytes());
        schedule.map_err(|error| match error {
            CliError::Misused(text) => text,
            other @ (CliError::SignedOut(_) | CliError::Unanswered(_) | CliError::Failed(_)) => {
                panic!("{other:?}")
            }
        })
    }

    #[test]
    fn seats_are_read_in_any_order_and_either_script() {
        let text = "\u{feff}round,table,seat,player,team\n1,1,N,Dai,Winds\n1,1,東,Ah Ming,\n1,1,s, bo ,\n1,1,西,\"Chan, Mei\",\n2,1,E,BO,\n2,1,S,dai,Winds\n2,1,W,ah ming,\n2,1,N,\"chan, mei\",\n";
        let schedule = read_text(text).unwrap();
        let names: Vec<&str> = schedule.players.iter().map(|one| &*one.name).collect();
        assert_eq!(names, ["Dai", "Ah Ming", "bo", "Chan, Mei"]);
        assert_eq!(schedule.rounds, [[[1, 2, 3, 0]], [[2, 0, 1, 3]]]);
        assert_eq!(schedule.players[0].team.as_deref(), Some("Winds"));
    }

    /// What a file that is not UTF-8 seems to be is all that is said of it.
    #[test]
    fn a_file_that_is_not_utf_8_is_told_what_it_is() {
        let of = |name: &[u8]| [b"round,table,seat,player\n1,1,E,", name, b"\n"].concat();
        let utf_16 = "round,table,seat,player\n1,1,E,阿明\n".encode_utf16();
        let utf_16: Vec<u8> = utf_16.flat_map(u16::to_le_bytes).collect();
        for (bytes, expected) in [
            (of(b"\xaa\xfc\xa9\xfa"), "Big5 or GBK"),
            (of(b"\xb0\xa2\xc3\xf7"), "Big5 or GBK"),
            (of(b"Jos\xe9,"), "Windows-1252"),
            (of("\u{fffd}\u{fffd}".as_bytes()), "in place of letters"),
            (utf_16.clone(), "UTF-16"),
            ([b"\xff\xfe", &utf_16[..]].concat(), "UTF-16"),
        ] {
            let Err(CliError::Misused(text)) = read(Path::new("draw.csv"), &bytes) else {
                panic!("{expected}");
            };
            assert!(text.contains(expected) && text.contains("UTF-8"), "{text}");
            assert_eq!(text.lines().count(), 1, "{text}");
        }
    }

    /// Each line of the file is wrong in one way, and the error names it.
    #[test]
    fn what_is_wrong_names_line_and_column() {
        let good = "1,1,E,a,\n1,1,S,b,\n1,1,W,c,\n1,1,N,d,\n";
        for (lines, expected) in [
            (
                "x,1,E,e,\n",
                "line 6, round: expected a whole number from 1 to 64; found `x`",
            ),
            (
                "1,0,E,e,\n",
                "line 6, table: expected a whole number from 1 to 100; found `0`",
            ),
            (
                "1,2,X,e,\n",
                "line 6, seat: expected E, S, W or N, or 東, 南, 西 or 北; found `X`",
            ),
            (
                "1,2,E,,\n",
                "line 6, player: expected a name of 1 to 100 characters; found nothing",
            ),
            (
                "1,2,E,A,\n",
                "line 6, player: expected somebody who has no seat in round 1 yet (line 2); found `a`",
            ),
            (
                "1,1,E,e,\n",
                "line 6, seat: expected a seat that is free (line 2 has it); found `e`",
            ),
            (
                "1,2,E,e,\n",
                "line 6, seat: expected the four seats of table 2 of round 1; found `1`",
            ),
            (
                "3,1,E,e,\n",
                "line 6, round: expected round 2 before it; found `3`",
            ),
            (
                "1,3,E,e,\n",
                "line 6, table: expected table 2 of round 1 before it; found `3`",
            ),
            (
                "2,1,E,a,Winds\n2,1,S,a,Dragons\n",
                "line 7, team: expected the team of the player in the lines before; found `Dragons`",
            ),
            (
                "1,2,E,e,Winds,more\n",
                "line 6, team: expected at most five columns",
            ),
        ] {
            let found = read_text(&format!("{HEADS}{good}{lines}")).err().unwrap();
            assert!(found.contains(&format!("draw.csv, {expected}")), "{found}");
            assert!(found.ends_with("nothing was written"), "{found}");
        }
    }

    #[test]
    fn a_file_without_seats_or_with_other_columns_is_refused() {
        for (text, expected) in [
            ("", "line 1, columns: expected `round,table,seat,player`"),
            ("a,b\n", "found `a,b`"),
            (
                HEADS,
                "line 2, round: expected a line for each seat; found nothing",
            ),
        ] {
            let found = read_text(text).err().unwrap();
            assert!(found.contains(expected), "{found}");
        }
    }

    #[test]
    fn many_problems_are_cut_short() {
        let lines = "x,1,E,a,\n".repeat(30);
        let found = read_text(&format!("{HEADS}{lines}")).err().unwrap();
        assert_eq!(found.lines().count(), MOST_PROBLEMS + 2);
        assert!(found.contains("and 10 more like these"));
    }
}
