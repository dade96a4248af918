//! One entry of every kind, and of every sort of outcome: together the ledger of a small club.

use super::table::{self, DOCUMENT, corrected, entry, outcome_id};
use super::{club, evenings, seasons, settled, totals, tournaments, void};
use evidence::{
    Agreed, Body, CappedPatterns, Chair, Change, ClubFounded, CountedPattern, DeclaredResult,
    Entry, FalseMahjong, Hand, Hash, Insert, LeftOutPattern, LeftOutReason, Liability,
    LiabilityRule, MatchHistory, MatchId, MatchOpened, MatchState, Meld, MeldKind, MemberSet,
    Outcome, OutcomeRecorded, Payee, Penalty, PlayerEnrolled, PlayerId, ReadSet, Reading, Replace,
    Reseat, Reseated, Role, Score, SetKind, Shape, Shown, Substitution, UserId, VariantAdded, Void,
    Win, Wind, Winner, WinnerScore, WonBy, commit,
};
use time::macros::date;
use uuid::Uuid;

pub(crate) fn all() -> Vec<(&'static str, Entry)> {
    let before = [
        ("club_founded", founded()),
        ("member_set", member_set()),
        ("player_enrolled", enrolled()),
        (
            "variant_added",
            Body::VariantAdded(VariantAdded::from_document(DOCUMENT).unwrap()),
        ),
        ("match_opened", opened()),
    ];
    let mut all: Vec<_> = before
        .into_iter()
        .zip(1..)
        .map(|((name, body), seq)| (name, entry(seq, body)))
        .collect();
    let mut history = MatchHistory::open(&all.last().unwrap().1).unwrap();
    for (name, outcome) in outcomes() {
        let seq = history.version + 1;
        let recorded = OutcomeRecorded {
            reason_commitment: matches!(outcome, Outcome::Penalty(_) | Outcome::EarlyEnd {})
                .then(|| commit(&[3; 16], "last train")),
            ..table::recorded(&history, outcome_id(seq), outcome)
        };
        let told = entry(seq, Body::OutcomeRecorded(Box::new(recorded)));
        history.add(&told).unwrap();
        all.push((name, told));
    }
    let correction = corrected(&history, changes());
    let told = entry(
        history.version + 1,
        Body::MatchCorrected(Box::new(correction)),
    );
    history.add(&told).unwrap();
    all.push(("match_corrected", told));
    let after = club::governed().into_iter().chain(settled::settled());
    let after = after.chain(evenings::held()).chain(seasons::played());
    let after = after.chain(tournaments::held()).chain(void::declared());
    let after = after.chain([tournaments::against_ranks(), club::unmerged()]);
    let after = after.chain(totals::recorded());
    let after = after.zip(history.version + 1..);
    all.extend(after.map(|((name, body), seq)| (name, entry(seq, body))));
    all
}

/// What happens in the match, the first as entry 6.
fn outcomes() -> Vec<(&'static str, Outcome)> {
    vec![
        ("outcome_recorded, a win", Outcome::Win(win())),
        (
            "outcome_recorded, a declared win",
            Outcome::Win(declared_win()),
        ),
        ("outcome_recorded, a goulash", Outcome::Goulash {}),
        ("outcome_recorded, an agreed hand", agreed()),
        ("outcome_recorded, a false mahjong", false_mahjong()),
        (
            "outcome_recorded, a penalty to the players",
            penalty(Payee::Players),
        ),
        (
            "outcome_recorded, a penalty to the house",
            penalty(Payee::House),
        ),
        ("outcome_recorded, a substitution", substitution()),
        ("outcome_recorded, an early end", Outcome::EarlyEnd {}),
    ]
}

/// Of every sort one: the declared win was chair 3's, there was no goulash, a penalty had been forgotten, and the first
/// two players had changed chairs.
fn changes() -> Vec<Change> {
    let mut other = declared_win();
    other.winners[0].chair = chair(3);
    let [first, second, third, fourth] = players();
    vec![
        Change::Replace(Replace {
            outcome_id: outcome_id(7),
            outcome: Outcome::Win(other),
        }),
        Change::Void(Void {
            outcome_id: outcome_id(8),
        }),
        Change::Insert(Insert {
            outcome_id: outcome_id(15),
            before: Some(outcome_id(9)),
            outcome: penalty(Payee::House),
        }),
        Change::Reseat(Reseat {
            players: [second, first, third, fourth],
            outcomes: Reseated::FollowPlayers,
        }),
    ]
}

pub(crate) fn id(n: u128) -> Uuid {
    Uuid::from_u128(n)
}

pub(crate) fn chair(number: u8) -> Chair {
    Chair::try_from(number).unwrap()
}

pub(crate) fn players() -> [PlayerId; 4] {
    [11, 12, 13, 14].map(|n| PlayerId(id(n)))
}

fn founded() -> Body {
    let name_commitment = commit(&[1; 16], "西營盤麻雀會");
    Body::ClubFounded(ClubFounded {
        time_zone: "Asia/Hong_Kong".to_owned(),
        name_commitment,
    })
}

fn member_set() -> Body {
    Body::MemberSet(MemberSet {
        user: UserId(id(2)),
        role: Role::Scorer,
    })
}

fn enrolled() -> Body {
    Body::PlayerEnrolled(PlayerEnrolled {
        player: players()[0],
        name_commitment: commit(&[2; 16], "陳大文"),
    })
}

