//! Audits as members ask for them, read them and follow them. What an audit finds, the tests of `faan` show with a real auditor.

use ledger::{AuditVerdict, AuditorLedger, ClaimedAudit};
use reqwest::Method;
use serde_json::{Value, json};

use crate::app::{Answer, Club, TestApp};

/// Somebody who carries audits out, step by step.
struct Auditor(AuditorLedger);

impl Auditor {
    async fn of(app: &TestApp) -> Self {
        let ledger = AuditorLedger::connect(&app.database().auditor_url()).await;
        Self(ledger.unwrap())
    }

    async fn take(&self) -> ClaimedAudit {
        self.0.take().await.unwrap().unwrap()
    }

    async fn finish(&self, taken: &ClaimedAudit) {
        let report = json!({"verdict": "tampered", "doubts": []}).to_string();
        let finished = self.0.finish(taken, 5, AuditVerdict::Tampered, report);
        assert!(finished.await.unwrap());
    }
}

impl Club<'_> {
    fn audits(&self) -> String {
        format!("{}/audits", self.path)
    }

    async fn ask_for_audit(&self, range: Value) -> Answer {
        self.owner.post(&self.audits(), range).await
    }

    /// The id of an audit that is finished.
    pub(crate) async fn finished_audit(&self) -> String {
        let asked = self.ask_for_audit(json!({})).await.expect(202);
        let auditor = Auditor::of(self.owner.app).await;
        auditor.finish(&auditor.take().await).await;
        asked["id"].as_str().unwrap().to_owned()
    }
}

