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
    let cases = [
        (json!({"from_seq": 6}), 422, "beyond_ledger", "/from_seq"),
        (json!({"to_seq": 6}), 422, "beyond_ledger", "/to_seq"),
        (
            json!({"from_seq": 3, "to_seq": 2}),
            422,
            "invalid_value",
            "/to_seq",
        ),
        (json!({"from_seq": 0}), 422, "invalid_value", "/from_seq"),
        (json!({"until": 1}), 400, "unknown_field", "/until"),
    ];
    for (range, status, code, pointer) in cases {
        let problem = club.ask_for_audit(range).await.refused(status, code);
        assert_eq!(problem["errors"][0]["pointer"], pointer);
    }
    for _ in 0..3 {
        club.ask_for_audit(json!({})).await.expect(202);
    }
    club.ask_for_audit(json!({}))
        .await
        .refused(409, "too_many_audits");
    let auditor = Auditor::of(&app).await;
    auditor.finish(&auditor.take().await).await;
    club.ask_for_audit(json!({})).await.expect(202);
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
    let own = club
        .owner
        .post(&format!("{}/variants", club.path), own)
        .await;
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

/// The status, the code, where it points to, and what is asked.
const OTHER_RULES_THAT_NOBODY_HAS: &str = r#"422 variant_not_found /what_if/variant/id {"variant": {"id": "none"}}
422 variant_unknown /what_if/variant/hash {"variant": {"hash": "THEIRS"}}
422 invalid_value /what_if/variant/hash {"variant": {"hash": "none"}}
422 invalid_value /what_if/variant {"variant": {}}
422 invalid_value /what_if/variant {"variant": {"id": "old-hong-kong", "hash": "THEIRS"}}
400 unknown_field /what_if/variant/document {"variant": {"document": {}}}
400 missing_field /what_if/variant {}
422 unknown_match /what_if/match {"variant": {"id": "old-hong-kong"}, "match": "OF_THEM"}
422 unknown_match /what_if/match {"variant": {"id": "old-hong-kong"}, "match": "NO_MATCH"}
400 invalid_field /what_if/match {"variant": {"id": "old-hong-kong"}, "match": "none"}"#;

#[tokio::test(flavor = "multi_thread")]
async fn other_rules_that_nobody_has_are_refused() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let other = app.sign_up("other").await.found_club("Other").await;
    let theirs = json!({
        "base": {"id": "old-hong-kong"},
        "changes": {
            "id": "theirs", "name": {"english": "Theirs", "traditional_chinese": null, "jyutping": null}
        }
    });
    let theirs = other
        .owner
        .post(&format!("{}/variants", other.path), theirs)
        .await;
    let theirs = theirs.expect(201)["hash"].clone();
    let of_theirs = other.open_match("old-hong-kong").await;
    let of_theirs = of_theirs.rsplit('/').next().unwrap();
    for case in OTHER_RULES_THAT_NOBODY_HAS.lines() {
        let case = case
            .replace("THEIRS", theirs.as_str().unwrap())
            .replace("OF_THEM", of_theirs)
            .replace("NO_MATCH", &club.owner.id);
        let mut words = case.splitn(4, ' ');
        let [status, code, pointer, what_if] = std::array::from_fn(|_| words.next().unwrap());
        let what_if: Value = serde_json::from_str(what_if).unwrap();
        let refused = club.ask_for_audit(json!({"what_if": what_if})).await;
        let problem = refused.refused(status.parse().unwrap(), code);
        assert_eq!(problem["errors"][0]["pointer"], pointer, "{problem}");
    }
    let list = club.owner.get(&club.audits()).await.expect(200);
    assert_eq!(list["audits"], json!([]));
}

#[tokio::test(flavor = "multi_thread")]
async fn another_clubs_audit_looks_like_one_that_is_not_there() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let audit = club.finished_audit().await;
    let other = app.sign_up("other").await.found_club("Other").await;
    let not_there = |id: &str| format!("{}/{id}", other.audits());
    let missing = other.owner.get(&not_there(&other.owner.id)).await;
    let missing = missing.refused(404, "not_found");
    let foreign = other.owner.get(&not_there(&audit)).await;
    assert_eq!(foreign.refused(404, "not_found"), missing);
    let events = not_there(&audit) + "/events";
    let foreign = other.owner.get(&events).await;
    assert_eq!(foreign.refused(404, "not_found"), missing);
    other
        .owner
        .get(&not_there("none"))
        .await
        .refused(404, "not_found");
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
