//! What the engine refuses, as a problem: its reason in lower case is the code, the path of its field becomes a
//! pointer into the body that the client sent.

use tonic::{Code as GrpcCode, Status};
use tonic_types::StatusExt;

use crate::body::in_words_of_json;
use crate::problem::{Code, Problem};

/// What the engine was asked for, since it decides where in the client's body a field stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Asked {
    /// `/v1/score`.
    Score,
    /// A match is opened.
    Opening,
    /// A hand is recorded, or a match ended.
    Recording,
    /// The catalogue.
    Catalogue,
    /// `/v1/claims`.
    Claims,
    /// A variant is derived from another.
    Deriving,
    /// A variant of a club is compared with another.
    Comparing,
}

/// Whether the engine wants the document of the variant.
pub(super) fn is_unknown_variant(status: &Status) -> bool {
    reason(status).as_deref() == Some("VARIANT_UNKNOWN")
}

/// What the client is told when the engine did not answer.
pub(super) fn problem(status: &Status, asked: Asked) -> Problem {
    match (status.code(), reason(status)) {
        (GrpcCode::NotFound, Some(_)) if asked == Asked::Catalogue => {
            Problem::new(Code::NotFound, status.message())
        }
        (
            GrpcCode::InvalidArgument | GrpcCode::NotFound | GrpcCode::FailedPrecondition,
            Some(reason),
        ) => refused(status, &reason, asked),
        (code, _) => unanswered(code, status),
    }
}

fn refused(status: &Status, reason: &str, asked: Asked) -> Problem {
    let violations = status
        .get_details_bad_request()
        .map(|bad| bad.field_violations);
    let violations = violations.unwrap_or_default();
    let mut fields = Vec::new();
    for violation in &violations {
        let Some(pointer) = pointer(&violation.field, asked) else {
            // A field that the client does not send: our own request was wrong.
            return Problem::internal(format!("the engine refuses {}: {status}", violation.field));
        };
        let said = about(&pointer, &violation.reason, &violation.description);
        fields.push((pointer, said));
    }
    let detail = match fields.as_slice() {
        [(_, only)] => only.clone(),
        [] | [_, _, ..] => sentence(status.message()),
    };
    let problem = Problem::refused(reason, detail);
    violations
        .iter()
        .zip(fields)
        .fold(problem, |problem, (violation, (pointer, said))| {
            problem.refused_field(pointer, &violation.reason, said)
        })
}

/// What is wrong with a field; whether it is there or not is said with its name.
fn about(pointer: &str, reason: &str, said: &str) -> String {
    let name = pointer.rsplit('/').next().unwrap_or_default();
    match reason {
        "FIELD_MISSING" => format!("The field `{name}` is missing."),
        "FIELD_UNEXPECTED" => sentence(&format!("`{name}` {said}")),
        "VARIANT_NOT_FOUND" => sentence(&said.replace("ListVariants", "`GET /v1/variants`")),
        _ => sentence(&in_words_of_json(said)),
    }
}

/// What the engine says, with a capital and a full stop.
pub(super) fn sentence(said: &str) -> String {
    let mut letters = said.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    let mut sentence: String = first.chain(letters).collect();
    if !sentence.ends_with(['.', '…']) {
        sentence.push('.');
    }
    sentence
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
    if away.contains(&code) {
        tracing::warn!(%status, "the engine does not answer");
        return Problem::new(
            Code::EngineUnavailable,
            "The scoring engine does not answer just now.",
        );
    }
    Problem::internal(format!("the engine: {status}"))
}

fn reason(status: &Status) -> Option<String> {
    let info = status.get_details_error_info()?;
    (info.domain == "engine.faan").then_some(info.reason)
}

