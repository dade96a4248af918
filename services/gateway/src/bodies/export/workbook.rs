//! Rows as a workbook of Excel (`.xlsx`, ISO/IEC 29500), written while they are read: of what was written, only what is not taken yet is in memory.

mod worksheet;
mod xml;

use std::io::{Result as IoResult, Write};
use std::mem::take;
use std::sync::{Arc, Mutex, PoisonError};

use zip::write::{SimpleFileOptions, StreamWriter};
use zip::{CompressionMethod, ZipWriter};

use super::super::cell::Cell;
use crate::export_share::Part;
use worksheet::Worksheet;
use xml::{DECLARATION, MAIN};

const RELATIONSHIPS: &str = "http://schemas.openxmlformats.org/package/2006/relationships";
const RELATIONSHIP: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const CONTENT_TYPES: &str = "http://schemas.openxmlformats.org/package/2006/content-types";
const CONTENT_TYPE: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/// The level of compression: the fastest one makes worksheets ten times smaller.
const LEVEL: i64 = 1;

/// What the styles of cells are: of any, of the names of columns, of days and of texts. A text stays one when somebody edits its cell: 49 is the format
/// of texts.
const STYLES: &str = concat!(
    r#"<numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\-mm\-dd"/></numFmts>"#,
    r#"<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>"#,
    r#"<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>"#,
    r#"<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>"#,
    r#"<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>"#,
    r#"<cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>"#,
    r#"<xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>"#,
    r#"<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>"#,
    r#"<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs>"#,
    r#"<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>"#,
);

/// How much a worksheet holds. What is more stands on another one, which begins with the names of the columns as well.
#[derive(Debug, Clone, Copy)]
struct Most {
    /// Rows, that of the names included.
    rows: u32,
    /// Bytes before compression, up to the end of the row that reaches them.
    bytes: u64,
}

/// Excel has no more rows. A part of an archive has less than 4 GiB, unless it says before it begins that it may have more, which not every program
/// reads; a row has far less than 2 GiB.
const MOST: Most = Most {
    rows: 1_048_576,
    bytes: 2 << 30,
};

/// A workbook that is being written.
pub(crate) struct Workbook {
    archive: ZipWriter<StreamWriter<Written>>,
    written: Written,
    /// What was written since the last part was taken, before it was compressed.
    size: usize,
    name: &'static str,
    columns: Vec<String>,
    most: Most,
    /// The one that is being written comes last.
    worksheets: Vec<Worksheet>,
}

/// What was written and is not taken yet.
#[derive(Debug, Clone, Default)]
struct Written(Arc<Mutex<Vec<u8>>>);

impl Workbook {
    /// A workbook whose worksheets are called so, and have these columns.
    pub(super) fn new(name: &'static str, columns: Vec<String>) -> Self {
        Self::with(MOST, name, columns)
    }

    fn with(most: Most, name: &'static str, columns: Vec<String>) -> Self {
        let written = Written::default();
        Self {
            archive: ZipWriter::new_stream(written.clone()),
            written,
            size: 0,
            name,
            columns,
            most,
            worksheets: Vec::new(),
        }
    }

    /// Writes what comes before the first row.
    pub(super) fn begin(&mut self) -> IoResult<Part> {
        let target = format!(
            "<Relationship Id=\"rId1\" Type=\"{RELATIONSHIP}/officeDocument\" Target=\"xl/workbook.xml\"/>"
        );
        self.whole("_rels/.rels", "Relationships", RELATIONSHIPS, &target)?;
        self.whole("xl/styles.xml", "styleSheet", MAIN, STYLES)?;
        self.begin_worksheet()?;
        Ok(self.part())
    }

    /// Writes rows.
    pub(super) fn rows(&mut self, rows: impl Iterator<Item = Vec<Cell>>) -> IoResult<Part> {
        for cells in rows {
            let open = self.worksheets.last();
            if open
                .is_none_or(|open| open.row() >= self.most.rows || open.bytes() >= self.most.bytes)
            {
                self.end_worksheet()?;
                self.begin_worksheet()?;
            }
            let row = self
                .worksheets
                .last_mut()
                .map(|open| open.write_row(&cells));
            self.write(&row.unwrap_or_default())?;
        }
        Ok(self.part())
    }

