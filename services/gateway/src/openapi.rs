//! The OpenAPI document: the descriptions of all routes, to each of which this adds who may call it and the problems it can answer with.

mod answers;
mod codes;

use actix_web::http::StatusCode;
use utoipa::openapi::extensions::ExtensionsBuilder;
use utoipa::openapi::path::Operation;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{ContentBuilder, OpenApi, Ref, RefOr, Response, SecurityRequirement};
use utoipa::{OpenApi as _, PartialSchema, ToSchema};
use web::Content;

use crate::bodies::season::Handicap;
use crate::bodies::tournament_rules::SatOut;
use crate::endpoint::Endpoint;
use crate::openapi_document::OpenApiJson;
use crate::policy::Access;
use crate::problem::{self, Code, PROBLEM_JSON};
use crate::route::Route;
use crate::routes::ROUTES;

/// The names of the security schemes.
const BEARER: &str = "access_token";
const API_KEY: &str = "api_key";

/// The codes that are the engine's.
const RULES: &str = "or one of those under \"What the rules refuse\" at `/problems`";

#[derive(utoipa::OpenApi)]
#[openapi(
    info(
        title = "Faan",
        description = "Keeps score of Hong Kong mahjong: matches, hands, fan and payments, in a ledger that \
                       nobody can change afterwards. Ids are made by the server; times are RFC 3339 in UTC; \
                       points are multiples of one half, money is in minor units (cents). Unknown fields and \
                       query parameters are refused. Problems are RFC 9457, explained at `/problems`; each \
                       refusal here names every code it can have, and perhaps one that only its neighbours have.",
        license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0"),
    ),
    servers((url = "/", description = "This server")),
    tags(
        (name = "accounts", description = "Accounts and sessions"),
        (name = "clubs", description = "Clubs, their members and players"),
        (name = "webhooks", description = "Being told of what is entered, signed as https://www.standardwebhooks.com has it"),
        (name = "matches", description = "Matches and their hands"),
        (name = "evenings", description = "Who is there, and who sits where: rounds drawn from seeds that anybody can check"),
        (name = "seasons", description = "Leagues: the standings of some days by rules of their own"),
        (name = "tournaments", description = "Drawn rounds of tables of four, with penalties, standings and a final"),
        (name = "settlements", description = "Who owes whom, and what of it has been paid"),
        (name = "standings", description = "What matches come to for those who play: standings, statistics, ratings"),
        (name = "exports", description = "What a club has on its books, for spreadsheets and programs"),
        (name = "ledger", description = "The append-only record of a club"),
        (name = "rules", description = "Variants, patterns, and hands scored outside a match; for anyone"),
        (name = "operations", description = "For those who run the service"),
    ),
    components(schemas(webhooks::WebhookEvent, Handicap, SatOut))
)]
struct Head;

/// The document as it is served: serialized and compressed once.
pub(crate) fn served() -> Result<OpenApiJson, serde_json::Error> {
    let json = serde_json::to_vec(&document())?;
    Ok(OpenApiJson(Content::new("application/json", json)))
}

/// The document as it is kept in `openapi/faan.v1.json`.
pub fn openapi_json() -> Result<String, serde_json::Error> {
    Ok(serde_json::to_string_pretty(&document())? + "\n")
}

/// The document.
fn document() -> OpenApi {
    let mut api = Head::openapi();
    let components = api.components.get_or_insert_default();
    components.security_schemes.extend(schemes());
    let mut schemas = Vec::new();
    problem::Body::schemas(&mut schemas);
    schemas.push((problem::Body::name().into_owned(), problem::Body::schema()));
    components.schemas.extend(schemas);
    for Route {
        endpoint,
        method,
        operation,
        schemas,
        ..
    } in ROUTES.iter()
    {
        components.schemas.extend(schemas.iter().cloned());
        let mut operation = operation.clone();
        complete(&mut operation, endpoint);
        let method = vec![method.clone()];
        api.paths
            .add_path_operation(&endpoint.path, method, operation);
    }
    answers::leave_open(api.components.get_or_insert_default());
    api
}

