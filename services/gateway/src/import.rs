//! An old season from a spreadsheet: a sheet in which every line is a hand, read into matches of the club's players. Nothing
//! here asks anybody; what hands come to is for the engine to say.
//!
//! A sheet goes through `source` (which file it is), `encoding` and `separated` or `workbook` (its rows), `sheet` (its columns) and `season`.

mod column;
mod encoding;
mod line;
mod people;
mod row;
mod season;
mod seats;
mod separated;
mod sheet;
mod source;
mod totals;
mod workbook;

pub(crate) use people::People;
pub(crate) use row::refused;
pub(crate) use season::{Season, SheetMatch};
pub(crate) use sheet::cautious;
pub(crate) use source::Source;
#[cfg(test)]
pub(crate) use workbook::rows as workbook_rows;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bodies::import::Grade;
    use actix_web::ResponseError;
    use ledger::Player;
    use proptest::prelude::*;
    use time::macros::date;

    fn people() -> People {
        let names = ["Ah Ming", "Bo", "Chun", "Daai Lo"];
        let player = |(name, number): (&str, u8)| Player {
            id: format!("00000000-0000-4000-8000-00000000000{number}")
                .parse()
                .unwrap(),
            name: Some(name.to_owned()),
            user: None,
            erased: false,
            merged_into: None,
            merged_directly_into: None,
            link_confirmed: None,
        };
        People::of(names.into_iter().zip(1..).map(player).collect())
    }

    fn read(csv: &str) -> Result<Season, crate::problem::Problem> {
        Season::read(
            &Source::Text(csv.to_owned()),
            &people(),
            date!(2026 - 11 - 21),
        )
    }

    const COLUMNS: &str = "match,played_on,east,south,west,north,winner,won_by,from,fan,number\n";

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in any::<String>()) {
            if let Err(problem) = read(&text) {
                prop_assert!(problem.status_code().is_client_error());
            }
        }

        #[test]
        fn any_file_is_read_or_refused(bytes in any::<Vec<u8>>(), start in 0..4_usize) {
            let starts: [&[u8]; 4] = [b"", b"\xff\xfe", b"PK\x03\x04", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"];
            let file = Source::File {
                bytes: [starts[start], &bytes].concat().into(),
                charset: None,
            };
            if let Err(problem) = Season::read(&file, &people(), date!(2026 - 11 - 21)) {
                prop_assert!(problem.status_code().is_client_error());
            }
        }

        #[test]
        fn any_cells_are_read(cells in "([A-Ca-c,;\"\r\n '=\u{feff}1-9é]|Bo|Chun|discard|self_draw|early_end|2026-11-0){0,200}") {
            let season = read(&format!("{COLUMNS}1,2026-11-01,Ah Ming,Bo,Chun,Daai Lo,Bo,self_draw,,4,1\n{cells}"));
            // Lines are where doubts say that they are.
            let lines = 3 + cells.matches(['\r', '\n']).count();
            for doubt in season.unwrap().doubts {
                prop_assert!((2..=lines as u64).contains(&doubt.line), "{doubt:?}");
            }
        }
    }

    /// `jq -Rs`, which makes a body of a file, writes U+FFFD for what is not UTF-8.
    #[test]
    fn a_sheet_that_was_not_utf_8_is_told_so_and_nothing_else() {
        let lost =
            format!("{COLUMNS}1,2026-11-01,\u{fffd}\u{fffd},Bo,Chun,Daai Lo,Bo,self_draw,,4,1\n");
        let problem = read(&lost).unwrap_err().to_string();
        assert!(
            problem.contains("save the file again as “CSV UTF-8”"),
            "{problem}"
        );
    }

    #[test]
    fn a_hand_has_its_number() {
        let csv = format!(
            "{COLUMNS}1,2026-11-01,Ah Ming,Bo,Chun,Daai Lo,,,,,1\n1,,,,,,,,,,\n1,,,,,,,,,,2\n1,,,,,,,,,,4\n1,,,,,,,early_end,,,5\n"
        );
        let doubts = read(&csv).unwrap().doubts.into_iter();
        let told = doubts.filter(|doubt| doubt.code == "invalid_value");
        let told: Vec<_> = told.map(|doubt| (doubt.line, doubt.column)).collect();
        let number = || Some("number".to_owned());
        assert_eq!(told, [(4, number()), (6, number())]);
    }

    #[test]
    fn lines_are_counted_as_an_editor_counts_them() {
        for end in ["\n", "\r\n", "\r"] {
            let csv = format!(
                "\u{feff}\n{COLUMNS}\n  \n1,2026-11-01,Ah Ming,Bo,Chun,Daai Lo,,,,,\n\n,,,,,,,,,,\n1,,,,,,\"X\nY\",self_draw,,4,\n\n1,,,,,,Z,self_draw,,4,"
            );
            let season = read(&csv.replace('\n', end)).unwrap();
            let refused = season.doubts.iter();
            let refused = refused.filter(|doubt| doubt.grade == Grade::Refused);
            let lines: Vec<u64> = refused.map(|doubt| doubt.line).collect();
            assert_eq!(lines, [8, 11], "{end:?}");
        }
    }
}
