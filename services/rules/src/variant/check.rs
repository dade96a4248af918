//! Whether what a document says makes sense together.

use super::problem::{Place, Problems, at};
use super::worth::{Value, valued};
use super::{
    Condition, FalseMahjongRule, RobbedKongPayment, StayingResults, Variant, compile_liability,
    max_fan,
};
use crate::document_code::DocumentCode;
use crate::{ManWin, Pattern, PatternIndex};
use mahjong::KongKind;

/// Finds what contradicts itself in a variant.
pub(super) fn check(variant: &Variant, problems: &mut Problems) {
    check_schedule(variant, problems);
    check_cycles(variant, problems);
    check_limits(variant, problems);
    check_groups(variant, problems);
    check_caps(variant, problems);
    check_minimum(variant, problems);
    compile_liability::check(variant, problems);
    check_bonus_tile_wins(variant, problems);
    check_bonus_tile_win_patterns(variant, problems);
    check_conditions(variant, problems);
    check_shapes(variant, problems);
    check_man_wins(variant, problems);
    check_never_applies(variant, problems);
}

/// A built-in's id says which rules are meant, so no other document may be published under it.
pub(super) fn check_id(variant: &Variant, problems: &mut Problems) {
    let built_in = Variant::built_in(&variant.id);
    if built_in.is_some_and(|built_in| built_in.hash != variant.hash) {
        let text = format!(
            "`{}` is a built-in variant: give this document an id of its own",
            variant.id
        );
        problems.add(at(["id"]), DocumentCode::ReservedId, text);
    }
}

fn check_schedule(variant: &Variant, problems: &mut Problems) {
    let schedule = &variant.schedule;
    let place = |step| at(["schedule"]).item(step).field("from_fan");
    if schedule.first().is_some_and(|&(from_fan, _)| from_fan != 0) {
        let text = "the first step must start at 0 fan";
        problems.add(place(0), DocumentCode::ScheduleHole, text);
    }
    for (step, pair) in schedule.windows(2).enumerate() {
        if pair[0].0 >= pair[1].0 {
            let text = "each step must start at more fan than the one before it";
            problems.add(place(step + 1), DocumentCode::ScheduleOrder, text);
        }
    }
    let above = |cap: &u32| {
        schedule
            .last()
            .is_some_and(|&(from_fan, _)| from_fan > *cap)
    };
    if let Some(cap) = variant.cap.filter(above)
        && problems.are_sound(&["schedule"])
    {
        let text = format!(
            "the schedule has steps above the cap at {cap} fan: leave them out, or raise the cap"
        );
        problems.add(at(["cap"]), DocumentCode::CapBelowSchedule, text);
    }
}

/// Where the document says what a pattern is worth.
fn place_of(variant: &Variant, pattern: PatternIndex) -> Place {
    let list = match pattern.house_place() {
        Some(_) => "house_patterns",
        None => "patterns",
    };
    at([list, variant.pattern_id(pattern)])
}

/// A pattern that includes itself, directly or through others, would leave itself out.
fn check_cycles(variant: &Variant, problems: &mut Problems) {
    let worths = &variant.worths;
    let included = |pattern: PatternIndex| {
        let worth = worths.get(pattern.index()).and_then(Option::as_ref);
        worth
            .into_iter()
            .flat_map(|worth| worth.includes.iter().copied())
    };
    for pattern in valued(worths) {
        let mut reached: Vec<PatternIndex> = included(pattern).collect();
        let mut next = 0;
        while let Some(&step) = reached.get(next) {
            let further = included(step).filter(|further| !reached.contains(further));
            let further: Vec<PatternIndex> = further.collect();
            reached.extend(further);
            next += 1;
        }
        if reached.contains(&pattern) {
            let place = place_of(variant, pattern).field("includes");
            let text = "it includes itself in the end";
            problems.add(place, DocumentCode::IncludeCycle, text);
        }
    }
}

/// Fan cannot stand for a limit: the hand would be neither.
fn check_limits(variant: &Variant, problems: &mut Problems) {
    let worths = &variant.worths;
    let worth = |pattern: PatternIndex| worths.get(pattern.index()).and_then(Option::as_ref);
    let is_limit =
        |pattern: PatternIndex| worth(pattern).is_some_and(|worth| worth.value == Value::Limit);
    for pattern in valued(worths).filter(|&pattern| !is_limit(pattern)) {
        let includes = worth(pattern).map_or(&[][..], |worth| &worth.includes);
        for limit in includes.iter().filter(|&&included| is_limit(included)) {
            let text = format!(
                "it is worth fan and includes `{}`, which is a limit",
                variant.pattern_id(*limit)
            );
            let place = place_of(variant, pattern).field("includes");
            problems.add(place, DocumentCode::LimitIncluded, text);
        }
    }
}

