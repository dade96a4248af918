//! The matrix: every operation × everyone who may ask, as the OpenAPI document says.

use reqwest::Method;
use serde_json::{Value, json};

use crate::app::{Club, Person, TestApp};
use crate::contract::Contract;

const ROLES: [&str; 4] = ["owner", "scorer", "player", "auditor"];

#[tokio::test(flavor = "multi_thread")]
async fn everyone_may_what_the_table_says_and_nothing_else() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = club.open_match("old-hong-kong").await;
    let hand = club
        .record(&at, 1, json!({"kind": "goulash"}))
        .await
        .expect(201);
    let mut people = vec![
        ("no token", app.nobody()),
        ("stranger", app.sign_up("stranger").await),
    ];
    for role in ROLES {
        people.push((role, club.member(role, role).await));
    }
    let mut asked = 0;
    for (method, template, operation) in Contract::load().operations() {
        let path = template
            .replace("/v1/clubs/{club}/matches/{match}", &at)
            .replace("/v1/clubs/{club}", &club.path)
            .replace("{hand}", hand["id"].as_str().unwrap())
            .replace("{user}", &club.owner.id)
            .replace("{variant}", "old-hong-kong")
            .replace("{asset}", "index.html");
        for (who, person) in &people {
            let expected = expected(&operation, who);
            let status = ask(person, &method, &path).await;
            let got = match status {
                401 | 403 | 404 => status,
                _ => 200,
            };
            assert_eq!(got, expected, "{method} {template} by {who}: {status}");
            asked += 1;
        }
    }
    assert!(
        asked >= 33 * people.len(),
        "only {asked} questions were asked"
    );
}

/// 200 stands for whatever comes after the door.
fn expected(operation: &Value, who: &str) -> u16 {
    let roles = operation["x-roles"].as_array();
    match (operation["security"] == json!([]), who, roles) {
        (true, _, _) => 200,
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
