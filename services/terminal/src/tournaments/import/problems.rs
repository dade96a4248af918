//! What is wrong in a file: each problem names the file, the line, the column, and what is expected there.

use std::path::{Path, PathBuf};

use crate::account::CliError;

/// How many problems of a file are said at once.
pub(super) const MOST_PROBLEMS: usize = 20;

/// What is wrong in a file.
pub(super) struct Problems {
    file: PathBuf,
    texts: Vec<String>,
}

impl Problems {
    pub(super) fn new(file: &Path) -> Problems {
        Problems {
            file: file.to_owned(),
            texts: Vec::new(),
        }
    }

    pub(super) fn add(&mut self, line: u64, column: &str, expected: &str, found: &str) {
        let file = self.file.display();
        let found = match found.is_empty() {
            true => "nothing".to_owned(),
            false => format!("`{found}`"),
        };
        let text = format!("{file}, line {line}, {column}: expected {expected}; found {found}");
        self.texts.push(text);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }

    /// # Errors
    /// There is a problem.
    pub(super) fn end(mut self) -> Result<(), CliError> {
        let all = self.texts.len();
        if all == 0 {
            return Ok(());
        }
        self.texts.truncate(MOST_PROBLEMS);
        if all > MOST_PROBLEMS {
            let further = all - MOST_PROBLEMS;
            self.texts.push(format!("and {further} more like these"));
        }
        self.texts.push("nothing was written".to_owned());
        Err(CliError::Misused(self.texts.join("\n")))
    }
}
