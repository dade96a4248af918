//! What the table states, of any shape.

use super::{balanced, chairs, ids, players, text};
use evidence::{
    Agreed, Chair, Change, DeclaredResult, FalseMahjong, FirstTurn, Hand, Insert, KongKind,
    Liability, LiabilityRule, Meld, MeldKind, Outcome, OutcomeId, Payee, Penalty, PlayerId,
    Replace, Replacement, Reseat, Reseated, Shown, SidePayment, Substitution, Totals, Void, Win,
    Winner, WonBy,
};
use proptest::collection::vec;
use proptest::option::of;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};

pub(super) fn outcome() -> impl Strategy<Value = Outcome> {
    prop_oneof![
        Just(Outcome::Goulash {}),
        Just(Outcome::EarlyEnd {}),
        (of(chairs()), balanced()).prop_map(|(winner, half_points)| {
            Outcome::Agreed(Agreed {
                winner,
                half_points,
            })
        }),
        penalties().prop_map(Outcome::Penalty),
        side_payments().prop_map(Outcome::SidePayment),
        totals().prop_map(Outcome::Totals),
        (chairs(), ids()).prop_map(|(chair, player)| {
            Outcome::Substitution(Substitution {
                chair,
                player: PlayerId(player),
            })
        }),
        (chairs(), of(any::<u32>()))
            .prop_map(|(chair, points)| Outcome::FalseMahjong(FalseMahjong { chair, points })),
        wins().prop_map(Outcome::Win),
    ]
}

proptest! {
    #[test]
    fn the_word_of_a_kind_is_that_of_json(outcome in outcome()) {
        let json = serde_json::to_value(&outcome).unwrap();
        prop_assert_eq!(json["kind"].as_str(), Some(outcome.kind().as_str()));
    }
}

fn penalties() -> impl Strategy<Value = Penalty> {
    (
        chairs(),
        of(text()),
        of(any::<u32>()),
        select(Payee::ALL.to_vec()),
    )
        .prop_map(|(chair, penalty, points, payee)| Penalty {
            chair,
            penalty,
            points,
            payee,
        })
}

fn side_payments() -> impl Strategy<Value = SidePayment> {
    (chairs(), 0..4_u8, of(text()), of(any::<u32>())).prop_map(
        |(chair, payer, side_payment, points)| SidePayment {
            chair,
            from_chair: Chair::ALL
                .into_iter()
                .filter(|from| *from != chair)
                .nth(payer.into()),
            side_payment,
            points,
        },
    )
}

fn totals() -> impl Strategy<Value = Totals> {
    (balanced(), 0..1_000_000_i64).prop_map(|(balanced, house)| {
        let mut half_points = balanced;
        half_points[0] -= house;
        Totals {
            half_points,
            house_half_points: (house > 0).then_some(house),
        }
    })
}

/// What a correction puts right, of any shape.
pub(super) fn changes() -> impl Strategy<Value = Change> {
    let outcomes = || ids().prop_map(OutcomeId);
    prop_oneof![
        (outcomes(), outcome()).prop_map(|(outcome_id, outcome)| Change::Replace(Replace {
            outcome_id,
            outcome
        })),
        outcomes().prop_map(|outcome_id| Change::Void(Void { outcome_id })),
        (outcomes(), of(outcomes()), outcome()).prop_map(|(outcome_id, before, outcome)| {
            Change::Insert(Insert {
                outcome_id,
                before,
                outcome,
            })
        }),
        (players(), select(Reseated::ALL.to_vec()))
            .prop_map(|(players, outcomes)| Change::Reseat(Reseat { players, outcomes })),
    ]
}

/// Wins that state what goes with the way they were got.
fn wins() -> impl Strategy<Value = Win> {
    let ways = (
        select(WonBy::ALL.to_vec()),
        chairs(),
        select(KongKind::ALL.to_vec()),
    );
    let circumstances = (
        any::<bool>(),
        of(select(Replacement::ALL.to_vec())),
        of(select(FirstTurn::ALL.to_vec())),
    );
    let winners = subsequence(&Chair::ALL, 1..=4).prop_flat_map(|chairs| {
        let winners = chairs.into_iter().map(|chair| {
            (shown(), of(liabilities(chair))).prop_map(move |(shown, liability)| Winner {
                chair,
                shown,
                liability,
            })
        });
        winners.collect::<Vec<_>>()
    });
    (ways, circumstances, winners).prop_map(
        |((won_by, giver, kong), (last_tile, replacement, first_turn), winners)| Win {
            won_by,
            from_chair: matches!(won_by, WonBy::Discard | WonBy::RobbedKong).then_some(giver),
            robbed_kong: (won_by == WonBy::RobbedKong).then_some(kong),
            last_tile,
            replacement,
            first_turn,
            winners,
        },
    )
}

/// Somebody else is liable.
fn liabilities(winner: Chair) -> impl Strategy<Value = Liability> {
    let others: Vec<_> = Chair::ALL
        .into_iter()
        .filter(|chair| *chair != winner)
        .collect();
    let seen = (of(any::<u32>()), of(any::<bool>()));
    (select(others), select(LiabilityRule::ALL.to_vec()), seen).prop_map(
        |(chair, rule, (tiles_left, live_tile))| Liability {
            chair,
            rule,
            tiles_left,
            live_tile,
        },
    )
}

fn shown() -> impl Strategy<Value = Shown> {
    let melds = vec(
        (select(MeldKind::ALL.to_vec()), text()).prop_map(|(kind, tiles)| Meld { kind, tiles }),
        0..4,
    );
    let hand = (text(), text(), melds, text()).prop_map(
        |(concealed, winning_tile, melds, bonus_tiles)| {
            Shown::Hand(Hand {
                concealed,
                winning_tile,
                melds,
                bonus_tiles,
            })
        },
    );
    let declared = (any::<u32>(), any::<bool>(), of(any::<u32>())).prop_map(
        |(fan, limit, fan_toward_minimum)| {
            Shown::Declared(DeclaredResult {
                fan,
                limit,
                fan_toward_minimum,
            })
        },
    );
    prop_oneof![hand, declared]
}
