//! Hands and answers as single lines of text.

use std::collections::HashMap;
use std::fmt::Display;

use wire::v1;
use wire::v1::outcome::Outcome;
use wire::v1::winner::Result as Shown;

/// What a line says: tiles, how they won, and whatever else it names by `key=value`.
struct Line<'a> {
    hand: v1::Hand,
    circumstances: v1::Circumstances,
    rest: HashMap<&'a str, &'a str>,
}

/// A win outside a match: `88m NN pung:222m pung:444p 1f +8m self_draw seat=west round=east`.
///
/// Concealed tiles, melds by their kind, bonus tiles, `+` the winning tile; then how it was won. Winds are East
/// unless stated; without another word the hand was won by discard.
pub(crate) fn win(line: &str) -> v1::Win {
    let line = read(line);
    let wind = |key: &str, default: &str| {
        let name = line.rest.get(key).copied().unwrap_or(default);
        value(v1::Wind::from_str_name, "WIND", name)
    };
    v1::Win {
        seat_wind: wind("seat", "east"),
        round_wind: wind("round", "east"),
        from_seat: wind("from", "unspecified"),
        liability: liability(&line),
        liable_seat: wind("liable", "unspecified"),
        hand: Some(line.hand),
        circumstances: Some(line.circumstances),
        notation: String::new(),
    }
}

/// What happened in one hand of a match: `goulash`, `early_end`, `false_mahjong chair=1 points=10`,
/// `agreed chair=1 points=6,-6,0,0`, `side_payment chair=1 payer=2 side_payment=kong points=4`, `totals points=6,-6,0,-2 house=2`, `penalty chair=1 penalty=late points=10 payee=house`, `substitution chair=2`,
/// `chair=4 fan=6 from=2`, or `chair=4` and a win as above; further winners follow after `&`.
pub(crate) fn outcome(text: &str) -> v1::Outcome {
    let outcome = match text.split(' ').next() {
        Some("goulash") => Outcome::Goulash(v1::GoulashOutcome {}),
        Some("early_end") => Outcome::EarlyEnd(v1::EarlyEndOutcome {}),
        Some("false_mahjong") => {
            let line = read(text.trim_start_matches("false_mahjong "));
            let points = number(&line, "points");
            Outcome::FalseMahjong(v1::FalseMahjongOutcome {
                chair: number(&line, "chair").unwrap_or(0),
                points,
            })
        }
        Some("agreed") => {
            let line = read(text.trim_start_matches("agreed "));
            Outcome::Agreed(v1::AgreedOutcome {
                winner_chair: number(&line, "chair").unwrap_or(0),
                half_points: half_points(line.rest["points"]),
            })
        }
        Some("penalty") => {
            let line = read(text.trim_start_matches("penalty "));
            let word = |key| line.rest.get(key).copied();
            Outcome::Penalty(v1::PenaltyOutcome {
                chair: number(&line, "chair").unwrap_or(0),
                penalty: word("penalty").unwrap_or_default().to_owned(),
                points: number(&line, "points"),
                payee: value(
                    v1::Payee::from_str_name,
                    "PAYEE",
                    word("payee").unwrap_or("unspecified"),
                ),
            })
        }
        Some("side_payment") => {
            let line = read(text.trim_start_matches("side_payment "));
            let word = |key| line.rest.get(key).copied();
            Outcome::SidePayment(v1::SidePaymentOutcome {
                chair: number(&line, "chair").unwrap_or(0),
                from_chair: number(&line, "payer").unwrap_or(0),
                side_payment: word("side_payment").unwrap_or_default().to_owned(),
                points: number(&line, "points"),
            })
        }
        Some("totals") => {
            let line = read(text.trim_start_matches("totals "));
            Outcome::Totals(v1::TotalsOutcome {
                half_points: half_points(line.rest["points"]),
                house_half_points: number(&line, "house").map_or(0, |house| i64::from(house) * 2),
            })
        }
        Some("substitution") => {
            let line = read(text.trim_start_matches("substitution "));
            Outcome::Substitution(v1::SubstitutionOutcome {
                chair: number(&line, "chair").unwrap_or(0),
            })
        }
        _ => Outcome::Win(win_outcome(text)),
    };
    v1::Outcome {
        outcome: Some(outcome),
    }
}

