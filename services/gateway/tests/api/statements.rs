//! Text that would be a statement if anybody put one together from it.

use serde_json::{Value, json};

use crate::app::TestApp;

const STATEMENTS: [&str; 7] = [
    "'; DROP TABLE players; --",
    "' OR '1'='1",
    "'); UPDATE matches SET stake = 0; --",
    "$1; SELECT set_config('faan.club', '', false)",
    "\\'; COMMIT; --",
    "%' UNION SELECT email FROM users --",
    "E'\\\\x27' || chr(39)",
];

#[tokio::test(flavor = "multi_thread")]
async fn a_name_that_is_a_statement_is_a_name() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let players = format!("{}/players", club.path);
    for name in STATEMENTS {
        let enrolled = club.owner.post(&players, json!({"name": name})).await;
        let enrolled = enrolled.expect(201);
        assert_eq!(enrolled["name"], name);
        let renamed = club.owner.patch(&club.path, json!({"name": name})).await;
        assert_eq!(renamed.expect(200)["name"], name);
    }
    let listed = club.owner.get(&players).await.expect(200);
    let listed = listed["players"].as_array().unwrap();
    let names: Vec<&Value> = listed.iter().map(|player| &player["name"]).collect();
    assert_eq!(names.len(), club.players.len() + STATEMENTS.len());
    for name in STATEMENTS {
        assert!(names.contains(&&json!(name)), "{name}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_parameter_that_is_a_statement_is_wrong_or_finds_nothing() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let opened = club.open_match("old-hong-kong").await;
    let found = async |query: &[(&str, &str)]| {
        let path = format!("{}{}/matches", app.url, club.path);
        let url = reqwest::Url::parse_with_params(&path, query).unwrap();
        let path = url.as_str().strip_prefix(&app.url).unwrap().to_owned();
        club.owner.get(&path).await
    };
    let all = found(&[]).await.expect(200);
    assert!(opened.ends_with(all["matches"][0]["id"].as_str().unwrap()));
    for statement in STATEMENTS {
        for parameter in ["player", "from", "until", "state", "cursor", "limit"] {
            let answer = found(&[(parameter, statement)]).await;
            assert_eq!(answer.status, 400, "{parameter}: {}", answer.text);
        }
        let answer = found(&[("variant", statement)]).await;
        let nothing = answer.status == 400 || answer.json["matches"] == json!([]);
        assert!(nothing, "{statement}: {}", answer.text);
        let path = format!("{}/matches/{}", club.path, "%27%20OR%20%271%27%3D%271");
        club.owner.get(&path).await.refused(404, "not_found");
    }
    assert_eq!(found(&[]).await.expect(200), all);
}
