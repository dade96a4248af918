//! Workbooks of Excel, also those that are made to harm whoever opens them.

use std::io::{Cursor, Write as _};

use serde_json::{Value, json};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::{apart, club, dry_run};
use crate::app::TestApp;

const XLSX: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/// The season of the other files as rust_xlsxwriter writes it, after a sheet that is hidden: with texts that cells share, a day that is a number with
/// a format of its own, and a formula.
const SEASON: &[u8] = include_bytes!("../season.xlsx");

const RELATIONS: &str = r#"<Relationships><Relationship Id="a" Type="x/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>"#;
const BOOK: &str =
    r#"<workbook><workbookPr/><sheets><sheet name="1" sheetId="1" r:id="s"/></sheets></workbook>"#;
const OF_BOOK: &str = r#"<Relationships><Relationship Id="s" Type="x/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="t" Type="x/relationships/sharedStrings" Target="/xl/sharedStrings.xml"/></Relationships>"#;
/// The season with its texts in their cells, of which some say where they are.
const ROWS: &str = "\
match,played_on,east,south,west,north,winner,won_by,from,fan,limit
n1,2025-09-01,陳大文,李小明,鰂魚哥,啫喱,李小明,discard,鰂魚哥,n4,
n1,,,,,,陳大文,self_draw,,,b1
n1,,,,,,,goulash,,,
n1,,,,,,,early_end,,,
";