/// `win.hand.melds[1].tiles` → `/win/hand/melds/1/tiles`, `outcomes[0].win.from_chair` → `/outcome/from_chair`.
/// JSON knows no `circumstances` (they stand in the win), no message around the kinds of outcome, and tiles only as
/// notation.
fn pointer(field: &str, asked: Asked) -> Option<String> {
    let (root, rest) = match (asked, field.split_once('.').unwrap_or((field, ""))) {
        (Asked::Recording, ("outcomes[0]", rest)) => ("/outcome", rest),
        (Asked::Score | Asked::Claims, _) => ("", field),
        (Asked::Opening, ("options", rest)) => ("", rest),
        (Asked::Opening | Asked::Catalogue, ("variant", _)) => ("", field),
        (Asked::Deriving, ("base", _)) => ("", field),
        (Asked::Deriving, ("patch", rest)) => ("/changes", rest),
        // The other variant of the two is the club's own.
        (Asked::Comparing, ("before", _)) => return Some("with".to_owned()),
        (
            Asked::Recording
            | Asked::Opening
            | Asked::Catalogue
            | Asked::Deriving
            | Asked::Comparing,
            _,
        ) => return None,
    };
    Some(pointer_into(root, rest, asked))
}

/// A path of the engine's as a JSON pointer below `root`.
pub(super) fn pointer_into(root: &str, path: &str, asked: Asked) -> String {
    let mut pointer = root.to_owned();
    for (place, step) in steps(path).into_iter().enumerate() {
        let step = step.as_str();
        let is_kind = match asked {
            Asked::Recording => place == 0 && ["win", "false_mahjong"].contains(&step),
            // `claims[0].win.hand`
            Asked::Claims => place == 2 && ["win", "chow"].contains(&step),
            Asked::Score
            | Asked::Opening
            | Asked::Catalogue
            | Asked::Deriving
            | Asked::Comparing => false,
        };
        if step.is_empty() || is_kind || ["circumstances", "notation"].contains(&step) {
            continue;
        }
        pointer.push('/');
        pointer.push_str(&step.replace('~', "~0").replace('/', "~1"));
    }
    pointer
}

/// The names and numbers of a path, such as `patterns["half flush"].includes[0]`: a name with other characters than
/// letters stands as a JSON text in brackets.
fn steps(path: &str) -> Vec<String> {
    let mut steps = Vec::new();
    let mut rest = path;
    while !rest.is_empty() {
        let after = rest.strip_prefix('[').unwrap_or(rest);
        let mut quoted = serde_json::Deserializer::from_str(after).into_iter::<String>();
        let (step, length) = match quoted.next() {
            Some(Ok(name)) if after.starts_with('"') => (name, quoted.byte_offset()),
            _ => {
                let end = after.find(['.', '[', ']']).unwrap_or(after.len());
                let (step, _) = after.split_at(end);
                (step.to_owned(), end)
            }
        };
        steps.push(step);
        rest = after.split_at(length).1;
        rest = rest.strip_prefix(']').unwrap_or(rest);
        rest = rest.strip_prefix('.').unwrap_or(rest);
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

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
            (Asked::Recording, "outcomes[0]", Some("/outcome")),
            (Asked::Recording, "outcomes[0].win", Some("/outcome")),
            (
                Asked::Recording,
                "outcomes[0].win.winners[0].hand.concealed",
                Some("/outcome/winners/0/hand/concealed"),
            ),
            (
                Asked::Recording,
                "outcomes[0].win.from_chair",
                Some("/outcome/from_chair"),
            ),
            (
                Asked::Recording,
                "outcomes[0].false_mahjong.points",
                Some("/outcome/points"),
            ),
            (Asked::Recording, "state.total_half_points", None),
            (
                Asked::Opening,
                "variant.document",
                Some("/variant/document"),
            ),
            (
                Asked::Opening,
                r#"variant.document.patterns["a/b.c]"].includes[0]"#,
                Some("/variant/document/patterns/a~1b.c]/includes/0"),
            ),
            (
                Asked::Opening,
                r#"variant.document["cut…"#,
                Some(r#"/variant/document/"cut…"#),
            ),
            (Asked::Opening, "options.minimum_fan", Some("/minimum_fan")),
            (Asked::Opening, "state", None),
        ];
        for (asked, field, expected) in cases {
            assert_eq!(pointer(field, asked).as_deref(), expected, "{field}");
        }
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
            (Asked::Comparing, "before.id", Some("with")),
            (Asked::Comparing, "after.document", None),
        ];
        for (asked, field, expected) in cases {
            assert_eq!(pointer(field, asked).as_deref(), expected, "{field}");
        }
    }
}
