//! Seasons are opened with players of the club, listed, and their names erased.

use crate::scene::{FIRST, Scene, assert_refused};
use ledger::evidence::{Handicap, SeasonRules, Team};
use ledger::{
    Error, OpenSeason, Page, PeopleError, PlayerId, SeasonAt, SeasonError, SeasonId, SeasonView,
};
use time::macros::date;

fn season(name: &str, rules: SeasonRules) -> OpenSeason {
    OpenSeason {
        name: name.to_owned(),
        from: date!(2026 - 09 - 01),
        until: date!(2026 - 11 - 30),
        rules,
    }
}

/// Opens a season in which everything counts, which is called as the key says.
pub(crate) async fn open_season(scene: &Scene, key: &str) -> SeasonId {
    let view = must_open(scene, key, SeasonRules::PLAIN).await;
    view.season.terms.season
}

async fn must_open(scene: &Scene, key: &str, rules: SeasonRules) -> SeasonView {
    let write = scene.write("open_season", key);
    let opened = scene.open_season(write, season(key, rules)).await;
    opened.unwrap().value
}

fn handicaps(players: &[PlayerId]) -> SeasonRules {
    let handicap = |player: &PlayerId| Handicap {
        player: *player,
        half_points: 3,
    };
    SeasonRules {
        handicaps: players.iter().map(handicap).collect(),
        ..SeasonRules::PLAIN
    }
}

fn team(players: &[PlayerId]) -> SeasonRules {
    let team = Team {
        label: "Winds".to_owned(),
        players: players.to_vec(),
    };
    SeasonRules {
        teams: vec![team],
        ..SeasonRules::PLAIN
    }
}

/// A thousand players.
const COPIES: &str = "
    SET session_replication_role = replica;
    INSERT INTO players SELECT (jsonb_populate_record(players, jsonb_build_object('player_id', gen_random_uuid()))).*
    FROM players, generate_series(1, 250)";

/// A page ends at its limit, and before its rules become too many bytes; nothing is left out between two pages.
#[tokio::test(flavor = "multi_thread")]
async fn pages_of_seasons_are_bounded_by_bytes() {
    let scene = Scene::new().await;
    scene.admin().await.batch_execute(COPIES).await.unwrap();
    let players = scene.players(scene.club).await.unwrap().into_iter();
    let players: Vec<PlayerId> = players.map(|player| player.id).take(1000).collect();
    let mut long = handicaps(&players);
    long.teams = team(&players).teams;
    for number in 0..13 {
        must_open(&scene, &number.to_string(), long.clone()).await;
    }
    let mut page = Page { limit: 3, ..FIRST };
    let mut pages = Vec::new();
    loop {
        let list = scene.seasons(scene.club, page).await.unwrap();
        let names = list.seasons.into_iter().map(|(_, name)| name.unwrap());
        pages.push(names.collect::<Vec<_>>().join(" "));
        page = Page {
            before: list.next,
            ..FIRST
        };
        if list.next.is_none() {
            break;
        }
    }
    // A season has 106 KB.
    assert_eq!(pages, ["12 11 10", "9 8 7 6 5 4 3 2 1 0"]);
    let first = scene.seasons(scene.club, FIRST).await.unwrap();
    assert_eq!(first.seasons.len(), 10);
    assert!(first.next.is_some());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_season_is_as_it_was_opened_whatever_order_its_rules_were_in() {
    let scene = Scene::new().await;
    let [one, two, three, four] = scene.players;
    let mut rules = handicaps(&[four, one, three]);
    rules.teams = team(&[three, two]).teams;
    rules.variants = vec!["b".to_owned(), "a".to_owned()];
    rules.minimum_matches = Some(1);
    let opened = must_open(&scene, "Autumn", rules.clone()).await;
    assert_eq!(opened.name.as_deref(), Some("Autumn"));
    assert_eq!(opened.season.terms.rules, rules.in_order());
    assert_eq!(opened.season.terms.rules.minimum_matches, None);
    assert_eq!(opened.names.len(), 4);
    let id = opened.season.terms.season;
    assert_eq!(scene.season(scene.club, id).await.unwrap(), opened);
    let list = scene.seasons(scene.club, FIRST).await.unwrap();
    assert_eq!(
        (list.seasons, list.next),
        (vec![(opened.season.clone(), opened.name)], None)
    );

    let write = scene.write("erase_text", "k");
    scene
        .erase_text(write, opened.season.opened.seq)
        .await
        .unwrap();
    let erased = scene.season(scene.club, id).await.unwrap();
    assert_eq!((erased.name, erased.season), (None, opened.season));
}

#[tokio::test(flavor = "multi_thread")]
async fn only_players_of_the_club_have_handicaps_and_teams() {
    let scene = Scene::new().await;
    let [one, two, three, four] = scene.players;
    let stranger = PlayerId(scene.owner.0);
    let write = scene.write("merge", "k");
    scene.merge_player(write, four, three).await.unwrap();
    let refused = async |key: &str, rules: SeasonRules| {
        let write = scene.write("open_season", key);
        scene
            .open_season(write, season(key, rules))
            .await
            .unwrap_err()
    };
    let error = refused("a", handicaps(&[one, stranger])).await;
    let expected = SeasonError::UnknownHandicap { index: 1 };
    assert!(
        matches!(error, Error::Season(error) if error == expected),
        "{error:?}"
    );
    let error = refused("b", team(&[two, one, stranger])).await;
    let expected = SeasonError::UnknownTeamPlayer { team: 0, index: 2 };
    assert!(
        matches!(error, Error::Season(error) if error == expected),
        "{error:?}"
    );
    let error = refused("c", team(&[four])).await;
    assert!(
        matches!(error, Error::People(PeopleError::PlayerMerged)),
        "{error:?}"
    );
    let none = scene.seasons(scene.club, FIRST).await.unwrap();
    assert_eq!(none.seasons, []);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_season_of_another_club_is_not_found() {
    let scene = Scene::new().await;
    let id = open_season(&scene, "k").await;
    let other = crate::scene::found_club(&scene.ledger, scene.owner, "other").await;
    let read = scene.season(other, id).await;
    assert_refused(read, "NotFound(season)");
    let added_up = scene.season_standings(other, id, SeasonAt::default()).await;
    assert_refused(added_up, "NotFound(season)");
    let mut write = scene.write("close_season", "k");
    write.club = other;
    let closed = scene.close_season(write, id).await;
    assert_refused(closed, "NotFound(season)");
    let beyond = SeasonAt {
        as_of_seq: Some(1_000),
        until: None,
    };
    let beyond = scene.season_standings(scene.club, id, beyond).await;
    assert_refused(beyond, "BeyondLedger { size: 6 }");
}