/// A workbook of parts.
fn workbook(parts: &[(&str, &str)]) -> Vec<u8> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    for (path, text) in parts {
        archive.start_file(*path, options).unwrap();
        archive.write_all(text.as_bytes()).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

/// A workbook of one worksheet with these rows.
fn of_rows(rows: &str, strings: &str) -> Vec<u8> {
    let sheet = format!("<worksheet><sheetData>{rows}</sheetData></worksheet>");
    workbook(&[
        ("_rels/.rels", RELATIONS),
        ("xl/workbook.xml", BOOK),
        ("xl/_rels/workbook.xml.rels", OF_BOOK),
        ("xl/worksheets/sheet1.xml", &sheet),
        ("xl/sharedStrings.xml", strings),
    ])
}

/// Relations of so many parts.
fn of_relations(count: usize) -> String {
    let relation = |id| format!("<Relationship Id=\"{id}\" Type=\"x/other\" Target=\"x\"/>");
    let relations: String = (0..count).map(relation).collect();
    format!("<Relationships>{relations}</Relationships>")
}

/// A file that looks like the end of an archive for more than 4 GiB in 1,500 places, and for each of them in 4,000 others: whoever tried them all would go
/// over it six million times.
fn of_many_ends() -> Vec<u8> {
    let record = [&b"PK\x06\x06"[..], &229_000_u64.to_le_bytes(), &[0; 44]];
    let locator = [&b"PK\x06\x07"[..], &[0; 12], &1_u32.to_le_bytes()];
    let end = [&b"PK\x05\x06"[..], &[0; 4], &[0xff; 4], &[0xff; 8], &[0; 2]];
    let ends = [locator.concat(), end.concat()].concat().repeat(1_500);
    let mut file = [b"PK\x03\x04".to_vec(), record.concat().repeat(4_000)].concat();
    file.resize(512 * 1024 - 1 - ends.len(), 0);
    file.extend(ends);
    file
}

/// A file with as many signs of entries as fit, and two ends of which the first is false.
fn of_many_entries() -> Vec<u8> {
    let end = |offset: u32| [&b"PK\x05\x06"[..], &[0; 12], &offset.to_le_bytes(), &[0; 2]].concat();
    let mut file = [b"PK\x03\x04".to_vec(), b"PK\x01\x02".repeat(131_000)].concat();
    file.extend([end(4), end(262_000)].concat());
    file
}

/// A cell: `n4` is a number, `b1` a truth; a text is in two parts, with how it is pronounced between them.
fn cell(said: &str) -> String {
    let mut letters = said.chars();
    let Some(first) = letters.next() else {
        return "<x:c/>".to_owned();
    };
    let rest = letters.as_str();
    match (first, rest.parse::<u32>()) {
        ('n', Ok(number)) => format!("<x:c><x:v>{number}</x:v></x:c>"),
        ('b', Ok(truth)) => format!("<x:c t=\"b\"><x:v>{truth}</x:v></x:c>"),
        _ => format!(
            "<x:c t=\"inlineStr\"><x:is><x:r><x:t>{first}</x:t></x:r><x:rPh><x:t>?</x:t></x:rPh><x:r><x:t>{rest}</x:t></x:r></x:is></x:c>"
        ),
    }
}

fn row(cells: &str) -> String {
    let cells: String = cells.split(',').map(cell).collect();
    format!("<x:row>{cells}</x:row>")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_workbook_is_the_same_season() {
    let app = TestApp::start().await;
    let (club, expected) = club(&app).await;
    let (expected, _) = apart(expected);
    let rows: String = ROWS.lines().map(row).collect();
    let inline = of_rows(&rows, "<sst uniqueCount=\"99999999999999\"/>");
    for (kind, file) in [
        (XLSX, SEASON),
        ("application/octet-stream", SEASON),
        (XLSX, &inline),
    ] {
        let (told, read_as) = apart(dry_run(&club, kind, file).await.expect(200));
        assert_eq!(told, expected);
        assert_eq!(read_as, json!({"format": "xlsx"}));
    }
}

/// Rows have the numbers that the spreadsheet shows, also where some are blank.
#[tokio::test(flavor = "multi_thread")]
async fn doubts_name_the_rows_of_a_workbook() {
    let app = TestApp::start().await;
    let (club, _) = club(&app).await;
    let header = "match,played_on,east,south,west,north,winner,won_by,from,fan";
    let seats = "1,2025-09-01,陳大文,李小明,鰂魚哥,啫喱,李小明,self_draw,,n4";
    let rows = format!(
        "{}<row r=\"7\">{}</row><row r=\"9\"><c r=\"A9\"><v>1</v></c><c r=\"G9\" t=\"inlineStr\"><is><t>Nobody &amp; Co</t></is></c><c r=\"H9\" t=\"e\"><v>#N/A</v></c><c r=\"J9\"><v>4.5</v></c></row>",
        row(header),
        seats.split(',').map(cell).collect::<String>(),
    );
    let file = of_rows(&rows, "<sst/>");
    let told = dry_run(&club, XLSX, &file).await.expect(200);
    let doubts = told["doubts"].as_array().unwrap().iter();
    let doubts = doubts.filter(|doubt| doubt["grade"] == "refused");
    let doubts: Vec<String> = doubts
        .map(|doubt| {
            format!(
                "{} {} {}",
                doubt["line"],
                doubt["column"].as_str().unwrap(),
                doubt["detail"].as_str().unwrap()
            )
        })
        .collect();
    for (said, expected) in doubts.iter().zip([
        "9 winner “Nobody & Co” is no player",
        "9 won_by “#N/A” is no way to win",
        "9 fan “4.5” is no number of fan",
    ]) {
        assert!(said.starts_with(expected), "{doubts:#?}");
    }
    assert_eq!(doubts.len(), 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn workbooks_that_cannot_be_read_are_refused() {
    let app = TestApp::start().await;
    let (club, _) = club(&app).await;
    let compound = |more: &[u8]| [b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", more].concat();
    let encrypted: Vec<u8> = "EncryptedPackage"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    let shared = |text: &str| format!("<sst><si><t>{text}</t></si></sst>");
    let refers = "<c t=\"s\"><v>0</v></c>";
    let line = "<row><c><v>1</v></c></row>";
    let wide = format!("<row>{}</row>", "<c><v>1</v></c>".repeat(51));
    let entities = "<!DOCTYPE sst [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]>";
    #[rustfmt::skip]
    let files: Vec<(&str, Vec<u8>, &str)> = vec![
        ("a bomb", of_rows(&" ".repeat(9 << 20), "<sst/>"), "more than 8 MiB"),
        ("a bomb of several parts", of_rows(&" ".repeat(5 << 20), &format!("<sst>{}</sst>", " ".repeat(5 << 20))), "more than 8 MiB"),
        ("a long text in many cells", of_rows(&format!("<row>{}</row>", refers.repeat(60)), &shared(&"x".repeat(10_000))), "more than 512 KiB of text"),
        ("spaces in many cells", of_rows(&format!("<row>{}</row>", refers.repeat(60)), &shared(&" ".repeat(10_000))), "more than 512 KiB of text"),
        ("many texts", of_rows(line, &format!("<sst>{}</sst>", "<si/>".repeat(100_001))), "more texts"),
        ("many rows", of_rows(&line.repeat(2_002), "<sst/>"), "more than 2000 lines"),
        ("many columns", of_rows(&(wide + line), "<sst/>"), "51 cells"),
        ("many ends", of_many_ends(), "cannot be read"),
        ("many ends and entries", of_many_entries(), "cannot be read"),
        ("a long path", workbook(&[("_rels/.rels", &RELATIONS.replace("xl/workbook.xml", &"a/".repeat(2_000)))]), "cannot be read"),
        ("many relations", workbook(&[("_rels/.rels", &of_relations(1_002))]), "cannot be read"),
        ("a cell nowhere", of_rows("<row><c r=\"99\"><v>1</v></c></row>", "<sst/>"), "cannot be read"),
        ("a text that is not there", of_rows("<row><c t=\"s\"><v>7</v></c></row>", "<sst/>"), "cannot be read"),
        ("entities", of_rows(line, &format!("{entities}<sst><si><t>&b;</t></si></sst>")), "cannot be read"),
        ("no end", of_rows("<row><c><v>1</v>", "<sst/>"), "cannot be read"),
        ("cut off", SEASON[..SEASON.len() / 2].to_vec(), "cannot be read"),
        ("damaged", SEASON.iter().enumerate().map(|(at, byte)| if at % 97 == 50 { 255 } else { *byte }).collect(), "cannot be read"),
        ("blank", of_rows("", "<sst/>"), "is empty"),
        ("no worksheet", workbook(&[("_rels/.rels", RELATIONS), ("xl/workbook.xml", "<workbook/>"), ("xl/_rels/workbook.xml.rels", OF_BOOK)]), "has no worksheet"),
        ("an archive of something else", workbook(&[("content.xml", "<a/>")]), "no .xlsx workbook"),
        ("an archive of nothing", workbook(&[]), "no .xlsx workbook"),
        ("an older workbook", compound(&[0; 600]), "older Excel (.xls)"),
        ("an encrypted workbook", compound(&[&[0; 600], &*encrypted].concat()), "protected by a password"),
    ];
    let mut faults = Vec::new();
    for (case, file, sentence) in files {
        assert!(file.len() < 512 * 1024, "{case}");
        let answer = dry_run(&club, XLSX, &file).await;
        faults.extend(answer.fault(case, (422, "invalid_value", "", sentence)));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// However a workbook is damaged, it is read or refused.
#[tokio::test(flavor = "multi_thread")]
async fn damaged_workbooks_are_read_or_refused() {
    let app = TestApp::start().await;
    let (club, _) = club(&app).await;
    for at in (0..SEASON.len()).step_by(SEASON.len() / 60) {
        let mut file = SEASON.to_vec();
        file[at] ^= 0x15;
        let answer = dry_run(&club, XLSX, &file).await;
        let is_read = answer.status == 200 && answer.json["read_as"] != Value::Null;
        assert!(is_read || answer.status == 422, "{at}: {}", answer.text);
    }
}
