//! What matches come to: counted a second time from the bytes of entries, and joined in every way that must come to the same.

use evidence::{Entry, MatchHistory, MatchId, OutcomeId, PlayerId};
use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::Value;
use std::collections::BTreeMap;
use tally::{
    Against, Best, Change, Detail, Figures, MatchTally, Rating, Span, Streaks, Totals, cover, rate,
};
use time::{Date, Duration, macros::date};

/// An export that is kept for ever: entries 10 to 20 tell of one match, 17 and 20 correct it.
const EXPORT: &str = include_str!("../../fixtures/export-v1.ndjson");

/// The entries of its match up to a sequence number.
fn told_until(seq: u64) -> Vec<&'static str> {
    let course = ["match_opened", "outcome_recorded", "match_corrected"];
    let lines = EXPORT.lines().filter(|line| {
        let line: Value = serde_json::from_str(line).unwrap();
        let of_course = line["kind"]
            .as_str()
            .is_some_and(|kind| course.contains(&kind));
        of_course && line["seq"].as_u64().unwrap() <= seq
    });
    lines.collect()
}

fn tally_until(seq: u64) -> MatchTally {
    let entries = told_until(seq).into_iter();
    let entries = entries.map(|line| Entry::parse(line.as_bytes()).unwrap());
    MatchTally::of(&MatchHistory::read(entries).unwrap().unwrap(), |player| {
        player
    })
}

/// What a table shows of a player, counted from the bytes: net, hands, wins, self-draws, deal-ins, their cost, fan and of how many.
fn counted(lines: &[&str], player: &str) -> [i64; 8] {
    let mut count = [0; 8];
    for line in lines {
        let line: Value = serde_json::from_str(line).unwrap();
        let (outcome, result) = (&line["outcome"], &line["result"]);
        let empty = Vec::new();
        let legs = result["legs"].as_array().unwrap_or(&empty);
        let Some(leg) = legs.iter().find(|leg| leg["player"] == player) else {
            continue;
        };
        let (chair, moved) = (&leg["chair"], leg["half_points"].as_i64().unwrap());
        count[0] += moved;
        count[1] += i64::from(!result["number"].is_null());
        let winners = outcome["winners"].as_array().unwrap_or(&empty);
        let won = outcome["winner"] == *chair || winners.iter().any(|one| one["chair"] == *chair);
        count[2] += i64::from(won);
        count[3] += i64::from(won && outcome["won_by"] == "self_draw");
        if outcome["from_chair"] == *chair {
            count[4] += 1;
            count[5] -= moved;
        }
        for score in result["scores"].as_array().unwrap_or(&empty) {
            if score["chair"] == *chair && score["score"]["limit"] == false {
                count[6] += score["score"]["fan"].as_i64().unwrap();
                count[7] += 1;
            }
        }
    }
    count
}

#[test]
fn a_match_comes_to_what_its_bytes_say() {
    for until in 11..17 {
        let (lines, tally) = (told_until(until), tally_until(until));
        assert!(tally.places.is_empty() && tally.players.len() >= 4);
        for (player, Figures { totals, .. }) in tally.players {
            let counts = [
                totals.hands,
                totals.wins,
                totals.self_draws,
                totals.deal_ins,
            ];
            let [hands, wins, self_draws, deal_ins] = counts.map(|count| count as i64);
            let (fan, fan_wins) = (totals.fan as i64, totals.fan_wins as i64);
            let cost = totals.deal_in_half_points;
            let net = totals.half_points;
            let told = [net, hands, wins, self_draws, deal_ins, cost, fan, fan_wins];
            assert_eq!(
                told,
                counted(&lines, &player.to_string()),
                "{player} until {until}"
            );
            let average = (fan_wins > 0).then(|| fan as f64 / fan_wins as f64);
            assert_eq!(totals.average_fan(), average);
        }
    }
}

#[test]
fn a_match_that_is_over_has_places() {
    // Ended by entry 19; a correction made it go on.
    let tally = tally_until(19);
    let net = |player: &PlayerId| tally.players[player].totals.half_points;
    assert_eq!(tally.places.len(), 5);
    for (player, place) in &tally.places {
        let better = tally.places.keys().filter(|other| net(other) > net(player));
        assert_eq!(*place, better.count() + 1);
        let totals = &tally.players[player].totals;
        assert_eq!(totals.places[place - 1], 1);
        assert_eq!(totals.streaks.current, u64::from(net(player) > 0));
    }
    assert!(tally_until(20).places.is_empty());
}

#[test]
fn what_went_from_one_to_another_sums_up() {
    let tally = tally_until(16);
    let mut to_house = Vec::new();
    for (player, Figures { totals, detail }) in &tally.players {
        for (other, with) in &detail.against {
            let back = &tally.players[other].detail.against[player];
            assert_eq!(with.half_points, -back.half_points);
            assert_eq!((with.hands, with.matches), (back.hands, back.matches));
        }
        let from_players: i64 = detail.against.values().map(|with| with.half_points).sum();
        to_house.push(from_players - totals.half_points);
    }
    to_house.retain(|half_points| *half_points != 0);
    // Entry 14: one player paid a penalty of five points to the house.
    assert_eq!(to_house, [10]);
}

