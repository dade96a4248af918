//! Who may do what, written by hand: the service does it, and the OpenAPI document says it.

use reqwest::Method;
use serde_json::{Value, json};

use crate::app::{Club, Person, TestApp};
use crate::contract::Contract;

/// By whom an operation is asked for: the columns of the matrix. The keys are an owner's, so that theirs is the role that counts.
const WHO: [&str; 10] = [
    "no token",
    "stranger",
    "player",
    "auditor",
    "scorer",
    "owner",
    "player key",
    "auditor key",
    "scorer key",
    "other club's key",
];

/// A line for each operation: whether it is for those of `WHO`, or else the status they get; its name, which
/// idempotency keys are kept by; method and path.
const MATRIX: &str = "\
yes yes yes yes yes yes yes yes yes yes  token_keys         GET    /.well-known/jwks.json
yes yes yes yes yes yes yes yes yes yes  log_keys           GET    /.well-known/log-keys
yes yes yes yes yes yes yes yes yes yes  docs               GET    /docs
yes yes yes yes yes yes yes yes yes yes  docs_asset         GET    /docs/{asset}
yes yes yes yes yes yes yes yes yes yes  live               GET    /livez
yes yes yes yes yes yes yes yes yes yes  openapi_document   GET    /openapi.json
yes yes yes yes yes yes yes yes yes yes  problems_page      GET    /problems
yes yes yes yes yes yes yes yes yes yes  ready              GET    /readyz
yes yes yes yes yes yes yes yes yes yes  resolve_claims     POST   /v1/claims
401 yes yes yes yes yes 401 401 401 401  list_clubs         GET    /v1/clubs
401 yes yes yes yes yes 401 401 401 401  found_club         POST   /v1/clubs
401 404 yes yes yes yes yes yes yes 401  read_club          GET    /v1/clubs/{club}
401 404 403 403 403 yes 403 403 403 401  change_club        PATCH  /v1/clubs/{club}
401 404 403 403 403 yes 403 403 403 401  read_access_log    GET    /v1/clubs/{club}/access-log
401 404 403 403 403 yes 403 403 403 401  list_api_keys      GET    /v1/clubs/{club}/api-keys
401 404 403 403 403 yes 403 403 403 401  make_api_key       POST   /v1/clubs/{club}/api-keys
401 404 403 403 403 yes 403 403 403 401  revoke_api_key     POST   /v1/clubs/{club}/api-keys/{api_key}:revoke
401 404 403 yes 403 yes 403 yes 403 401  list_audits        GET    /v1/clubs/{club}/audits
401 404 403 yes 403 yes 403 yes 403 401  ask_for_audit      POST   /v1/clubs/{club}/audits
401 404 403 yes 403 yes 403 yes 403 401  read_audit         GET    /v1/clubs/{club}/audits/{audit}
401 404 403 yes 403 yes 403 yes 403 401  follow_audit       GET    /v1/clubs/{club}/audits/{audit}/events
401 404 yes yes yes yes yes yes yes 401  read_balances      GET    /v1/clubs/{club}/balances
401 404 403 403 403 yes 403 403 403 401  list_invitations   GET    /v1/clubs/{club}/invitations
401 404 403 403 403 yes 403 403 403 401  make_invitation    POST   /v1/clubs/{club}/invitations
401 404 403 403 403 yes 403 403 403 401  revoke_invitation  POST   /v1/clubs/{club}/invitations/{invitation}:revoke
401 404 yes yes yes yes yes yes yes 401  read_checkpoint    GET    /v1/clubs/{club}/ledger/checkpoint
401 404 yes yes yes yes yes yes yes 401  ask_for_checkpoint POST   /v1/clubs/{club}/ledger/checkpoint
401 404 403 yes 403 yes 403 yes 403 401  list_entries       GET    /v1/clubs/{club}/ledger/entries
401 404 yes yes yes yes yes yes yes 401  read_receipt       GET    /v1/clubs/{club}/ledger/entries/{seq}/receipt
401 404 403 403 403 yes 403 403 403 401  erase_text         DELETE /v1/clubs/{club}/ledger/entries/{seq}/text
401 404 403 yes 403 yes 403 yes 403 401  export_ledger      GET    /v1/clubs/{club}/ledger/export
401 404 yes yes yes yes yes yes yes 401  read_ledger_head   GET    /v1/clubs/{club}/ledger/head
401 404 403 yes 403 yes 403 yes 403 401  read_openings      GET    /v1/clubs/{club}/ledger/openings
401 404 yes yes yes yes yes yes yes 401  prove_consistency  GET    /v1/clubs/{club}/ledger/proofs/consistency
401 404 yes yes yes yes yes yes yes 401  prove_inclusion    GET    /v1/clubs/{club}/ledger/proofs/inclusion
401 404 yes yes yes yes yes yes yes 401  read_tile          GET    /v1/clubs/{club}/ledger/tile/{level}/{tile}
401 404 yes yes yes yes yes yes yes 401  list_matches       GET    /v1/clubs/{club}/matches
401 404 403 403 yes yes 403 403 yes 401  open_match         POST   /v1/clubs/{club}/matches
401 404 yes yes yes yes yes yes yes 401  read_match         GET    /v1/clubs/{club}/matches/{match}
401 404 yes yes yes yes yes yes yes 401  list_corrections   GET    /v1/clubs/{club}/matches/{match}/corrections
401 404 403 403 yes yes 403 403 yes 401  correct_match      POST   /v1/clubs/{club}/matches/{match}/corrections
401 404 403 403 yes yes 403 403 yes 401  end_match          POST   /v1/clubs/{club}/matches/{match}/end
401 404 yes yes yes yes yes yes yes 401  list_hands         GET    /v1/clubs/{club}/matches/{match}/hands
401 404 403 403 yes yes 403 403 yes 401  record_hand        POST   /v1/clubs/{club}/matches/{match}/hands
401 404 yes yes yes yes yes yes yes 401  read_hand          GET    /v1/clubs/{club}/matches/{match}/hands/{hand}
401 404 403 403 yes yes 403 403 yes 401  record_batch       POST   /v1/clubs/{club}/matches/{match}/hands:batch
401 404 403 403 yes yes 403 403 yes 401  record_penalty     POST   /v1/clubs/{club}/matches/{match}/penalties
401 404 yes yes yes yes yes yes yes 401  read_rounds        GET    /v1/clubs/{club}/matches/{match}/rounds
401 404 yes yes yes yes yes yes yes 401  read_rounds_csv    GET    /v1/clubs/{club}/matches/{match}/rounds.csv
401 404 yes yes yes yes yes yes yes 401  read_settlement    GET    /v1/clubs/{club}/matches/{match}/settlement
401 404 403 403 yes yes 403 403 yes 401  settle_match       POST   /v1/clubs/{club}/matches/{match}/settlement
401 404 403 403 yes yes 403 403 yes 401  record_substitution POST   /v1/clubs/{club}/matches/{match}/substitutions
401 404 403 403 yes yes 403 403 yes 401  import_matches     POST   /v1/clubs/{club}/matches:import
401 404 yes yes yes yes yes yes yes 401  list_members       GET    /v1/clubs/{club}/members
401 404 yes yes yes yes 403 403 403 401  leave_club         DELETE /v1/clubs/{club}/members/me
401 404 403 403 403 yes 403 403 403 401  remove_member      DELETE /v1/clubs/{club}/members/{user}
401 404 403 403 403 yes 403 403 403 401  set_member         PUT    /v1/clubs/{club}/members/{user}
401 404 403 403 403 yes 403 403 403 401  hand_over_club     POST   /v1/clubs/{club}/members/{user}:hand-over
401 404 yes yes yes yes yes yes yes 401  list_players       GET    /v1/clubs/{club}/players
401 404 403 403 yes yes 403 403 yes 401  enrol_player       POST   /v1/clubs/{club}/players
401 404 yes yes yes yes 403 403 403 401  erase_own_player   DELETE /v1/clubs/{club}/players/me
401 404 403 403 403 yes 403 403 403 401  erase_player       DELETE /v1/clubs/{club}/players/{player}
401 404 yes yes yes yes yes yes yes 401  read_player        GET    /v1/clubs/{club}/players/{player}
401 404 403 403 yes yes 403 403 yes 401  rename_player      PATCH  /v1/clubs/{club}/players/{player}
401 404 403 403 yes yes 403 403 yes 401  unlink_player      DELETE /v1/clubs/{club}/players/{player}/account
401 404 403 403 yes yes 403 403 yes 401  link_player        PUT    /v1/clubs/{club}/players/{player}/account
401 404 403 403 403 yes 403 403 403 401  merge_player       POST   /v1/clubs/{club}/players/{player}:merge
401 404 yes yes yes yes yes yes yes 401  list_settlements   GET    /v1/clubs/{club}/settlements
401 404 403 403 yes yes 403 403 yes 401  settle_period      POST   /v1/clubs/{club}/settlements
401 404 yes yes yes yes yes yes yes 401  read_club_settlement GET    /v1/clubs/{club}/settlements/{settlement}
401 404 403 403 yes yes 403 403 yes 401  record_payment     POST   /v1/clubs/{club}/settlements/{settlement}/payments
401 404 403 403 yes yes 403 403 yes 401  reverse_payment    POST   /v1/clubs/{club}/settlements/{settlement}/payments/{payment}:reverse
401 404 yes yes yes yes yes yes yes 401  preview_settlement GET    /v1/clubs/{club}/settlements:preview
401 404 yes yes yes yes yes yes yes 401  list_club_variants GET    /v1/clubs/{club}/variants
401 404 403 403 yes yes 403 403 yes 401  add_variant        POST   /v1/clubs/{club}/variants
401 404 yes yes yes yes yes yes yes 401  read_club_variant  GET    /v1/clubs/{club}/variants/{hash}
401 404 yes yes yes yes yes yes yes 401  compare_variants   GET    /v1/clubs/{club}/variants/{hash}/compare
401 404 403 403 403 yes 403 403 403 401  reinstate_variant  POST   /v1/clubs/{club}/variants/{hash}:reinstate
401 404 403 403 403 yes 403 403 403 401  retire_variant     POST   /v1/clubs/{club}/variants/{hash}:retire
401 yes yes yes yes yes 401 401 401 401  accept_invitation  POST   /v1/invitations:accept
yes yes yes yes yes yes yes yes yes yes  read_directory_checkpoint GET    /v1/ledger/directory/checkpoint
yes yes yes yes yes yes yes yes yes yes  export_directory   GET    /v1/ledger/directory/export
yes yes yes yes yes yes yes yes yes yes  list_heads         GET    /v1/ledger/directory/heads
yes yes yes yes yes yes yes yes yes yes  list_patterns      GET    /v1/patterns
yes yes yes yes yes yes yes yes yes yes  score_hand         POST   /v1/score
yes yes yes yes yes yes yes yes yes yes  score_hands        POST   /v1/score:batch
yes yes yes yes yes yes yes yes yes yes  sign_out           DELETE /v1/sessions
yes yes yes yes yes yes yes yes yes yes  sign_in            POST   /v1/sessions
yes yes yes yes yes yes yes yes yes yes  refresh_session    POST   /v1/sessions/refresh
yes yes yes yes yes yes yes yes yes yes  sign_up            POST   /v1/users
401 yes yes yes yes yes 401 401 401 401  erase_account      DELETE /v1/users/me
401 yes yes yes yes yes 401 401 401 401  who_am_i           GET    /v1/users/me
401 yes yes yes yes yes 401 401 401 401  read_account_log   GET    /v1/users/me/access-log
401 yes yes yes yes yes 401 401 401 401  change_password    PUT    /v1/users/me/password
yes yes yes yes yes yes yes yes yes yes  list_variants      GET    /v1/variants
yes yes yes yes yes yes yes yes yes yes  read_variant       GET    /v1/variants/{variant}
yes yes yes yes yes yes yes yes yes yes  check_variant      POST   /v1/variants:check
yes yes yes yes yes yes yes yes yes yes  find_waits         POST   /v1/waits
";

