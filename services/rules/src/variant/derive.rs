//! A document made from another by saying what is different.

use serde_json::{Map, Value as Json};

use super::Variant;
use super::compile::{Purpose, read_json, whole};
use super::hash::write_hash;
use super::problem::DocumentError;
use crate::document_code::DocumentCode;
use crate::steps::{StepBudget, TooManySteps, UNLIMITED};

impl Variant {
    /// Derives a document from this one by a JSON merge patch (RFC 7396): what the patch states replaces what the
    /// base says, an object field by field, a list as a whole; `null` takes a field away, so that
    /// `{ "patterns": { "seven_pairs": null } }` switches a pattern off. The result is whole, and its `derived_from`
    /// is the content hash of this one. It states an id of its own, or a higher version.
    ///
    /// # Errors
    /// Everything that is wrong with the result, as [`Variant::check`], with paths in the result.
    pub fn derive(&self, patch: &[u8]) -> Result<Variant, Vec<DocumentError>> {
        self.derive_by(patch, &UNLIMITED)
    }

    /// The same, under a budget for the hands that expressions are tried on.
    ///
    /// # Errors
    /// If the budget is spent; within, as [`Variant::derive`].
    pub fn derive_within(
        &self,
        patch: &[u8],
        budget: &StepBudget,
    ) -> Result<Result<Variant, Vec<DocumentError>>, TooManySteps> {
        budget.settle(self.derive_by(patch, budget))
    }

    fn derive_by(&self, patch: &[u8], budget: &StepBudget) -> Result<Variant, Vec<DocumentError>> {
        let derived = self.derived(&read_json(patch)?)?;
        Variant::compile(&derived, Purpose::Publish, budget).and_then(|variant| {
            if variant.id() == self.id() && variant.version() <= self.version() {
                Err(same_version(self))
            } else {
                Ok(variant)
            }
        })
    }

    /// The document that a patch makes of this one.
    pub(super) fn derived(&self, patch: &Json) -> Result<Json, Vec<DocumentError>> {
        if !patch.is_object() {
            let text = "a patch is an object with the fields that are different";
            return Err(whole(DocumentCode::WrongType, text.to_owned()));
        }
        let mut derived = read_json(self.document())?;
        merge(&mut derived, patch);
        derived["derived_from"] = write_hash(self.hash()).into();
        Ok(derived)
    }
}

fn same_version(base: &Variant) -> Vec<DocumentError> {
    let text = format!(
        "it is derived from `{}` version {}: state an id of its own, or a higher version",
        base.id(),
        base.version()
    );
    vec![DocumentError {
        path: "id".to_owned(),
        code: DocumentCode::SameVersion,
        text,
    }]
}

/// Applies a JSON merge patch (RFC 7396).
pub fn merge(target: &mut Json, patch: &Json) {
    let Json::Object(fields) = patch else {
        *target = patch.clone();
        return;
    };
    if !target.is_object() {
        *target = Json::Object(Map::new());
    }
    if let Json::Object(target) = target {
        for (name, value) in fields {
            if value.is_null() {
                target.remove(name);
            } else {
                merge(target.entry(name).or_insert(Json::Null), value);
            }
        }
    }
}