#[test]
fn the_best_hand_has_its_tiles() {
    let best = |tally: &MatchTally| {
        let all = tally.players.values();
        all.filter_map(|figures| figures.totals.best.clone())
            .collect::<Vec<_>>()
    };
    let [best] = &best(&tally_until(12))[..] else {
        unreachable!("one win")
    };
    assert_eq!((best.fan, best.limit, best.half_points), (7, false, 20));
    assert!(best.patterns.contains(&"all_pungs".to_owned()));
    assert!(!best.hand.as_ref().unwrap().winning_tile.is_empty());
}

fn player(number: u8) -> PlayerId {
    PlayerId(uuid::Uuid::from_u128(number.into()))
}

prop_compose! {
    /// What one match might come to.
    fn one_match()(half_points in -50_i64..50, hands in 0_u64..20, place in 1_usize..5, over: bool,
        fan in 0_u32..10, limit in proptest::bool::weighted(0.1), won: bool, other in 0_u8..4, pattern in "[a-c]") -> Figures {
        let best = won.then(|| Best {
            limit,
            fan,
            half_points,
            match_id: MatchId(uuid::Uuid::nil()),
            outcome_id: OutcomeId(uuid::Uuid::nil()),
            hand: None,
            patterns: Vec::new(),
        });
        let gained = u64::from(over && half_points > 0);
        let mut places = vec![0; if over { place } else { 0 }];
        places.iter_mut().last().into_iter().for_each(|last| *last = 1);
        let with = Against { matches: 1, hands, half_points };
        Figures {
            totals: Totals {
                matches: 1,
                half_points,
                hands,
                best,
                places,
                streaks: tally::Streaks { matches: u64::from(over), first: gained, current: gained, longest: gained },
                ..Totals::default()
            },
            detail: Detail { patterns: BTreeMap::from([(pattern, 1)]), against: BTreeMap::from([(player(other), with)]) },
        }
    }
}

fn joined(matches: impl IntoIterator<Item = Figures>) -> Figures {
    let joined = matches.into_iter().reduce(Figures::then);
    joined.unwrap_or_default()
}

/// The same, with hands that are told apart.
fn told_apart(mut matches: Vec<Figures>) -> Vec<Figures> {
    for (number, one) in (0_u128..).zip(&mut matches) {
        if let Some(best) = &mut one.totals.best {
            best.outcome_id = OutcomeId(uuid::Uuid::from_u128(number));
        }
    }
    matches
}

