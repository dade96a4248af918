//! Invitations, from the owner who makes one to the member who came by it.

use serde_json::json;

use crate::app::{Person, TestApp, admin};

#[tokio::test(flavor = "multi_thread")]
async fn a_friend_comes_by_invitation() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let mut script = club.script();
    script.meet("friend", &app.sign_up("siu").await);
    // Neither the token nor its hash is in the ledger, and the entry says who came.
    script
        .run(r#"
        owner POST $club/invitations {"role": "scorer", "player": "$p3"} -> 201; $token = /token; has {"status": "open", "single_use": true}
        owner GET $club/invitations -> 200; /invitations/0/token = null
        friend POST /v1/invitations:accept {"token": "$token"} -> 201; /role = "scorer"; $joined = /club; @location = $club
        friend GET $club -> 200; . = $joined
        friend GET $club/players/$p3 -> 200; /user = "$friend"
        owner GET $club/invitations -> 200; /invitations # 1; /invitations/0 has {"status": "used", "uses": 1}
        owner GET $club/ledger/entries?after=5 -> 200; . ~ invitation_accepted; . ~ $friend; . !~ $token
        "#)
        .await;
    assert!(script.known("token").as_str().unwrap().len() >= 43);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_repeated_request_is_done_once_and_does_not_show_the_token_again() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let mut script = club.script();
    script.meet("friend", &app.sign_up("siu").await);
    script
        .run(r#"
        owner POST $club/invitations [Idempotency-Key: invite] {"role": "player"} -> 201; $id = /id; $token = /token
        owner POST $club/invitations [Idempotency-Key: invite] {"role": "player"} -> 201; /id = "$id"; /token = null
            ; @idempotency-replayed = "true"
        owner GET $club/invitations -> 200; /invitations # 1
        friend POST /v1/invitations:accept [Idempotency-Key: join] {"token": "$token"} -> 201; $joined = .
        friend POST /v1/invitations:accept [Idempotency-Key: join] {"token": "$token"} -> 201; . = $joined; @idempotency-replayed = "true"
        friend POST /v1/invitations:accept [Idempotency-Key: join] {"token": "another"} -> 404 invitation_not_open
        "#)
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_has_the_token_sees_who_invites_to_what_and_no_more() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let mut script = club.script();
    script.meet("friend", &app.sign_up("siu").await);
    script
        .run(r#"
        owner POST $club/invitations {"role": "referee", "player": "$p3"} -> 201; $token = /token; $until = /expires_at
        owner GET $club -> 200; $name = /name
        owner GET /v1/users/me -> 200; $inviter = /display_name
        nobody POST /v1/invitations:read {"token": "$token"} -> 200; $offer = .
            ; . = {"club": "$name", "time_zone": "Asia/Hong_Kong", "role": "referee", "invited_by": "$inviter", "expires_at": "$until"}
        friend POST /v1/invitations:read {"token": "$token"} -> 200; . = $offer
        owner GET $club/invitations -> 200; /invitations/0 has {"status": "open", "uses": 0}
        friend POST /v1/invitations:accept {"token": "$token"} -> 201
        nobody POST /v1/invitations:read {"token": "$token"} -> 404 invitation_not_open
        nobody POST /v1/invitations:read {} -> 400 missing_field; at /token
        nobody POST /v1/invitations:read {"token": "x", "club": "y"} -> 400 unknown_field; at /club
        "#)
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_invitation_of_who_is_no_owner_any_more_is_shown_to_nobody() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let mut script = club.script();
    script.meet("second", &club.member("second", "owner").await);
    script
        .run(
            r#"
        second POST $club/invitations {"role": "player"} -> 201; $token = /token
        nobody POST /v1/invitations:read {"token": "$token"} -> 200; /invited_by = "second"
        owner PUT $club/members/$second {"role": "player"} -> 200
        nobody POST /v1/invitations:read {"token": "$token"} -> 404 invitation_not_open
        "#,
        )
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_open_looks_alike() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let mut script = club.script();
    script.meet("first", &app.sign_up("first").await);
    script.meet("stranger", &app.sign_up("stranger").await);
    script
        .run(r#"
        owner POST $club/invitations {"role": "player"} -> 201; $used = /token
        first POST /v1/invitations:accept {"token": "$used"} -> 201
        owner POST $club/invitations {"role": "player"} -> 201; $revoked = /token; $id = /id
        owner POST $club/invitations/$id:revoke -> 200; /status = "revoked"
        owner POST $club/invitations/$id:revoke -> 200
        owner POST $club/invitations {"role": "player", "expires_in_days": 1} -> 201; $expired = /token
        "#)
        .await;
    let past = "UPDATE invitations SET made_at = made_at - interval '2 days', expires_at = expires_at - interval '2 days'
        WHERE uses = 0 AND revoked_seq IS NULL";
    assert_eq!(admin(&app).await.execute(past, &[]).await.unwrap(), 1);
    script
        .run(r#"
        stranger POST /v1/invitations:accept {"token": "$used"} -> 404 invitation_not_open; $same = .
        stranger POST /v1/invitations:accept {"token": "$revoked"} -> 404 invitation_not_open; . = $same
        stranger POST /v1/invitations:accept {"token": "$expired"} -> 404 invitation_not_open; . = $same
        stranger POST /v1/invitations:accept {"token": "nobody's"} -> 404 invitation_not_open; . = $same
        nobody POST /v1/invitations:read {"token": "$used"} -> 404 invitation_not_open; . = $same
        nobody POST /v1/invitations:read {"token": "$revoked"} -> 404 invitation_not_open; . = $same
        nobody POST /v1/invitations:read {"token": "$expired"} -> 404 invitation_not_open; . = $same
        nobody POST /v1/invitations:read {"token": "nobody's"} -> 404 invitation_not_open; . = $same
        nobody POST /v1/invitations:accept {"token": "x"} -> 401 not_signed_in
        owner GET $club/invitations -> 200; /invitations # 3; /invitations/0/status = "expired"; /invitations/1/status = "revoked"
            ; /invitations/2/status = "used"
        "#)
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_for_many_is_accepted_by_many() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let mut script = club.script();
    script.meet("a", &app.sign_up("a").await);
    script.meet("b", &app.sign_up("b").await);
    script
        .run(r#"
        owner POST $club/invitations {"role": "auditor", "single_use": false, "expires_in_days": 30} -> 201; $token = /token
        a POST /v1/invitations:accept {"token": "$token"} -> 201
        a POST /v1/invitations:accept {"token": "$token"} -> 409 already_member
        b POST /v1/invitations:accept {"token": "$token"} -> 201
        b POST /v1/invitations:accept {"token": "$token"} -> 409 already_member
        owner GET $club/invitations -> 200; /invitations/0/uses = 2
        owner POST $club/invitations {"role": "boss"} -> 400 invalid_field; at /role
        owner POST $club/invitations {"role": "player", "expires_in_days": 31} -> 422 invalid_value; at /expires_in_days
        owner POST $club/invitations {"role": "player", "expires_in_days": 0} -> 422 invalid_value; at /expires_in_days
        owner POST $club/invitations {"role": "player", "token": "mine"} -> 400 unknown_field; at /token
        owner POST $club/invitations {"role": "player", "player": "$owner"} -> 422 unknown_player; at /player
        owner POST $club/invitations {"role": "player", "player": "$p1", "single_use": false} -> 422 invalid_value; at /single_use
        "#)
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_at_once_one_gets_in() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let invitations = format!("{}/invitations", club.path);
    let made = club
        .owner
        .post(&invitations, json!({"role": "player"}))
        .await;
    let token = json!({"token": made.expect(201)["token"]});
    let (one, other) = (app.sign_up("one").await, app.sign_up("other").await);
    let accept = async |person: &Person<'_>| {
        let accepted = person.post("/v1/invitations:accept", token.clone());
        accepted.await.status
    };
    let (one, other) = tokio::join!(accept(&one), accept(&other));
    assert_eq!([one.min(other), one.max(other)], [201, 404]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_club_revokes_only_its_own() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let other = app.sign_up("other").await.found_club("Other").await;
    let mut script = club.script();
    script.meet("stranger", &other.owner);
    script.know("other", other.path);
    script
        .run(
            r#"
        owner POST $club/invitations {"role": "player"} -> 201; $id = /id
        stranger POST $other/invitations/$id:revoke -> 404 not_found
        owner GET $club/invitations -> 200; /invitations/0/status = "open"
        "#,
        )
        .await;
}
