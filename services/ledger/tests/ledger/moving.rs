//! A club goes from one service to another: it is there what it was here, and goes on.

mod refused;

use crate::parallel::check_entries;
use crate::rebuilt::{self, rows};
use crate::scene::{FIRST, Scene, club_tables, connect};
use crate::settling::ALL;
use crate::table::{agreed, because, change, next, next_hand, penalty, substitution};
use crate::tree::every_kind::write_every_kind;
use crate::tree::grow;
use ledger::evidence::{Payee, Reseated};
use ledger::test_database::{TestDatabase, all_entries};
use ledger::{
    Access, ClubId, Entry, Hash, ImportLedger, ImportedOwner, Ledger, Opening, OwnersAccount,
    Party, RecordPayment, Role, SettlementScope, SignUp, UserId,
};

/// What a club takes along: its entries, and what opens them.
pub(crate) async fn taken_along(from: &Ledger, club: ClubId) -> ImportLedger {
    let entries = all_entries(from, club, 0).await;
    let openings = from.openings(club, 0, u32::MAX).await.unwrap().openings;
    ImportLedger {
        club,
        head: from.tree_head(club).await.unwrap(),
        leaves: Box::new(entries.into_iter().map(|entry| Ok(entry.leaf))),
        openings,
        name: None,
        accounts: Vec::new(),
        same_people: false,
    }
}

/// Another service, to which a club has gone with all that it takes along.
pub(crate) async fn moved(scene: &Scene) -> (TestDatabase, Ledger) {
    let database = TestDatabase::create().await;
    let ledger = database.ledger().await;
    let bundle = taken_along(&scene.ledger, scene.club).await;
    ledger.import_ledger(bundle).await.unwrap();
    (database, ledger)
}

/// The same without a text.
async fn without_openings(from: &Ledger, club: ClubId) -> ImportLedger {
    ImportLedger {
        openings: Vec::new(),
        name: Some("Sai Ying Pun".to_owned()),
        ..taken_along(from, club).await
    }
}

fn account(user: Option<UserId>, email: &str) -> OwnersAccount {
    let account = SignUp {
        email: email.to_owned(),
        password_hash: "$argon2id$".to_owned(),
        display_name: "Owner".to_owned(),
    };
    OwnersAccount { user, account }
}

/// What is not of the ledger: whose requests wrote what, and what was signed.
const APART: [&str; 2] = ["idempotency_keys", "checkpoints"];

/// Compares every club table of two databases, but for some columns.
async fn compare(one: &TestDatabase, other: &TestDatabase, without: &[&str]) {
    let (one, other) = (
        connect(&one.admin_url()).await,
        connect(&other.admin_url()).await,
    );
    for table in club_tables(&one).await {
        if APART.contains(&table.as_str()) {
            continue;
        }
        let query = format!("SELECT * FROM {table}");
        rebuilt::compare(
            rows(&one, &query, without).await,
            rows(&other, &query, without).await,
        );
    }
}

/// Moves clubs with their texts into a service of their own, where everything is as it was.
pub(crate) async fn check(from: &TestDatabase, clubs: &[ClubId]) {
    let ledger = from.ledger().await;
    let to = TestDatabase::create().await;
    let moved = to.ledger().await;
    let mut leaves: Vec<Entry> = Vec::new();
    for club in clubs {
        // The clubs were neighbours, with members in common.
        let along = ImportLedger {
            same_people: true,
            ..taken_along(&ledger, *club).await
        };
        moved.import_ledger(along).await.unwrap();
        leaves.extend(check_entries(&moved, *club).await);
        assert_eq!(
            all_entries(&moved, *club, 0).await,
            all_entries(&ledger, *club, 0).await
        );
        assert_eq!(
            moved.openings(*club, 0, u32::MAX).await.unwrap(),
            ledger.openings(*club, 0, u32::MAX).await.unwrap()
        );
    }
    rebuilt::check(&connect(&to.admin_url()).await, &leaves).await;
    compare(from, &to, &["token_hash", "last_seed"]).await;
}