proptest! {
    /// However the matches are cut into stretches, they come to the same.
    #[test]
    fn stretches_come_to_the_whole(matches in vec(one_match(), 0..30), cuts in vec(0_usize..30, 0..6)) {
        let mut cuts: Vec<usize> = cuts.into_iter().map(|cut| cut.min(matches.len())).collect();
        cuts.extend([0, matches.len()]);
        cuts.sort_unstable();
        let stretches = cuts.windows(2).map(|cut| joined(matches[cut[0]..cut[1]].to_vec()));
        prop_assert_eq!(joined(stretches.collect::<Vec<_>>()), joined(matches));
    }

    /// If a change is known to come to something, that is what joining the matches again comes to.
    #[test]
    fn a_change_comes_to_what_the_matches_come_to(
        matches in vec(one_match(), 1..12), place in any::<prop::sample::Index>(), again in one_match(), flags: [bool; 3],
    ) {
        let mut matches = told_apart(matches);
        let place = place.index(matches.len());
        let [played, plays, is_same_hand] = flags;
        let mut again = again;
        if let Some(best) = &mut again.totals.best {
            best.outcome_id = OutcomeId(uuid::Uuid::from_u128(if is_same_hand { place as u128 } else { 100 }));
        }
        if !played {
            matches[place] = Figures::default();
        }
        let change = Change {
            before: matches[place].clone(),
            after: if plays { again } else { Figures::default() },
            is_last: place + 1 == matches.len(),
        };
        let changed = joined(matches.clone()).changed(&change);
        matches[place] = change.after;
        if let Some(changed) = changed {
            prop_assert_eq!(changed, joined(matches));
        }
    }

    /// A sum that has come to the end of the numbers may have been beyond it.
    #[test]
    fn no_change_of_a_sum_at_its_limit_is_known(at_end: bool, gains: bool) {
        let of = |half_points| Figures { totals: Totals { half_points, ..Totals::default() }, ..Figures::default() };
        let limit = if gains { i64::MAX } else { i64::MIN };
        let sum = if at_end { limit } else { limit - limit.signum() };
        let change = Change { before: of(limit.signum()), after: of(0), is_last: true };
        let known = of(sum).changed(&change).map(|figures| figures.totals.half_points);
        prop_assert_eq!(known, (!at_end).then_some(sum - limit.signum()));
    }

    /// The same of a count.
    #[test]
    fn no_change_of_a_count_at_its_limit_is_known(at_end: bool) {
        let of = |hands| Figures { totals: Totals { hands, ..Totals::default() }, ..Figures::default() };
        let sum = if at_end { u64::MAX } else { u64::MAX - 1 };
        let change = Change { before: of(1), after: of(0), is_last: true };
        let known = of(sum).changed(&change).map(|figures| figures.totals.hands);
        prop_assert_eq!(known, (!at_end).then_some(sum - 1));
    }

    /// What is played in the last match is always known, until it is over.
    #[test]
    fn the_course_of_the_last_match_is_known(matches in vec(one_match(), 1..12), more in one_match()) {
        let mut matches = told_apart(matches);
        let last = matches.pop().unwrap();
        let begun = Figures { totals: Totals { places: Vec::new(), streaks: Streaks::default(), best: None, ..last.totals.clone() }, ..last.clone() };
        let so_far = joined(matches.clone());
        let opened = Change { before: Figures::default(), after: begun.clone(), is_last: true };
        let so_far = so_far.changed(&opened).unwrap();
        let over = Change { before: begun, after: last.clone(), is_last: true };
        let so_far = so_far.changed(&over).unwrap();
        matches.push(last);
        prop_assert_eq!(&so_far, &joined(matches.clone()));
        let next = Change { after: more.clone(), is_last: true, ..Change::default() };
        matches.push(more);
        prop_assert_eq!(so_far.changed(&next), Some(joined(matches)));
    }

    /// Runs are what they look like.
    #[test]
    fn streaks_are_runs_of_gains(matches in vec(one_match(), 0..30)) {
        let over = matches.iter().filter(|one| one.totals.streaks.matches == 1);
        let runs: String = over.map(|one| if one.totals.half_points > 0 { '+' } else { '-' }).collect();
        let longest = runs.split('-').map(str::len).max().unwrap_or(0) as u64;
        let current = runs.rsplit('-').next().map_or(0, str::len) as u64;
        let streaks = joined(matches).totals.streaks;
        prop_assert_eq!((streaks.longest, streaks.current), (longest, current));
    }

    /// The best of all hands is the first of those that no other beats.
    #[test]
    fn no_hand_beats_the_best(matches in vec(one_match(), 0..30)) {
        let worth = |best: &Best| (best.limit, best.fan, best.half_points);
        let hands: Vec<Best> = matches.iter().filter_map(|one| one.totals.best.clone()).collect();
        let best = hands.iter().map(worth).max();
        prop_assert_eq!(joined(matches).totals.best.as_ref().map(worth), best);
    }

    /// A period is covered day by day, nothing twice, by few spans.
    #[test]
    fn spans_cover_a_period(from in -5000_i64..5000, days in -10_i64..4000) {
        let from = date!(2020 - 02 - 29) + Duration::days(from);
        let until = from + Duration::days(days);
        let spans = cover(from, until);
        let mut next = from;
        for (span, start) in &spans {
            prop_assert_eq!((*start, span.start(*start)), (next, next));
            next = span.end(*start).next_day().unwrap();
        }
        prop_assert_eq!(next, (until + Duration::days(1)).max(from));
        let years = usize::try_from(days.max(0) / 365).unwrap();
        prop_assert!(spans.len() <= 30 + 11 + years + 11 + 31, "{} spans", spans.len());
    }
}

#[test]
fn whole_years_are_one_span() {
    let spans = cover(date!(2024 - 12 - 31), date!(2026 - 02 - 01));
    let starts: Vec<(Span, Date)> = vec![
        (Span::Day, date!(2024 - 12 - 31)),
        (Span::Year, date!(2025 - 01 - 01)),
        (Span::Month, date!(2026 - 01 - 01)),
        (Span::Day, date!(2026 - 02 - 01)),
    ];
    assert_eq!(spans, starts);
}

#[test]
fn places_move_ratings() {
    let unknown = Rating::default();
    let table = [1, 2, 3, 4].map(|place| (unknown, place));
    let rated = rate(&table);
    assert!(rated.is_sorted_by(|better, worse| better.rating > worse.rating));
    assert!(
        rated
            .iter()
            .all(|one| one.uncertainty < unknown.uncertainty)
    );
    // Who finishes with the others is rated with them.
    let drawn = rate(&[1, 1, 1, 1].map(|place| (unknown, place)));
    assert!(drawn.iter().all(|one| (one.rating - 25.0).abs() < 1e-9));
    // The published example of OpenSkill for one against one: 26.96, 23.04 by Plackett–Luce; Bradley–Terry moves both alike.
    let two = rate(&[(unknown, 1), (unknown, 2)]);
    assert!((two[0].rating + two[1].rating - 50.0).abs() < 1e-9 && two[0].rating > 26.0);
}

#[test]
fn a_player_is_at_least_as_strong_as_three_deviations_below() {
    for (rating, uncertainty, at_least) in
        [(25.0, 2.0, 19.0), (25.0, 0.5, 23.5), (10.0, 8.0, -14.0)]
    {
        let rating = Rating {
            rating,
            uncertainty,
        };
        assert!((rating.at_least() - at_least).abs() < 1e-9, "{rating:?}");
    }
}
