//! A ledger in which everything is as the rules have it, made with the rules and without the auditor.

use evidence::{
    Agreed, Body, Chair, Change, ClubFounded, ClubId, CorrectedOutcome, DeclaredResult, Entry,
    FalseMahjong, Hand, Hash, Insert, Legs, MatchCorrected, MatchHistory, MatchId, MatchOpened,
    MatchState, Meld, MeldKind, Outcome, OutcomeId, OutcomeKind, OutcomeRecorded, OutcomeResult,
    Payee, Penalty, PlayerEnrolled, PlayerId, Replace, Reseat, Reseated, Shown, SidePayment,
    Substitution, Totals, UserId, VariantAdded, Void, Win, Winner, WinnerScore, WonBy, commit,
    seated_after,
};
use rules::{TableOptions, Variant, play};
use time::macros::date;
use uuid::Uuid;

pub(crate) const WIN: u64 = 11;
pub(crate) const GOULASH: u64 = 12;
pub(crate) const AGREED: u64 = 13;
pub(crate) const PENALTY: u64 = 14;
pub(crate) const SUBSTITUTION: u64 = 15;
pub(crate) const DECLARED: u64 = 16;
/// The goulash was a win, and a penalty before the substitution had been forgotten.
pub(crate) const REPLACED: u64 = 17;
pub(crate) const NEXT: u64 = 18;
pub(crate) const EARLY_END: u64 = 19;
/// The first two players had changed chairs, and the match was not over.
pub(crate) const RESEATED: u64 = 20;

/// The entries of the club.
pub(crate) fn ledger() -> Vec<Entry> {
    after(vec![
        Ok(win()),
        Ok(Outcome::Goulash {}),
        Ok(agreed()),
        Ok(penalty(1, Payee::House)),
        Ok(substitution()),
        Ok(declared(1)),
        Err(replaced()),
        Ok(declared(3)),
        Ok(Outcome::EarlyEnd {}),
        Err(reseated()),
    ])
}

/// The entries of a club whose match has one outcome, of this kind.
pub(crate) fn of_kind(kind: OutcomeKind) -> Vec<Entry> {
    let outcome = match kind {
        OutcomeKind::Win => win(),
        OutcomeKind::Goulash => Outcome::Goulash {},
        OutcomeKind::Agreed => agreed(),
        OutcomeKind::FalseMahjong => Outcome::FalseMahjong(FalseMahjong {
            chair: chair(3),
            points: Some(10),
        }),
        OutcomeKind::Penalty => penalty(2, Payee::Players),
        OutcomeKind::SidePayment => side_payment(),
        OutcomeKind::Totals => Outcome::Totals(Totals {
            half_points: [48, -16, -40, 4],
            house_half_points: Some(4),
        }),
        OutcomeKind::Substitution => substitution(),
        OutcomeKind::EarlyEnd => Outcome::EarlyEnd {},
    };
    after(vec![Ok(outcome)])
}

/// The entries of a club after the outcomes and corrections of a match.
fn after(steps: Vec<Result<Outcome, Vec<Change>>>) -> Vec<Entry> {
    let opening = [
        Body::ClubFounded(ClubFounded {
            time_zone: "Asia/Hong_Kong".to_owned(),
            name_commitment: commit(&[1; 16], "西營盤麻雀會"),
        }),
        added("hkos-fan-laak"),
        added("old-hong-kong"),
    ];
    let enrolled = (11..=16).map(|n| {
        Body::PlayerEnrolled(PlayerEnrolled {
            player: PlayerId(id(n)),
            name_commitment: commit(&[2; 16], "陳大文"),
        })
    });
    let opening = opening.into_iter().chain(enrolled).chain([opened()]);
    let mut entries: Vec<Entry> = opening.zip(1..).map(entry).collect();
    let mut history = MatchHistory::open(entries.last().unwrap()).unwrap();
    for step in steps {
        let seq = history.version + 1;
        let body = match step {
            Ok(outcome) => {
                Body::OutcomeRecorded(Box::new(recorded(&history, outcome_id(seq), outcome)))
            }
            Err(changes) => Body::MatchCorrected(Box::new(corrected(&history, changes))),
        };
        let entry = entry((body, seq));
        history.add(&entry).unwrap();
        entries.push(entry);
    }
    entries
}

pub(crate) fn outcome_id(n: u64) -> OutcomeId {
    OutcomeId(id(100 + u128::from(n)))
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

pub(crate) fn entry((body, seq): (Body, u64)) -> Entry {
    Entry {
        club: ClubId(id(1)),
        seq,
        time: format!("2026-11-21T09:30:00.{seq:06}Z").parse().unwrap(),
        actor: UserId(id(2)),
        body,
    }
}

fn variant(id: &str) -> &'static Variant {
    Variant::built_in(id).unwrap()
}

pub(crate) fn added(id: &str) -> Body {
    Body::VariantAdded(VariantAdded::from_document(variant(id).document()).unwrap())
}

pub(crate) fn hash_of(id: &str) -> Hash {
    Hash(variant(id).hash())
}

fn opened() -> Body {
    Body::MatchOpened(MatchOpened {
        match_id: MatchId(id(5)),
        variant_hash: hash_of("old-hong-kong"),
        players: players(),
        minimum_fan: None,
        stake_cents: 50,
        currency: "HKD".to_owned(),
        starting_points: 0,
        played_on: date!(2026 - 11 - 21),
        state: MatchState::START,
    })
}