/// Points, separated by commas.
fn half_points(text: &str) -> Vec<i64> {
    let points = text.split(',').map(|points| points.parse::<f64>().unwrap());
    points.map(|points| (points * 2.0) as i64).collect()
}

/// What is claimed, and by whom: `from=1 +9m`, and one claim in each further text, such as `3 pung`, `2 chow 78m`,
/// `4 win 78m 22p pung:333p pung:444p pung:555p` or `3 kong passed`. Chair 1 deals, in East round.
pub(crate) fn claims(offered: &str, claims: &[&str]) -> v1::ResolveClaimsRequest {
    let line = read(offered);
    v1::ResolveClaimsRequest {
        deal: Some(v1::Deal {
            round_wind: v1::Wind::East.into(),
            dealer: 1,
            extra: 0,
        }),
        circumstances: Some(line.circumstances),
        from_chair: number(&line, "from").unwrap_or(0),
        tile: line.hand.winning_tile,
        claims: claims.iter().map(|text| claim(text)).collect(),
        ..Default::default()
    }
}

fn claim(text: &str) -> v1::Claim {
    use v1::claim::Call;
    let (text, passed_up) = match text.strip_suffix(" passed") {
        Some(text) => (text, true),
        None => (text, false),
    };
    let mut words = text.splitn(3, ' ');
    let chair = words.next().unwrap().parse().unwrap();
    let (kind, rest) = (words.next().unwrap(), words.next().unwrap_or_default());
    let call = match kind {
        "win" => Call::Win(v1::WinClaim {
            hand: Some(read(rest).hand),
        }),
        "kong" => Call::Kong(v1::KongClaim {}),
        "pung" => Call::Pung(v1::PungClaim {}),
        "chow" => Call::Chow(v1::ChowClaim {
            tiles: Some(notation(rest)),
        }),
        _ => panic!("no such claim: {text}"),
    };
    v1::Claim {
        chair,
        passed_up,
        call: Some(call),
    }
}

/// A hand that waits: `88m NN pung:222m pung:444p pung:666s seat=west`, and what was seen.
pub(crate) fn holding(hand: &str, seen: &[&str]) -> v1::FindWaitsRequest {
    let win = win(hand);
    v1::FindWaitsRequest {
        hand: win.hand,
        seat_wind: win.seat_wind,
        round_wind: win.round_wind,
        seen: seen.iter().map(|tiles| notation(tiles)).collect(),
        ..Default::default()
    }
}

/// A score: `all_pungs 3 + self_draw 1 = 4 fan`, `thirteen_orphans = limit`.
pub(crate) fn score(score: &v1::Score) -> String {
    let pattern = |counted: &v1::CountedPattern| match counted.limit {
        true => counted.pattern.clone(),
        false => format!("{} {}", counted.pattern, counted.fan),
    };
    let counted: Vec<String> = score.counted.iter().map(pattern).collect();
    match score.limit {
        true => format!("{} = limit", counted.join(" + ")),
        false => format!("{} = {} fan", counted.join(" + "), score.fan),
    }
}

/// Amounts as points: `-4 -2 +8 -2`.
pub(crate) fn points(half_points: impl IntoIterator<Item = i64>) -> String {
    let amounts: Vec<i64> = half_points.into_iter().collect();
    assert_eq!(
        (amounts.len(), amounts.iter().sum::<i64>()),
        (4, 0),
        "{amounts:?}"
    );
    let text: Vec<String> = amounts
        .iter()
        .map(|&amount| format!("{:+}", amount as f64 / 2.0))
        .collect();
    text.join(" ")
}

fn read(line: &str) -> Line<'_> {
    let mut read = Line {
        hand: v1::Hand::default(),
        circumstances: v1::Circumstances::default(),
        rest: HashMap::new(),
    };
    read.circumstances.won_by = v1::WonBy::Discard.into();
    for word in line.split_whitespace() {
        read.word(word);
    }
    read
}

