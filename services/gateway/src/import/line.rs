//! What a line says happened.

use ledger::evidence::{Chair, DeclaredResult, KongKind, Outcome, Shown, Win, Winner, WonBy};

use super::column::Column;
use super::people::{Called, People, nfc};
use super::seats::Seats;
use super::sheet::{Line, cut};
use super::totals;
use crate::bodies::import::{SheetIssue, Suspicion};
use crate::problem::Code;

/// More fan than the limit hands of the usual tables have.
const USUAL: u32 = 13;

/// Whom lines speak of: those who sit in their match, and the other players of the club.
pub(super) struct Table<'a> {
    pub(super) people: &'a People,
    pub(super) seats: &'a Seats,
}

/// What happened, if the line says so in every cell; what keeps it out is added to the doubts.
pub(super) fn outcome(
    line: &Line,
    table: &Table<'_>,
    doubts: &mut Vec<SheetIssue>,
) -> Option<Outcome> {
    if totals::are_stated(line) {
        return totals::read(line, doubts).map(Outcome::Totals);
    }
    let is_silent = line.cell(Column::WonBy).is_empty();
    match (line.cell(Column::Winner), line.word(Column::WonBy)) {
        ("", None) if is_silent => {
            doubts.push(nothing_said(line));
            bare(line, doubts).then_some(Outcome::Goulash {})
        }
        ("", Some("goulash")) => bare(line, doubts).then_some(Outcome::Goulash {}),
        ("", Some("early_end")) => bare(line, doubts).then_some(Outcome::EarlyEnd {}),
        ("", _) => {
            let detail = "This line says how somebody won, and not who: name the winner, or write `goulash` in `won_by` if nobody won, or `early_end` where the match was ended.";
            doubts.push(line.doubt(Column::Winner, Code::MissingField, detail));
            None
        }
        (winner, _) => win(line, winner, table, doubts).map(Outcome::Win),
    }
}

fn nothing_said(line: &Line) -> SheetIssue {
    let detail = "This line says nothing of its hand, and counts as one that nobody won. Write `goulash` in `won_by` if that is so, or take the line out.";
    SheetIssue::suspicious(line.number, None, Suspicion::NothingSaid, detail)
}

/// Where nobody won, nothing more is to be said.
fn bare(line: &Line, doubts: &mut Vec<SheetIssue>) -> bool {
    let says = |column: &Column| !line.cell(*column).is_empty();
    let mut said = [
        Column::From,
        Column::Fan,
        Column::Limit,
        Column::FanTowardMinimum,
    ]
    .into_iter();
    let more = said.find(|column| {
        says(column) && !(*column == Column::Limit && line.is_limit() == Some(false))
    });
    doubts.extend(more.map(|column| {
        let detail = format!(
            "Nobody won here: leave `{}` empty, or name the winner in `winner`.",
            column.name()
        );
        line.doubt(column, Code::InvalidValue, detail)
    }));
    more.is_none()
}

fn win(line: &Line, winner: &str, table: &Table<'_>, doubts: &mut Vec<SheetIssue>) -> Option<Win> {
    // All of them are looked at before the first that is wrong ends it.
    let chair = table.chair(line, Column::Winner, winner, doubts);
    let won_by = won_by(line, doubts);
    let from_chair = won_by.and_then(|won_by| from(line, won_by, table, doubts));
    let declared = declared(line, doubts);
    let won_by = won_by?;
    Some(Win {
        won_by,
        from_chair: from_chair?,
        robbed_kong: (won_by == WonBy::RobbedKong).then_some(KongKind::Added),
        last_tile: false,
        replacement: None,
        first_turn: None,
        winners: vec![Winner {
            chair: chair?,
            shown: Shown::Declared(declared?),
            liability: None,
        }],
    })
}

fn won_by(line: &Line, doubts: &mut Vec<SheetIssue>) -> Option<WonBy> {
    let won_by = line.word(Column::WonBy);
    let won_by = won_by.and_then(|word| word.parse().ok());
    if won_by.is_none() {
        let (code, what) = match line.cell(Column::WonBy) {
            "" => (
                Code::MissingField,
                "It is not said how the winner won".to_owned(),
            ),
            said => (
                Code::InvalidValue,
                format!("“{}” is no way to win", cut(said)),
            ),
        };
        let detail = format!(
            "{what}: `won_by` is `self_draw`, `discard`, `robbed_kong` or `bonus_tiles`; with `goulash` and `early_end`, leave `winner` empty."
        );
        doubts.push(line.doubt(Column::WonBy, code, detail));
    }
    won_by
}

