//! Who may do what: `openapi/ACCESS.md` has what the service does, and the OpenAPI document says the same. `UPDATE_EXPECT=1`
//! rewrites the page: what is different there is what somebody may do now, or may no more.

use reqwest::Method;
use serde_json::{Value, json};

use crate::app::{Club, Person, TestApp};
use crate::contract::Contract;
use crate::kept;

/// By whom an operation is asked for: the columns of the page. The keys are an owner's, so that theirs is the role that counts.
const WHO: [&str; 17] = [
    "no token",
    "forged token",
    "stranger",
    "other club's owner",
    "player",
    "auditor",
    "scorer",
    "referee",
    "owner",
    "player key",
    "auditor key",
    "scorer key",
    "referee key",
    "other club's key",
    "match player key",
    "match scorer key",
    "screen key",
];

const PAGE: &str = "\
# Who may do what

A test sends every operation of `faan.v1.json` to a running service, as each of the callers below, and compares the results with this page and the
OpenAPI document (`UPDATE_EXPECT=1 cargo test -p gateway --test api policy`, with a database). The policy table is
`services/gateway/src/policy.rs`.

*yes* means that the caller has permission; the request can still fail later. Otherwise the cell has the status: 401 without valid authentication;
404 for callers who are not members of the club, as if it did not exist; 403 for members without the required role. A *stranger* is signed in and
not a member of any club. The *other club's owner* owns another club. API keys have the role in their name; the owner of the club created them, and
also the *other club's key*. A *match player key*, a *match scorer key* and a *screen key* are limited to the match in the path or to the screen of the hall; links and
QR codes have such keys. A *forged token* is the token of the owner with another signature. `refresh_browser_session` takes only the cookie of a browser,
which none of them sends.

";

#[tokio::test(flavor = "multi_thread")]
async fn everyone_may_what_the_matrix_says_and_nothing_else() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = club.open_match("old-hong-kong").await;
    let (hand, correction) = corrected_hand(&club, &at).await;
    let invitations = format!("{}/invitations", club.path);
    let invitation = club.owner.post(&invitations, json!({"role": "player"}));
    let invitation = invitation.await.expect(201);
    let opened = async |list: &str, new: Value| {
        let path = format!("{}/{list}", club.path);
        club.owner.post(&path, new).await.expect(201)
    };
    let evening = opened("evenings", json!({"held_on": "2026-11-21"})).await;
    let new = json!({"name": "Autumn", "from": "2026-09-01", "until": "2026-11-30"});
    let season = opened("seasons", new).await;
    let new =
        json!({"name": "Cup", "from": "2026-11-21", "until": "2026-11-21", "rules": {"rounds": 1}});
    let tournament = opened("tournaments", new).await;
    let settlement = club.settled_match().await;
    let audit = club.finished_audit().await;
    let (webhook, at_webhook) = club.webhook().await;
    let delivery = club.waiting_delivery(&at_webhook).await;
    let people = people(&app, &club, &at).await;
    let (mut happens, mut is_said) = (String::new(), String::new());
    for (method, template, operation) in Contract::load().operations() {
        let path = template
            .replace("/v1/clubs/{club}/matches/{match}", &at)
            .replace("/v1/clubs/{club}", &club.path)
            .replace("{hand}", hand["id"].as_str().unwrap())
            .replace("{correction}", &correction["seq"].to_string())
            .replace("{player}", &club.players[0])
            .replace("{hash}", hand["variant_hash"].as_str().unwrap())
            .replace("{invitation}", invitation["id"].as_str().unwrap())
            .replace("{evening}", evening["id"].as_str().unwrap())
            .replace("{round}", "1")
            .replace("{season}", season["id"].as_str().unwrap())
            .replace("{tournament}", tournament["id"].as_str().unwrap())
            .replace("{settlement}", settlement["id"].as_str().unwrap())
            .replace("{payment}", &club.owner.id)
            .replace("{audit}", &audit)
            .replace("{api_key}", &club.owner.id)
            .replace("{identity}", &club.owner.id)
            .replace("{webhook}", webhook["id"].as_str().unwrap())
            .replace("{delivery}", &delivery)
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
        let begin = format!("| `{name}` | `{method} {template}` | ");
        happens += &format!("{begin}{} |\n", line(&statuses));
        let said = WHO.map(|who| said(&operation, who));
        is_said += &format!("{begin}{} |\n", line(&said));
    }
    assert!(
        happens == is_said,
        "what happens:\n{happens}\nwhat the document says:\n{is_said}"
    );
    let columns = format!("| operation | request | {} |\n", WHO.join(" | "));
    let rule = format!("| --- | --- |{}\n", " --- |".repeat(WHO.len()));
    kept::check(
        "openapi/ACCESS.md",
        &format!("{PAGE}{columns}{rule}{happens}"),
    );
}

