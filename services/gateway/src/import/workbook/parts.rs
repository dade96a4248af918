//! The parts of a workbook beside its worksheets: where these are, the texts that cells share, and which styles show a number as a day.

use std::collections::{BTreeMap, BTreeSet};

use super::damage::damaged;
use super::package::{MOST_ENTRIES, Package};
use super::xml::{Element, Part, Piece};
use crate::import::row::{MOST_COLUMNS, MOST_LINES, refused};
use crate::problem::Problem;

/// The most texts that cells share: as many as there may be cells. Each takes memory, also an empty one.
const MOST_STRINGS: usize = MOST_LINES * MOST_COLUMNS;
/// The most styles that are looked at. Excel has 65,490 at most.
const MOST_STYLES: usize = 65_490;
/// The longest path or name of a part, in bytes. Each step of a path takes more memory than the file has bytes for it.
const LONGEST_PATH: usize = 1024;

/// Where the parts are that are read.
pub(super) struct Workbook {
    pub(super) worksheet: String,
    pub(super) strings: Option<String>,
    pub(super) styles: Option<String>,
    /// Whether days are counted from 1904, as Excel for the Macintosh did.
    pub(super) counts_from_1904: bool,
}

/// What a part refers to, by the names that it has there.
type Relations = BTreeMap<String, Relation>;

struct Relation {
    kind: String,
    path: String,
}

/// Finds the parts: of the worksheets, the first that is shown.
pub(super) fn workbook(package: &mut Package<'_>) -> Result<Workbook, Problem> {
    let of_package = relations(&package.part("_rels/.rels")?, "")?;
    let main = of_kind(&of_package, "officeDocument").ok_or_else(damaged)?;
    let (folder, name) = main.rsplit_once('/').unwrap_or(("", main));
    let at = match folder {
        "" => format!("_rels/{name}.rels"),
        folder => format!("{folder}/_rels/{name}.rels"),
    };
    let relations = relations(&package.part(&at)?, folder)?;
    let text = package.part(main)?;
    let mut part = Part::of(&text);
    let mut counts_from_1904 = false;
    let mut worksheet = None;
    while let Some(piece) = part.next()? {
        let Piece::Start(element) = piece else {
            continue;
        };
        match element.name() {
            "workbookPr" => {
                let stated = element.attribute("date1904");
                counts_from_1904 |= stated.is_some_and(|stated| stated == "1" || stated == "true");
            }
            "sheet" if worksheet.is_none() => worksheet = shown(&element, &relations),
            _ => {}
        }
    }
    let path = |kind| of_kind(&relations, kind).map(str::to_owned);
    Ok(Workbook {
        worksheet: worksheet.ok_or_else(|| refused("The workbook has no worksheet."))?,
        strings: path("sharedStrings"),
        styles: path("styles"),
        counts_from_1904,
    })
}

/// Where the worksheet of an element is, if it is shown, and no chart.
fn shown(element: &Element<'_>, relations: &Relations) -> Option<String> {
    let is_shown = element
        .attribute("state")
        .is_none_or(|state| state == "visible");
    let id = element.attribute("id").filter(|_| is_shown)?;
    let relation = relations.get(&id)?;
    is_of_kind(relation, "worksheet").then(|| relation.path.clone())
}

fn of_kind<'a>(relations: &'a Relations, kind: &str) -> Option<&'a str> {
    let relation = relations.values().find(|one| is_of_kind(one, kind));
    relation.map(|one| one.path.as_str())
}

/// The kinds are addresses of several standards that end alike.
fn is_of_kind(relation: &Relation, kind: &str) -> bool {
    relation.kind.rsplit('/').next() == Some(kind)
}

/// What a part in a folder refers to.
fn relations(text: &str, folder: &str) -> Result<Relations, Problem> {
    let mut part = Part::of(text);
    let mut relations = BTreeMap::new();
    while let Some(piece) = part.next()? {
        if let Piece::Start(element) = piece
            && element.name() == "Relationship"
        {
            let stated = |name| {
                let stated = element.attribute(name);
                stated
                    .filter(|stated| stated.len() <= LONGEST_PATH)
                    .ok_or_else(damaged)
            };
            let relation = Relation {
                kind: stated("Type")?,
                path: resolved(folder, &stated("Target")?),
            };
            relations.insert(stated("Id")?, relation);
            if relations.len() > MOST_ENTRIES {
                return Err(damaged());
            }
        }
    }
    Ok(relations)
}