    /// Writes what comes after the last row.
    pub(super) fn end(mut self) -> IoResult<Part> {
        self.end_worksheet()?;
        let (mut sheets, mut filters) = (String::new(), String::new());
        let (mut relations, mut types) = (String::new(), String::new());
        for (place, worksheet) in self.worksheets.iter().enumerate() {
            let (number, name) = (place + 1, self.name_of(place));
            let range = worksheet.range();
            sheets +=
                &format!("<sheet name=\"{name}\" sheetId=\"{number}\" r:id=\"rId{number}\"/>");
            // Excel keeps of a filter which cells it is for twice.
            filters += &format!(
                "<definedName name=\"_xlnm._FilterDatabase\" localSheetId=\"{place}\" hidden=\"1\">'{name}'!{range}</definedName>"
            );
            relations += &format!(
                "<Relationship Id=\"rId{number}\" Type=\"{RELATIONSHIP}/worksheet\" Target=\"worksheets/sheet{number}.xml\"/>"
            );
            types += &format!(
                "<Override PartName=\"/xl/worksheets/sheet{number}.xml\" ContentType=\"{CONTENT_TYPE}.worksheet+xml\"/>"
            );
        }
        let workbook = format!(
            "<bookViews><workbookView/></bookViews><sheets>{sheets}</sheets><definedNames>{filters}</definedNames>"
        );
        let namespaces = format!("{MAIN}\" xmlns:r=\"{RELATIONSHIP}");
        self.whole("xl/workbook.xml", "workbook", &namespaces, &workbook)?;
        relations += &format!(
            "<Relationship Id=\"styles\" Type=\"{RELATIONSHIP}/styles\" Target=\"styles.xml\"/>"
        );
        self.whole(
            "xl/_rels/workbook.xml.rels",
            "Relationships",
            RELATIONSHIPS,
            &relations,
        )?;
        let types = format!(
            "<Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/><Default Extension=\"xml\" ContentType=\"application/xml\"/><Override PartName=\"/xl/workbook.xml\" ContentType=\"{CONTENT_TYPE}.sheet.main+xml\"/><Override PartName=\"/xl/styles.xml\" ContentType=\"{CONTENT_TYPE}.styles+xml\"/>{types}"
        );
        self.whole("[Content_Types].xml", "Types", CONTENT_TYPES, &types)?;
        let Self {
            archive,
            written,
            size,
            ..
        } = self;
        archive.finish()?;
        Ok(Part::compressed(written.take(), size))
    }

    /// What the worksheet at a place is called.
    fn name_of(&self, place: usize) -> String {
        match place {
            0 => self.name.to_owned(),
            place => format!("{} {}", self.name, place + 1),
        }
    }

    fn begin_worksheet(&mut self) -> IoResult<()> {
        let number = self.worksheets.len() + 1;
        self.begin_part(&format!("xl/worksheets/sheet{number}.xml"))?;
        let (worksheet, begin) = Worksheet::begin(&self.columns);
        self.worksheets.push(worksheet);
        self.write(&begin)
    }

    fn end_worksheet(&mut self) -> IoResult<()> {
        let end = self.worksheets.last().map(Worksheet::end);
        self.write(&end.unwrap_or_default())
    }

    /// Writes a part of the archive that has one element.
    fn whole(&mut self, path: &str, root: &str, namespace: &str, content: &str) -> IoResult<()> {
        self.begin_part(path)?;
        self.write(&format!(
            "{DECLARATION}<{root} xmlns=\"{namespace}\">{content}</{root}>"
        ))
    }

    fn begin_part(&mut self, path: &str) -> IoResult<()> {
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Deflated)
            .compression_level(Some(LEVEL));
        Ok(self.archive.start_file(path, options)?)
    }

    fn write(&mut self, text: &str) -> IoResult<()> {
        self.size = self.size.saturating_add(text.len());
        self.archive.write_all(text.as_bytes())
    }

    /// What was written since the last part.
    fn part(&mut self) -> Part {
        Part::compressed(self.written.take(), take(&mut self.size))
    }
}

impl Written {
    fn take(&self) -> Vec<u8> {
        take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Write for Written {
    fn write(&mut self, bytes: &[u8]) -> IoResult<usize> {
        let mut written = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        written.write(bytes)
    }

    fn flush(&mut self) -> IoResult<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests;
