//! What the engine refuses, as a problem: its reason in lower case is the code, the path of its field becomes a
//! pointer into the body that the client sent.

use std::error::Error as _;

use ledger::OutcomeId;
use tonic::{Code as GrpcCode, Status};
use tonic_types::{FieldViolation, StatusExt};
use wire::RequestReason;

use super::asked::{Asked, Origin, Place};
use super::pointer::pointer_into;
use crate::body::in_words_of_json;
use crate::problem::{Code, Impossible, Problem, code_of_reason, sentence};

/// Whether the engine wants the document of the variant.
pub(super) fn is_unknown_variant(status: &Status) -> bool {
    reason(status).as_deref() == Some(RequestReason::VariantUnknown.name())
}

/// What the client is told when the engine did not answer.
pub(super) fn problem(status: &Status, asked: Asked<'_>) -> Problem {
    match (status.code(), reason(status)) {
        (GrpcCode::NotFound, Some(_)) if matches!(asked, Asked::Catalogue) => {
            Problem::new(Code::NotFound, status.message())
        }
        (
            GrpcCode::InvalidArgument | GrpcCode::NotFound | GrpcCode::FailedPrecondition,
            Some(reason),
        ) => refused(status, &reason, asked),
        (code, _) => unanswered(code, status),
    }
}

fn refused(status: &Status, reason: &str, asked: Asked<'_>) -> Problem {
    let violations = status
        .get_details_bad_request()
        .map(|bad| bad.field_violations);
    let violations = violations.unwrap_or_default();
    let (mut fields, mut impossible) = (Vec::new(), Vec::new());
    for violation in violations {
        let FieldViolation {
            field,
            reason,
            description,
            ..
        } = violation;
        match found(&field, asked) {
            Some(Found::Field(pointer)) => {
                let said = about(&pointer, &reason, &description);
                fields.push((pointer, reason, said));
            }
            Some(Found::Recorded(outcome_id)) => impossible.push(Impossible {
                outcome_id,
                code: code_of_reason(&reason).into_owned(),
                detail: sentence(&in_words_of_json(&description)),
            }),
            // A field that the client does not send: our own request was wrong.
            None => return Problem::internal(format!("the engine refuses {field}: {status}")),
        }
    }
    let detail = match fields.as_slice() {
        [(_, _, only)] => only.clone(),
        [] | [_, _, ..] => sentence(&status.message()),
    };
    let problem = match impossible.is_empty() {
        true => Problem::refused(reason, detail),
        false => Problem::impossible(impossible),
    };
    fields
        .into_iter()
        .fold(problem, |problem, (pointer, reason, said)| {
            problem.refused_field(pointer, &reason, said)
        })
}

/// What is wrong with a field; whether it is there or not is said with its name.
pub(super) fn about(pointer: &str, reason: &str, said: &str) -> String {
    let name = pointer.rsplit('/').next().unwrap_or_default();
    match RequestReason::named(reason) {
        Some(RequestReason::FieldMissing) => format!("The field `{name}` is missing."),
        Some(RequestReason::FieldUnexpected) => sentence(&format!("`{name}` {said}")),
        Some(RequestReason::VariantNotFound) => {
            sentence(&said.replace("ListVariants", "`GET /v1/variants`"))
        }
        _ => sentence(&in_words_of_json(said)),
    }
}

/// The client's own mistakes come with a reason; everything else is the engine being away or wrong.
fn unanswered(code: GrpcCode, status: &Status) -> Problem {
    let away = [
        GrpcCode::Unavailable,
        GrpcCode::DeadlineExceeded,
        GrpcCode::Cancelled,
        GrpcCode::ResourceExhausted,
        GrpcCode::Aborted,
        GrpcCode::Unknown,
    ];
    // What the engine answers has no source: with one, the connection was lost, as when an engine ends.
    if away.contains(&code) || status.source().is_some() {
        tracing::warn!(%status, "the engine does not answer");
        return Problem::new(
            Code::EngineUnavailable,
            "The scoring engine does not answer just now.",
        );
    }
    Problem::internal(format!("the engine: {status}"))
}

pub(super) fn reason(status: &Status) -> Option<String> {
    let info = status.get_details_error_info()?;
    (info.domain == "engine.faan").then_some(info.reason)
}

