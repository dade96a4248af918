//! An answer of the service is printed, as JSON or for people.

use host::say;
use serde::de::DeserializeOwned;

use crate::account::CliError;
use crate::rest::Answer;

/// Prints an answer as it came, or what `text` makes of it.
pub(crate) fn print_answer<T: DeserializeOwned>(
    answer: &Answer,
    as_json: bool,
    text: impl FnOnce(T) -> String,
) -> Result<(), CliError> {
    match as_json {
        true => Ok(say(&answer.text)?),
        false => Ok(say(&text(answer.read()?))?),
    }
}
