//! The matches of a sheet.

use ledger::Player;
use ledger::evidence::Outcome;
use time::Date;

use super::column::{Column, plain};
use super::line::{Table, outcome};
use super::people::{People, nfc};
use super::row::refused;
use super::seats::Seats;
use super::sheet::{Line, Sheet, cut};
use super::source::Source;
use crate::bodies::day::Day;
use crate::bodies::import::{ReadAs, SheetIssue, Suspicion};
use crate::problem::{Code, Problem};

/// The most matches of one sheet.
const MOST_MATCHES: usize = 200;
/// A season goes on at least twice a year: a match that is farther from those around it may have a mistyped year.
const FAR: time::Duration = time::Duration::days(180);

/// What a sheet tells.
#[derive(Debug)]
pub(crate) struct Season {
    /// In the order of their first lines.
    pub(crate) matches: Vec<SheetMatch>,
    /// What is doubtful about its lines.
    pub(crate) doubts: Vec<SheetIssue>,
    pub(crate) read_as: ReadAs,
}

/// A match as its lines tell it.
#[derive(Debug)]
pub(crate) struct SheetMatch {
    pub(crate) label: String,
    /// Its first line.
    pub(crate) line: u64,
    /// The day it was played on, if that is said as it has to be.
    pub(crate) played_on: Option<Date>,
    /// Who sat down, chair 1 first, if all of them are known.
    pub(crate) players: Option<[Player; 4]>,
    /// What happened, each with its line; none where the line does not say it as it has to.
    pub(crate) happened: Vec<(u64, Option<Outcome>)>,
}

impl Season {
    /// Reads a sheet. Matches after `today` have not been played yet.
    pub(crate) fn read(source: &Source, people: &People, today: Date) -> Result<Self, Problem> {
        let Sheet {
            lines,
            mut doubts,
            read_as,
        } = Sheet::read(source)?;
        doubts.extend(lines.iter().filter_map(Line::shape));
        doubts.extend(lines.iter().filter_map(unlabelled));
        doubts.extend(lines.windows(2).filter_map(repeated));
        let matches = by_label(lines)?.into_iter().map(|(label, lines)| {
            let told = SheetMatch::read(label, &lines, (people, today), &mut doubts);
            told.ok_or_else(|| Problem::internal("a match without a line"))
        });
        let matches: Vec<SheetMatch> = matches.collect::<Result<_, _>>()?;
        doubts.extend(far_from_others(&matches));
        Ok(Self {
            matches,
            doubts,
            read_as,
        })
    }

    /// The labels of its matches, in the order in which they are imported.
    pub(crate) fn labels(source: &Source) -> Result<Vec<String>, Problem> {
        let matches = by_label(Sheet::read(source)?.lines)?.into_iter();
        Ok(matches.map(|(label, _)| label).collect())
    }
}

impl SheetMatch {
    fn read(
        label: String,
        lines: &[Line],
        (people, today): (&People, Date),
        doubts: &mut Vec<SheetIssue>,
    ) -> Option<Self> {
        let (first, rest) = lines.split_first()?;
        let contradictions = rest.iter().flat_map(|line| contradictions(first, line));
        doubts.extend(contradictions);
        let played_on = played_on(first, today, doubts);
        let seats = Seats::read(first, people, doubts);
        let table = Table {
            people,
            seats: &seats,
        };
        let mut happened = Vec::new();
        let mut hands = 0;
        for line in lines {
            let told = outcome(line, &table, doubts);
            let is_hand = is_hand(told.as_ref());
            hands += u32::from(is_hand);
            doubts.extend(misnumbered(line, is_hand.then_some(hands)));
            doubts.extend(not_alone(line, told.as_ref(), lines.len()));
            happened.push((line.number, told));
        }
        Some(Self {
            label,
            line: first.number,
            played_on,
            players: seats.players(),
            happened,
        })
    }