/// The events of a stream: id, name and data.
fn events(answer: Answer) -> Vec<(u64, String, Value)> {
    assert_eq!(answer.status, 200, "{}", answer.text);
    assert_eq!(answer.header("content-type"), "text/event-stream");
    let told = answer.text.split("\n\n");
    let told = told.filter(|event| !event.is_empty() && *event != ":");
    let event = |event: &str| {
        let line = |name: &str| {
            let mut lines = event.lines();
            let line = lines.find_map(|line| line.strip_prefix(name));
            line.unwrap_or_else(|| panic!("no {name} in {event}"))
                .to_owned()
        };
        let id = line("id: ").parse().unwrap();
        (
            id,
            line("event: "),
            serde_json::from_str(&line("data: ")).unwrap(),
        )
    };
    told.map(event).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_audit_is_asked_for_once_and_read_until_there_is_a_report() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let ask = async |key: &str, range: Value| {
        let asked = club.owner.request(Method::POST, &club.audits());
        asked.key(key).json(&range).send().await
    };
    let first = ask("a", json!({"from_seq": 2})).await;
    let at = first.header("location").to_owned();
    let asked = first.expect(202);
    assert_eq!(
        at,
        format!("{}/{}", club.audits(), asked["id"].as_str().unwrap())
    );
    assert_eq!(asked["asked_by"], club.owner.id.as_str());
    let state = |audit: &Value| {
        let fields = [
            "state",
            "from_seq",
            "to_seq",
            "done",
            "of",
            "verdict",
            "finished_at",
        ];
        fields.map(|field| audit[field].clone())
    };
    let queued = json!(["queued", 2, null, 0, 0, null, null]);
    assert_eq!(json!(state(&asked)), queued);
    let again = ask("a", json!({"from_seq": 2})).await;
    assert_eq!(again.header("idempotency-replayed"), "true");
    assert_eq!(again.expect(202), asked);
    ask("a", json!({}))
        .await
        .refused(422, "idempotency_key_reused");

    let auditor = Auditor::of(&app).await;
    let taken = auditor.take().await;
    assert!(auditor.0.go_on(&taken, 3, 5).await.unwrap());
    let running = club.owner.get(&at).await.expect(200);
    assert_eq!(
        json!(state(&running)),
        json!(["running", 2, null, 3, 5, null, null])
    );
    auditor.finish(&taken).await;
    let finished = club.owner.get(&at).await.expect(200);
    assert_eq!(
        (&finished["state"], &finished["verdict"]),
        (&"finished".into(), &"tampered".into())
    );
    assert_eq!(
        finished["report"],
        json!({"verdict": "tampered", "doubts": []})
    );

    let other = club.ask_for_audit(json!({})).await.expect(202);
    let page = format!("{}?limit=1", club.audits());
    let newest = club.owner.get(&page).await.expect(200);
    assert_eq!(newest["audits"], json!([other]));
    let cursor = newest["next_cursor"].as_str().unwrap();
    let oldest = club
        .owner
        .get(&format!("{page}&cursor={cursor}"))
        .await
        .expect(200);
    let mut brief = finished.clone();
    brief.as_object_mut().unwrap().remove("report");
    assert_eq!(oldest, json!({"audits": [brief], "next_cursor": null}));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_asked_for_wrongly_is_refused() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let mut script = club.script();
    script
        .run(
            r#"
        owner POST $club/audits {"from_seq": 6} -> 422 beyond_ledger; at /from_seq
        owner POST $club/audits {"to_seq": 6} -> 422 beyond_ledger; at /to_seq
        owner POST $club/audits {"from_seq": 3, "to_seq": 2} -> 422 invalid_value; at /to_seq
        owner POST $club/audits {"from_seq": 0} -> 422 invalid_value; at /from_seq
        owner POST $club/audits {"until": 1} -> 400 unknown_field; at /until
        owner POST $club/audits {} -> 202
        owner POST $club/audits {} -> 202
        owner POST $club/audits {} -> 202
        owner POST $club/audits {} -> 409 too_many_audits
        "#,
        )
        .await;
    let auditor = Auditor::of(&app).await;
    auditor.finish(&auditor.take().await).await;
    script.run("owner POST $club/audits {} -> 202").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn other_rules_are_a_built_in_or_the_clubs_own() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = club.open_match("old-hong-kong").await;
    let id = at.rsplit('/').next().unwrap();
    let own = json!({
        "base": {"id": "old-hong-kong"},
        "changes": {
            "id": "house", "name": {"english": "House", "traditional_chinese": null, "jyutping": null}
        }
    });
    let own = club.post("/variants", own).await;
    let own = own.expect(201)["hash"].clone();
    let auditor = Auditor::of(&app).await;
    for (variant, named, of) in [
        (
            json!({"id": "hong-kong-new-style"}),
            "hong-kong-new-style",
            json!(id),
        ),
        (json!({"hash": own}), "house", Value::Null),
    ] {
        let what_if = json!({"what_if": {"variant": variant, "match": of}});
        let ask = async || {
            let asked = club.owner.request(Method::POST, &club.audits());
            asked.key(named).json(&what_if).send().await
        };
        let asked = ask().await.expect(202);
        assert_eq!(asked["what_if"]["variant"]["id"], named);
        assert_eq!(asked["what_if"]["match"], of);
        let again = ask().await;
        assert_eq!(again.header("idempotency-replayed"), "true");
        assert_eq!(again.expect(202), asked);
        let read = format!("{}/{}", club.audits(), asked["id"].as_str().unwrap());
        assert_eq!(club.owner.get(&read).await.expect(200), asked);
        let taken = auditor.take().await;
        let rules = taken.what_if.as_ref().unwrap();
        let hash = ledger::Hash::of(&rules.variant_document).to_string();
        assert_eq!(asked["what_if"]["variant"]["hash"], hash);
        auditor.finish(&taken).await;
    }
    let plain = club
        .ask_for_audit(json!({"what_if": null}))
        .await
        .expect(202);
    assert_eq!(plain["what_if"], Value::Null);
}

