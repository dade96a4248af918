//! Why a text is no expression.

use std::fmt;

/// Why a text is no expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpressionError {
    /// A stable code, one of [`ExpressionError::CODES`].
    pub code: &'static str,
    /// What is wrong and what was expected, as a sentence.
    pub text: String,
}

impl ExpressionError {
    /// The codes, in the order in which they are looked for.
    pub const CODES: [&str; 9] = [
        "expression_too_long",
        "expression_too_deep",
        "expression_syntax",
        "expression_unknown_fact",
        "expression_unknown_function",
        "expression_type",
        "expression_not_boolean",
        "expression_too_many_steps",
        "expression_fails",
    ];

    pub(super) fn new(code: &'static str, text: impl Into<String>) -> ExpressionError {
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