/// What a request can bear.
fn schemes() -> [(String, RefOr<SecurityScheme>); 2] {
    let bearer = |format: &str, what: &str| {
        let scheme = HttpBuilder::new()
            .scheme(HttpAuthScheme::Bearer)
            .bearer_format(format)
            .description(Some(what))
            .build();
        SecurityScheme::Http(scheme).into()
    };
    let token = "The `access_token` of `POST /v1/sessions`; it lives for 15 minutes. Or a token of the OIDC issuer that the service is set to, if \
                 its subject is linked to an account (`POST /v1/users/me/identities`).";
    let key = "The `secret` of an API key (`POST /v1/clubs/{club}/api-keys`), for machines. It is good in its club alone, where it may what \
               its own role and that of its maker both allow.";
    [
        (BEARER.to_owned(), bearer("JWT", token)),
        (API_KEY.to_owned(), bearer("faan_…", key)),
    ]
}

/// What every operation of this kind needs, promises and refuses.
fn complete(operation: &mut Operation, endpoint: &Endpoint) {
    let mut statuses = vec![
        StatusCode::INTERNAL_SERVER_ERROR,
        StatusCode::BAD_REQUEST,
        StatusCode::TOO_MANY_REQUESTS,
        StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE,
    ];
    if endpoint.access == Access::Anyone {
        operation.security = Some(Vec::new());
    } else {
        let taken = [
            Some(BEARER),
            endpoint.access.admits_some_key().then_some(API_KEY),
        ];
        let taken = taken.into_iter().flatten();
        let required = taken.map(|scheme| SecurityRequirement::new(scheme, Vec::<String>::new()));
        let limited = endpoint.access.limit();
        let limited = limited.map(|limit| SecurityRequirement::new(API_KEY, [limit.as_str()]));
        operation.security = Some(required.chain(limited).collect());
        statuses.extend([
            StatusCode::UNAUTHORIZED,
            StatusCode::FORBIDDEN,
            StatusCode::SERVICE_UNAVAILABLE,
        ]);
    }
    if let Some(roles) = endpoint.access.roles() {
        statuses.push(StatusCode::NOT_FOUND);
        let words: Vec<&str> = roles.iter().map(|role| role.as_str()).collect();
        describe_list(operation, "Roles", &words);
        let extension = ExtensionsBuilder::new().add("x-roles", words).build();
        operation
            .extensions
            .get_or_insert_default()
            .merge(extension);
    }
    if !endpoint.stated.entries.is_empty() {
        describe_list(operation, "Entries", endpoint.stated.entries);
    }
    if operation.request_body.is_some() {
        statuses.extend([
            StatusCode::REQUEST_TIMEOUT,
            StatusCode::PAYLOAD_TOO_LARGE,
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            StatusCode::UNPROCESSABLE_ENTITY,
        ]);
    }
    if endpoint.reads_may_be_late {
        statuses.push(StatusCode::UNPROCESSABLE_ENTITY);
    }
    statuses.extend(endpoint.stated.codes().map(Code::status));
    for status in statuses {
        let refusal = || RefOr::T(Response::new(""));
        let responses = &mut operation.responses.responses;
        responses
            .entry(status.as_str().to_owned())
            .or_insert_with(refusal);
    }
    let mut responses = std::mem::take(&mut operation.responses.responses);
    for (status, response) in &mut responses {
        if let (Ok(status), RefOr::T(response)) = (status.parse::<StatusCode>(), response)
            && (status.is_client_error() || status.is_server_error())
        {
            make_problem(response, status, &told(status, operation, endpoint));
        }
    }
    operation.responses.responses = responses;
}

/// Adds a list of words to what an operation says of itself.
fn describe_list(operation: &mut Operation, name: &str, words: &[&str]) {
    let words: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    let description = operation.description.take().unwrap_or_default();
    operation.description = Some(format!("{description}\n\n{name}: {}.", words.join(", ")));
}

