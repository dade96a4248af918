//! An entry of every kind by which a club plays a season.

use super::examples::{id, players};
use evidence::{
    Body, Handicap, SeasonClosed, SeasonId, SeasonOpened, SeasonRules, Team, UnfinishedMatches,
    commit,
};
use time::macros::date;

/// A season with the plainest rules, one with all of them, and its end.
pub(crate) fn played() -> [(&'static str, Body); 3] {
    let [one, two, three, _] = players();
    let plain = SeasonOpened {
        season: SeasonId(id(31)),
        name_commitment: commit(&[9; 16], "Autumn"),
        from: date!(2026 - 09 - 01),
        until: date!(2026 - 11 - 30),
        rules: SeasonRules::PLAIN,
    };
    let handicap = |player, half_points| Handicap {
        player,
        half_points,
    };
    let team = |label: &str, players| Team {
        label: label.to_owned(),
        players,
    };
    let full = SeasonOpened {
        season: SeasonId(id(32)),
        name_commitment: commit(&[10; 16], "冬季聯賽"),
        from: date!(2026 - 12 - 01),
        until: date!(2027 - 02 - 28),
        rules: SeasonRules {
            variants: vec!["house-rules".to_owned(), "old-hong-kong".to_owned()],
            unfinished: UnfinishedMatches::LeaveOut,
            best: Some(10),
            minimum_matches: Some(5),
            handicaps: vec![handicap(one, -15), handicap(two, 20)],
            teams: vec![team("Dragons", vec![one, three]), team("Winds", vec![two])],
        },
    };
    let closed = SeasonClosed {
        season: full.season,
    };
    [
        ("season_opened", Body::SeasonOpened(plain)),
        ("season_opened, with all rules", Body::SeasonOpened(full)),
        ("season_closed", Body::SeasonClosed(closed)),
    ]
}
