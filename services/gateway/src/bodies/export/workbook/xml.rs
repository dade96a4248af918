//! What parts of a workbook begin with.

/// Before the element of any part.
pub(super) const DECLARATION: &str = r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>"#;
/// The namespace of a workbook, its styles and its worksheets.
pub(super) const MAIN: &str = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
