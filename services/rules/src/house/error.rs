//! Why a text is no expression.

use std::fmt;

use crate::document_code::DocumentCode;

/// Why a text is no expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpressionError {
    /// A stable code, one of those of expressions.
    pub code: DocumentCode,
    /// What is wrong and what was expected, as a sentence.
    pub text: String,
}

impl ExpressionError {
    pub(super) fn new(code: DocumentCode, text: impl Into<String>) -> ExpressionError {
        let text = text.into();
        ExpressionError { code, text }
    }
}

impl fmt::Display for ExpressionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl std::error::Error for ExpressionError {}