/// What a field of the engine's request is about.
#[derive(Debug, PartialEq, Eq)]
enum Found {
    /// A field of the client's body, by its pointer.
    Field(String),
    /// An outcome that was recorded before.
    Recorded(OutcomeId),
}

fn found(field: &str, asked: Asked<'_>) -> Option<Found> {
    let (root, rest) = match (asked, field.split_once('.').unwrap_or((field, ""))) {
        (Asked::Recording { before, place }, (outcome, rest)) => {
            let index = outcome.strip_prefix("outcomes[")?.strip_suffix(']')?;
            match place.of(before.checked_add(index.parse().ok()?)?)? {
                Found::Field(root) => (root, rest),
                recorded @ Found::Recorded(_) => return Some(recorded),
            }
        }
        (Asked::Playing, (outcome, _)) if outcome.starts_with("outcomes[") => {
            let place = Place::Outcomes;
            return found(field, Asked::Recording { before: 0, place });
        }
        (Asked::Playing, ("state", rest)) => ("/state".to_owned(), rest),
        (Asked::Playing, _) => return found(field, Asked::Score),
        (Asked::Score | Asked::Claims, _) => (String::new(), field),
        (Asked::Opening, ("options", rest)) => ("/terms".to_owned(), rest),
        (Asked::Opening, ("variant", _)) => ("/terms".to_owned(), field),
        (Asked::Catalogue, ("variant", _)) => (String::new(), field),
        (Asked::Deriving, ("base", _)) => (String::new(), field),
        // What was derived is compared with its base.
        (Asked::Deriving, ("before", rest)) => ("/base".to_owned(), rest),
        (Asked::Deriving, ("patch", rest)) => ("/changes".to_owned(), rest),
        // The other variant of the two is the club's own.
        (Asked::Comparing, ("before", _)) => return Some(Found::Field("with".to_owned())),
        (Asked::WhatIf, ("variant", _)) => ("/what_if".to_owned(), field),
        (
            Asked::Opening | Asked::Catalogue | Asked::Deriving | Asked::Comparing | Asked::WhatIf,
            _,
        ) => return None,
    };
    Some(Found::Field(pointer_into(&root, rest, asked)))
}