#[tokio::test(flavor = "multi_thread")]
async fn everyone_may_what_the_matrix_says_and_nothing_else() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = club.open_match("old-hong-kong").await;
    let goulash = json!({"kind": "goulash"});
    let hand = club.record(&at, 1, goulash).await.expect(201);
    let invitations = format!("{}/invitations", club.path);
    let invitation = club.owner.post(&invitations, json!({"role": "player"}));
    let invitation = invitation.await.expect(201);
    let settlement = club.settled_match().await;
    let audit = club.finished_audit().await;
    let mut people = vec![app.nobody(), app.sign_up("stranger").await];
    for role in &WHO[2..6] {
        people.push(club.member(role, role).await);
    }
    for role in ["player", "auditor", "scorer"] {
        people.push(club.machine(role).await.0);
    }
    let other = club.owner.found_club("Other").await;
    people.push(other.machine("scorer").await.0);
    let (mut happens, mut is_said) = (String::new(), String::new());
    for (method, template, operation) in Contract::load().operations() {
        let path = template
            .replace("/v1/clubs/{club}/matches/{match}", &at)
            .replace("/v1/clubs/{club}", &club.path)
            .replace("{hand}", hand["id"].as_str().unwrap())
            .replace("{player}", &club.players[0])
            .replace("{hash}", hand["variant_hash"].as_str().unwrap())
            .replace("{invitation}", invitation["id"].as_str().unwrap())
            .replace("{settlement}", settlement["id"].as_str().unwrap())
            .replace("{payment}", &club.owner.id)
            .replace("{audit}", &audit)
            .replace("{api_key}", &club.owner.id)
            .replace("{user}", &club.owner.id)
            .replace("{variant}", "old-hong-kong")
            .replace("{seq}", "1")
            .replace("{asset}", "index.html")
            .replace("{level}", "0")
            .replace("{tile}", "000.p/1");
        let mut statuses = Vec::new();
        for person in &people {
            statuses.push(ask(person, &method, &path).await);
        }
        let name = operation["operationId"].as_str().unwrap();
        let end = format!("  {name:<18} {method:<6} {template}\n");
        happens += &(line(&statuses) + &end);
        is_said += &(line(&WHO.map(|who| said(&operation, who))) + &end);
    }
    assert!(happens == MATRIX, "what happens:\n{happens}");
    assert!(is_said == MATRIX, "what the document says:\n{is_said}");
}