/// Chair 4 takes chair 2's 8s: half flush and all pungs.
pub(crate) fn win() -> Outcome {
    let meld = |tiles: &str| Meld {
        kind: MeldKind::Pung,
        tiles: tiles.to_owned(),
    };
    let hand = Hand {
        concealed: "88s WW".to_owned(),
        winning_tile: "8s".to_owned(),
        melds: MELDS.map(meld).to_vec(),
        bonus_tiles: String::new(),
    };
    Outcome::Win(Win {
        won_by: WonBy::Discard,
        from_chair: Some(chair(2)),
        robbed_kong: None,
        last_tile: false,
        replacement: None,
        first_turn: None,
        winners: vec![Winner {
            chair: chair(4),
            shown: Shown::Hand(hand),
            liability: None,
        }],
    })
}

const MELDS: [&str; 3] = ["222s", "444s", "666s"];

/// A self-drawn win of four fan, without tiles.
pub(crate) fn declared(by: u8) -> Outcome {
    let declared = DeclaredResult {
        fan: 4,
        limit: false,
        fan_toward_minimum: None,
    };
    Outcome::Win(Win {
        won_by: WonBy::SelfDraw,
        from_chair: None,
        robbed_kong: None,
        last_tile: false,
        replacement: None,
        first_turn: None,
        winners: vec![Winner {
            chair: chair(by),
            shown: Shown::Declared(declared),
            liability: None,
        }],
    })
}

fn agreed() -> Outcome {
    Outcome::Agreed(Agreed {
        winner: Some(chair(2)),
        half_points: [-4, 8, -2, -2],
    })
}

fn penalty(by: u8, payee: Payee) -> Outcome {
    Outcome::Penalty(Penalty {
        chair: chair(by),
        penalty: None,
        points: Some(5),
        payee,
    })
}

fn side_payment() -> Outcome {
    Outcome::SidePayment(SidePayment {
        chair: chair(2),
        from_chair: Some(chair(4)),
        side_payment: None,
        points: Some(4),
    })
}

pub(crate) fn substitution() -> Outcome {
    Outcome::Substitution(Substitution {
        chair: chair(3),
        player: PlayerId(id(15)),
    })
}

fn replaced() -> Vec<Change> {
    vec![
        Change::Replace(Replace {
            outcome_id: outcome_id(GOULASH),
            outcome: declared(1),
        }),
        Change::Insert(Insert {
            outcome_id: outcome_id(50),
            before: Some(outcome_id(SUBSTITUTION)),
            outcome: penalty(2, Payee::Players),
        }),
    ]
}

fn reseated() -> Vec<Change> {
    let [first, second, third, fourth] = players();
    vec![
        Change::Reseat(Reseat {
            players: [second, first, third, fourth],
            outcomes: Reseated::StayWithChairs,
        }),
        Change::Void(Void {
            outcome_id: outcome_id(EARLY_END),
        }),
    ]
}

pub(crate) fn recorded(
    history: &MatchHistory,
    outcome_id: OutcomeId,
    outcome: Outcome,
) -> OutcomeRecorded {
    let earlier = history.outcomes.iter().map(|current| &current.now.outcome);
    let all: Vec<&Outcome> = earlier.chain([&outcome]).collect();
    let (results, state_after) = played(history.players, &all);
    OutcomeRecorded {
        match_id: history.terms.match_id,
        outcome_id,
        variant_hash: hash_of("old-hong-kong"),
        semantics: rules::SEMANTICS,
        result: results.last().unwrap().clone(),
        outcome,
        reason_commitment: None,
        state_after,
    }
}

pub(crate) fn corrected(history: &MatchHistory, changes: Vec<Change>) -> MatchCorrected {
    let draft = history.amend(&changes).unwrap();
    let stated: Vec<&Outcome> = draft
        .outcomes
        .iter()
        .map(|stated| &stated.outcome)
        .collect();
    let (results, state_after) = played(draft.players, &stated);
    let stood = |id| history.outcome(id).map(|current| &current.now.result);
    let results = draft.outcomes.iter().zip(results);
    let results = results.map(|(stated, result)| CorrectedOutcome {
        outcome_id: stated.outcome_id,
        result,
    });
    MatchCorrected {
        match_id: history.terms.match_id,
        changes,
        variant_hash: hash_of("old-hong-kong"),
        semantics: rules::SEMANTICS,
        results: results
            .filter(|one| stood(one.outcome_id) != Some(&one.result))
            .collect(),
        reason_commitment: commit(&[2; 16], "misread"),
        state_after,
    }
}

/// Everything played from the start: what each outcome comes to, and where the match stands then.
fn played(mut seated: [PlayerId; 4], stated: &[&Outcome]) -> (Vec<OutcomeResult>, MatchState) {
    let variant = variant("old-hong-kong");
    let outcomes: Vec<_> = stated
        .iter()
        .map(|outcome| rules::read_outcome(outcome).unwrap())
        .collect();
    let options = TableOptions { minimum_fan: None };
    let hands = play(variant, &options, &rules::MatchState::start(), &outcomes).unwrap();
    let mut results = Vec::new();
    for (hand, outcome) in hands.iter().zip(stated) {
        let deal = hand.deal;
        let score = |(chair, score): &(Chair, rules::Score)| WinnerScore {
            chair: *chair,
            score: score.state(variant),
        };
        let (half_points, house) = (hand.payments.half_points(), hand.payments.house());
        results.push(OutcomeResult {
            number: hand.number,
            deal,
            scores: hand.scores.iter().map(score).collect(),
            legs: Legs::new(&deal, seated, half_points, house).unwrap(),
        });
        seated = seated_after(seated, outcome);
    }
    (results, (&hands.last().unwrap().state_after).into())
}