pub(crate) fn opened() -> Body {
    Body::MatchOpened(MatchOpened {
        match_id: MatchId(id(5)),
        variant_hash: Hash::of(DOCUMENT),
        players: players(),
        minimum_fan: Some(3),
        stake_cents: 50,
        currency: "HKD".to_owned(),
        starting_points: 500,
        played_on: date!(2026 - 11 - 21),
        state: MatchState::START,
    })
}

/// Chair 4 takes chair 2's 8s: half flush and all pungs, of which chair 2 had fed the third meld.
pub(crate) fn win() -> Win {
    let meld = |tiles: &str| Meld {
        kind: MeldKind::Pung,
        tiles: tiles.to_owned(),
    };
    let hand = Hand {
        concealed: "88s WW".to_owned(),
        winning_tile: "8s".to_owned(),
        melds: ["222s", "444s", "666s"].map(meld).to_vec(),
        bonus_tiles: "1f".to_owned(),
    };
    let liability = Liability {
        chair: chair(2),
        rule: LiabilityRule::FiveTiles,
        tiles_left: Some(4),
        live_tile: Some(true),
    };
    Win {
        won_by: WonBy::Discard,
        from_chair: Some(chair(2)),
        robbed_kong: None,
        last_tile: false,
        replacement: None,
        first_turn: None,
        winners: vec![Winner {
            chair: chair(4),
            shown: Shown::Hand(hand),
            liability: Some(liability),
        }],
    }
}

pub(crate) fn declared_win() -> Win {
    let declared = DeclaredResult {
        fan: 4,
        limit: false,
        fan_toward_minimum: Some(3),
    };
    Win {
        won_by: WonBy::SelfDraw,
        from_chair: None,
        robbed_kong: None,
        last_tile: true,
        replacement: None,
        first_turn: None,
        winners: vec![Winner {
            chair: chair(1),
            shown: Shown::Declared(declared),
            liability: None,
        }],
    }
}

fn agreed() -> Outcome {
    Outcome::Agreed(Agreed {
        winner: Some(chair(3)),
        half_points: [-6, -2, 16, -8],
    })
}

fn false_mahjong() -> Outcome {
    Outcome::FalseMahjong(FalseMahjong {
        chair: chair(2),
        points: Some(10),
    })
}

pub(crate) fn penalty(payee: Payee) -> Outcome {
    let (penalty, points) = match payee {
        Payee::Players => (Some("wrong_tile_count".to_owned()), None),
        Payee::House => (None, Some(5)),
    };
    Outcome::Penalty(Penalty {
        chair: chair(1),
        penalty,
        points,
        payee,
    })
}

pub(crate) fn substitution() -> Outcome {
    Outcome::Substitution(Substitution {
        chair: chair(4),
        player: PlayerId(id(15)),
    })
}

/// The score of the hand above, or of a result that was declared.
pub(crate) fn score(winner: &Winner) -> WinnerScore {
    let score = match winner.shown {
        Shown::Hand(_) => hand_score(),
        Shown::Declared(declared) => Score {
            reading: None,
            counted: vec![],
            left_out: vec![],
            fan: declared.fan,
            fan_toward_minimum: declared.fan_toward_minimum.unwrap_or(declared.fan),
            declared: true,
            ..hand_score()
        },
    };
    WinnerScore {
        chair: winner.chair,
        score,
    }
}

fn hand_score() -> Score {
    let set = |kind, tiles: &str, completed| ReadSet {
        kind,
        tiles: tiles.to_owned(),
        concealed: false,
        completed,
    };
    let pung = |tiles| set(SetKind::Pung, tiles, tiles == "888s");
    let mut sets: Vec<_> = ["222s", "444s", "666s", "888s"].map(pung).to_vec();
    sets.push(ReadSet {
        concealed: true,
        ..set(SetKind::Pair, "WW", false)
    });
    let counted = |pattern: &str| CountedPattern {
        pattern: pattern.to_owned(),
        count: 1,
        fan: 3,
        limit: false,
        counts_toward_minimum: true,
    };
    let left_out = LeftOutPattern {
        pattern: "concealed_hand".to_owned(),
        reason: LeftOutReason::NoValue,
        by: None,
    };
    Score {
        reading: Some(Reading {
            shape: Shape::Standard,
            sets,
        }),
        counted: ["half_flush", "all_pungs"].map(counted).to_vec(),
        capped: vec![CappedPatterns {
            patterns: ["half_flush", "all_pungs"].map(str::to_owned).to_vec(),
            fan_before: 6,
            fan: 4,
        }],
        left_out: vec![left_out],
        fan: 4,
        fan_toward_minimum: 4,
        minimum_fan: 3,
        limit: false,
        points: 2,
        declared: false,
    }
}

/// A kind or a sort that is added has to get an example.
#[test]
fn the_examples_leave_out_no_kind() {
    assert_eq!(Wind::ALL.len(), 4);
    let all = all();
    let mut kinds: Vec<_> = all.iter().map(|(_, entry)| entry.body.kind()).collect();
    kinds.sort();
    kinds.dedup();
    let mut known = Body::KINDS;
    known.sort();
    assert_eq!(kinds, known);
    let leaves: String = all
        .iter()
        .map(|(_, entry)| String::from_utf8(entry.to_bytes().unwrap()).unwrap())
        .collect();
    for sort in [
        "win",
        "goulash",
        "agreed",
        "false_mahjong",
        "penalty",
        "side_payment",
        "totals",
        "substitution",
        "early_end",
        "replace",
        "void",
        "insert",
        "reseat",
    ] {
        assert!(leaves.contains(&format!(r#""kind":"{sort}""#)), "{sort}");
    }
}
