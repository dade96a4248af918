//! The corpus as others read it: JSON lines with a schema, in `proto/corpus`; `UPDATE_EXPECT=1` rewrites them.

use rules::variant::write_hash;
use rules::{
    Agreed, BonusTile, Circumstances, FalseMahjong, FirstTurn, Hand, Outcome, Payee, Penalty,
    Replacement, SEMANTICS, Shown, SidePayment, StatedLiability, Substitution, Tile, Variant,
    WinOutcome, Wind, Winner, WonBy, notation,
};
use serde_json::{Value as Json, json};

use super::case::{Case, Expected, Note};
use super::play_case::{self, PlayCase};
use super::{cases, play_cases};
use crate::published;

/// Where the corpus is, from this package.
pub(crate) const FOLDER: &str = "../../proto/corpus";

fn corpus() -> String {
    let wins = cases().into_iter().map(|case| win_case(&case));
    let plays = play_cases().into_iter().map(|case| play_case(&case));
    let lines = wins.chain(plays).map(|line| format!("{line}\n"));
    lines.collect()
}

/// The fields of both objects that are stated: not null.
fn stated(one: Json, other: Json) -> Json {
    let fields = [one, other].into_iter();
    let fields = fields.flat_map(|object| object.as_object().cloned().expect("an object"));
    let stated = fields.filter(|(_, value)| !value.is_null());
    Json::Object(stated.collect())
}

fn win_case(case: &Case) -> Json {
    let line = json!({
        "minimum_fan": case.options.minimum_fan,
        "notation": case.text,
        "win": win(case),
        "expect": expect(case),
    });
    stated(head(&case.variant, case.patch.as_ref()), line)
}

fn play_case(case: &PlayCase) -> Json {
    let expect = match &case.expected {
        play_case::Expected::Played { half_points, state } => {
            json!({ "total_points": half_points.map(points), "state": state })
        }
        play_case::Expected::Refused { code, field } => {
            json!({ "refused": { "code": code, "field": field } })
        }
    };
    let outcomes: Vec<Json> = case.outcomes.iter().map(outcome).collect();
    let line = json!({ "outcomes": outcomes, "expect": expect });
    stated(head(&case.variant, case.patch.as_ref()), line)
}

/// What every line begins with. The variant's hash is that of the patched document.
fn head(variant: &Variant, patch: Option<&Json>) -> Json {
    json!({
        "variant": variant.id(),
        "patch": patch,
        "variant_hash": write_hash(variant.hash()),
        "semantics": SEMANTICS,
    })
}

/// Half points as points.
fn points(half_points: i64) -> Json {
    if half_points % 2 == 0 {
        json!(half_points / 2)
    } else {
        json!(half_points as f64 / 2.0)
    }
}

fn expect(case: &Case) -> Json {
    let expect = match &case.expected {
        Expected::Refused { code, field } => {
            json!({ "refused": { "code": code, "field": field } })
        }
        Expected::Scored {
            fan,
            counted,
            half_points,
        } => {
            let one = |(pattern, fan): (&String, &Option<u32>)| match fan {
                Some(fan) => json!({ "pattern": pattern, "fan": fan }),
                None => json!({ "pattern": pattern, "limit": true }),
            };
            let payment = |seat: Wind| json!({ "seat_wind": wind(seat), "points": points(half_points[seat.index()]) });
            json!({
                "limit": fan.is_none(),
                "fan": fan.unwrap_or(0),
                "points": case.scored().expect("a scored case").score.points,
                "counted": counted.iter().map(one).collect::<Vec<_>>(),
                "payments": Wind::ALL.map(payment),
            })
        }
    };
    stated(expect, notes(case))
}

