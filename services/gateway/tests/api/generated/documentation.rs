//! Descriptions of the contract as documentation comments.

/// The text as attributes, one line each; nothing without a text.
pub(crate) fn documented(text: &str) -> String {
    let text = text.trim();
    let lines = text.lines().map(|line| {
        let line = line.replace('[', "\\[").replace(']', "\\]");
        format!("#[doc = {:?}]\n", format!(" {line}").trim_end())
    });
    match text.is_empty() {
        true => String::new(),
        false => lines.collect(),
    }
}