impl<'a> Line<'a> {
    fn word(&mut self, word: &'a str) {
        let circumstances = &mut self.circumstances;
        if let Some((key, name)) = word.split_once('=') {
            match key {
                "robbed" => {
                    circumstances.won_by = v1::WonBy::RobbedKong.into();
                    circumstances.robbed_kong =
                        value(v1::MeldKind::from_str_name, "MELD_KIND", name);
                }
                "replacement" => {
                    circumstances.replacement =
                        value(v1::Replacement::from_str_name, "REPLACEMENT", name)
                }
                "first_turn" => {
                    circumstances.first_turn =
                        value(v1::FirstTurn::from_str_name, "FIRST_TURN", name)
                }
                _ => _ = self.rest.insert(key, name),
            }
        } else {
            match word {
                "self_draw" => circumstances.won_by = v1::WonBy::SelfDraw.into(),
                "bonus_tiles" => circumstances.won_by = v1::WonBy::BonusTiles.into(),
                "last_tile" => circumstances.last_tile = true,
                "limit" => _ = self.rest.insert("limit", ""),
                tiles => self.tiles(tiles),
            }
        }
    }

    fn tiles(&mut self, word: &str) {
        let hand = &mut self.hand;
        if let Some((kind, tiles)) = word.split_once(':') {
            let kind = value(v1::MeldKind::from_str_name, "MELD_KIND", kind);
            hand.melds.push(v1::Meld {
                kind,
                tiles: Some(notation(tiles)),
            });
        } else if let Some(tile) = word.strip_prefix('+') {
            hand.winning_tile = Some(notation(tile));
        } else if word.ends_with(['f', 'q']) {
            hand.bonus_tiles
                .get_or_insert_default()
                .notation
                .push_str(word);
        } else {
            hand.concealed
                .get_or_insert_default()
                .notation
                .push_str(word);
        }
    }
}

fn win_outcome(text: &str) -> v1::WinOutcome {
    let lines: Vec<Line> = text.split('&').map(read).collect();
    let winner = |line: &Line| v1::Winner {
        chair: number(line, "chair").unwrap_or(0),
        result: match (number(line, "fan"), line.rest.contains_key("limit")) {
            (None, false) => Some(Shown::Hand(line.hand.clone())),
            (fan, limit) => Some(Shown::Declared(v1::DeclaredResult {
                fan: fan.unwrap_or(0),
                limit,
                fan_toward_minimum: number(line, "toward_minimum"),
            })),
        },
        liability: liability(line),
        liable_chair: number(line, "liable").unwrap_or(0),
    };
    v1::WinOutcome {
        winners: lines.iter().map(winner).collect(),
        circumstances: Some(lines[0].circumstances),
        from_chair: number(&lines[0], "from").unwrap_or(0),
    }
}

/// `rule=five_tiles tiles_left=3 live_tile=true`; who is liable is stated beside it.
fn liability(line: &Line) -> Option<v1::Liability> {
    let rule = line.rest.get("rule")?;
    Some(v1::Liability {
        rule: value(v1::LiabilityRule::from_str_name, "LIABILITY_RULE", rule),
        tiles_left: number(line, "tiles_left"),
        live_tile: line.rest.get("live_tile").map(|text| text.parse().unwrap()),
    })
}

fn number(line: &Line, key: &str) -> Option<u32> {
    line.rest.get(key).map(|text| text.parse().unwrap())
}

fn notation(text: &str) -> v1::Tiles {
    v1::Tiles {
        tiles: Vec::new(),
        notation: text.to_owned(),
    }
}

/// The number of an enum's value from its lower-case name without the prefix.
fn value<E: Into<i32>>(named: impl Fn(&str) -> Option<E>, prefix: &str, name: impl Display) -> i32 {
    let name = format!("{prefix}_{name}").to_uppercase();
    named(&name)
        .unwrap_or_else(|| panic!("no {name} in the contract"))
        .into()
}
