use std::net::SocketAddr;
use std::path::Path;

use crate::{hall, telephone};

/// What runs.
pub(crate) struct Running<'a> {
    pub(crate) gateway_url: &'a str,
    pub(crate) engine_address: SocketAddr,
    /// The version of the private PostgreSQL; none if the database is somebody else's.
    pub(crate) postgres: Option<u32>,
    /// The keys that sign checkpoints.
    pub(crate) log_keys: &'a [String],
    /// None if telephones are not served under TLS by a CA of this service.
    pub(crate) hall: Option<&'a hall::Served>,
}

/// What `faan up` says once everything runs.
pub(crate) fn text(running: &Running, root: &Path) -> String {
    let engine = running.engine_address;
    let (gateway, next) = match running.hall {
        Some(hall) => (hall.pages.as_str(), hall.text(root, telephone::code)),
        None => (running.gateway_url, first_steps(running.gateway_url)),
    };
    let database = running.postgres.map_or_else(
        || "the one FAAN_DATABASE_URL names; keys in ".to_owned(),
        |version| format!("a private PostgreSQL {version} in "),
    );
    let log_key = match running.log_keys {
        [] => "nothing is signed: FAAN_SIGNER_DATABASE_URL is not set".to_owned(),
        keys => format!("signed with {}", keys.join(" and ")),
    };
    format!(
        r#"Faan is running.

    page    {gateway}/    score a hand in the browser
    REST    {gateway}    documentation: {gateway}/docs
    gRPC    {engine}    faan.engine.v1.EngineService
    data    {database}{root}
    proof   {log_key}

{next}

Ctrl-C stops everything."#,
        root = root.display(),
    )
}

/// How telephones get here, and an example of which every line works when pasted.
fn first_steps(gateway: &str) -> String {
    let program = std::env::current_exe()
        .map_or_else(|_| "faan".to_owned(), |path| path.display().to_string());
    format!(
        r#"{telephone}

Sign up, then sign in; the answer holds an access token, to be sent as `Authorization: Bearer …` for a quarter of an hour:

    curl {gateway}/v1/users -H 'Content-Type: application/json' \
        -d '{{"email":"you@example.org","password":"a long sentence of yours","display_name":"You"}}'
    curl {gateway}/v1/sessions -H 'Content-Type: application/json' \
        -d '{{"email":"you@example.org","password":"a long sentence of yours"}}'

See a whole match recorded, from another terminal:

    {program} demo --url {gateway}"#,
        telephone = telephone::text(gateway),
    )
}
