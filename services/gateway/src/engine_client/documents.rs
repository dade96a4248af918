//! Variant documents: checked, derived, compared.

use serde_json::value::RawValue;
use wire::v1;

use super::asked::Asked;
use super::pointer::pointer_into;
use super::refusal::problem;
use super::{Client, Engine, answers, ask_of, requests};
use crate::bodies::house_rules::Difference;
use crate::bodies::variant::{Variant, VariantSummary};
use crate::engine_work;
use crate::problem::{FieldError, Problem, sentence};

/// What the engine says of a document.
pub(crate) enum Checked {
    /// Everything that is wrong with it, with pointers into the client's body.
    Faulty(Vec<FieldError>),
    /// The variant that it is.
    Sound(CheckedVariant),
}

/// A sound document.
pub(crate) struct CheckedVariant {
    /// What it says of itself.
    pub(crate) summary: VariantSummary,
    /// Its canonical JSON.
    pub(crate) document: Vec<u8>,
}

impl CheckedVariant {
    /// The document, to be shown as it is.
    pub(crate) fn json(&self) -> Result<Box<RawValue>, Problem> {
        raw(self.document.clone())
    }
}

/// A document to be shown as it is stored.
pub(crate) fn raw(document: Vec<u8>) -> Result<Box<RawValue>, Problem> {
    let document = String::from_utf8(document).map_err(Problem::internal)?;
    RawValue::from_string(document).map_err(Problem::internal)
}

impl Engine {
    /// Checks a document, which the client sent as `document`.
    pub(crate) async fn check(&self, document: Vec<u8>) -> Result<Checked, Problem> {
        let asked = v1::CheckVariantRequest { document };
        let ask = async |mut to: Client, request| to.check_variant(request).await;
        let answer = self.call("CheckVariant", asked, ask).await;
        let answer = answer.map_err(|status| problem(&status, Asked::Score))?;
        checked(
            answer.problems,
            answer.variant,
            answer.document,
            "/document",
        )
    }

    /// Derives a document from a base by what is different, which the client sent as `base` and `changes`.
    pub(crate) async fn derive(&self, base: Variant, patch: Vec<u8>) -> Result<Checked, Problem> {
        let base = Some(requests::variant(base));
        let asked = v1::DeriveVariantRequest { base, patch };
        let ask = async |mut to: Client, request| to.derive_variant(request).await;
        let answer = self.call("DeriveVariant", asked, ask).await;
        let answer = answer.map_err(|status| problem(&status, Asked::Deriving))?;
        checked(answer.problems, answer.variant, answer.document, "/changes")
    }

    /// In what a club's variant differs from another, which the client named in the query.
    pub(crate) async fn compare(
        &self,
        before: Variant,
        after: Variant,
    ) -> Result<Vec<Difference>, Problem> {
        self.compare_as(Asked::Comparing, before, after).await
    }

    /// In what a derived variant differs from its base, which the client sent as `base`.
    pub(crate) async fn differences(
        &self,
        base: Variant,
        derived: &CheckedVariant,
    ) -> Result<Vec<Difference>, Problem> {
        let derived = Variant::Document(derived.document.clone());
        self.compare_as(Asked::Deriving, base, derived).await
    }

    async fn compare_as(
        &self,
        asked_as: Asked<'_>,
        before: Variant,
        after: Variant,
    ) -> Result<Vec<Difference>, Problem> {
        let asked = v1::CompareVariantsRequest {
            before: Some(requests::variant(before)),
            after: Some(requests::variant(after)),
        };
        let ask = async |mut to: Client, request| to.compare_variants(request).await;
        let answer = self.call("CompareVariants", asked, ask).await;
        let answer = answer.map_err(|status| problem(&status, asked_as))?;
        let differences = answer.differences.into_iter();
        differences.map(difference).collect()
    }

    /// What a stored document says of itself.
    pub(crate) async fn summary(
        &self,
        hash: ledger::Hash,
        document: &[u8],
    ) -> Result<VariantSummary, Problem> {
        // A page of them may have as many compiled.
        engine_work::refuse_deep_in_debt()?;
        let known = Variant::Hash(hash.to_string());
        let ask = async |variant| self.get_variant(variant).await;
        let stored = async |_| Ok(Some(document.to_vec()));
        let answer = ask_of(known, Asked::Catalogue, ask, stored).await?;
        Ok(answers::variant_summary(answers::present(
            answer.variant,
            "variant",
        )?))
    }
}

fn checked(
    problems: Vec<v1::DocumentProblem>,
    variant: Option<v1::VariantSummary>,
    document: Vec<u8>,
    root: &str,
) -> Result<Checked, Problem> {
    if !problems.is_empty() {
        let fault = |fault: v1::DocumentProblem| {
            let pointer = pointer_into(root, &fault.path, Asked::Catalogue);
            FieldError::new(
                pointer,
                fault.code.to_ascii_lowercase(),
                sentence(&fault.text),
            )
        };
        return Ok(Checked::Faulty(problems.into_iter().map(fault).collect()));
    }
    Ok(Checked::Sound(CheckedVariant {
        summary: answers::variant_summary(answers::present(variant, "variant")?),
        document,
    }))
}

fn difference(difference: v1::VariantDifference) -> Result<Difference, Problem> {
    let json = |text: Option<String>| {
        let value = text.map(RawValue::from_string);
        value.transpose().map_err(Problem::internal)
    };
    Ok(Difference {
        pointer: pointer_into("", &difference.path, Asked::Catalogue),
        before: json(difference.before)?,
        after: json(difference.after)?,
        text: difference.text,
    })
}