fn notes(case: &Case) -> Json {
    let list = |one: fn(&Note) -> Option<Json>| {
        let list: Vec<Json> = case.notes.iter().filter_map(one).collect();
        (!list.is_empty()).then_some(list)
    };
    let missed = |note: &Note| match note {
        Note::Missed(pattern) => Some(json!(pattern)),
        Note::LeftOut { .. } | Note::Capped { .. } => None,
    };
    let left_out = |note: &Note| match note {
        Note::LeftOut {
            pattern,
            reason,
            by,
        } => Some(json!({ "pattern": pattern, "reason": reason, "by": by })),
        Note::Missed(_) | Note::Capped { .. } => None,
    };
    let capped = |note: &Note| match note {
        Note::Capped {
            patterns,
            fan_before,
            fan,
        } => Some(json!({ "patterns": patterns, "fan_before": fan_before, "fan": fan })),
        Note::Missed(_) | Note::LeftOut { .. } => None,
    };
    json!({ "capped": list(capped), "left_out": list(left_out), "narrowly_missed": list(missed) })
}

fn win(case: &Case) -> Json {
    let of_win = &case.win;
    let from = of_win.circumstances.won_by.from();
    let win = json!({
        "seat_wind": wind(of_win.seat_wind),
        "round_wind": wind(of_win.round_wind),
        "from_seat": from.map(wind),
        "liability": of_win.liability.as_ref().map(liability),
        "liable_seat": of_win.liability.map(|stated| wind(stated.liable)),
        "hand": hand(&of_win.hand),
    });
    stated(win, circumstances(&of_win.circumstances))
}

/// How a tile was won; who gave it stands beside that.
fn circumstances<S>(stated: &Circumstances<S>) -> Json {
    let (won_by, kong) = match &stated.won_by {
        WonBy::SelfDraw => ("self_draw", None),
        WonBy::Discard { .. } => ("discard", None),
        WonBy::RobbedKong { kong, .. } => ("robbed_kong", Some(*kong)),
        WonBy::BonusTiles => ("bonus_tiles", None),
    };
    json!({
        "won_by": won_by,
        "robbed_kong": kong,
        "last_tile": stated.last_tile.then_some(true),
        "replacement": stated.replacement.map(|replacement| match replacement {
            Replacement::BonusTile => "bonus_tile",
            Replacement::Kong => "kong",
            Replacement::SecondKong => "second_kong",
        }),
        "first_turn": stated.first_turn.map(|first_turn| match first_turn {
            FirstTurn::Heaven => "heaven",
            FirstTurn::Earth => "earth",
            FirstTurn::Man => "man",
        }),
    })
}

/// Who is liable stands beside it.
fn liability<S>(of: &StatedLiability<S>) -> Json {
    let facts = json!({ "tiles_left": of.tiles_left, "live_tile": of.live_tile });
    stated(json!({ "rule": of.rule.as_str() }), facts)
}

fn wind(wind: Wind) -> &'static str {
    ["east", "south", "west", "north"][wind.index()]
}

fn tile(tile: Tile) -> String {
    notation::playing(&[tile])
}

fn hand(shown: &Hand) -> Json {
    let tiles = |tiles: &[Tile]| -> Vec<String> { tiles.iter().copied().map(tile).collect() };
    let meld = |meld: &rules::Meld| json!({ "kind": meld.kind, "tiles": tiles(&meld.tiles) });
    let bonus = |&tile: &BonusTile| notation::bonus(&[tile]);
    let hand = json!({
        "concealed": tiles(&shown.concealed),
        "melds": shown.melds.iter().map(meld).collect::<Vec<_>>(),
        "bonus_tiles": shown.bonus_tiles.iter().map(bonus).collect::<Vec<_>>(),
    });
    stated(
        hand,
        json!({ "winning_tile": shown.winning_tile.map(tile) }),
    )
}