#[tokio::test(flavor = "multi_thread")]
async fn other_rules_that_nobody_has_are_refused() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let other = app.sign_up("other").await.found_club("Other").await;
    let mut theirs = other.script();
    theirs
        .run(r#"
        owner POST $club/variants {"base": {"id": "old-hong-kong"}, "changes": {"id": "theirs",
        "name": {"english": "Theirs", "traditional_chinese": null, "jyutping": null}}} -> 201; $hash = /hash
        "#)
        .await;
    let of_them = other.open_match("old-hong-kong").await;
    let mut script = club.script();
    script.know("theirs", theirs.known("hash").clone());
    script.know("of_them", of_them.rsplit('/').next().unwrap());
    let lines = r#"
        {"variant": {"id": "none"}} -> 422 variant_not_found; at /what_if/variant/id
        {"variant": {"hash": "$theirs"}} -> 422 variant_unknown; at /what_if/variant/hash
        {"variant": {"hash": "none"}} -> 422 invalid_value; at /what_if/variant/hash
        {"variant": {}} -> 422 invalid_value; at /what_if/variant
        {"variant": {"id": "old-hong-kong", "hash": "$theirs"}} -> 422 invalid_value; at /what_if/variant
        {"variant": {"document": {}}} -> 400 unknown_field; at /what_if/variant/document
        {} -> 400 missing_field; at /what_if/variant
        {"variant": {"id": "old-hong-kong"}, "match": "$of_them"} -> 422 unknown_match; at /what_if/match
        {"variant": {"id": "old-hong-kong"}, "match": "$owner"} -> 422 unknown_match; at /what_if/match
        {"variant": {"id": "old-hong-kong"}, "match": "none"} -> 400 invalid_field; at /what_if/match"#;
    for (what_if, told) in lines
        .trim()
        .lines()
        .map(|line| line.split_once(" -> ").unwrap())
    {
        let asked = format!(r#"owner POST $club/audits {{"what_if": {what_if}}} -> {told}"#);
        script.run(&asked).await;
    }
    script
        .run("owner GET $club/audits -> 200; /audits = []")
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn another_clubs_audit_looks_like_one_that_is_not_there() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let audit = club.finished_audit().await;
    let other = app.sign_up("other").await.found_club("Other").await;
    let mut script = other.script();
    script.know("audit", audit);
    script
        .run(
            r#"
        owner GET $club/audits/$owner -> 404 not_found; $missing = .
        owner GET $club/audits/$audit -> 404 not_found; . = $missing
        owner GET $club/audits/$audit/events -> 404 not_found; . = $missing
        owner GET $club/audits/none -> 404 not_found
        "#,
        )
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_audit_is_followed_to_its_end_and_gone_on_with_where_it_was_left() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let asked = club.ask_for_audit(json!({})).await;
    let at = asked.header("location").to_owned() + "/events";
    let follow = async |after: Option<u64>| {
        let mut request = club.owner.request(Method::GET, &at);
        if let Some(after) = after {
            request = request.header("Last-Event-ID", &after.to_string());
        }
        request.send().await
    };
    let auditor = Auditor::of(&app).await;
    let works = async {
        let taken = auditor.take().await;
        for done in [1, 2, 2, 4] {
            assert!(auditor.0.go_on(&taken, done, 5).await.unwrap());
        }
        auditor.finish(&taken).await;
    };
    // One who follows from the beginning, and one who has seen the first event.
    let (all, later, ()) = tokio::join!(follow(None), follow(Some(1)), works);
    let (all, later) = (events(all), events(later));
    let finished = json!({"state": "finished", "done": 5, "of": 5, "verdict": "tampered"});
    for told in [&all, &later] {
        assert!(
            told.is_sorted_by(|(one, ..), (other, ..)| one < other),
            "{told:?}"
        );
        let (last, before) = told.split_last().unwrap();
        assert_eq!((&last.1[..], &last.2), ("finished", &finished));
        assert!(before.iter().all(|(_, event, _)| event == "progress"));
    }
    assert!(later[0].0 > 1);
    let last = all.last().unwrap().0;
    let again = events(follow(Some(last - 1)).await);
    assert_eq!(again, all[all.len() - 1..]);
    // From the beginning, or after an event that never was, the end is all there is to tell.
    for after in [None, Some(0), Some(last + 1), Some(u64::MAX >> 1)] {
        assert_eq!(events(follow(after).await), again, "{after:?}");
    }
    let nothing = follow(Some(last)).await;
    assert_eq!((nothing.status, &nothing.text[..]), (204, ""));
    for wrong in ["yesterday", "-1", "1.5", "9223372036854775808"] {
        let request = club.owner.request(Method::GET, &at);
        let refused = request.header("Last-Event-ID", wrong).send().await;
        refused.refused(400, "invalid_header");
    }
    let request = club.owner.request(Method::POST, &club.audits());
    request
        .json(&json!({}))
        .send()
        .await
        .refused(400, "idempotency_key_required");
}
