//! The corpus as others read it: JSON lines with a schema, in `proto/corpus`; `UPDATE_EXPECT=1` rewrites them.

use rules::variant::write_hash;
use rules::{BonusTile, Circumstances, FirstTurn, Hand, Outcome, Replacement};
use rules::{
    Payee, SEMANTICS, Shown, StatedLiability, Tile, Variant, Wind, Winner, WonBy, notation,
};
use serde_json::{Map, Value as Json, json};

use crate::case::{Case, Expected, Note};
use crate::play_case::{self, PlayCase};
use crate::{cases, play_cases};

fn corpus() -> String {
    let wins = cases().into_iter().map(|case| win_case(&case));
    let plays = play_cases().into_iter().map(|case| play_case(&case));
    let lines = wins.chain(plays).map(|line| format!("{line}\n"));
    lines.collect()
}

fn win_case(case: &Case) -> Json {
    let mut line = head(&case.variant, case.patch.as_ref());
    set(
        &mut line,
        "minimum_fan",
        case.options.minimum_fan.map(Json::from),
    );
    set(&mut line, "notation", Some(json!(case.text)));
    set(&mut line, "win", Some(win(case)));
    set(&mut line, "expect", Some(expect(case)));
    Json::Object(line)
}

fn play_case(case: &PlayCase) -> Json {
    let mut line = head(&case.variant, case.patch.as_ref());
    let outcomes: Vec<Json> = case.outcomes.iter().map(outcome).collect();
    set(&mut line, "outcomes", Some(json!(outcomes)));
    let expect = match &case.expected {
        play_case::Expected::Played { half_points, state } => {
            json!({ "total_points": half_points.map(points), "state": state })
        }
        play_case::Expected::Refused { code, field } => {
            json!({ "refused": { "code": code, "field": field } })
        }
    };
    set(&mut line, "expect", Some(expect));
    Json::Object(line)
}

fn set(object: &mut Map<String, Json>, name: &str, value: Option<Json>) {
    if let Some(value) = value {
        object.insert(name.to_owned(), value);
    }
}

/// What every line begins with. The variant's hash is that of the patched document.
fn head(variant: &Variant, patch: Option<&Json>) -> Map<String, Json> {
    let mut line = Map::new();
    set(&mut line, "variant", Some(json!(variant.id())));
    set(&mut line, "patch", patch.cloned());
    set(
        &mut line,
        "variant_hash",
        Some(json!(write_hash(variant.hash()))),
    );
    set(&mut line, "semantics", Some(json!(SEMANTICS)));
    line
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
    let mut expect = match &case.expected {
        Expected::Refused { code, field } => Map::from_iter([(
            "refused".to_owned(),
            json!({ "code": code, "field": field }),
        )]),
        Expected::Scored {
            fan,
            counted,
            half_points,
        } => {
            let score = case.scored().expect("a scored case").score;
            let one = |(pattern, fan): (&String, &Option<u32>)| match fan {
                Some(fan) => json!({ "pattern": pattern, "fan": fan }),
                None => json!({ "pattern": pattern, "limit": true }),
            };
            let counted: Vec<Json> = counted.iter().map(one).collect();
            let Json::Object(expect) = json!({
                "limit": fan.is_none(),
                "fan": fan.unwrap_or(0),
                "points": score.points,
                "counted": counted,
                "payments": Wind::ALL.map(|seat| json!({
                    "seat_wind": wind(seat),
                    "points": points(half_points[seat.index()]),
                })),
            }) else {
                panic!("an object");
            };
            expect
        }
    };
    notes(case, &mut expect);
    Json::Object(expect)
}

fn notes(case: &Case, expect: &mut Map<String, Json>) {
    let (mut missed, mut left_out, mut capped) = (Vec::new(), Vec::new(), Vec::new());
    for note in &case.notes {
        match note {
            Note::Missed(pattern) => missed.push(json!(pattern)),
            Note::LeftOut {
                pattern,
                reason,
                by,
            } => left_out.push(json!({ "pattern": pattern, "reason": reason, "by": by })),
            Note::Capped {
                patterns,
                fan_before,
                fan,
            } => capped.push(json!({ "patterns": patterns, "fan_before": fan_before, "fan": fan })),
        }
    }
    let lists = [
        ("capped", capped),
        ("left_out", left_out),
        ("narrowly_missed", missed),
    ];
    for (name, list) in lists {
        set(expect, name, (!list.is_empty()).then(|| json!(list)));
    }
}

fn win(case: &Case) -> Json {
    let mut win = Map::new();
    set(&mut win, "seat_wind", Some(json!(wind(case.win.seat_wind))));
    set(
        &mut win,
        "round_wind",
        Some(json!(wind(case.win.round_wind))),
    );
    circumstances(&mut win, &case.win.circumstances, "from_seat", |seat| {
        json!(wind(seat))
    });
    let stated = case.win.liability;
    set(&mut win, "liability", stated.as_ref().map(liability));
    let liable_seat = stated.map(|stated| json!(wind(stated.liable)));
    set(&mut win, "liable_seat", liable_seat);
    set(&mut win, "hand", Some(hand(&case.win.hand)));
    Json::Object(win)
}