/// A hand of a match, and the correction of it.
async fn corrected_hand(club: &Club<'_>, at: &str) -> (Value, Value) {
    let goulash = json!({"kind": "goulash"});
    let hand = club.record(at, 1, goulash).await.expect(201);
    let replaced = json!({"kind": "replace", "outcome_id": hand["id"], "outcome": {
        "kind": "agreed", "winner": 3, "chair_points": [-4, -24, 32, -4]
    }});
    let corrections = format!("{at}/corrections");
    let correction = club.owner.request(Method::POST, &corrections);
    let correction = correction.key("put-right").header("If-Match", "*");
    let correction = correction.json(&json!({"changes": [replaced], "reason": "it was won"}));
    let correction = correction.send().await.expect(201);
    (hand, correction)
}

/// Whoever asks, in the order of [`WHO`].
async fn people<'a>(app: &'a TestApp, club: &Club<'a>, at: &str) -> Vec<Person<'a>> {
    let mut people = vec![
        app.nobody(),
        forged(&club.owner),
        app.sign_up("stranger").await,
    ];
    let other = app.sign_up("other").await.found_club("Other").await;
    people.push(other.owner.clone());
    for role in ["player", "auditor", "scorer", "referee", "owner"] {
        people.push(club.member(role, role).await);
    }
    for role in ["player", "auditor", "scorer", "referee"] {
        people.push(club.machine(role).await.0);
    }
    // Its maker may everything here.
    let second = club.owner.found_club("Second").await;
    people.push(second.machine("scorer").await.0);
    for role in ["player", "scorer"] {
        people.push(club.linked_to(at, role).await.0);
    }
    people.push(club.linked_to_screen().await.0);
    assert_eq!(people.len(), WHO.len());
    people
}

/// Somebody whose token is not theirs.
fn forged<'a>(person: &Person<'a>) -> Person<'a> {
    let token = person.token.as_deref().unwrap();
    let (signed, signature) = token.rsplit_once('.').unwrap();
    let signature: String = signature.chars().rev().collect();
    Person {
        token: Some(format!("{signed}.{signature}")),
        ..person.clone()
    }
}

/// Whatever comes after the door is a yes.
fn line(statuses: &[u16]) -> String {
    let words = statuses.iter().map(|status| match status {
        401 | 403 | 404 => status.to_string(),
        _ => "yes".to_owned(),
    });
    words.collect::<Vec<_>>().join(" | ")
}

/// The status that the document announces.
fn said(operation: &Value, who: &str) -> u16 {
    let roles = operation["x-roles"].as_array();
    let schemes = operation["security"].as_array().unwrap();
    let takes_keys = schemes.contains(&json!({"api_key": []}));
    let limit = match who {
        "match player key" | "match scorer key" => Some("match"),
        "screen key" => Some("screen"),
        _ => None,
    };
    let is_within = limit.is_none_or(|limit| schemes.contains(&json!({"api_key": [limit]})));
    let who = who.strip_prefix("match ").unwrap_or(who);
    let who = who.replace("screen key", "player key");
    let (who, is_key) = match who.as_str().strip_suffix(" key") {
        Some(role) => (role, true),
        None => (who.as_str(), false),
    };
    if operation["operationId"] == "refresh_browser_session" {
        return 401;
    }
    match (schemes.is_empty(), who, roles) {
        (true, _, _) => 200,
        (false, "other club's", _) if is_key => 401,
        (false, _, None) if is_key => 401,
        (false, _, Some(_)) if is_key && !(takes_keys && is_within) => 403,
        (false, "no token" | "forged token", _) => 401,
        (false, _, None) => 200,
        (false, "stranger" | "other club's owner", Some(_)) => 404,
        (false, role, Some(roles)) if roles.contains(&role.into()) => 200,
        (false, _, Some(_)) => 403,
    }
}

/// Asks without a body: who may not is told so before anything is read.
async fn ask(person: &Person<'_>, method: &str, path: &str) -> u16 {
    let method = Method::from_bytes(method.as_bytes()).unwrap();
    // The head alone: some answers go on for minutes.
    person
        .request(method, path)
        // What is for the pages of the service is asked as from one of them.
        .header("Origin", "https://faan.example")
        .header("Sec-Fetch-Site", "same-origin")
        .response()
        .await
        .status()
        .as_u16()
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
