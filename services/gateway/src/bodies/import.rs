//! An old season from a spreadsheet, and what is doubtful about it.

use std::borrow::Cow;

use ledger::ImportedMatch;
use serde::{Deserialize, Serialize};
use utoipa::openapi::{KnownFormat, Object, RefOr, Schema, SchemaFormat, Type};
use utoipa::{PartialSchema, ToSchema};

use super::day::Day;
use super::match_state::MatchState;
use super::seats::Player;
use super::terms::NewMatchTerms;
use crate::problem::{FieldError, UnknownName};

/// Matches to import, all played under the same rules and for the same stake.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewImport {
    /// The sheet: at most 200 KiB, 2,000 lines, 200 matches and 50 columns. The first line names the columns. The body has at
    /// most 256 KiB: write a large sheet's letters as UTF-8, and not as `\u…`, or send the file itself.
    #[schema(max_length = 204_800)]
    pub(crate) csv: String,
    /// The terms of all matches.
    pub(crate) terms: NewMatchTerms,
}

/// A file with a sheet, which is a body as it is.
pub(crate) enum SheetFile {}

impl PartialSchema for SheetFile {
    fn schema() -> RefOr<Schema> {
        let bytes = Object::builder().schema_type(Type::String);
        let format = SchemaFormat::KnownFormat(KnownFormat::Binary);
        bytes.format(Some(format)).into()
    }
}

impl ToSchema for SheetFile {}

/// What would be imported, and what is doubtful.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ImportPreview {
    /// What the sheet was taken for: of a file, it is recognised.
    pub(crate) read_as: ReadAs,
    /// In the order of their first lines.
    pub(crate) matches: Vec<PreviewedMatch>,
    /// By line, at most 500, those of grade `refused` before others. Without any of that grade, the sheet is imported as it is.
    #[schema(max_items = 500)]
    pub(crate) doubts: Vec<SheetIssue>,
    /// How many more there are.
    pub(crate) more_doubts: usize,
}

/// What a sheet was taken for.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct ReadAs {
    /// What kind of file it is.
    pub(crate) format: SheetFormat,
    /// The encoding of the text, by its name in the Encoding Standard of the WHATWG; absent for `xlsx`. If it is no Unicode and the request does not
    /// state it, it is a guess: names that look wrong are in another encoding.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, nullable = false, examples("UTF-8", "Big5", "GBK"))]
    pub(crate) encoding: Option<&'static str>,
    /// What separates the cells; absent for `xlsx`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) separator: Option<Separator>,
}

/// What kind of file it is: `csv`, text with separators; or `xlsx`, a workbook whose first worksheet was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum SheetFormat {
    Csv,
    Xlsx,
}

/// What separates the cells of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Separator {
    Comma,
    Semicolon,
    Tab,
}

/// A match as it would be imported.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PreviewedMatch {
    /// What its lines have in common in the column `match`.
    pub(crate) label: String,
    /// Its first line.
    #[schema(minimum = 1)]
    pub(crate) line: u64,
    /// The day it was played on; absent if that is doubtful.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = Date, nullable = false)]
    pub(crate) played_on: Option<Day>,
    /// Who sat down, chair 1 first; absent if that is doubtful.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(min_items = 4, max_items = 4, nullable = false)]
    pub(crate) players: Option<Vec<Player>>,
    /// How many hands the sheet tells of it.
    pub(crate) hands: usize,
    /// Where it would stand after its last line; absent if anything about it is refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) state: Option<MatchState>,
}

/// Something about a line that keeps the whole sheet out, or that somebody should look at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct SheetIssue {
    /// The line, counted from 1; the one that names the columns counts.
    #[schema(minimum = 1)]
    pub(crate) line: u64,
    /// The column; absent if it is about the whole line.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) column: Option<String>,
    pub(crate) grade: Grade,
    /// The stable code, for programs: as in `errors` of a problem, or with grade `suspicious` one of `repeated_line` (the
    /// same as the line before), `match_goes_on` (the match is not over after its last line, and stays open), `distant_day`
    /// (played long before or after the matches around it), `nothing_said` (a line that says nothing of its hand counts as a
    /// goulash), `many_fan` (more than any hand is worth by the usual tables) and `known_match` (the club has a match like it).
    #[schema(examples("unknown_player"))]
    pub(crate) code: Cow<'static, str>,
    /// What was expected and what to do, in a sentence.
    pub(crate) detail: String,
    /// The name of somebody who sits down in a match and whom the club does not know.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) unknown_name: Option<UnknownName>,
}

/// What a doubt is for: `refused`, nothing is imported; or only `suspicious`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Grade {
    Refused,
    Suspicious,
}

/// What is only suspicious.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Suspicion {
    RepeatedLine,
    MatchGoesOn,
    DistantDay,
    NothingSaid,
    ManyFan,
    KnownMatch,
}

/// What was imported.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Imported {
    /// In the order of their first lines.
    pub(crate) matches: Vec<NewlyImported>,
}

/// A match as it was imported, whatever happened since.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct NewlyImported {
    /// What its lines have in common in the column `match`.
    label: String,
    #[schema(value_type = Uuid)]
    id: ledger::MatchId,
    /// The place in the club's ledger of the entry that opened it.
    #[schema(minimum = 1)]
    seq: u64,
    /// Its version: the place of its last entry. Those between are of this match, one for each line.
    #[schema(minimum = 1)]
    version: u64,
    /// Where it stood after its last line.
    state: MatchState,
}

impl SheetIssue {
    /// What keeps the sheet out.
    pub(crate) fn refused(
        line: u64,
        column: Option<String>,
        code: impl Into<Cow<'static, str>>,
        detail: impl Into<String>,
    ) -> Self {
        let (code, detail) = (code.into(), detail.into());
        Self {
            line,
            column,
            grade: Grade::Refused,
            code,
            detail,
            unknown_name: None,
        }
    }

    /// What somebody should look at.
    pub(crate) fn suspicious(
        line: u64,
        column: Option<String>,
        suspicion: Suspicion,
        detail: impl Into<String>,
    ) -> Self {
        let code = match suspicion {
            Suspicion::RepeatedLine => "repeated_line",
            Suspicion::MatchGoesOn => "match_goes_on",
            Suspicion::DistantDay => "distant_day",
            Suspicion::NothingSaid => "nothing_said",
            Suspicion::ManyFan => "many_fan",
            Suspicion::KnownMatch => "known_match",
        };
        Self {
            grade: Grade::Suspicious,
            ..Self::refused(line, column, code, detail)
        }
    }
}

impl From<SheetIssue> for FieldError {
    fn from(doubt: SheetIssue) -> Self {
        Self {
            line: Some(doubt.line),
            column: doubt.column,
            unknown_name: doubt.unknown_name,
            ..Self::new("/csv", doubt.code, doubt.detail)
        }
    }
}

impl NewlyImported {
    pub(crate) fn of((label, imported): (String, ImportedMatch)) -> Self {
        Self {
            label,
            id: imported.id,
            seq: imported.opened_seq,
            version: imported.version,
            state: MatchState::from(&imported.state),
        }
    }
}
