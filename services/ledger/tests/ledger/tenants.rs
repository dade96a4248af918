//! Row level security: a second wall between clubs.

use crate::evenings;
use crate::scene::{
    FIRST, Scene, assert_refused, club_tables, connect, found_club, sign_up, write,
};
use crate::seasons::open_season;
use crate::settling::ALL;
use crate::table::{agreed, because, next};
use crate::tournaments;
use ledger::evidence::Outcome;
use ledger::{
    AsOf, AuditRequest, ClubId, CorrectionsPage, Error, InvitationId, NewDelivery, Page,
    PlayerFilter, Role, ShownCorrection,
};

#[tokio::test(flavor = "multi_thread")]
async fn a_query_that_names_no_club_fails() {
    let scene = Scene::new().await;
    let app = connect(&scene.database.url()).await;
    let tables = club_tables(&app).await;
    for table in &tables {
        assert!(
            app.query(&format!("SELECT * FROM {table}"), &[])
                .await
                .is_err(),
            "{table}"
        );
    }
    // Nor does it work on a connection that named one in an earlier transaction.
    app.batch_execute(&format!(
        "BEGIN; SET LOCAL faan.club = '{}'; COMMIT",
        scene.club
    ))
    .await
    .unwrap();
    for table in &tables {
        assert!(
            app.query(&format!("SELECT * FROM {table}"), &[])
                .await
                .is_err(),
            "{table}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_transaction_of_one_club_is_not_gone_on_with_for_another() {
    let scene = Scene::new().await;
    let who = scene.sign_in().await;
    let other = found_club(&scene.ledger, who.user, "other").await;
    let (_, reads) = scene.role_and_open_read(who, scene.club).await.unwrap();
    for club in [other, scene.club] {
        assert_eq!(reads.club(club).await.unwrap().id, club);
    }
}

/// Stores a checkpoint of the club as the signer stores one, though with no signature in it.
async fn store_checkpoint(scene: &Scene) {
    let signer = connect(&scene.database.signer_url()).await;
    let club = scene.club;
    let store = format!(
        "INSERT INTO heads VALUES (0, 'a head', sha256('\\000a head'));
        INSERT INTO checkpoints VALUES ('{club}', 1, sha256('a root'), 'a note', 0, now())"
    );
    signer.batch_execute(&store).await.unwrap();
}

/// Stores a hand that was won as the standings updater stores one: hands of which only the payments are known have none.
async fn store_won_hand(scene: &Scene) {
    let app = connect(&scene.database.url()).await;
    let store = format!(
        "SET faan.club = '{}';
        INSERT INTO won_hands
        SELECT club_id, match_id, gen_random_uuid(), player_1, 1, opened_seq + 1, opened_seq, played_on, variant_id, false, 3, 8, '{{}}', NULL
        FROM matches",
        scene.club
    );
    app.batch_execute(&store).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn another_clubs_rows_are_not_there() {
    let scene = Scene::new().await;
    let view = scene.open_match("m").await;
    // As many as complete a subtree.
    let hands = vec![agreed([4, -4, 0, 0]); 256];
    let happens = because(next(&view, &hands), &[Some("so they said"); 256]);
    let write = scene.write("hands", "k");
    scene.record_outcomes(write, happens).await.unwrap();
    scene.invite("i", Role::Player).await;
    scene.make_key("m").await;
    scene.settle_match("k", view.id).await;
    scene.happens(view.id, &[Outcome::EarlyEnd {}]).await;
    scene.catch_up().await;
    store_won_hand(&scene).await;
    store_checkpoint(&scene).await;
    let everything = AuditRequest {
        from_seq: 1,
        to_seq: None,
        what_if: None,
    };
    let write = scene.write("ask_for_audit", "k");
    scene.ask_for_audit(write, everything).await.unwrap();
    hold_evening(&scene).await;
    open_season(&scene, "k").await;
    tournaments::play_one_round(&scene).await;
    use_webhook(&scene).await;
    let app = connect(&scene.database.url()).await;
    let count = async |club: ClubId, table: &str| {
        app.batch_execute(&format!("SET faan.club = '{club}'"))
            .await
            .unwrap();
        let count = app
            .query_one(&format!("SELECT count(*) FROM {table}"), &[])
            .await
            .unwrap();
        count.get::<_, i64>(0)
    };
    let other = sign_up(&scene.ledger, "other@club.example").await;
    let club = found_club(&scene.ledger, other, "other").await;
    for table in club_tables(&app).await {
        let table = table.as_str();
        assert!(count(scene.club, table).await > 0, "{table}");
        let own = i64::from(["clubs", "members", "entries", "idempotency_keys"].contains(&table));
        assert_eq!(count(club, table).await, own, "{table}");
    }
    let forged = format!(
        "INSERT INTO members VALUES ('{}', '{other}', 'owner')",
        scene.club
    );
    app.batch_execute(&format!("SET faan.club = '{club}'"))
        .await
        .unwrap();
    assert!(
        app.batch_execute(&forged)
            .await
            .unwrap_err()
            .to_string()
            .contains("db error")
    );
    assert_eq!(scene.membership(other, scene.club).await.unwrap(), None);
}

async fn hold_evening(scene: &Scene) {
    let evening = evenings::evening(scene, "k", None).await;
    evenings::check_in(scene, evening, "k", &scene.players).await;
    evenings::draw(scene, evening, "k", false).await.unwrap();
    evenings::open_round(scene, evening, 1, "k").await.unwrap();
}

async fn use_webhook(scene: &Scene) {
    let write = scene.write("make_webhook", "k");
    let made = scene.ledger.make_webhook(write, crate::webhooks::new());
    let (webhook, write) = (made.await.unwrap().value.id, scene.write("test", "k"));
    let test = scene.ask_for_delivery(write, webhook, NewDelivery::Test);
    test.await.unwrap();
    let change = ledger::ChangeWebhook::Disable;
    let write = scene.write("disable_webhook", "k");
    let disabled = scene.change_webhook(write, webhook, change).await;
    disabled.unwrap();
}

/// The one row that a token shows without its club; nothing can be written in that way.
#[tokio::test(flavor = "multi_thread")]
async fn a_token_shows_its_own_invitation_and_no_other() {
    let scene = Scene::new().await;
    let invitation = scene.invite("i", Role::Player).await;
    scene.invite("j", Role::Player).await;
    let app = connect(&scene.database.url()).await;
    let nil = ClubId(uuid::Uuid::nil());
    let ids = async |token: &str| {
        let hash = ledger::Hash::of(token.as_bytes());
        let sql = format!("SET faan.club = '{nil}'; SET faan.invitation = '{hash}'");
        app.batch_execute(&sql).await.unwrap();
        let rows = app
            .query("SELECT invitation_id::text FROM invitations", &[])
            .await;
        let rows = rows.unwrap().into_iter();
        rows.map(|row| row.get::<_, String>(0)).collect::<Vec<_>>()
    };
    assert_eq!(ids("i").await, [invitation.id.to_string()]);
    assert!(ids("nobody's").await.is_empty());
    assert_eq!(ids("i").await.len(), 1);
    let touched = app.execute("UPDATE invitations SET uses = 1", &[]).await;
    assert_eq!(touched.unwrap(), 0);
    for table in club_tables(&app).await {
        let rows = app
            .query(&format!("SELECT * FROM {table}"), &[])
            .await
            .unwrap();
        assert_eq!(rows.len(), usize::from(table == "invitations"), "{table}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn foreign_and_missing_look_alike() {
    let scene = Scene::new().await;
    let view = scene.open_match("m").await;
    scene.play(&view, [4, -4, 0, 0]).await;
    let other = sign_up(&scene.ledger, "other@club.example").await;
    let club = found_club(&scene.ledger, other, "other").await;
    let ledger = &scene.ledger;
    assert_refused(ledger.match_view(club, view.id).await, "NotFound(match)");
    assert_refused(
        ledger.match_history(club, view.id, AsOf::Now).await,
        "NotFound(match)",
    );
    assert_refused(ledger.hand(club, view.id, 1).await, "NotFound(match)");
    let page = CorrectionsPage {
        after: 0,
        limit: 1,
        weight: 1,
    };
    let show = |shown: ShownCorrection<'_>| (shown.event, 1);
    assert_refused(
        ledger.corrections(club, view.id, page, show).await,
        "NotFound(match)",
    );
    assert_refused(
        ledger.match_settlement(club, view.id).await,
        "NotFound(match)",
    );
    let settled = scene.settle_match("k", view.id).await;
    let settlement = settled.settlement.terms.settlement;
    assert_refused(
        ledger.settlement(club, settlement).await,
        "NotFound(settlement)",
    );
    let balances = ledger.club_balances(club, None, ALL).await.unwrap();
    assert!(balances.currencies.is_empty());
    assert_refused(
        ledger.variant_document(club, view.variant_hash).await,
        "NotFound(variant)",
    );
    let page = Page {
        before: None,
        limit: 10,
    };
    assert!(
        ledger
            .matches(club, Default::default(), page)
            .await
            .unwrap()
            .matches
            .is_empty()
    );
    let everybody = PlayerFilter {
        merged: true,
        erased: true,
    };
    let players = ledger.players_and(club, everybody).await.unwrap();
    assert!(players.is_empty());
    // Another club's players cannot be seated.
    let new = crate::scene::open_match(scene.players);
    let refused = ledger
        .open_match(write(club, other, "matches", "m"), new)
        .await;
    assert_refused(refused, "UnknownPlayer");
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_governs_another_club() {
    let scene = Scene::new().await;
    let view = scene.open_match("m").await;
    let other = sign_up(&scene.ledger, "other@club.example").await;
    let club = found_club(&scene.ledger, other, "other").await;
    let ledger = &scene.ledger;
    assert_refused(
        ledger.player(club, scene.players[0]).await,
        "NotFound(player)",
    );
    assert_refused(
        ledger.canonical_player(club, scene.players[0]).await,
        "NotFound(player)",
    );
    assert_refused(
        ledger.club_variant(club, view.variant_hash).await,
        "NotFound(variant)",
    );
    let invitation = scene.invite("i", Role::Player).await.id;
    assert!(
        ledger
            .invitations(club, FIRST)
            .await
            .unwrap()
            .invitations
            .is_empty()
    );
    let theirs = |key| write(club, other, "any", key);
    let [player, ..] = scene.players;
    let refusals = [
        ledger
            .revoke_invitation(theirs("1"), invitation)
            .await
            .err(),
        ledger
            .revoke_invitation(theirs("2"), InvitationId(other.0))
            .await
            .err(),
        ledger.rename_player(theirs("3"), player, "X").await.err(),
        ledger.link_player(theirs("4"), player, other).await.err(),
        ledger.unlink_player(theirs("5"), player).await.err(),
        ledger
            .merge_player(theirs("6"), player, scene.players[1])
            .await
            .err(),
        ledger
            .unmerge_player(theirs("10"), player, scene.players[1])
            .await
            .err(),
        ledger
            .retire_variant(theirs("7"), view.variant_hash)
            .await
            .err(),
        ledger.remove_member(theirs("8"), scene.owner).await.err(),
        ledger
            .hand_over_club(theirs("9"), scene.owner, Role::Player)
            .await
            .err(),
    ];
    for refusal in refusals {
        assert!(matches!(refusal, Some(Error::NotFound(_))), "{refusal:?}");
    }
}