/// Who gave the winning tile, if somebody did; none if that is not said as it has to be.
fn from(
    line: &Line,
    won_by: WonBy,
    table: &Table<'_>,
    doubts: &mut Vec<SheetIssue>,
) -> Option<Option<Chair>> {
    let given = match won_by {
        WonBy::Discard | WonBy::RobbedKong => true,
        WonBy::SelfDraw | WonBy::BonusTiles => false,
    };
    let word = won_by.as_str();
    match (line.cell(Column::From), given) {
        ("", false) => Some(None),
        ("", true) => {
            let detail =
                format!("With `{word}`, `from` names who discarded the tile or declared the kong.");
            doubts.push(line.doubt(Column::From, Code::MissingField, detail));
            None
        }
        (_, false) => {
            let detail = format!(
                "With `{word}` nobody gives the tile: leave `from` empty, or correct `won_by`."
            );
            doubts.push(line.doubt(Column::From, Code::InvalidValue, detail));
            None
        }
        (name, true) => table.chair(line, Column::From, name, doubts).map(Some),
    }
}

fn declared(line: &Line, doubts: &mut Vec<SheetIssue>) -> Option<DeclaredResult> {
    let said = line.figure(Column::Fan);
    let says_limit = line.word(Column::Fan) == Some("limit");
    let in_column = line.is_limit();
    if in_column.is_none() {
        let detail = "`limit` is `true` for a limit hand, and else `false` or empty.";
        doubts.push(line.doubt(Column::Limit, Code::InvalidValue, detail));
    }
    let limit = says_limit || in_column?;
    let fan = match said.as_str() {
        _ if says_limit => Some(0),
        "" if limit => Some(0),
        fan => whole(fan),
    };
    if let Some(doubt) = contradictory(line, limit, fan) {
        doubts.push(doubt);
        return None;
    }
    doubts.extend(fan.filter(|fan| *fan > USUAL).map(|fan| many(line, fan)));
    if fan.is_none() {
        let (code, what) = match said.as_str() {
            "" => (
                Code::MissingField,
                "It is not said what the hand was worth".to_owned(),
            ),
            _ => (
                Code::InvalidValue,
                format!("“{}” is no number of fan", cut(&said)),
            ),
        };
        let detail = format!("{what}: `fan` is a whole number, or the word `limit`.");
        doubts.push(line.doubt(Column::Fan, code, detail));
    }
    let toward = match line.figure(Column::FanTowardMinimum).as_str() {
        "" => None,
        said => Some(whole(said).or_else(|| {
            let detail = format!("“{}” is no number of fan.", cut(said));
            doubts.push(line.doubt(Column::FanTowardMinimum, Code::InvalidValue, detail));
            None
        })?),
    };
    Some(DeclaredResult {
        fan: fan?,
        limit,
        fan_toward_minimum: toward,
    })
}

/// A whole number, also as a program writes one that may have fractions, or with what is counted.
fn whole(said: &str) -> Option<u32> {
    let number = said.strip_suffix('番').unwrap_or(said).trim_end();
    number.strip_suffix(".0").unwrap_or(number).parse().ok()
}

/// Where `fan` and `limit` do not go together.
fn contradictory(line: &Line, limit: bool, fan: Option<u32>) -> Option<SheetIssue> {
    let unlimited = line.word(Column::Fan) == Some("limit")
        && !line.cell(Column::Limit).is_empty()
        && line.is_limit() == Some(false);
    if unlimited {
        let detail = "`fan` says that this is a limit hand, and `limit` that it is none.";
        return Some(line.doubt(Column::Limit, Code::InvalidValue, detail));
    }
    let counted = limit && fan.is_some_and(|fan| fan > 0);
    counted.then(|| {
        let detail = "A limit hand has no number of fan: leave `fan` empty.";
        line.doubt(Column::Fan, Code::InvalidValue, detail)
    })
}

fn many(line: &Line, fan: u32) -> SheetIssue {
    let detail = format!(
        "{fan} fan are more than any hand is worth by the usual tables. Is the number right?"
    );
    let column = Some(Column::Fan.name().to_owned());
    SheetIssue::suspicious(line.number, column, Suspicion::ManyFan, detail)
}

impl Table<'_> {
    /// On which chair somebody sits.
    fn chair(
        &self,
        line: &Line,
        column: Column,
        name: &str,
        doubts: &mut Vec<SheetIssue>,
    ) -> Option<Chair> {
        let (called, composed) = (self.people.called(name), nfc(name));
        let is_meant = |chair: &Chair| {
            let seat = chair.of(&self.seats.0);
            let same = match (&called, &seat.player) {
                (Called::One(player), Some(seated)) => player.id == seated.id,
                (Called::Nobody | Called::One(_) | Called::Several, _) => false,
            };
            same || nfc(&seat.name) == composed
        };
        let chair = Chair::ALL.into_iter().find(is_meant);
        // Of seats that are not known, it is said that they are not.
        if chair.is_none() && self.seats.are_named() {
            let (code, who) = match called {
                Called::Nobody => (Code::UnknownPlayer, "is no player of the club"),
                Called::One(_) | Called::Several => {
                    (Code::InvalidValue, "does not sit in this match")
                }
            };
            let seated = self
                .seats
                .0
                .each_ref()
                .map(|seat| cut(&seat.name))
                .join(", ");
            let like = self.people.like(name).unwrap_or_default();
            let detail = format!(
                "“{}” {who}; its players are {seated}. Correct the name, or the match's seats.{like}",
                cut(name)
            );
            doubts.push(line.doubt(column, code, detail));
        }
        chair
    }
}