/// A club in which about everything happened, and its owner.
async fn rich() -> (Scene, UserId) {
    let mut scene = Scene::new().await;
    let [a, b, c, d] = scene.players;
    let other = scene.enrol("Eng").await;
    let view = scene.open_match("rich").await;
    let happens = [
        agreed([6, -2, -2, -2]),
        penalty(2, 3, Payee::House),
        substitution(4, other),
        agreed([-2, 6, -2, -2]),
    ];
    let reasons = [None, Some("a tile fell"), Some("the last bus"), None];
    let new = because(next(&view, &happens), &reasons);
    let recorded = scene.record_outcomes(scene.write("hands", "rich"), new);
    recorded.await.unwrap();
    let seen = scene.seen(view.id).await;
    let first = seen.history.history.outcomes[0].outcome_id;
    let changes = vec![
        change::void(first),
        change::reseat([b, a, c, d], Reseated::StayWithChairs),
    ];
    scene.correct(view.id, changes).await;
    settle_and_pay(&scene, "rich").await;
    // What is corrected after it was settled is an adjustment.
    scene.happens(view.id, &[agreed([2, 0, 0, -2])]).await;
    settle_and_pay(&scene, "again").await;
    write_every_kind(&scene, &mut async || {}).await;
    let members = scene.members(scene.club).await.unwrap();
    let owner = members.iter().find(|member| member.role == Role::Owner);
    scene.owner = owner.unwrap().user;
    let owner = scene.owner;
    (scene, owner)
}

