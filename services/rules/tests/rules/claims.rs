//! Claims on one tile: who gets it and why, line by line, and against a derivation of their own.

use proptest::prelude::*;
use rules::{
    Call, Chair, Circumstances, Claim, ClaimReason, Deal, FirstTurn, KongKind, Offered,
    RefusalCode, Replacement, Resolution, Score, Taken, Tile, notation,
};
use rules::{TableOptions, Variant, Wind, WonBy, resolve_claims, score};
use serde_json::{Value, json};

/// The fan-laak table with its claims stated otherwise.
fn variant(claims: Value) -> Variant {
    let fan_laak = include_str!("../../variants/hkos-fan-laak.json");
    let mut document: Value = serde_json::from_str(fan_laak).unwrap();
    document["claims"] = claims;
    document["minimum_fan"] = json!(0);
    Variant::from_json(document.to_string().as_bytes()).unwrap()
}

fn tiles(text: &str) -> Vec<Tile> {
    notation::parse(text).unwrap().playing
}

fn chair(number: u32) -> Chair {
    Chair::new(number).unwrap()
}

/// `3 win 78m 22p (333p) (444p) (555p)`, `2 pung`, `2 chow 78m`; `passed` at the end: a win was passed up.
fn claim(text: &str) -> Claim {
    let (text, passed_up) = match text.strip_suffix(" passed") {
        Some(text) => (text, true),
        None => (text, false),
    };
    let (number, call) = text.split_once(' ').unwrap();
    let (kind, rest) = call.split_once(' ').unwrap_or((call, ""));
    let call = match kind {
        "win" => Call::Win(notation::win(rest).unwrap().hand),
        "kong" => Call::Kong,
        "pung" => Call::Pung,
        "chow" => Call::Chow(tiles(rest)),
        _ => panic!("no such claim: {text}"),
    };
    Claim {
        chair: chair(number.parse().unwrap()),
        call,
        passed_up,
    }
}

fn offered(tile: &str, from: Chair) -> Offered {
    Offered {
        tile: tiles(tile)[0],
        circumstances: Circumstances::plain(WonBy::Discard { from }),
        deal: Deal::FIRST,
    }
}

/// `1 9m robbed last`: chair 1 adds the fourth `9m` to a pung, and it was the last tile.
fn given(text: &str) -> Offered {
    let mut words = text.split(' ');
    let from = chair(words.next().unwrap().parse().unwrap());
    let mut offered = offered(words.next().unwrap(), from);
    let circumstances = &mut offered.circumstances;
    let robbed = |kong| WonBy::RobbedKong { from, kong };
    for how in words {
        match how {
            "robbed" => circumstances.won_by = robbed(KongKind::Added),
            "robbed=exposed" => circumstances.won_by = robbed(KongKind::Exposed),
            "robbed=concealed" => circumstances.won_by = robbed(KongKind::Concealed),
            "drawn" => circumstances.won_by = WonBy::SelfDraw,
            "last" => circumstances.last_tile = true,
            "replacement" => circumstances.replacement = Some(Replacement::Kong),
            "earth" => circumstances.first_turn = Some(FirstTurn::Earth),
            "man" => circumstances.first_turn = Some(FirstTurn::Man),
            _ => panic!("no such circumstance: {how}"),
        }
    }
    offered
}

fn found(result: Result<Resolution, rules::Refusal>) -> String {
    match result {
        Ok(Resolution {
            takers,
            taken,
            reason,
            scores: _,
        }) => {
            let chairs: Vec<String> = takers
                .iter()
                .map(|chair| chair.number().to_string())
                .collect();
            let taken = taken.map_or("nothing".to_owned(), |taken| format!("{taken:?}"));
            format!("{} {taken} {reason:?}", chairs.join("+"))
                .trim()
                .to_owned()
        }
        Err(refusal) => {
            let place = refusal
                .winner
                .map_or(String::new(), |place| format!(" of claim {place}"));
            let (code, field) = (snake_case(&refusal.code), snake_case(&refusal.field));
            format!("refused {code} at {field}{place}")
        }
    }
}

/// Cases as lines, which say themselves how they are read.
const CASES: &str = include_str!("golden/claims.txt");

/// `FifthCopy` as `fifth_copy`.
fn snake_case(name: &impl std::fmt::Debug) -> String {
    let name = format!("{name:?}");
    let letters = name.chars().enumerate();
    let words = letters.map(|(place, letter)| match letter.is_uppercase() && place > 0 {
        true => format!("_{}", letter.to_lowercase()),
        false => letter.to_lowercase().to_string(),
    });
    words.collect()
}

