//! A season of a club of four hundred that meets on eighty evenings, which is twice a large club, and more matches than are added up.

use std::time::Instant;

use reqwest::Method;
use serde_json::{Value, json};

use super::{SHEET, neighbour_while_read, sheet_of};
use crate::bench::{extent, is_full, keep};
use crate::client::ask;
use crate::faults::floods::match_of;
use crate::faults::quiesce::{self, Kept};
use crate::faults::site::Site;

/// Matches of a season that are added up, at most.
const MOST: usize = 40_000;

/// The matches of a sheet: four players who sit next to each other in the list of names win or lose one hand.
fn sheet(players: usize, number: usize, of: usize) -> Value {
    sheet_of((0..of).map(|one| {
        let first = (number * SHEET + one) * 4 % players;
        let [east, south, west, north] = [0, 1, 2, 3].map(|chair| format!("P{}", first + chair));
        let day = 1 + number % 28;
        let seats = format!("{east},{south},{west},{north}");
        format!("{number}-{one},2026-02-{day:02},{seats},{east},self_draw,,4")
    }))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_season_of_a_club_twice_as_large_as_any_is_added_up() {
    let site = Site::start();
    let mut owner = site.owner().await;
    let (club, _) = match_of(&owner).await;
    let (_, other) = match_of(&owner).await;
    let players = extent(40, 400);
    let names = (0..players).map(|number| format!("P{number}"));
    owner.enrol(&club, names).await;
    let season = json!({ "name": "2026", "from": "2026-02-01", "until": "2026-02-28", "rules": { "best": 40 } });
    let season = owner.write(&format!("{club}/seasons"), season).await;
    let standings = format!(
        "{club}/seasons/{}/standings",
        season["id"].as_str().unwrap()
    );
    let imports = format!("{club}/matches:import");
    let mut signed_in = Instant::now();
    for number in 0..extent(2, MOST / SHEET) {
        owner.stay_signed_in(&mut signed_in).await;
        owner.write(&imports, sheet(players, number, SHEET)).await;
    }
    let asked = Instant::now();
    let found = owner.read_json(&standings).await;
    let read = asked.elapsed();
    assert_eq!(found["matches"], extent(2 * SHEET, MOST));
    assert_eq!(found["players"].as_array().unwrap().len(), players);
    let p99 = neighbour_while_read(&owner, &other, ("a season", &standings)).await;
    if is_full() {
        owner.write(&imports, sheet(players, 0, 1)).await;
        let (status, text) = ask(owner.request(Method::GET, &standings)).await;
        assert!(
            status == 409 && text.contains("season_too_large"),
            "{status} {text}"
        );
    }
    let entries = quiesce::check(&site, &owner, &[club], Kept::default()).await;
    let held = format!(
        "added up in {read:.0?}, a neighbour's p99 {p99:.0?}; one match more is refused; {entries} entries verified"
    );
    keep(
        "a_season_of_a_club_twice_as_large_as_any_is_added_up",
        "40,000 matches of 400 players on the days of one season",
        &held,
    );
}