fn check_groups(variant: &Variant, problems: &mut Problems) {
    let groups = &variant.groups;
    for (place, group) in groups.iter().enumerate() {
        let here = at(["groups"]).item(place).field("patterns");
        if group.patterns.len() < 2 && problems.are_whole(&here) {
            let text = "of a group only the best counts, so it needs two patterns or more";
            problems.add(here.clone(), DocumentCode::GroupTooSmall, text);
        }
        let before = || groups.iter().take(place);
        for pattern in &group.patterns {
            if let Some(other) = before().find(|before| before.patterns.contains(pattern)) {
                let text = format!(
                    "`{}` stands in the group `{}` already",
                    variant.pattern_id(*pattern),
                    other.name
                );
                problems.add(here.clone(), DocumentCode::GroupOverlap, text);
            }
        }
    }
}

/// What is over two caps would be taken off twice.
fn check_caps(variant: &Variant, problems: &mut Problems) {
    for (place, cap) in variant.caps.iter().enumerate() {
        let before = || variant.caps.iter().take(place);
        for pattern in &cap.patterns {
            if before().any(|before| before.patterns.contains(pattern)) {
                let here = at(["caps"]).item(place).field("patterns");
                let text = format!(
                    "`{}` stands in another cap already",
                    variant.pattern_id(*pattern)
                );
                problems.add(here, DocumentCode::CapOverlap, text);
            }
        }
    }
}

fn check_minimum(variant: &Variant, problems: &mut Problems) {
    let Some(most) = max_fan::most_fan_toward_minimum(variant) else {
        return;
    };
    if variant.minimum_fan > most
        && problems.are_sound(&["patterns", "house_patterns", "groups", "caps"])
    {
        let text = format!(
            "no hand can reach it: the patterns that count toward it bring at most {most} fan together"
        );
        problems.add(at(["minimum_fan"]), DocumentCode::MinimumUnreachable, text);
    }
}

/// A win that is worth nothing would be refused each time.
fn check_bonus_tile_wins(variant: &Variant, problems: &mut Problems) {
    if variant.bonus_tile_wins.is_empty() {
        return;
    }
    if !variant.bonus_tiles {
        let text = "with 136 tiles there are no bonus tiles to win by";
        problems.add(at(["bonus_tile_wins"]), DocumentCode::NeverApplies, text);
        return;
    }
    for (index, &held) in variant.bonus_tile_wins.iter().enumerate() {
        let pattern = match held {
            7 => Pattern::SevenBonusTiles,
            _ => Pattern::EightBonusTiles,
        };
        let place = at(["bonus_tile_wins"]).item(index);
        let id = pattern.id();
        match variant.worth(pattern) {
            None if problems.are_sound(&["patterns"]) => {
                let text = format!(
                    "such a win is worth what `{id}` is, which this document gives no value"
                );
                problems.add(place, DocumentCode::NoValue, text);
            }
            Some(worth) if worth.when.iter().any(|when| OF_TILES.contains(when)) => {
                let text = format!("such a win shows no other tiles, and `{id}` demands some");
                problems.add(place, DocumentCode::NeverApplies, text);
            }
            Some(_) | None => {}
        }
    }
}

/// What goes with a win by bonus tiles has to have a value, and to be of something that such a win shows.
fn check_bonus_tile_win_patterns(variant: &Variant, problems: &mut Problems) {
    let place = at(["bonus_tile_win_patterns"]);
    if variant.bonus_tile_wins.is_empty() && !variant.bonus_tile_win_patterns.is_empty() {
        let text = "nobody wins by bonus tiles here: see `bonus_tile_wins`";
        problems.add(place.clone(), DocumentCode::NeverApplies, text);
    }
    for pattern in variant.bonus_tile_win_patterns {
        let id = variant.pattern_id(pattern);
        let is_shown = pattern
            .pattern()
            .is_none_or(|pattern| BESIDE_BONUS_TILES.contains(&pattern));
        if !is_shown {
            let text = format!("a win by bonus tiles never shows `{id}`");
            problems.add(place.clone(), DocumentCode::NeverApplies, text);
        } else if variant.worth(pattern).is_none()
            && problems.are_sound(&["patterns", "house_patterns"])
        {
            let text = format!("`{id}` has no value in this document");
            problems.add(place.clone(), DocumentCode::NoValue, text);
        }
    }
}

/// The patterns of the catalogue that a win by bonus tiles can show besides their number.
const BESIDE_BONUS_TILES: [Pattern; 7] = [
    Pattern::SelfDraw,
    Pattern::LastTile,
    Pattern::Replacement,
    Pattern::SeatFlower,
    Pattern::SeatSeason,
    Pattern::AllFlowers,
    Pattern::AllSeasons,
];

/// Conditions that a win by bonus tiles cannot meet, since no other tiles are looked at.
const OF_TILES: [Condition; 2] = [Condition::SuitedPair, Condition::Pure];

