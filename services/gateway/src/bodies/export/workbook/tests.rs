//! Workbooks that were written, as our own reader has them, and part by part.

use std::io::{Cursor, Read as _};

use quick_xml::Reader;
use quick_xml::events::Event;
use time::macros::date;
use zip::ZipArchive;

use super::*;
use crate::import::workbook_rows;

fn columns(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

/// A workbook of rows that come in parts.
fn written(mut workbook: Workbook, parts: &[Vec<Vec<Cell>>]) -> Vec<u8> {
    let mut file = workbook.begin().unwrap().into_bytes().to_vec();
    for part in parts {
        file.extend(workbook.rows(part.iter().cloned()).unwrap().into_bytes());
    }
    file.extend(workbook.end().unwrap().into_bytes());
    file
}

/// The parts of a workbook. Each is XML whose elements end.
fn parts(file: &[u8]) -> Vec<(String, String)> {
    let mut archive = ZipArchive::new(Cursor::new(file)).unwrap();
    let count = archive.len();
    let part = |place| {
        let mut entry = archive.by_index(place).unwrap();
        let mut text = String::new();
        entry.read_to_string(&mut text).unwrap();
        let mut reader = Reader::from_str(&text);
        while reader.read_event().unwrap() != Event::Eof {}
        (entry.name().unwrap().into_owned(), text)
    };
    (0..count).map(part).collect()
}

fn part_of(file: &[u8], path: &str) -> String {
    let parts = parts(file).into_iter();
    let mut found = parts.filter(|(name, _)| name == path);
    found.next().unwrap().1
}

/// The worksheet of one row of one cell.
fn worksheet_of(cell: Cell) -> String {
    let workbook = Workbook::new("hands", columns(&["a"]));
    part_of(
        &written(workbook, &[vec![vec![cell]]]),
        "xl/worksheets/sheet1.xml",
    )
}

#[test]
fn cells_are_what_they_hold() {
    for (held, expected) in [
        (Cell::Blank, ""),
        (Cell::Number(-2.5), r#"<c r="A2"><v>-2.5</v></c>"#),
        (Cell::Boolean(true), r#"<c r="A2" t="b"><v>1</v></c>"#),
        (Cell::Boolean(false), r#"<c r="A2" t="b"><v>0</v></c>"#),
        (
            Cell::Day(date!(2025 - 09 - 01)),
            r#"<c r="A2" s="2"><v>45901</v></c>"#,
        ),
        (
            Cell::Day(date!(1900 - 03 - 01)),
            r#"<c r="A2" s="2"><v>61</v></c>"#,
        ),
        (
            Cell::Day(date!(1900 - 02 - 28)),
            r#"<c r="A2" s="3" t="inlineStr"><is><t>1900-02-28</t></is></c>"#,
        ),
        (
            Cell::text("=2+3"),
            r#"<c r="A2" s="3" t="inlineStr"><is><t>=2+3</t></is></c>"#,
        ),
        (
            Cell::text("<&> \r"),
            r#"<c r="A2" s="3" t="inlineStr"><is><t xml:space="preserve">&lt;&amp;> _x000D_</t></is></c>"#,
        ),
    ] {
        let row = format!("<row r=\"2\">{expected}</row>");
        let worksheet = worksheet_of(held);
        assert!(worksheet.contains(&row), "{row}: {worksheet}");
    }
}

#[test]
fn our_own_reader_reads_what_was_written() {
    let texts = [
        "=2+3",
        "007",
        "@SUM(1)",
        "_x0041_",
        "a\u{1}b\u{fffe}",
        "'",
        "陳大文",
        "<b>&amp;",
    ];
    let row = |text: &str| {
        vec![
            Cell::text(text),
            Cell::Blank,
            Cell::Number(0.5),
            Cell::Boolean(false),
            Cell::Day(date!(2026 - 11 - 21)),
        ]
    };
    let rows: Vec<Vec<Cell>> = texts.into_iter().map(row).collect();
    let workbook = Workbook::new("hands", columns(&["文", "b", "c", "d", "e"]));
    let (first, second) = rows.split_at(3);
    let file = written(workbook, &[first.to_vec(), Vec::new(), second.to_vec()]);
    let read = workbook_rows(&file).unwrap();
    let mut expected = vec![(1, columns(&["文", "b", "c", "d", "e"]))];
    expected.extend(
        texts
            .into_iter()
            .zip(2..)
            .map(|(text, number)| (number, columns(&[text, "", "0.5", "false", "2026-11-21"]))),
    );
    assert_eq!(read, expected);
}

#[test]
fn a_workbook_names_its_parts_and_keeps_its_first_row_in_sight() {
    let names: Vec<String> = (1..=28).map(|number| format!("column {number}")).collect();
    let file = written(Workbook::new("payments", names), &[]);
    let paths: Vec<String> = parts(&file).into_iter().map(|(path, _)| path).collect();
    let types = part_of(&file, "[Content_Types].xml");
    let relations = part_of(&file, "xl/_rels/workbook.xml.rels");
    for path in &paths {
        let is_named = types.contains(&format!("PartName=\"/{path}\""))
            || path.ends_with(".rels")
            || path == "[Content_Types].xml";
        assert!(is_named, "{path}: {types}");
    }
    for target in ["worksheets/sheet1.xml", "styles.xml"] {
        assert!(
            relations.contains(&format!("Target=\"{target}\"")),
            "{relations}"
        );
        assert!(paths.contains(&format!("xl/{target}")), "{paths:?}");
    }
    let workbook = part_of(&file, "xl/workbook.xml");
    assert!(
        workbook.contains(r#"<sheet name="payments" sheetId="1" r:id="rId1"/>"#),
        "{workbook}"
    );
    assert!(workbook.contains("'payments'!$A$1:$AB$1<"), "{workbook}");
    let worksheet = part_of(&file, "xl/worksheets/sheet1.xml");
    for expected in [
        r#"<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>"#,
        r#"<col min="28" max="28" width="13" customWidth="1"/>"#,
        r#"<c r="AB1" s="1" t="inlineStr"><is><t xml:space="preserve">column 28</t></is></c>"#,
        r#"<autoFilter ref="A1:AB1"/>"#,
    ] {
        assert!(worksheet.contains(expected), "{expected}: {worksheet}");
    }
}

#[test]
fn what_a_worksheet_does_not_hold_stands_on_the_next() {
    let rows: Vec<Vec<Cell>> = (1..=5_u32).map(|number| vec![number.into()]).collect();
    for most in [
        Most {
            rows: 3,
            bytes: u64::MAX,
        },
        // A row has 36 bytes, and that of the name 74.
        Most {
            rows: u32::MAX,
            bytes: 74 + 2 * 36,
        },
    ] {
        let workbook = Workbook::with(most, "hands", columns(&["n"]));
        let file = written(workbook, &[rows[..1].to_vec(), rows[1..].to_vec()]);
        for (number, held) in [(1, vec![1, 2]), (2, vec![3, 4]), (3, vec![5])] {
            let worksheet = part_of(&file, &format!("xl/worksheets/sheet{number}.xml"));
            let last = held.len() + 1;
            let held: String = held
                .into_iter()
                .zip(2..)
                .map(|(value, row)| {
                    format!("<row r=\"{row}\"><c r=\"A{row}\"><v>{value}</v></c></row>")
                })
                .collect();
            let end = format!(
                "<t>n</t></is></c></row>{held}</sheetData><autoFilter ref=\"A1:A{last}\"/></worksheet>"
            );
            assert!(worksheet.ends_with(&end), "{most:?}: {worksheet}");
        }
        let names = part_of(&file, "xl/workbook.xml");
        assert!(
            names.contains(r#"<sheet name="hands 3" sheetId="3" r:id="rId3"/></sheets>"#),
            "{names}"
        );
        assert!(
            names.contains("localSheetId=\"2\" hidden=\"1\">'hands 3'!$A$1:$A$2<"),
            "{names}"
        );
    }
}

#[test]
fn a_text_that_is_too_long_for_a_cell_is_cut_off() {
    for (text, expected) in [
        ("a".repeat(32_767), "a".repeat(32_767)),
        ("a".repeat(32_768), format!("{}…", "a".repeat(32_766))),
        ("陳".repeat(32_767), "陳".repeat(32_767)),
        // A character of two units is not halved.
        ("🀄".repeat(16_384), format!("{}…", "🀄".repeat(16_383))),
    ] {
        let worksheet = worksheet_of(Cell::text(text));
        assert!(worksheet.contains(&format!("<t>{expected}</t>")));
    }
}

/// However many rows were written, only what is not taken is in memory; and work is charged as it was before compression.
#[test]
fn what_was_written_is_taken_part_by_part() {
    let mut workbook = Workbook::new("hands", columns(&["reason"]));
    let begin = workbook.begin().unwrap();
    assert!(begin.size() > 1_000 && !begin.into_bytes().is_empty());
    let (mut compressed, mut size) = (0, 0);
    for number in 0..200_u32 {
        let row = |place: u32| {
            vec![Cell::text(format!(
                "{}遲",
                (number * 100 + place).wrapping_mul(2_654_435_761)
            ))]
        };
        let part = workbook.rows((0..100).map(row)).unwrap();
        size += part.size();
        let bytes = part.into_bytes();
        // The compressor keeps some 64 KiB before it writes.
        assert!(bytes.len() < 128 * 1024, "{}", bytes.len());
        compressed += bytes.len();
    }
    assert!(workbook.written.take().is_empty());
    assert!(compressed > 64 * 1024, "nothing was taken: {compressed}");
    assert!(size > 3 * compressed, "{size} {compressed}");
    workbook.end().unwrap();
}

/// Whoever goes away leaves a workbook that is not finished.
#[test]
fn a_workbook_without_its_end_is_none() {
    let mut workbook = Workbook::new("hands", columns(&["n"]));
    let mut file = workbook.begin().unwrap().into_bytes().to_vec();
    file.extend(
        workbook
            .rows([vec![Cell::Number(1.0)]].into_iter())
            .unwrap()
            .into_bytes(),
    );
    drop(workbook);
    assert!(ZipArchive::new(Cursor::new(file)).is_err());
}
