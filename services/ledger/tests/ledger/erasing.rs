//! Persons and texts are erased; the ledger stays as it is.

mod large_club;

use crate::invitations::accept;
use crate::scene::{Scene, assert_refused, invite, open_match, sign_up, write};
use crate::settling::check;
use crate::table::{agreed, because, change, correction, next, penalty, substitution};
use ledger::evidence::{Payee, Reseated};
use ledger::test_database::all_entries;
use ledger::{
    Error, Invite, OpenMatch, Player, PlayerFilter, PlayerId, Role, SettlementScope, StoredEntry,
    Write,
};

/// How many rows of the database hold a text, as it is written or as the bytes of a hash or a salt.
pub(crate) async fn rows_with(scene: &Scene, text: &str) -> i64 {
    let admin = scene.admin().await;
    let tables = "SELECT format('%I', tablename) FROM pg_tables WHERE schemaname = 'public'";
    let mut found = 0;
    for table in admin.query(tables, &[]).await.unwrap() {
        let table: String = table.get(0);
        let count = format!("SELECT count(*) FROM {table} AS one WHERE one::text LIKE $1");
        let count = admin.query_one(&count, &[&format!("%{text}%")]).await;
        found += count.unwrap().get::<_, i64>(0);
    }
    found
}

/// The values of a column of the whole database, as text.
async fn column(scene: &Scene, query: &str) -> Vec<String> {
    let rows = scene.admin().await.query(query, &[]).await.unwrap();
    rows.iter().map(|row| row.get(0)).collect()
}

async fn enrol(scene: &Scene, key: &str, name: &str) -> PlayerId {
    let write = scene.write("players", key);
    let enrolled = scene.enrol_player(write, name.to_owned());
    enrolled.await.unwrap().value.id
}

async fn erase(scene: &Scene, key: &str, player: PlayerId) -> ledger::Result<Player> {
    let erased = scene.erase_player(scene.write("erase", key), player);
    erased.await.map(|erased| erased.value)
}

async fn entries(scene: &Scene) -> Vec<StoredEntry> {
    all_entries(&scene.ledger, scene.club, 0).await
}

