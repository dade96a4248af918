//! Reads that may be late, as a client asks for them: with the entry that an answer has to include.

use crate::app::TestApp;

/// The lists of a club that may be late, and where else they are.
const LISTS: [&str; 10] = [
    "/matches",
    "/standings",
    "/records",
    "/won-hands",
    "/evenings",
    "/players",
    "/settlements",
    "/screen",
    "/ledger/entries",
    "/webhook-events",
];

#[tokio::test(flavor = "multi_thread")]
async fn who_asks_for_an_entry_that_there_is_not_is_told() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = club.open_match("old-hong-kong").await;
    let player = format!("/players/{}", club.players[0]);
    let of_match = at.strip_prefix(&club.path).unwrap();
    let (machine, _) = club.machine("auditor").await;
    let head = club.get("/ledger/head").await;
    let head = head.expect(200)["size"].as_u64().unwrap();
    let lists = LISTS.map(str::to_owned).into_iter().chain([
        format!("{player}/statistics"),
        format!("{player}/matches"),
        format!("{of_match}/hands"),
        "/exports/hands".to_owned(),
        "/exports/payments".to_owned(),
        "/exports/standings".to_owned(),
    ]);
    for list in lists {
        for who in [&club.owner, &machine] {
            let ask = |min_seq: String| {
                let path = format!("{}{list}?min_seq={min_seq}", club.path);
                async move { who.get(&path).await }
            };
            let found = ask(head.to_string()).await;
            assert_eq!(found.status, 200, "{list}: {}", found.text);
            let refused = ask((head + 1).to_string()).await;
            let refused = refused.refused(422, "beyond_ledger");
            assert_eq!(refused["errors"][0]["pointer"], "min_seq", "{list}");
            let detail = refused["detail"].as_str().unwrap();
            assert!(detail.contains(&format!("{head} entries")), "{detail}");
        }
        for bad in ["0", "-1", "x", "", "1.5", "9007199254740992"] {
            let path = format!("{}{list}?min_seq={bad}", club.path);
            let refused = club.owner.get(&path).await;
            refused.refused(400, "invalid_parameter");
        }
    }
}

/// Whether the club has an entry is nobody else's business.
#[tokio::test(flavor = "multi_thread")]
async fn who_is_no_member_learns_nothing_of_the_ledger() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let mut script = club.script();
    script.meet("stranger", &app.sign_up("bo").await);
    script
        .run(
            r#"
        stranger GET $club/matches?min_seq=1 -> 404 not_found; $same = .
        stranger GET $club/matches?min_seq=1000 -> 404 not_found; . = $same
        owner GET $club/members?min_seq=1 -> 400 invalid_parameter
        "#,
        )
        .await;
}

/// What was read just after it was written is there, with the version that the write answered.
#[tokio::test(flavor = "multi_thread")]
async fn who_has_written_asks_with_what_they_know() {
    let app = TestApp::start().await;
    let club = app.club().await;
    for number in 1..=3 {
        let at = club.open_match("old-hong-kong").await;
        let version = club.owner.get(&at).await.expect(200)["version"].clone();
        let path = format!("{}/matches?min_seq={version}", club.path);
        let list = club.owner.get(&path).await.expect(200);
        assert_eq!(list["matches"].as_array().unwrap().len(), number);
    }
}