    /// How many hands it tells of.
    pub(crate) fn hands(&self) -> usize {
        let told = self.happened.iter().map(|(_, told)| told.as_ref());
        told.filter(|told| is_hand(*told)).count()
    }
}

/// Whether a line tells a hand, as far as it can be read.
fn is_hand(told: Option<&Outcome>) -> bool {
    told.is_none_or(|outcome| outcome.kind().is_hand() != Some(false))
}

/// Totals are all that is told of their match.
fn not_alone(line: &Line, told: Option<&Outcome>, lines: usize) -> Option<SheetIssue> {
    let is_one_of_several = lines > 1 && matches!(told, Some(Outcome::Totals(_)));
    let detail = "This line has the points of a whole match, which has other lines, too: give those a label of their own in `match`, or take the points out.";
    is_one_of_several.then(|| line.doubt(Column::EastPoints, Code::InvalidValue, detail))
}

/// The lines of each match, in the order of their first lines.
fn by_label(lines: Vec<Line>) -> Result<Vec<(String, Vec<Line>)>, Problem> {
    let mut matches: Vec<(String, Vec<Line>)> = Vec::new();
    for line in lines {
        let label = line.cell(Column::Match).to_owned();
        match matches.iter_mut().find(|(known, _)| *known == label) {
            Some((_, lines)) => lines.push(line),
            None => matches.push((label, vec![line])),
        }
    }
    match matches.len() > MOST_MATCHES {
        true => Err(refused(format!(
            "The sheet has {} matches; at most {MOST_MATCHES} are imported at once.",
            matches.len()
        ))),
        false => Ok(matches),
    }
}

fn unlabelled(line: &Line) -> Option<SheetIssue> {
    let detail = "Every line says to which match it belongs: any text that the lines of one match have in common.";
    let is_there = !line.cell(Column::Match).is_empty();
    (!is_there).then(|| line.doubt(Column::Match, Code::MissingField, detail))
}

fn repeated(pair: &[Line]) -> Option<SheetIssue> {
    let [before, line] = pair else {
        return None;
    };
    let detail = format!(
        "This line says the same as line {}. If the hand was not played twice, take one of them out; a `number` tells them apart.",
        before.number
    );
    line.repeats(before)
        .then(|| SheetIssue::suspicious(line.number, None, Suspicion::RepeatedLine, detail))
}

/// Where a line says otherwise than the first of its match when it was played, or by whom.
fn contradictions<'a>(first: &'a Line, line: &'a Line) -> impl Iterator<Item = SheetIssue> + 'a {
    let mut columns = vec![Column::PlayedOn];
    columns.extend(Column::SEATS);
    let differs = |column: &Column| {
        let (said, of_match) = (line.cell(*column), first.cell(*column));
        let is_same_day = || match day(said).zip(day(of_match)) {
            Some((said, of_match)) => *column == Column::PlayedOn && said == of_match,
            None => false,
        };
        !said.is_empty() && nfc(said) != nfc(of_match) && !is_same_day()
    };
    columns.into_iter().filter(differs).map(|column| {
        let detail = format!(
            "Line {}, with which this match begins, says “{}”. Leave `{}` empty here, or give the other match a label of its own.",
            first.number,
            cut(first.cell(column)),
            column.name()
        );
        line.doubt(column, Code::LineContradicts, detail)
    })
}

fn played_on(first: &Line, today: Date, doubts: &mut Vec<SheetIssue>) -> Option<Date> {
    let said = first.cell(Column::PlayedOn);
    let (code, detail) = match day(said) {
        Some(day) if day <= today => return Some(day),
        Some(day) => (
            Code::InvalidValue,
            format!("{day} is still to come: correct the day."),
        ),
        None if said.is_empty() => (
            Code::MissingField,
            "The first line of a match says on which day it was played.".to_owned(),
        ),
        None => (
            Code::InvalidValue,
            format!(
                "“{}” is not a day from 1900 to 2200, written as 2026-11-21: set the column's format in the spreadsheet.",
                cut(said)
            ),
        ),
    };
    doubts.push(first.doubt(Column::PlayedOn, code, detail));
    None
}