/// Where a target is, of which a part in a folder says where it is.
fn resolved(folder: &str, target: &str) -> String {
    let (mut parts, target) = match target.strip_prefix('/') {
        Some(absolute) => (Vec::new(), absolute),
        None => (folder.split('/').collect(), target),
    };
    for step in target.split('/') {
        match step {
            ".." => drop(parts.pop()),
            "." => {}
            step => parts.push(step),
        }
    }
    parts.retain(|part| !part.is_empty());
    parts.join("/")
}

/// The texts that cells share.
pub(super) fn strings(text: &str) -> Result<Vec<String>, Problem> {
    let mut part = Part::of(text);
    let mut strings = Vec::new();
    while let Some(piece) = part.next()? {
        if let Piece::Start(element) = piece
            && element.name() == "si"
        {
            if strings.len() == MOST_STRINGS {
                return Err(refused(
                    "The workbook has more texts than are imported at once: copy the season alone into a new one.",
                ));
            }
            strings.push(part.text_until("si")?);
        }
    }
    Ok(strings)
}

/// Which styles of cells show a number as a day, by their places.
pub(super) fn date_styles(text: &str) -> Result<Vec<bool>, Problem> {
    let mut part = Part::of(text);
    let mut formats = BTreeMap::new();
    let mut dates = Vec::new();
    let mut is_of_cells = false;
    while let Some(piece) = part.next()? {
        match piece {
            Piece::Start(element) => match element.name() {
                "cellXfs" => is_of_cells = true,
                "numFmt" => {
                    let code = element.attribute("formatCode").unwrap_or_default();
                    formats.insert(number(&element), shows_day(&code));
                }
                "xf" if is_of_cells && dates.len() < MOST_STYLES => {
                    let format = number(&element);
                    let own = formats.get(&format).copied();
                    dates.push(own.unwrap_or_else(|| is_built_in_day(format)));
                }
                _ => {}
            },
            Piece::End(name) if name == "cellXfs" => is_of_cells = false,
            Piece::End(_) | Piece::Text(_) => {}
        }
    }
    Ok(dates)
}

fn number(element: &Element<'_>) -> u32 {
    let stated = element.attribute("numFmtId");
    stated.and_then(|id| id.parse().ok()).unwrap_or_default()
}

/// Whether a format that no workbook declares shows a day (ISO/IEC 29500-1, 18.8.30): those from 27 on do in Chinese, Japanese and Korean.
fn is_built_in_day(format: u32) -> bool {
    matches!(format, 14..=17 | 22 | 27..=31 | 36 | 50..=54 | 57 | 58)
}

/// Whether a format shows a day: outside of quotes and brackets it has a year or a day, or a month and no time.
fn shows_day(code: &str) -> bool {
    let mut signs = code.chars();
    let mut shown = BTreeSet::new();
    while let Some(sign) = signs.next() {
        match sign {
            '"' => drop(signs.by_ref().find(|sign| *sign == '"')),
            '[' => drop(signs.by_ref().find(|sign| *sign == ']')),
            '\\' | '_' | '*' => drop(signs.next()),
            // What follows is for other numbers.
            ';' => break,
            sign => _ = shown.insert(sign.to_ascii_lowercase()),
        }
    }
    let shows = |signs: &[char]| signs.iter().any(|sign| shown.contains(sign));
    !code.eq_ignore_ascii_case("general")
        && (shows(&['y', 'd']) || shows(&['m']) && !shows(&['h', 's', '0', '#']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_of_days_are_known() {
        for day in [
            "yyyy-mm-dd",
            "[$-404]e\"年\"m\"月\"d\"日\";@",
            "yyyy\"年\"m\"月\"",
            "d/m/yy h:mm",
            "mmm",
        ] {
            assert!(shows_day(day), "{day}");
        }
        for other in [
            "General", "0.00", "#,##0_d", "[Red]0", "h:mm:ss", "mm:ss.0", "0\"day\"",
        ] {
            assert!(!shows_day(other), "{other}");
        }
    }

    #[test]
    fn targets_are_where_parts_say() {
        for (folder, target, expected) in [
            ("xl", "worksheets/sheet1.xml", "xl/worksheets/sheet1.xml"),
            ("xl", "/xl/styles.xml", "xl/styles.xml"),
            ("", "xl/workbook.xml", "xl/workbook.xml"),
            ("xl/a", "../../../b/./c.xml", "b/c.xml"),
        ] {
            assert_eq!(resolved(folder, target), expected);
        }
    }
}