pub(super) fn outcome(outcome: &Outcome) -> Json {
    let fields = match outcome {
        Outcome::Win(WinOutcome {
            winners,
            circumstances: how,
        }) => {
            let winners: Vec<Json> = winners.iter().map(winner).collect();
            let from = how.won_by.from().map(|chair| chair.number());
            let win = json!({ "kind": "win", "winners": winners, "from_chair": from });
            return stated(win, circumstances(how));
        }
        Outcome::Goulash {} => json!({ "kind": "goulash" }),
        Outcome::FalseMahjong(FalseMahjong { chair, points }) => {
            json!({ "kind": "false_mahjong", "chair": chair.number(), "points": points })
        }
        Outcome::Agreed(Agreed {
            winner,
            half_points,
        }) => {
            let winner = winner.map(|chair| chair.number());
            let payments = half_points.map(points);
            json!({ "kind": "agreed", "winner_chair": winner, "payments": payments })
        }
        Outcome::SidePayment(SidePayment {
            chair,
            from_chair,
            side_payment,
            points,
        }) => {
            let (chair, from) = (chair.number(), from_chair.map(|chair| chair.number()));
            json!({ "kind": "side_payment", "chair": chair, "from_chair": from, "side_payment": side_payment, "points": points })
        }
        Outcome::Totals(totals) => {
            let payments = totals.half_points.map(points);
            let house = totals.house_half_points.map(points);
            json!({ "kind": "totals", "payments": payments, "house": house })
        }
        Outcome::Penalty(Penalty {
            chair,
            penalty,
            points,
            payee,
        }) => {
            let payee = match payee {
                Payee::Players => "players",
                Payee::House => "house",
            };
            let chair = chair.number();
            json!({ "kind": "penalty", "chair": chair, "penalty": penalty, "points": points, "payee": payee })
        }
        Outcome::Substitution(Substitution { chair, .. }) => {
            json!({ "kind": "substitution", "chair": chair.number() })
        }
        Outcome::EarlyEnd {} => json!({ "kind": "early_end" }),
    };
    stated(fields, json!({}))
}

fn winner(winner: &Winner) -> Json {
    let shown = match &winner.shown {
        Shown::Tiles(shown) => json!({ "hand": hand(shown) }),
        Shown::Declared(result) => {
            let declared = json!({ "fan": result.fan, "limit": result.limit });
            let toward = json!({ "fan_toward_minimum": result.fan_toward_minimum });
            json!({ "declared": stated(declared, toward) })
        }
    };
    let winner = json!({
        "chair": winner.chair.number(),
        "liability": winner.liability.as_ref().map(liability),
        "liable_chair": winner.liability.map(|stated| stated.liable.number()),
    });
    stated(winner, shown)
}

#[test]
fn the_published_corpus_is_current() {
    published::check(&format!("{FOLDER}/faan-corpus.jsonl"), &corpus());
}

#[test]
fn every_line_is_as_the_schema_says() {
    let schema = published::path(FOLDER).join("corpus.schema.json");
    let schema = std::fs::read_to_string(schema).unwrap();
    let schema: Json = serde_json::from_str(&schema).unwrap();
    let schema = jsonschema::draft202012::options().build(&schema).unwrap();
    let mut lines = 0;
    for line in corpus().lines() {
        let value: Json = serde_json::from_str(line).unwrap();
        let errors: Vec<String> = schema
            .iter_errors(&value)
            .map(|error| error.to_string())
            .collect();
        assert!(errors.is_empty(), "{line}\n{errors:?}");
        lines += 1;
    }
    assert!(lines > 400, "{lines}");
}

/// The notation of a line and its structured form are two ways to say one thing.
#[test]
fn tiles_are_read_back_as_they_were() {
    for case in cases() {
        let shown = win(&case);
        let list = |name: &str| {
            let tiles = shown["hand"][name].as_array().unwrap().iter();
            let text: String = tiles.map(|tile| tile.as_str().unwrap()).collect();
            notation::parse(&text).unwrap()
        };
        assert_eq!(list("concealed").playing, case.win.hand.concealed);
        assert_eq!(list("bonus_tiles").bonus, case.win.hand.bonus_tiles);
    }
}