async fn settle_and_pay(scene: &Scene, key: &str) {
    let period = SettlementScope::Period {
        currency: "HKD".to_owned(),
        from: None,
        until: None,
    };
    let made = scene.settle(key, period).await.unwrap().value;
    let terms = made.settlement.terms;
    let owed = terms.transfers[0];
    let paid = RecordPayment {
        settlement: terms.settlement,
        from: owed.from,
        to: owed.to,
        amount_cents: 50,
        note: Some("in cash".to_owned()),
    };
    let write = scene.write("pay", key);
    scene.record_payment(write, paid).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_club_of_every_kind_of_entry_is_what_it_was() {
    let (scene, _) = rich().await;
    check(&scene.database, &[scene.club]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn more_entries_than_are_stored_together_come_too() {
    let scene = Scene::new().await;
    let view = scene.open_match("m").await;
    grow(&scene, &view, 1_900).await;
    let other = scene.open_match("n").await;
    grow(&scene, &other, 2_300).await;
    scene
        .happens(other.id, &[penalty(1, 2, Payee::House)])
        .await;
    check(&scene.database, &[scene.club]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_openings_the_names_alone_are_unknown() {
    let (scene, owner) = rich().await;
    let to = TestDatabase::create().await;
    let ledger = to.ledger().await;
    let along = without_openings(&scene.ledger, scene.club).await;
    let owners = ledger.import_ledger(along).await.unwrap();
    let nobody = ImportedOwner {
        user: owner,
        email: None,
        access: Access::None,
    };
    assert_eq!(owners, [nobody]);
    check_entries(&ledger, scene.club).await;
    let unknown = [
        "token_hash",
        "last_seed",
        "name",
        "name_salt",
        "name_hash",
        "text",
        "salt",
    ];
    compare(&scene.database, &to, &unknown).await;

    assert_eq!(ledger.club(scene.club).await.unwrap().name, "Sai Ying Pun");
    let players = ledger.players(scene.club).await.unwrap();
    assert!(
        players
            .iter()
            .all(|player| player.name.is_none() && !player.erased)
    );
    assert_eq!(
        players.len(),
        scene.players(scene.club).await.unwrap().len()
    );
    let members = ledger.members(scene.club).await.unwrap();
    assert!(!members.is_empty() && members.iter().all(|member| member.display_name.is_none()));
    let openings: Vec<Opening> = ledger.openings(scene.club, 0, 1000).await.unwrap().openings;
    assert_eq!(openings, []);
}

/// What a club does after it moved, or did not.
async fn go_on(scene: &Scene, hand_over_to: UserId) -> Vec<&'static str> {
    let (ledger, write) = (&scene.ledger, |route| scene.write(route, "on"));
    let [a, b, c, _] = scene.players;
    let before = scene.kinds().await.len();
    let renamed = ledger.rename_player(write("rename"), b, "Bing Bing".to_owned());
    renamed.await.unwrap();
    let (fourth, double) = (scene.enrol("Fa").await, scene.enrol("Bing?").await);
    ledger
        .link_player(write("link"), c, scene.owner)
        .await
        .unwrap();
    ledger
        .merge_player(write("merge"), double, b)
        .await
        .unwrap();
    ledger
        .unmerge_player(write("unmerge"), double, b)
        .await
        .unwrap();
    ledger
        .merge_player(write("merge again"), double, b)
        .await
        .unwrap();
    let set = ledger.set_member(write("role"), hand_over_to, Role::Auditor);
    set.await.unwrap();
    let invitations = ledger
        .invitations(scene.club, FIRST)
        .await
        .unwrap()
        .invitations;
    for invitation in invitations {
        let write = scene.write("revoke", &invitation.id.to_string());
        ledger
            .revoke_invitation(write, invitation.id)
            .await
            .unwrap();
    }
    let page = ledger::Page {
        before: None,
        limit: 100,
    };
    let matches = ledger.matches(scene.club, Default::default(), page).await;
    let view = matches.unwrap().matches.remove(0);
    scene.happens(view.id, &[agreed([4, -4, 0, 0])]).await;
    let first = scene.seen(view.id).await.history.history.outcomes[0].outcome_id;
    let changes = vec![change::replace(first, agreed([0, 0, 8, -8]))];
    scene.correct(view.id, changes).await;
    let new = ledger::OpenMatch {
        players: [a, b, c, fourth],
        ..crate::scene::open_match(scene.players)
    };
    let opened = ledger.open_match(write("matches"), new).await.unwrap();
    let hand = next_hand(&opened.value, [2, -2, 0, 0]);
    ledger.record_outcomes(write("hands"), hand).await.unwrap();
    settle_and_pay(scene, "on").await;
    let retired = ledger.retire_variant(write("retire"), view.variant_hash);
    retired.await.unwrap();
    // A reason that was given before the club moved.
    ledger.erase_text(write("erase"), 10).await.unwrap();
    ledger.erase_player(write("forget"), a).await.unwrap();
    scene.kinds().await.split_off(before)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_club_goes_on_where_it_went() {
    let (scene, owner) = rich().await;
    let players = scene.members(scene.club).await.unwrap();
    let other = players.iter().find(|member| member.user != owner);
    let other = other.unwrap().user;
    // With them last, since the club goes on here, too, then.
    for openings in [false, true] {
        let database = TestDatabase::create().await;
        let ledger = database.ledger().await;
        let along = match openings {
            true => taken_along(&scene.ledger, scene.club).await,
            false => without_openings(&scene.ledger, scene.club).await,
        };
        let accounts = vec![account(None, "owner@club.example")];
        let along = ImportLedger { accounts, ..along };
        let owners = ledger.import_ledger(along).await.unwrap();
        assert_eq!(owners[0].access, Access::New);
        let credentials = ledger.credentials("Owner@club.example").await.unwrap();
        assert_eq!(credentials.unwrap().user, owner);
        let moved = Scene {
            database,
            ledger,
            owner,
            club: scene.club,
            players: scene.players,
        };
        let kinds = go_on(&moved, other).await;
        assert!(kinds.contains(&"match_corrected") && kinds.contains(&"payment_recorded"));
        let leaves = check_entries(&moved.ledger, moved.club).await;
        if openings {
            rebuilt::check(&moved.admin().await, &leaves).await;
            assert_eq!(kinds, go_on(&scene, other).await);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_house_and_everybody_owe_what_they_owed() {
    let (scene, _) = rich().await;
    let (_database, to) = moved(&scene).await;
    let (here, there) = (
        scene.club_balances(scene.club, None, ALL).await.unwrap(),
        to.club_balances(scene.club, None, ALL).await.unwrap(),
    );
    assert_eq!(here, there);
    assert!(here.names.values().any(|player| player.name.is_some()));
    let house = |one: &ledger::PartyBalance| one.party == Party::House;
    assert!(
        here.currencies
            .iter()
            .any(|one| one.balances.iter().any(house))
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_accepts_an_invitation_of_before() {
    let scene = Scene::new().await;
    scene.invite("token", Role::Player).await;
    let (_database, to) = moved(&scene).await;
    let accept = ledger::AcceptInvitation {
        actor: crate::scene::sign_up(&to, "guest@club.example").await,
        route: "accept",
        key: "k".to_owned(),
        fingerprint: [0; 32],
        token_hash: Hash::of(b"token").0,
    };
    let refused = to.accept_invitation(accept).await.unwrap_err();
    assert!(refused.to_string().contains("no open invitation"));
}
