//! Who came in and what they took along, as those read it whom it concerns.

use reqwest::Method;
use serde_json::{Value, json};

use crate::app::{Club, PASSWORD, Person, TestApp, admin, wait_until};
use crate::checkpoints::Signer;

/// All of a log, the first first, read in pages of two.
async fn log(person: &Person<'_>, path: &str) -> Vec<Value> {
    let mut events = Vec::new();
    let mut page = format!("{path}?limit=2");
    loop {
        let read = person.get(&page).await.expect(200);
        events.extend(read["events"].as_array().unwrap().clone());
        let Some(cursor) = read["next_cursor"].as_str() else {
            events.reverse();
            return events;
        };
        page = format!("{path}?limit=2&cursor={cursor}");
    }
}

fn kinds(events: &[Value]) -> Vec<&str> {
    let kinds = events.iter().map(|event| event["kind"].as_str());
    kinds.map(Option::unwrap).collect()
}

async fn club_log(club: &Club<'_>) -> Vec<Value> {
    log(&club.owner, &format!("{}/access-log", club.path)).await
}

/// What is noted is final: whoever exports the same over and over fills no table.
#[tokio::test(flavor = "multi_thread")]
async fn the_same_export_of_the_same_caller_is_noted_once_an_hour() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let player = club.member("siu", "player").await;
    let (machine, _) = club.machine("auditor").await;
    let export = format!("{}/exports/standings", club.path);
    let exported = async || {
        let events = club_log(&club).await;
        let kinds = kinds(&events).into_iter();
        kinds.filter(|kind| *kind == "standings_exported").count()
    };
    for (caller, noted) in [(&player, 1), (&club.owner, 2), (&machine, 3)] {
        for _ in 0..3 {
            caller.get(&export).await.expect(200);
        }
        assert_eq!(exported().await, noted);
    }
    // An hour later.
    let admin = admin(&app).await;
    let older = "ALTER TABLE access_events DISABLE TRIGGER access_events_are_final;
        UPDATE access_events SET time = time - interval '1 hour'";
    admin.batch_execute(older).await.unwrap();
    player.get(&export).await.expect(200);
    assert_eq!(exported().await, 4);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_owner_reads_who_may_what_and_who_took_what() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let friend = club.member("siu", "player").await;
    let (machine, key) = club.machine("auditor").await;
    let export = format!("{}/ledger/export", club.path);
    // Nothing is signed: nothing is taken.
    machine.get(&export).await.expect(409);
    Signer::new(&app).await.sign().await;
    machine.get(&export).await.expect(200);
    club.get("/ledger/openings").await.expect(200);
    let revoke = format!(
        "{}/api-keys/{}:revoke",
        club.path,
        key["id"].as_str().unwrap()
    );
    club.owner.act(Method::POST, &revoke).await.expect(200);
    let player = format!("{}/players/{}", club.path, club.players[0]);
    club.owner.act(Method::DELETE, &player).await.expect(200);
    let leave = format!("{}/members/me", club.path);
    friend.act(Method::DELETE, &leave).await.expect(204);

    let events = club_log(&club).await;
    let expected = [
        "club_founded",
        "invitation_made",
        "invitation_accepted",
        "api_key_made",
        "ledger_exported",
        "openings_exported",
        "api_key_revoked",
        "player_erased",
        "member_removed",
    ];
    assert_eq!(kinds(&events), expected);
    let [
        _,
        _,
        joined,
        made,
        exported,
        openings,
        revoked,
        erased,
        removed,
    ] = &events[..]
    else {
        panic!("{events:?}");
    };
    assert_eq!(
        (&joined["actor"], &joined["role"]),
        (&json!(friend.id), &json!("player"))
    );
    for event in [made, exported, revoked] {
        assert_eq!(event["api_key"], key["id"]);
        assert!(event["seq"].is_null());
    }
    assert!(openings["api_key"].is_null());
    assert_eq!(erased["player"], club.players[0].as_str());
    assert_eq!(
        (&removed["user"], &removed["actor"]),
        (&json!(friend.id), &json!(friend.id))
    );
    assert!(removed["seq"].as_u64() > erased["seq"].as_u64());
    let text = serde_json::to_string(&events).unwrap();
    for name in ["siu", "mei", "Ah Ming", "faan_"] {
        assert!(!text.contains(name), "{name}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_happens_at_one_moment_is_told_once() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let admin = admin(&app).await;
    // Three besides the founding, all at the founding's moment.
    let insert = "INSERT INTO access_events (club_id, access_event_id, time, kind, actor)
        SELECT club_id, gen_random_uuid(), founded_at, 'ledger_exported', user_id
        FROM clubs JOIN members USING (club_id), generate_series(1, 3)";
    assert_eq!(admin.execute(insert, &[]).await.unwrap(), 3);
    let events = club_log(&club).await;
    let exported = "ledger_exported";
    assert_eq!(
        kinds(&events),
        ["club_founded", exported, exported, exported]
    );
    let other = club.owner.found_club("Other").await;
    assert_eq!(kinds(&club_log(&other).await), ["club_founded"]);
    // A cursor is good in its own log.
    let first = club.get("/access-log?limit=1").await;
    let cursor = first.expect(200)["next_cursor"]
        .as_str()
        .unwrap()
        .to_owned();
    let there = club
        .owner
        .get(&format!("{}/access-log?cursor={cursor}", other.path))
        .await;
    there.refused(400, "invalid_cursor");
}

/// Whoever has a token and guesses the password leaves a trace as well.
#[tokio::test(flavor = "multi_thread")]
async fn somebody_who_is_signed_in_and_does_not_know_the_password_is_noted() {
    let app = TestApp::start().await;
    let mei = app.sign_up("mei").await;
    let guess = json!({"password": "not thirteen orphans", "new_password": "nine gates and more"});
    let change = mei.request(Method::PUT, "/v1/users/me/password");
    let refused = change.json(&guess).send().await;
    refused.refused(401, "wrong_credentials");
    wait_until("the failed attempt is in the log", async || {
        let events = log(&mei, "/v1/users/me/access-log").await;
        kinds(&events).contains(&"sign_in_failed")
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn everybody_reads_who_came_in_to_their_own_account() {
    let app = TestApp::start().await;
    let mei = app.sign_up("mei").await;
    app.sign_up("siu").await;
    let session = app.sign_in("mei@example.org", PASSWORD).await.expect(201);
    for _ in 0..3 {
        app.sign_in("mei@example.org", "a wrong password")
            .await
            .refused(401, "wrong_credentials");
    }
    let path = "/v1/users/me/access-log";
    let refresh = json!({"refresh_token": session["refresh_token"]});
    let nobody = app.nobody();
    let refreshed = nobody.post("/v1/sessions/refresh", refresh.clone()).await;
    refreshed.expect(200);
    let reused = nobody.post("/v1/sessions/refresh", refresh).await;
    reused.refused(401, "session_over");
    let session = app.sign_in("mei@example.org", PASSWORD).await.expect(201);
    let sign_out = nobody.request(Method::DELETE, "/v1/sessions");
    let refresh = json!({"refresh_token": session["refresh_token"]});
    sign_out.json(&refresh).send().await.expect(204);

    // The failed attempts are noted aside, so that nobody learns from the time it takes whether there is such an account.
    let mut expected = vec![
        "sign_in_failed",
        "signed_in",
        "signed_in",
        "signed_in",
        "signed_out",
        "token_reused",
    ];
    wait_until("what is expected in the log", async || {
        let events = log(&mei, path).await;
        let mut told = kinds(&events);
        told.sort_unstable();
        told == expected
    })
    .await;
    let body = json!({"password": PASSWORD, "new_password": "nine gates and more"});
    let changed = mei
        .request(Method::PUT, "/v1/users/me/password")
        .json(&body);
    let changed = changed.send().await.expect(200);
    let mei = Person {
        token: Some(changed["access_token"].as_str().unwrap().to_owned()),
        ..mei
    };
    let ledger = app.database().ledger().await;
    let hash = gateway::password_hash("0123456789").unwrap();
    let events = log(&mei, path).await;
    expected.push("password_changed");
    assert_eq!(events.len(), expected.len());
    assert_eq!(events.last().unwrap()["kind"], "password_changed");
    ledger
        .reset_password("mei@example.org", hash)
        .await
        .unwrap();
    let body = json!({
        "email": "mei@example.org", "password": "0123456789", "new_password": "four winds and more"
    });
    let session = app.nobody().post("/v1/sessions", body).await.expect(201);
    let mei = Person {
        token: Some(session["access_token"].as_str().unwrap().to_owned()),
        ..mei
    };
    let events = log(&mei, path).await;
    let last = kinds(&events)[expected.len()..].to_vec();
    assert_eq!(last, ["password_reset", "password_changed"]);
}