/// The codes an operation can have with a status, in words.
fn told(status: StatusCode, operation: &Operation, endpoint: &Endpoint) -> String {
    let all = Code::ALL.iter().copied();
    let with_status = all.filter(|code| code.status() == status);
    let possible = with_status.filter(|code| codes::can_have(*code, operation, endpoint));
    let names: Vec<String> = possible
        .map(|code| format!("`{}`", code.as_str()))
        .collect();
    let names = names.join(", ");
    match status == StatusCode::UNPROCESSABLE_ENTITY && codes::asks_the_rules(operation, endpoint) {
        true => format!("{names}, {RULES}"),
        false => names,
    }
}

/// Every refusal is a problem; its description says which codes it can have.
fn make_problem(response: &mut Response, status: StatusCode, codes: &str) {
    let what = match response.description.as_str() {
        "" => status.canonical_reason().unwrap_or_default(),
        said => said,
    };
    response.description = format!("{what}. Codes: {codes}.");
    let problem = ContentBuilder::new()
        .schema(Some(Ref::from_schema_name(problem::Body::name())))
        .build();
    response
        .content
        .insert(PROBLEM_JSON.to_owned(), problem.into());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_document_has_every_endpoint_and_nothing_else() {
        let json = serde_json::to_value(document()).unwrap();
        for Route { endpoint, .. } in ROUTES.iter() {
            let method = endpoint.method.as_str().to_lowercase();
            let described = &json["paths"][&endpoint.path][method];
            assert_eq!(described["operationId"], *endpoint.operation);
        }
        let paths = json["paths"].as_object().unwrap();
        let operations = paths.values().map(|item| item.as_object().unwrap().len());
        assert_eq!(operations.sum::<usize>(), ROUTES.len());
    }

    #[test]
    fn nobody_is_warned_of_what_cannot_come() {
        let json = serde_json::to_value(document()).unwrap();
        let refusals = |method: &str, path: &str| {
            let responses = json["paths"][path][method]["responses"]
                .as_object()
                .unwrap();
            let told = responses.values().map(|response| &response["description"]);
            told.map(|told| told.as_str().unwrap().to_owned() + "\n")
                .collect::<String>()
        };
        for path in ["/v1/score", "/v1/claims", "/v1/waits"] {
            let told = refusals("post", path);
            assert!(
                told.contains("`invalid_value`") && told.contains(RULES),
                "{told}"
            );
            for other in [
                "idempotency_key",
                "webhook",
                "import",
                "unknown_player",
                "cursor",
            ] {
                assert!(!told.contains(other), "{path}: {told}");
            }
        }
        let told = refusals("post", "/v1/clubs/{club}/webhooks");
        for own in [
            "`webhook_url_refused`",
            "`idempotency_key_reused`",
            "`malformed_json`",
        ] {
            assert!(told.contains(own), "{told}");
        }
        assert!(!refusals("get", "/v1/clubs").contains("malformed_json"));
    }

    #[test]
    fn every_operation_says_what_it_is() {
        let json = serde_json::to_value(document()).unwrap();
        let mut ids = std::collections::HashSet::new();
        for (path, item) in json["paths"].as_object().unwrap() {
            for (method, operation) in item.as_object().unwrap() {
                let at = format!("{method} {path}");
                for field in ["summary", "description", "operationId", "security", "tags"] {
                    assert!(!operation[field].is_null(), "{at} has no {field}");
                }
                assert!(
                    ids.insert(operation["operationId"].to_string()),
                    "{at}: id used twice"
                );
                for (status, response) in operation["responses"].as_object().unwrap() {
                    assert_ne!(response["description"], "", "{at} {status}");
                    let is_problem = !response["content"][PROBLEM_JSON].is_null();
                    assert_eq!(is_problem, status.as_str() >= "400", "{at} {status}");
                    let described = response["description"].as_str().unwrap();
                    let names_none = described.ends_with("Codes: .") || described.contains(": , ");
                    assert!(!names_none, "{at} {status}: {described}");
                }
            }
        }
    }
}
