//! The fields of a body that stands for one of several kinds: all of them side by side, so that an error can point at one.

use crate::problem::{Code, Problem};

/// A field that its kind needs; `at` is where the body stands.
pub(super) fn required<T>(at: &str, name: &str, value: Option<T>) -> Result<T, Problem> {
    value.ok_or_else(|| {
        let detail = format!("The field `{name}` is missing.");
        Problem::at(Code::MissingField, format!("{at}/{name}"), detail)
    })
}

/// Refuses a field that is there and belongs to another kind; `of` is what is of this kind, such as ``a change of kind `void` ``.
pub(super) fn refuse_foreign(
    at: &str,
    present: &[(&str, bool)],
    own: &[&str],
    of: &str,
) -> Result<(), Problem> {
    let foreign = |(name, present): &&(&str, bool)| *present && !own.contains(name);
    let Some((name, _)) = present.iter().find(foreign) else {
        return Ok(());
    };
    let detail = format!("The field `{name}` does not belong to {of}.");
    Err(Problem::at(
        Code::UnknownField,
        format!("{at}/{name}"),
        detail,
    ))
}