fn circumstances<S: Copy>(
    win: &mut Map<String, Json>,
    stated: &Circumstances<S>,
    from: &str,
    name: impl Fn(S) -> Json,
) {
    let won_by = match stated.won_by {
        WonBy::SelfDraw => "self_draw",
        WonBy::Discard { .. } => "discard",
        WonBy::RobbedKong { .. } => "robbed_kong",
        WonBy::BonusTiles => "bonus_tiles",
    };
    set(win, "won_by", Some(json!(won_by)));
    set(win, from, stated.won_by.from().map(name));
    if let WonBy::RobbedKong { kong, .. } = stated.won_by {
        set(win, "robbed_kong", Some(json!(json!(kong))));
    }
    set(
        win,
        "last_tile",
        stated.last_tile.then_some(Json::Bool(true)),
    );
    let replacement = stated.replacement.map(|replacement| match replacement {
        Replacement::BonusTile => "bonus_tile",
        Replacement::Kong => "kong",
        Replacement::SecondKong => "second_kong",
    });
    set(win, "replacement", replacement.map(Json::from));
    let first_turn = stated.first_turn.map(|first_turn| match first_turn {
        FirstTurn::Heaven => "heaven",
        FirstTurn::Earth => "earth",
        FirstTurn::Man => "man",
    });
    set(win, "first_turn", first_turn.map(Json::from));
}

/// Who is liable stands beside it.
fn liability<S>(stated: &StatedLiability<S>) -> Json {
    let mut liability = Map::new();
    set(&mut liability, "rule", Some(json!(stated.rule.as_str())));
    set(
        &mut liability,
        "tiles_left",
        stated.tiles_left.map(Json::from),
    );
    set(
        &mut liability,
        "live_tile",
        stated.live_tile.map(Json::from),
    );
    Json::Object(liability)
}

fn wind(wind: Wind) -> &'static str {
    ["east", "south", "west", "north"][wind.index()]
}

fn tiles(tiles: &[Tile]) -> Json {
    let one = |&tile: &Tile| notation::playing(&[tile]);
    tiles.iter().map(one).collect()
}

fn hand(shown: &Hand) -> Json {
    let mut hand = Map::new();
    set(&mut hand, "concealed", Some(tiles(&shown.concealed)));
    let winning = shown.winning_tile.map(|tile| notation::playing(&[tile]));
    set(&mut hand, "winning_tile", winning.map(Json::from));
    let meld = |meld: &rules::Meld| json!({ "kind": meld.kind, "tiles": tiles(&meld.tiles) });
    set(
        &mut hand,
        "melds",
        Some(shown.melds.iter().map(meld).collect()),
    );
    let bonus = |&tile: &BonusTile| notation::bonus(&[tile]);
    set(
        &mut hand,
        "bonus_tiles",
        Some(shown.bonus_tiles.iter().map(bonus).collect()),
    );
    Json::Object(hand)
}

fn outcome(outcome: &Outcome) -> Json {
    let mut fields = Map::new();
    let kind = match outcome {
        Outcome::Win {
            winners,
            circumstances: stated,
        } => {
            circumstances(&mut fields, stated, "from_chair", |chair| {
                json!(chair.number())
            });
            set(
                &mut fields,
                "winners",
                Some(winners.iter().map(winner).collect()),
            );
            "win"
        }
        Outcome::Goulash => "goulash",
        Outcome::FalseMahjong { chair, points } => {
            set(&mut fields, "chair", Some(json!(chair.number())));
            set(&mut fields, "points", points.map(Json::from));
            "false_mahjong"
        }
        Outcome::Agreed {
            winner,
            half_points,
        } => {
            let winner = winner.map(|chair| json!(chair.number()));
            set(&mut fields, "winner_chair", winner);
            set(
                &mut fields,
                "payments",
                Some(json!(half_points.map(points))),
            );
            "agreed"
        }
        Outcome::Penalty {
            chair,
            penalty,
            points,
            payee,
        } => {
            set(&mut fields, "chair", Some(json!(chair.number())));
            set(&mut fields, "penalty", penalty.as_ref().map(|id| json!(id)));
            set(&mut fields, "points", points.map(Json::from));
            let payee = match payee {
                Payee::Players => "players",
                Payee::House => "house",
            };
            set(&mut fields, "payee", Some(json!(payee)));
            "penalty"
        }
        Outcome::Substitution { chair } => {
            set(&mut fields, "chair", Some(json!(chair.number())));
            "substitution"
        }
        Outcome::EarlyEnd => "early_end",
    };
    set(&mut fields, "kind", Some(json!(kind)));
    Json::Object(fields)
}

fn winner(winner: &Winner) -> Json {
    let mut fields = Map::new();
    set(&mut fields, "chair", Some(json!(winner.chair.number())));
    match &winner.shown {
        Shown::Tiles(shown) => set(&mut fields, "hand", Some(hand(shown))),
        Shown::Declared(result) => {
            let mut declared = Map::new();
            set(&mut declared, "fan", Some(json!(result.fan)));
            set(&mut declared, "limit", Some(json!(result.limit)));
            let toward = result.fan_toward_minimum.map(Json::from);
            set(&mut declared, "fan_toward_minimum", toward);
            set(&mut fields, "declared", Some(Json::Object(declared)));
        }
    }
    let stated = winner.liability;
    set(&mut fields, "liability", stated.as_ref().map(liability));
    let liable_chair = stated.map(|stated| json!(stated.liable.number()));
    set(&mut fields, "liable_chair", liable_chair);
    Json::Object(fields)
}

pub(crate) const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../proto/corpus");

#[test]
fn the_published_corpus_is_current() {
    let path = format!("{FOLDER}/faan-corpus.jsonl");
    let corpus = corpus();
    #[expect(
        clippy::disallowed_methods,
        reason = "the switch that rewrites what is compared"
    )]
    let update = std::env::var_os("UPDATE_EXPECT").is_some();
    if update {
        std::fs::write(&path, &corpus).unwrap();
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(found == corpus, "run with UPDATE_EXPECT=1");
}

#[test]
fn every_line_is_as_the_schema_says() {
    let schema = std::fs::read_to_string(format!("{FOLDER}/corpus.schema.json")).unwrap();
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