/// Whatever comes after the door is a yes.
fn line(statuses: &[u16]) -> String {
    let words = statuses.iter().map(|status| match status {
        401 | 403 | 404 => status.to_string(),
        _ => "yes".to_owned(),
    });
    words.collect::<Vec<_>>().join(" ")
}

/// The status that the document announces.
fn said(operation: &Value, who: &str) -> u16 {
    let roles = operation["x-roles"].as_array();
    let schemes = operation["security"].as_array().unwrap();
    let takes_keys = schemes.contains(&json!({"api_key": []}));
    let (who, is_key) = match who.strip_suffix(" key") {
        Some(role) => (role, true),
        None => (who, false),
    };
    match (schemes.is_empty(), who, roles) {
        (true, _, _) => 200,
        (false, "other club's", _) => 401,
        (false, _, None) if is_key => 401,
        (false, _, Some(_)) if is_key && !takes_keys => 403,
        (false, "no token", _) => 401,
        (false, _, None) => 200,
        (false, "stranger", Some(_)) => 404,
        (false, role, Some(roles)) if roles.contains(&role.into()) => 200,
        (false, _, Some(_)) => 403,
    }
}

/// Asks without a body: who may not is told so before anything is read.
async fn ask(person: &Person<'_>, method: &str, path: &str) -> u16 {
    let method = Method::from_bytes(method.as_bytes()).unwrap();
    person.request(method, path).send().await.status
}

#[tokio::test(flavor = "multi_thread")]
async fn one_clubs_role_is_none_in_another() {
    let app = TestApp::start().await;
    let club: Club<'_> = app.club().await;
    let other = app.sign_up("other").await.found_club("Other").await;
    let goulash = json!({"number": 1, "outcome": {"kind": "goulash"}});
    let at = club.open_match("old-hong-kong").await;
    other
        .owner
        .post(&format!("{at}/hands"), goulash)
        .await
        .refused(404, "not_found");
    let set = format!("{}/members/{}", club.path, other.owner.id);
    other
        .owner
        .put(&set, json!({"role": "owner"}))
        .await
        .refused(404, "not_found");
}