#[tokio::test(flavor = "multi_thread")]
async fn of_an_erased_player_nothing_is_left_but_what_was_played() {
    let scene = Scene::new().await;
    let ledger = &scene.ledger;
    let [_, b, c, d] = scene.players;
    let player = enrol(&scene, "enrol one", "Lau Siu-ming").await;
    let double = enrol(&scene, "enrol two", "Ming Lau").await;
    let renamed = ledger.rename_player(
        scene.write("rename", "rename one"),
        player,
        "劉小明".to_owned(),
    );
    renamed.await.unwrap();
    let new = OpenMatch {
        players: [double, b, c, d],
        ..open_match(scene.players)
    };
    let view = ledger.open_match(scene.write("matches", "m"), new).await;
    let view = view.unwrap().value;
    scene.play(&view, [-6, 2, 2, 2]).await;
    let merged = ledger.merge_player(scene.write("merge", "1"), double, player);
    merged.await.unwrap();
    let linked = ledger.link_player(scene.write("link", "1"), player, scene.owner);
    linked.await.unwrap();
    let salts =
        "SELECT encode(name_salt, 'hex') FROM players WHERE name LIKE '%Ming%' OR name LIKE '劉%'";
    let salts = column(&scene, salts).await;
    let fingerprints = "SELECT encode(fingerprint, 'hex') FROM idempotency_keys
        WHERE (route, key) IN (('players', 'enrol one'), ('players', 'enrol two'), ('rename', 'rename one'))";
    let known = column(&scene, fingerprints).await;
    let before = entries(&scene).await;

    assert_refused(erase(&scene, "1", double).await, "People(PlayerMerged)");
    let erased = erase(&scene, "2", player).await.unwrap();
    assert_eq!((erased.name, erased.user), (None, None));

    // The leaves are those of before, and one more.
    let after = entries(&scene).await;
    assert_eq!(after[..before.len()], before);
    assert_eq!(after.len(), before.len() + 1);
    // Two salts, and three fingerprints that tell whether a guess is right.
    assert_eq!((salts.len(), known.len()), (2, 3));
    for gone in salts.iter().chain(&known) {
        assert_eq!(rows_with(&scene, gone).await, 0, "{gone}");
    }
    for name in ["Lau Siu-ming", "Ming Lau", "劉小明"] {
        assert_eq!(rows_with(&scene, name).await, 0, "{name}");
    }
    assert_eq!(rows_with(&scene, "Dai Man").await, 2);

    // Sent again it is done; asked for again it is, too, without another entry.
    erase(&scene, "2", player).await.unwrap();
    erase(&scene, "3", player).await.unwrap();
    assert_eq!(entries(&scene).await.len(), after.len());
    let again = scene.write("players", "enrol one");
    let again = ledger.enrol_player(again, "Lau Siu-ming".to_owned());
    assert_refused(again.await, "IdempotencyKeyReused");

    // What was played is told, goes on, is put right and settled.
    let seen = scene.view(view.id).await;
    assert_eq!(
        (&seen.players[0].name, seen.players[0].merged_into),
        (&None, Some(player))
    );
    scene.play(&seen, [-2, 2, 0, 0]).await;
    let history = scene.match_history(view.id).await;
    let first = history.history.outcomes[0].outcome_id;
    let seated = [b, double, c, d];
    let changes = vec![
        change::replace(first, agreed([0, -6, 6, 0])),
        change::reseat(seated, Reseated::StayWithChairs),
    ];
    scene.correct(view.id, changes).await;
    let of_the_match = SettlementScope::Match(view.id);
    let settled = scene.settle("1", of_the_match).await.unwrap();
    let [gone, there] = [player, b].map(|id| settled.value.names[&id].clone());
    assert!((gone.erased, gone.name) == (true, None) && !there.erased);
    check(&scene).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_plays_under_an_erased_id() {
    let scene = Scene::new().await;
    let ledger = &scene.ledger;
    let [a, b, c, d] = scene.players;
    let gone = scene.enrol("gone").await;
    let free = scene.enrol("free").await;
    let invited = Invite {
        player: Some(gone),
        ..invite("token", Role::Player)
    };
    let made = ledger.make_invitation(scene.write("invite", "1"), invited.clone());
    made.await.unwrap();
    let view = scene.open_match("m").await;
    erase(&scene, "1", gone).await.unwrap();

    const ERASED: &str = "People(PlayerErased)";
    let link = ledger.link_player(scene.write("link", "1"), gone, scene.owner);
    assert_refused(link.await, ERASED);
    let rename = ledger.rename_player(scene.write("rename", "1"), gone, "back".to_owned());
    assert_refused(rename.await, ERASED);
    let merge = ledger.merge_player(scene.write("merge", "1"), gone, free);
    assert_refused(merge.await, ERASED);
    let merge = ledger.merge_player(scene.write("merge", "2"), free, gone);
    assert_refused(merge.await, ERASED);
    let invite = ledger.make_invitation(scene.write("invite", "2"), invited);
    assert_refused(invite.await, ERASED);
    let guest = sign_up(ledger, "guest@club.example").await;
    assert_refused(accept(ledger, guest, "token", "1").await, ERASED);

    let chair_2 = |error: Error| {
        let (error, _) = error.apart();
        assert!(
            matches!(error, Error::ErasedPlayer(chair) if chair.number() == 2),
            "{error}"
        );
    };
    let new = OpenMatch {
        players: [a, gone, c, d],
        ..open_match(scene.players)
    };
    let open = ledger.open_match(scene.write("matches", "2"), new).await;
    chair_2(open.unwrap_err());
    let takes_over = next(&view, &[substitution(2, gone)]);
    let takes_over = ledger.record_outcomes(scene.write("sub", "1"), takes_over);
    chair_2(takes_over.await.unwrap_err());
    let reseat = change::reseat([a, gone, c, d], Reseated::StayWithChairs);
    let reseat = correction(&scene.seen(view.id).await, vec![reseat]);
    let reseat = ledger.correct_match(scene.write("correct", "1"), reseat);
    chair_2(reseat.await.unwrap_err());

    let names = async |also| {
        let players = ledger.players_and(scene.club, also).await.unwrap();
        players.iter().map(|player| player.id).collect::<Vec<_>>()
    };
    assert_eq!(names(PlayerFilter::default()).await, [a, b, c, d, free]);
    let erased_too = PlayerFilter {
        merged: false,
        erased: true,
    };
    assert_eq!(names(erased_too).await, [a, b, c, d, free, gone]);
}

#[tokio::test(flavor = "multi_thread")]
async fn members_erase_the_player_they_are() {
    let scene = Scene::new().await;
    let ledger = &scene.ledger;
    let friend = scene.member("friend", Role::Player).await;
    let by_friend = |key: &str| Write {
        role: Role::Player,
        ..write(scene.club, friend, "erase me", key)
    };
    let nobody = ledger.erase_own_player(by_friend("1")).await;
    assert_refused(nobody, "NotFound(player)");
    let link = ledger.link_player(scene.write("link", "1"), scene.players[2], friend);
    link.await.unwrap();
    let erased = ledger.erase_own_player(by_friend("2")).await.unwrap();
    assert_eq!(erased.value.id, scene.players[2]);
    let again = ledger.erase_own_player(by_friend("2")).await.unwrap();
    assert_eq!((again.replayed, again.value), (true, erased.value));
    let nobody = ledger.erase_own_player(by_friend("3")).await;
    assert_refused(nobody, "NotFound(player)");
    assert_eq!(scene.kinds().await.last(), Some(&"player_erased"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_text_is_erased_and_its_entry_stays() {
    let scene = Scene::new().await;
    let ledger = &scene.ledger;
    let view = scene.open_match("m").await;
    let happens = [penalty(1, 1, Payee::House), penalty(2, 1, Payee::House)];
    let reasons = [Some("Bing swore at Cheung"), Some("a tile fell")];
    let new = because(next(&view, &happens), &reasons);
    let recorded = ledger.record_outcomes(scene.write("batch", "two penalties"), new);
    recorded.await.unwrap();
    let [first, second] = [view.version + 1, view.version + 2];
    let salt = format!("SELECT encode(salt, 'hex') FROM texts WHERE seq = {first}");
    let salt = column(&scene, &salt).await.remove(0);
    let fingerprint =
        "SELECT encode(fingerprint, 'hex') FROM idempotency_keys WHERE route = 'batch'";
    let fingerprint = column(&scene, fingerprint).await.remove(0);
    let before = entries(&scene).await;

    let erase = async |key: &str, seq| {
        let erased = ledger.erase_text(scene.write("erase", key), seq).await;
        erased.map(|erased| erased.replayed)
    };
    for none in [0, 1, view.version, second + 1, u64::MAX] {
        let erased = erase("none", none).await;
        assert_refused(erased, "NotFound(text)");
    }
    assert!(!erase("1", first).await.unwrap());
    assert!(erase("1", first).await.unwrap());
    assert!(!erase("2", first).await.unwrap());

    let after = entries(&scene).await;
    assert_eq!(after[..before.len()], before);
    assert_eq!(after.len(), before.len() + 1);
    assert_eq!(scene.kinds().await.last(), Some(&"text_erased"));
    for gone in ["Bing swore", &salt, &fingerprint] {
        assert_eq!(rows_with(&scene, gone).await, 0, "{gone}");
    }
    let texts = scene.match_history(view.id).await.texts;
    assert_eq!(texts.get(&first), None);
    assert_eq!(texts.get(&second).map(String::as_str), Some("a tile fell"));
    check(&scene).await;
}