impl Place<'_> {
    /// The pointer of an outcome that was sent, counted from 0.
    pub(crate) fn root(self, outcome: usize) -> String {
        match self.of(outcome) {
            Some(Found::Field(root)) => root,
            Some(Found::Recorded(_)) | None => String::new(),
        }
    }

    /// Where an outcome stands, counted from 0.
    fn of(self, outcome: usize) -> Option<Found> {
        let field = |pointer: String| Some(Found::Field(pointer));
        match self {
            Self::Body => field(String::new()),
            Self::Outcome => field("/outcome".to_owned()),
            Self::Outcomes => field(format!("/outcomes/{outcome}")),
            Self::Corrected(origins) => match *origins.get(outcome)? {
                Origin::Change(change) => field(format!("/changes/{change}/outcome")),
                Origin::Recorded(outcome_id) => Some(Found::Recorded(outcome_id)),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io;
    use std::sync::Arc;

    /// An engine that ends says GOAWAY, which tonic tells as an internal error.
    #[test]
    fn a_connection_that_is_lost_is_the_engine_being_away() {
        let wrong = Status::internal("something is wrong in the engine");
        let mut lost = Status::internal("h2 protocol error: http2 error");
        lost.set_source(Arc::new(io::Error::other("GoAway")));
        for (status, code) in [(wrong, Code::Internal), (lost, Code::EngineUnavailable)] {
            let problem = problem(&status, Asked::Score).to_string();
            assert!(problem.starts_with(code.as_str()), "{problem}");
        }
    }

    #[test]
    fn fields_point_into_the_body() {
        let cases = [
            (
                Asked::Score,
                "win.hand.melds[1].tiles",
                Some("/win/hand/melds/1/tiles"),
            ),
            (
                Asked::Score,
                "win.hand.concealed.notation",
                Some("/win/hand/concealed"),
            ),
            (
                Asked::Score,
                "win.circumstances.won_by",
                Some("/win/won_by"),
            ),
            (Asked::Score, "variant.id", Some("/variant/id")),
            (
                Asked::Score,
                "options.minimum_fan",
                Some("/options/minimum_fan"),
            ),
            (
                Asked::Opening,
                "variant.document",
                Some("/terms/variant/document"),
            ),
            (
                Asked::Opening,
                r#"variant.document.patterns["a/b.c]"].includes[0]"#,
                Some("/terms/variant/document/patterns/a~1b.c]/includes/0"),
            ),
            (
                Asked::Opening,
                r#"variant.document["cut…"#,
                Some(r#"/terms/variant/document/"cut…"#),
            ),
            (
                Asked::Opening,
                "options.minimum_fan",
                Some("/terms/minimum_fan"),
            ),
            (Asked::Opening, "state", None),
        ];
        for (asked, field, expected) in cases {
            let expected = expected.map(|pointer| Found::Field(pointer.to_owned()));
            assert_eq!(found(field, asked), expected, "{field}");
        }
    }

    #[test]
    fn outcomes_point_to_where_they_stand() {
        let recorded: OutcomeId = "0b0e7a52-6d0b-4b86-9d52-0f4f0f1a6a05".parse().unwrap();
        let origins = [Origin::Recorded(recorded), Origin::Change(2)];
        let corrected = Place::Corrected(&origins);
        let field = |pointer: &str| Some(Found::Field(pointer.to_owned()));
        let cases = [
            (Place::Outcome, "outcomes[0]", field("/outcome")),
            (Place::Outcome, "outcomes[0].win", field("/outcome")),
            (
                Place::Outcome,
                "outcomes[0].win.winners[0].hand.concealed",
                field("/outcome/winners/0/hand/concealed"),
            ),
            (
                Place::Outcome,
                "outcomes[0].win.winners[1].liable_chair",
                field("/outcome/winners/1/liability/chair"),
            ),
            (
                Place::Outcome,
                "outcomes[0].win.winners[0].liability.rule",
                field("/outcome/winners/0/liability/rule"),
            ),
            (
                Place::Outcomes,
                "outcomes[7].win.from_chair",
                field("/outcomes/7/from_chair"),
            ),
            (
                Place::Outcomes,
                "outcomes[7].agreed.winner_chair",
                field("/outcomes/7/winner"),
            ),
            (Place::Body, "outcomes[0].penalty.points", field("/points")),
            (
                corrected,
                "outcomes[1].false_mahjong.points",
                field("/changes/2/outcome/points"),
            ),
            (
                corrected,
                "outcomes[0].win",
                Some(Found::Recorded(recorded)),
            ),
            (corrected, "outcomes[2]", None),
            (Place::Outcome, "state.total_half_points", None),
        ];
        for (place, field, expected) in cases {
            let asked = Asked::Recording { before: 0, place };
            assert_eq!(found(field, asked), expected, "{field}");
        }
        let later = Asked::Recording {
            before: 200,
            place: Place::Outcomes,
        };
        assert_eq!(found("outcomes[1]", later), field("/outcomes/201"));
    }

    #[test]
    fn so_do_those_of_claims_and_of_variants_beside_another() {
        let cases = [
            (
                Asked::Claims,
                "claims[1].win.hand.melds[0].tiles",
                Some("/claims/1/hand/melds/0/tiles"),
            ),
            (Asked::Claims, "claims[1].chair", Some("/claims/1/chair")),
            (Asked::Claims, "circumstances.won_by", Some("/won_by")),
            (Asked::Deriving, "base.id", Some("/base/id")),
            (Asked::Deriving, "patch", Some("/changes")),
            (Asked::Deriving, "before.hash", Some("/base/hash")),
            (Asked::Playing, "outcomes", Some("/outcomes")),
            (
                Asked::Playing,
                "outcomes[1].win.winners[0].liable_chair",
                Some("/outcomes/1/winners/0/liability/chair"),
            ),
            (
                Asked::Playing,
                "state.total_half_points",
                Some("/state/total_points"),
            ),
            (
                Asked::Playing,
                "variant.document.total_half_points",
                Some("/variant/document/total_half_points"),
            ),
            (Asked::Comparing, "before.id", Some("with")),
            (Asked::Comparing, "after.document", None),
            (Asked::WhatIf, "variant.id", Some("/what_if/variant/id")),
        ];
        for (asked, field, expected) in cases {
            let expected = expected.map(|pointer| Found::Field(pointer.to_owned()));
            assert_eq!(found(field, asked), expected, "{field}");
        }
    }
}
