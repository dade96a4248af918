//! Which codes an operation can refuse with.

use utoipa::openapi::RefOr;
use utoipa::openapi::path::Operation;

use crate::endpoint::Endpoint;
use crate::late_reads::MIN_SEQ;
use crate::policy::Access;
use crate::problem::Code;

/// Whether the engine may refuse what was sent: in a body, or a variant in the query.
pub(super) fn asks_the_rules(operation: &Operation, endpoint: &Endpoint) -> bool {
    let is_sent_something = operation.request_body.is_some() || takes(operation, "with");
    endpoint.stated.cost.is_of_rules() && is_sent_something
}

/// Whether an operation can have this code: because of what it takes and of who may ask for it, or because the constant beside its handler
/// says so.
pub(super) fn can_have(code: Code, operation: &Operation, endpoint: &Endpoint) -> bool {
    of_request(code, operation, endpoint) || endpoint.stated.codes().any(|stated| stated == code)
}

/// What every request can be refused with.
const EVERY_REQUEST: &[Code] = &[
    Code::InvalidParameter,
    Code::InvalidValue,
    Code::NotFound,
    Code::MethodNotAllowed,
    Code::HeadTooLarge,
    Code::RequestTimeout,
    Code::BodyTooLarge,
    Code::UnsupportedContentType,
    Code::IfMatchRequired,
    Code::TooManyConnections,
    Code::Internal,
    Code::EngineUnavailable,
    Code::DatabaseUnavailable,
    Code::Busy,
];

/// What a request with a body can be refused with.
const BODY: &[Code] = &[
    Code::MalformedJson,
    Code::DuplicateField,
    Code::UnknownField,
    Code::MissingField,
    Code::InvalidField,
];

/// What a request of somebody can be refused with.
const SIGNED_IN: &[Code] = &[
    Code::NotSignedIn,
    Code::Forbidden,
    Code::IdentityNotLinked,
    Code::IssuerUnavailable,
];

const IDEMPOTENCY_KEY: &[Code] = &[Code::IdempotencyKeyRequired, Code::IdempotencyKeyReused];

/// What is refused in the same way wherever requests are alike.
fn of_request(code: Code, operation: &Operation, endpoint: &Endpoint) -> bool {
    let takes = |name: &str| takes(operation, name);
    let by_request = [
        (true, EVERY_REQUEST),
        (operation.request_body.is_some(), BODY),
        (endpoint.access != Access::Anyone, SIGNED_IN),
        // API keys are guessed.
        (endpoint.access.admits_some_key(), &[Code::TooManyAttempts]),
        (endpoint.stated.cost.is_counted(), &[Code::TooManyRequests]),
        (takes("cursor"), &[Code::InvalidCursor]),
        (takes("Idempotency-Key"), IDEMPOTENCY_KEY),
        (
            takes("If-Match") || takes("Last-Event-ID"),
            &[Code::InvalidHeader],
        ),
        (takes(MIN_SEQ), &[Code::BeyondLedger]),
    ];
    by_request
        .iter()
        .any(|(applies, codes)| *applies && codes.contains(&code))
}

fn takes(operation: &Operation, name: &str) -> bool {
    let mut parameters = operation.parameters.iter().flatten();
    parameters.any(|parameter| match parameter {
        RefOr::T(parameter) => parameter.name == name,
        RefOr::Ref(_) => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::routes::ROUTES;

    #[test]
    fn every_code_is_of_some_operation_and_none_is_stated_in_vain() {
        let operations = || {
            let routes = ROUTES.iter();
            routes.map(|route| (&route.operation, &route.endpoint))
        };
        for &code in Code::ALL {
            let is_of_some =
                operations().any(|(operation, endpoint)| can_have(code, operation, endpoint));
            assert!(is_of_some, "no operation states {}", code.as_str());
        }
        for (operation, endpoint) in operations() {
            let stated: Vec<&str> = endpoint.stated.codes().map(Code::as_str).collect();
            for code in endpoint.stated.codes() {
                let times = stated.iter().filter(|other| **other == code.as_str());
                assert_eq!(
                    times.count(),
                    1,
                    "{} of {}",
                    code.as_str(),
                    endpoint.operation
                );
                let is_of_request = of_request(code, operation, endpoint);
                assert!(
                    !is_of_request,
                    "{} of {}",
                    code.as_str(),
                    endpoint.operation
                );
            }
        }
    }
}
