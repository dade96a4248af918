//! What is summed up anew: days of which nothing is left, and no day of anybody whom a merge does not concern.

use super::difference::whole_match;
use crate::scene::{Scene, open_match};
use crate::table::agreed;
use crate::void::declare;
use ledger::{MatchId, OpenMatch, PlayerId};
use std::collections::BTreeSet;
use time::macros::date;
use time::{Date, Duration};

/// The sums that are stored, once they follow the ledger.
async fn sums(scene: &Scene) -> Vec<String> {
    scene.catch_up().await;
    let sums = "SELECT row(span, variant_id, starts_on, player_id, totals, detail)::text FROM tally_sums ORDER BY 1";
    let rows = scene.admin().await.query(sums, &[]).await.unwrap();
    rows.iter().map(|row| row.get(0)).collect()
}

async fn open_on(scene: &Scene, played_on: Date, players: [PlayerId; 4]) -> MatchId {
    let new = OpenMatch {
        played_on,
        ..open_match(players)
    };
    let write = scene.write("matches", &format!("{played_on} {players:?}"));
    scene.ledger.open_match(write, new).await.unwrap().value.id
}

/// The only day of January becomes empty, and then a match of February has all sums of the same players made anew.
#[tokio::test(flavor = "multi_thread")]
async fn a_month_forgets_a_day_of_which_nothing_is_left() {
    let scene = Scene::new().await;
    let first = date!(2026 - 01 - 31);
    let mut matches = Vec::new();
    // As many sums of days as are changed at once, several times over: the sums of the last day are not among those of the first.
    for day in 0..12 {
        let id = open_on(&scene, first + Duration::days(day), scene.players).await;
        match day {
            11 => scene.happens(id, &whole_match()).await,
            _ => scene.happens(id, &[agreed([6, -2, -2, -2])]).await,
        };
        matches.push(id);
    }
    assert!(!sums(&scene).await.is_empty());
    for id in matches {
        declare(&scene, id, true).await.unwrap();
    }
    assert_eq!(sums(&scene).await, Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_merge_sums_up_only_the_days_of_those_who_met() {
    let scene = Scene::new().await;
    let [a, b, c, d] = scene.players;
    let others = scene.enrolled(8).await;
    let &[.., f, g, h, double] = others.as_slice() else {
        panic!("eight were enrolled");
    };
    let day = date!(2026 - 11 - 21);
    for (day, players) in [
        (day, [double, a, b, c]),
        (day, [d, f, g, h]),
        (day.next_day().unwrap(), [f, a, b, c]),
    ] {
        let id = open_on(&scene, day, players).await;
        scene.happens(id, &whole_match()).await;
    }
    sums(&scene).await;
    let admin = scene.admin().await;
    let begin = "SELECT pg_current_xact_id()::text::bigint";
    let begin: i64 = admin.query_one(begin, &[]).await.unwrap().get(0);
    let write = scene.write("merge", "1");
    scene.merge_player(write, double, d).await.unwrap();
    let after = sums(&scene).await;

    let anew = "SELECT player_id::text, starts_on::text FROM tally_sums WHERE span = 'day' AND variant_id = '' AND xmin::text::bigint > $1";
    let anew = admin.query(anew, &[&begin]).await.unwrap();
    let anew = anew.iter().map(|row| (row.get(0), row.get(1)));
    let met = [d, a, b, c].map(|player| (player.to_string(), "2026-11-21".to_owned()));
    assert_eq!(anew.collect::<BTreeSet<_>>(), BTreeSet::from(met));
    scene.forget_standings().await;
    assert_eq!(sums(&scene).await, after);
}