#[test]
fn claims_are_resolved_as_the_variant_says() {
    let orphans = json!(["thirteen_orphans"]);
    let mut wrong = Vec::new();
    for line in CASES.lines().map(str::trim) {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let columns: Vec<&str> = line.split('|').map(str::trim).collect();
        let [rule, from, claims, expected] = columns[..] else {
            panic!("{line}")
        };
        let stated = match rule {
            "first" => json!({ "several": "nearest", "first": orphans }),
            "firstbest" => json!({ "several": "best", "first": orphans }),
            "firstall" => json!({ "several": "all", "first": orphans }),
            "misswin" => json!({ "several": "nearest", "miss_win": true }),
            "three" => json!({ "several": "nearest" }),
            several => json!({ "several": several }),
        };
        let offered = given(from);
        let claims: Vec<Claim> = claims
            .split(';')
            .map(str::trim)
            .filter(|text| !text.is_empty())
            .map(claim)
            .collect();
        let minimum_fan = (rule == "three").then_some(3);
        let options = TableOptions { minimum_fan };
        let result = resolve_claims(&variant(stated), &options, &offered, &claims);
        let found = found(result);
        if found != expected {
            wrong.push(format!("{line}\n    found: {found}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_reason_has_a_sentence() {
    let mut texts: Vec<&str> = ClaimReason::ALL.map(ClaimReason::text).to_vec();
    texts.sort_unstable();
    texts.dedup();
    assert_eq!(texts.len(), ClaimReason::ALL.len());
}

/// Hands that wait for `9m`, some of them for more fan than others. No two of them share more tiles than there are.
const HANDS: [&str; 6] = [
    "78m 22p (333p) (444p) (555p)",
    "99m 22s (333s) (444s) (555s)",
    "78m 33s (666s) (777s) (888s)",
    "1m 19p 19s EESWNCFP",
    "1m 19p 19s ESSWNCFP",
    "78m 11s (678p) (678p) (678p)",
];

/// A claim as the second derivation sees it: chair, rank of what it is for, score of a win.
struct Wanted {
    chair: Chair,
    rank: u8,
    worth: Option<(bool, u32, bool)>,
}

/// Whether one claim goes before another, in the words of the rules.
fn goes_before(rule: &str, from: Chair, one: &Wanted, other: &Wanted) -> bool {
    if one.rank != other.rank {
        return one.rank < other.rank;
    }
    let steps = |chair: Chair| {
        (0..4)
            .scan(from, |at, _| {
                *at = at.next();
                Some(*at)
            })
            .position(|at| at == chair)
            .unwrap()
    };
    let nearer = steps(one.chair) < steps(other.chair);
    let (Some(a), Some(b)) = (one.worth, other.worth) else {
        return nearer;
    };
    match rule {
        "all" => false,
        _ if rule.starts_with("first") && a.2 != b.2 => a.2,
        _ if rule.starts_with("first") && a.2 => nearer,
        "best" | "firstbest" if (a.0, a.1) != (b.0, b.1) => (a.0, a.1) > (b.0, b.1),
        _ => nearer,
    }
}

fn wanted(variant: &Variant, offered: &Offered, claim: &Claim) -> Wanted {
    let Call::Win(hand) = &claim.call else {
        return Wanted {
            chair: claim.chair,
            rank: if claim.taken() == Taken::Chow { 2 } else { 1 },
            worth: None,
        };
    };
    let mut win = notation::win("+ 9m").unwrap();
    win.hand.concealed.clone_from(&hand.concealed);
    win.hand.melds.clone_from(&hand.melds);
    win.circumstances = offered
        .circumstances
        .map_seat(|chair| offered.deal.seat_wind(chair));
    win.seat_wind = offered.deal.seat_wind(claim.chair);
    win.round_wind = offered.deal.round_wind;
    let score: Score = score(variant, &TableOptions::default(), &win)
        .unwrap()
        .score;
    let orphans = hand.melds.is_empty();
    Wanted {
        chair: claim.chair,
        rank: 0,
        worth: Some((score.limit, score.fan, orphans)),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whoever no other claim goes before gets the tile.
    #[test]
    fn the_claims_that_nothing_goes_before_get_the_tile(
        rule in proptest::sample::select(vec!["nearest", "best", "all", "first", "firstbest"]),
        from in 0..4usize,
        dealer in 0..4usize,
        hands in Just(HANDS.to_vec()).prop_shuffle(),
        calls in proptest::collection::vec(0..5usize, 3),
        order in Just(vec![0usize, 1, 2]).prop_shuffle(),
    ) {
        let claims_rule = match rule {
            "first" => json!({ "several": "nearest", "first": ["thirteen_orphans"] }),
            "firstbest" => json!({ "several": "best", "first": ["thirteen_orphans"] }),
            several => json!({ "several": several }),
        };
        let variant = variant(claims_rule);
        let from = Chair::ALL[from];
        let mut offered = offered("9m", from);
        offered.deal = Deal { round_wind: Wind::South, dealer: Chair::ALL[dealer], extra: 0 };
        let others: Vec<Chair> = Chair::ALL.into_iter().filter(|&chair| chair != from).collect();
        let claims: Vec<Claim> = order
            .iter()
            .filter_map(|&place| {
                let number = others[place].number();
                let call = match calls[place] {
                    0 => return None,
                    1 => "pung".to_owned(),
                    2 => "chow 78m".to_owned(),
                    _ => format!("win {}", hands[place]),
                };
                Some(claim(&format!("{number} {call}")))
            })
            .collect();
        match resolve_claims(&variant, &TableOptions::default(), &offered, &claims) {
            Ok(resolution) => {
                let wanted: Vec<Wanted> =
                    claims.iter().map(|claim| wanted(&variant, &offered, claim)).collect();
                let unbeaten = wanted
                    .iter()
                    .filter(|one| !wanted.iter().any(|other| goes_before(rule, from, other, one)));
                let mut expected: Vec<Chair> = unbeaten.map(|one| one.chair).collect();
                let mut takers = resolution.takers.clone();
                expected.sort();
                takers.sort();
                prop_assert_eq!(takers, expected, "{} {:?}", rule, claims);
                prop_assert_eq!(resolution.taken.is_none(), claims.is_empty());
                let wins = claims.iter().filter(|claim| claim.taken() == Taken::Win).count();
                prop_assert_eq!(resolution.scores.len(), wins);
            }
            Err(refusal) => {
                // Of these claims only some cannot be.
                let possible = [
                    RefusalCode::ChowOutOfTurn,
                    RefusalCode::PungClaimedTwice,
                    RefusalCode::FifthCopy,
                ];
                prop_assert!(possible.contains(&refusal.code), "{:?}", refusal);
            }
        }
    }
}