/// A win by bonus tiles is not read, so nothing but their number is seen in it.
fn check_conditions(variant: &Variant, problems: &mut Problems) {
    let of_bonus_tiles: [PatternIndex; 2] = [
        Pattern::SevenBonusTiles.into(),
        Pattern::EightBonusTiles.into(),
    ];
    for pattern in valued(&variant.worths).filter(|pattern| !of_bonus_tiles.contains(pattern)) {
        let worth = variant.worth(pattern);
        if worth.is_some_and(|worth| worth.when.contains(&Condition::BonusTileWin)) {
            let text = "no hand that wins by its bonus tiles shows this pattern";
            let place = place_of(variant, pattern).field("when");
            problems.add(place, DocumentCode::NeverApplies, text);
        }
    }
}

/// A pattern that only one shape shows, where that shape does not win.
fn check_shapes(variant: &Variant, problems: &mut Problems) {
    for pattern in valued(&variant.worths) {
        let shape = pattern.pattern().and_then(Pattern::only_shape);
        if let Some(shape) = shape.filter(|&shape| !variant.shapes.contains(shape)) {
            let text = format!(
                "only {} show this pattern, and do not win here: add `{}` to `shapes`, or leave the pattern out",
                shape.text(),
                shape.id()
            );
            problems.add(place_of(variant, pattern), DocumentCode::NeverApplies, text);
        }
    }
}

/// Ways to win as `man` are of no use where nothing looks at it.
fn check_man_wins(variant: &Variant, problems: &mut Problems) {
    let Some(ways) = &variant.man_wins else {
        return;
    };
    let place = at(["man_wins"]);
    let is_looked_at = variant.worth(Pattern::Man).is_some() || !variant.house.is_empty();
    if !is_looked_at && problems.are_sound(&["patterns", "house_patterns"]) {
        let text = "such a win is worth what `man` is, which this document gives no value";
        problems.add(place.clone(), DocumentCode::NoValue, text);
    }
    let dealer_discard = ways.iter().position(|&way| way == ManWin::DealerDiscard);
    if let Some(index) = dealer_discard.filter(|_| ways.contains(&ManWin::Discard)) {
        let text = "`discard` is any discard, the dealer's too";
        problems.add(place.item(index), DocumentCode::NeverApplies, text);
    }
}

fn check_never_applies(variant: &Variant, problems: &mut Problems) {
    let mut never = |applies: bool, place, text: &str| {
        if !applies {
            problems.add(place, DocumentCode::NeverApplies, text);
        }
    };
    let deal = &variant.deal;
    let last_stays = deal.last_deal_stays_after.is_some_and(StayingResults::any);
    let stays = deal.stays_after.any() || last_stays;
    never(
        deal.rounds || !deal.stays_after.any(),
        at(["deal", "stays_after"]),
        "without rounds the deal never moves",
    );
    never(
        deal.rounds || deal.last_deal_stays_after.is_none(),
        at(["deal", "last_deal_stays_after"]),
        "without rounds there is no last one",
    );
    never(
        (deal.rounds && stays) || deal.most_hands.is_none(),
        at(["deal", "most_hands"]),
        "the deal never stays, so no dealer has several hands in a row",
    );
    never(
        deal.rounds || variant.multipliers.dealer == 1,
        at(["multipliers", "dealer"]),
        "without rounds nobody deals, so only 1 makes sense",
    );
    let open_hand = variant.false_mahjong == FalseMahjongRule::OpenHand;
    never(
        !open_hand || variant.false_mahjong_points.is_none(),
        at(["false_mahjong", "points"]),
        "with `open_hand` a false mahjong is not paid for",
    );
    let dealer_points = variant.dealer_false_mahjong_points;
    never(
        !open_hand || dealer_points == variant.false_mahjong_points,
        at(["false_mahjong", "dealer_points"]),
        "with `open_hand` a false mahjong is not paid for",
    );
    never(
        deal.rounds || dealer_points == variant.false_mahjong_points,
        at(["false_mahjong", "dealer_points"]),
        "without rounds nobody deals",
    );
    never(
        variant.concealed_kong_robbers.is_none() || variant.allows_robbing(KongKind::Concealed),
        at(["concealed_kong_robbers"]),
        "no concealed kong may be robbed: add `concealed_kong` to `robbed_kongs`",
    );
    never(
        variant.robbed_kong_payment == RobbedKongPayment::AsDiscard
            || !variant.robbed_kongs.is_empty(),
        at(["robbed_kong_payment"]),
        "no kong may be robbed",
    );
    let of_last = deal.last_deal_stays_after;
    for (field, stays) in [
        ("stays_after", deal.stays_after.false_mahjong()),
        (
            "last_deal_stays_after",
            of_last.is_some_and(StayingResults::false_mahjong),
        ),
    ] {
        never(
            !open_hand || !stays,
            at(["deal", field]),
            "with `open_hand` the hand goes on after a false mahjong, so the deal neither stays nor passes",
        );
    }
}
