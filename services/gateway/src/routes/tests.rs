use actix_web::App;
use actix_web::http::StatusCode;
use actix_web::test::{TestRequest, call_service, init_service, read_body};
use utoipa::openapi::path::ParameterIn;

use super::*;
use crate::route::{names, resource};

/// The endpoint that a request reaches and the club in its path, or why it reaches none. The handlers are not called.
async fn reached(method: Method, path: &str) -> String {
    let app = App::new().configure(|config| {
        in_scopes(config, |route, config| {
            let endpoint = &route.endpoint;
            config.service(
                resource(endpoint).to(move |request: HttpRequest| async move {
                    let club = request.match_info().get("club").unwrap_or("-");
                    format!("{} {club}", endpoint.path)
                }),
            );
        });
        config.default_service(web::to(no_endpoint));
    });
    let app = init_service(app).await;
    let request = TestRequest::default().method(method).uri(path);
    let answer = call_service(&app, request.to_request()).await;
    match answer.status() {
        StatusCode::OK => String::from_utf8(read_body(answer).await.to_vec()).unwrap(),
        StatusCode::METHOD_NOT_ALLOWED => {
            let allowed = answer.headers().get(header::ALLOW).unwrap();
            format!("only {}", allowed.to_str().unwrap())
        }
        StatusCode::NOT_FOUND => "nothing".to_owned(),
        other => panic!("{other}"),
    }
}

#[actix_web::test]
async fn a_request_reaches_its_endpoint() {
    let cases = [
        (Method::GET, "/livez", "/livez -"),
        (Method::GET, "/livez/", "nothing"),
        (Method::GET, "/docs/index.html", "/docs/{asset} -"),
        (Method::GET, "/docs/", "nothing"),
        (Method::GET, "/clubs/c/matches/m", "/clubs/{page} -"),
        (
            Method::POST,
            "/v1/clubs/c/players",
            "/v1/clubs/{club}/players c",
        ),
        (Method::POST, "/v1/clubs//players", "nothing"),
        (
            Method::POST,
            "/v1/clubs/c/players/p:merge",
            "/v1/clubs/{club}/players/{player}:merge c",
        ),
        (
            Method::POST,
            "/v1/clubs/c/players/p:unmerge",
            "/v1/clubs/{club}/players/{player}:unmerge c",
        ),
        (Method::PATCH, "/v1/clubs/c/players/p:merge", "only POST"),
        (Method::POST, "/v1/clubs/c/players/:merge", "nothing"),
        (Method::POST, "/v1/clubs/c/players/p:q:merge", "nothing"),
        (Method::POST, "/v1/clubs/c/players/p:split", "nothing"),
        (
            Method::DELETE,
            "/v1/clubs/c/members/me",
            "/v1/clubs/{club}/members/me c",
        ),
        (
            Method::DELETE,
            "/v1/clubs/c/players/me",
            "/v1/clubs/{club}/players/me c",
        ),
        (
            Method::GET,
            "/v1/clubs/c/players/me",
            "/v1/clubs/{club}/players/{player} c",
        ),
        (
            Method::GET,
            "/v1/clubs/c/ledger/tile/0/x001/234.p/5",
            "/v1/clubs/{club}/ledger/tile/{level}/{tile} c",
        ),
        (Method::GET, "/v1/clubs/c/ledger/tile/0", "nothing"),
        (Method::GET, "/v1/clubs/c/ledger/tile/0/", "nothing"),
        // The same address as without the encoding (RFC 3986, 6.2.2.2).
        (Method::GET, "/v1/%63lubs", "/v1/clubs -"),
        (
            Method::GET,
            "/v1/clubs/c%2Fplayers",
            "/v1/clubs/{club} c%2Fplayers",
        ),
        (Method::DELETE, "/v1/clubs", "only POST, GET, HEAD"),
        (Method::GET, "/v1/sessions/refresh", "only POST"),
    ];
    for (method, path, expected) in cases {
        assert_eq!(reached(method, path).await, expected, "{path}");
    }
}

#[test]
fn every_endpoint_is_there_once() {
    for (i, route) in ROUTES.iter().enumerate() {
        let one = &route.endpoint;
        let same = |other: &Route| {
            let other = &other.endpoint;
            other.operation == one.operation
                || (other.method == one.method && other.path == one.path)
        };
        assert_eq!(ROUTES.iter().position(same), Some(i), "{one:?}");
    }
}

#[test]
fn arguments_read_every_variable_of_a_path_and_members_a_club() {
    for route in ROUTES.iter() {
        let endpoint = &route.endpoint;
        let variables = endpoint.path.split('{').skip(1);
        let variables = variables.map(|rest| rest.split('}').next().unwrap());
        let mut variables: Vec<&str> = variables.collect();
        variables.sort_unstable();
        assert_eq!(
            names(&route.operation, &ParameterIn::Path),
            variables,
            "{endpoint:?}"
        );
        let of_club = variables.contains(&"club");
        assert_eq!(endpoint.access.roles().is_some(), of_club, "{endpoint:?}");
    }
}