/// A day as spreadsheets write one whose year comes first; in other orders, nobody knows which number is the month.
fn day(said: &str) -> Option<Date> {
    // Longer than any day: to look at it takes long.
    if said.len() > 40 {
        return None;
    }
    let said = plain(said).replace(['年', '月'], "-");
    let said = said.strip_suffix('日').unwrap_or(&said);
    let divides = |sign: char| ['-', '/', '.'].into_iter().find(|other| *other == sign);
    let sign = said.chars().find_map(divides)?;
    let mut parts = said.split(sign).map(str::trim);
    let (year, month, day) = (parts.next()?, parts.next()?, parts.next()?);
    let is_number = |part: &str, most: usize| {
        (1..=most).contains(&part.len()) && part.bytes().all(|digit| digit.is_ascii_digit())
    };
    let is_day = year.len() == 4 && is_number(year, 4) && is_number(month, 2) && is_number(day, 2);
    let day =
        (is_day && parts.next().is_none()).then(|| format!("{year}-{month:0>2}-{day:0>2}"))?;
    Day::try_from(day).ok().map(|Day(day)| day)
}

/// A number that is not that of the hand; what is no hand has none.
fn misnumbered(line: &Line, number: Option<u32>) -> Option<SheetIssue> {
    let figure = line.figure(Column::Number);
    let said = figure.strip_suffix(".0").unwrap_or(&figure);
    let expected = number.map(|number| number.to_string()).unwrap_or_default();
    let detail = match number {
        Some(number) => format!(
            "This is hand {number} of its match, not “{}”: is a line missing, or out of order?",
            cut(said)
        ),
        None => "This line tells no hand, which alone has a number.".to_owned(),
    };
    let is_wrong = !said.is_empty() && said != expected;
    is_wrong.then(|| line.doubt(Column::Number, Code::InvalidValue, detail))
}

/// Matches that were played long before or after those around them in the sheet.
fn far_from_others(matches: &[SheetMatch]) -> Vec<SheetIssue> {
    let played: Vec<_> = matches
        .iter()
        .filter_map(|told| Some((told.line, told.played_on?)))
        .collect();
    let far = |place: usize, day: Date| {
        // Two on each side: beside one that is far itself, the other is near.
        let around = place.saturating_sub(2)..=place.saturating_add(2);
        let mut others = around.filter(|other| *other != place);
        let is_near = |other: usize| {
            let other = played.get(other);
            other.is_some_and(|(_, other)| (day - *other).abs() <= FAR)
        };
        played.len() > 1 && !others.any(is_near)
    };
    let found = played
        .iter()
        .enumerate()
        .filter(|(place, (_, day))| far(*place, *day));
    let doubt = |(_, (line, day)): (usize, &(u64, Date))| {
        let detail = format!(
            "{day} is more than {} days from the matches around it. Is the year right?",
            FAR.whole_days()
        );
        let column = Some(Column::PlayedOn.name().to_owned());
        SheetIssue::suspicious(*line, column, Suspicion::DistantDay, detail)
    };
    found.map(doubt).collect()
}

#[cfg(test)]
mod tests {
    use time::macros::date;

    use super::day;

    #[test]
    fn days_whose_year_comes_first_are_read() {
        for written in [
            "2026-01-05",
            "2026-1-5",
            "2026/1/5",
            "2026/01/05",
            "2026.1.5",
            "2026年1月5日",
            "２０２６年１月５日",
            "2026 年 1 月 5 日",
        ] {
            assert_eq!(day(written), Some(date!(2026 - 01 - 05)), "{written}");
        }
        for other in [
            "05/01/2026",
            "1/5/26",
            "26/1/5",
            "2026-1/5",
            "2026/1",
            "2026/1/5/1",
            "+2026-01-05",
            "2026/13/5",
            "2026-001-5",
            "45901",
            "",
        ] {
            assert_eq!(day(other), None, "{other}");
        }
    }
}
