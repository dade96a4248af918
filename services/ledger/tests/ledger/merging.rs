//! Players who turn out to be one person, and those who do not.

use crate::scene::{Scene, assert_refused, open_match};
use ledger::{Error, MatchFilter, OpenMatch, Page, Player, PlayerFilter, PlayerId, Role};
use uuid::Uuid;

async fn merge(
    scene: &Scene,
    key: &str,
    player: PlayerId,
    into: PlayerId,
) -> ledger::Result<Player> {
    let merged = scene.merge_player(scene.write("merge", key), player, into);
    merged.await.map(|merged| merged.value)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_double_counts_for_the_other() {
    let scene = Scene::new().await;
    let [a, b, c, d] = scene.players;
    let twin = scene.enrol("Ah Yee (2)").await;
    let other_twin = scene.enrol("Ah Yee (3)").await;
    let played = scene.open_match("m").await;
    let with = |players| OpenMatch {
        players,
        ..open_match(scene.players)
    };
    let open = async |key: &str, players| {
        scene
            .ledger
            .open_match(scene.write("matches", key), with(players))
            .await
    };
    let twins = open("twin", [twin, b, c, d]).await.unwrap().value;
    let linked = scene.link_player(scene.write("link", "1"), twin, scene.owner);
    linked.await.unwrap();

    merge(&scene, "1", other_twin, twin).await.unwrap();
    let merged = merge(&scene, "2", twin, a).await.unwrap();
    assert_eq!((merged.id, merged.user), (a, Some(scene.owner)));
    assert_eq!(merge(&scene, "2", twin, a).await.unwrap(), merged);

    let ledger = &scene.ledger;
    for player in [a, twin, other_twin] {
        assert_eq!(
            ledger.canonical_player(scene.club, player).await.unwrap(),
            a
        );
    }
    let names = |players: Vec<Player>| -> Vec<String> {
        players
            .into_iter()
            .filter_map(|player| player.name)
            .collect()
    };
    let players = ledger.players(scene.club).await.unwrap();
    assert_eq!(names(players), ["Ah Yee", "Bing", "Cheung", "Dai Man"]);
    let doubles = PlayerFilter {
        merged: true,
        erased: false,
    };
    let all = ledger.players_and(scene.club, doubles).await.unwrap();
    assert_eq!(names(all)[..3], ["Ah Yee", "Ah Yee (2)", "Ah Yee (3)"]);
    let double = ledger.player(scene.club, twin).await.unwrap();
    assert_eq!((double.merged_into, double.user), (Some(a), None));

    // Matches of the double are shown under the other one, whose matches they are.
    let seen = scene.view(twins.id).await;
    assert_eq!(seen.players[0].id, twin);
    assert_eq!(
        (seen.players[0].name.as_deref(), seen.players[0].merged_into),
        (Some("Ah Yee"), Some(a))
    );
    let filter = MatchFilter {
        player: Some(a),
        ..Default::default()
    };
    let page = Page {
        before: None,
        limit: 10,
    };
    let found = ledger
        .matches(scene.club, filter, page)
        .await
        .unwrap()
        .matches;
    let found: Vec<_> = found.iter().map(|view| view.id).collect();
    assert_eq!(found, [twins.id, played.id]);

    // The match they sit in goes on.
    scene.play(&seen, [2, -2, 0, 0]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_double_is_nobody_any_more() {
    let scene = Scene::new().await;
    let [a, b, c, d] = scene.players;
    let twin = scene.enrol("Ah Yee (2)").await;
    merge(&scene, "1", twin, a).await.unwrap();
    let new = OpenMatch {
        players: [b, twin, c, d],
        ..open_match(scene.players)
    };
    let ledger = &scene.ledger;
    let open = ledger.open_match(scene.write("matches", "late"), new).await;
    assert!(matches!(open, Err(Error::MergedPlayer(chair)) if chair.number() == 2));
    let rename = ledger.rename_player(scene.write("rename", "1"), twin, "X");
    assert_refused(rename.await, "People(PlayerMerged)");
    let link = ledger.link_player(scene.write("link", "1"), twin, scene.owner);
    assert_refused(link.await, "People(PlayerMerged)");
}

#[tokio::test(flavor = "multi_thread")]
async fn two_people_are_not_merged() {
    let scene = Scene::new().await;
    let [a, b, c, d] = scene.players;
    let (twin, other, third) = (
        scene.enrol("twin").await,
        scene.enrol("other").await,
        scene.enrol("third").await,
    );
    scene.open_match("m").await;
    let with = OpenMatch {
        players: [twin, b, c, d],
        ..open_match(scene.players)
    };
    scene
        .ledger
        .open_match(scene.write("matches", "2"), with)
        .await
        .unwrap();
    let nobody = PlayerId(Uuid::nil());
    let refused = async |key: &str, player, into, why: &str| {
        assert_refused(merge(&scene, key, player, into).await, why);
    };
    refused("1", nobody, a, "NotFound(player)").await;
    refused("2", a, nobody, "People(NoSuchPlayer)").await;
    refused("3", a, a, "Unwritable").await;
    refused("4", a, d, "People(AtOneTime(Match(").await;
    // Nobody is merged away twice, nor into somebody who was: there is no cycle.
    merge(&scene, "5", other, third).await.unwrap();
    refused("6", other, a, "People(PlayerMerged)").await;
    refused("7", third, other, "People(PlayerMerged)").await;
    // Whoever sat with a double sat with the person.
    merge(&scene, "8", twin, third).await.unwrap();
    refused("9", third, b, "People(AtOneTime(Match(").await;
    refused("10", c, third, "People(AtOneTime(Match(").await;

    let friend = scene.member("friend", Role::Player).await;
    for (key, player, user) in [("a", a, scene.owner), ("t", third, friend)] {
        let link = scene.link_player(scene.write("link", key), player, user);
        link.await.unwrap();
    }
    refused("11", third, a, "People(AccountsDiffer)").await;
    let unlink = scene.unlink_player(scene.write("unlink", "t"), third);
    unlink.await.unwrap();
    assert_eq!(
        merge(&scene, "12", third, a).await.unwrap().user,
        Some(scene.owner)
    );
}
