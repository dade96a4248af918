//! Entries of any shape: built, written and read back, they are the same.

mod club;
mod evenings;
mod outcome;
mod scores;
mod seasons;
mod settled;
mod tournaments;
mod void;

use evidence::{
    Body, Chair, ClubId, CorrectedOutcome, Deal, Ending, Entry, Hash, Legs, MAX_INTEGER,
    MatchCorrected, MatchId, MatchOpened, MatchState, MemberSet, Outcome, OutcomeId,
    OutcomeRecorded, OutcomeResult, PlayerEnrolled, PlayerId, Role, Timestamp, UserId,
    VariantAdded, Wind, leaf_hash,
};
use outcome::{changes, outcome};
use proptest::collection::vec;
use proptest::option::of;
use proptest::prelude::*;
use proptest::sample::select;
use scores::scores;
use serde_json::Value;
use time::{Date, OffsetDateTime};
use uuid::Uuid;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn an_entry_survives_its_bytes(entry in entries()) {
        let leaf = entry.to_bytes().unwrap();
        prop_assert_eq!(Entry::parse(&leaf).unwrap(), entry);
    }

    #[test]
    fn a_flipped_bit_of_any_entry_shows(entry in entries(), at in any::<prop::sample::Index>()) {
        let leaf = entry.to_bytes().unwrap();
        let bit = at.index(leaf.len() * 8);
        let mut flipped = leaf.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        prop_assert_ne!(leaf_hash(&flipped), leaf_hash(&leaf));
        prop_assert!(Entry::parse(&flipped).ok().is_none_or(|other| other != entry));
    }

    #[test]
    fn a_space_anywhere_is_refused_or_text(entry in entries(), at in any::<prop::sample::Index>()) {
        let mut leaf = entry.to_bytes().unwrap();
        leaf.insert(at.index(leaf.len() + 1), b' ');
        prop_assert!(Entry::parse(&leaf).ok().is_none_or(|other| other != entry));
    }

    #[test]
    fn any_bytes_are_refused_without_a_panic(bytes in vec(any::<u8>(), 0..200)) {
        prop_assert!(Entry::parse(&bytes).is_err());
    }
}

fn times() -> impl Strategy<Value = Timestamp> {
    // Seconds of the years 0–9999.
    (-62_167_219_200_i64..253_402_300_800, 0_u32..1_000_000).prop_map(|(second, microsecond)| {
        let moment = OffsetDateTime::from_unix_timestamp(second).unwrap();
        Timestamp::new(moment.replace_microsecond(microsecond).unwrap()).unwrap()
    })
}

fn entries() -> impl Strategy<Value = Entry> {
    (ids(), 2..=MAX_INTEGER as u64, times(), ids(), bodies()).prop_map(
        |(club, seq, time, actor, body)| {
            let seq = if matches!(body, Body::ClubFounded(_)) {
                1
            } else {
                seq
            };
            Entry {
                club: ClubId(club),
                seq,
                time,
                actor: UserId(actor),
                body,
            }
        },
    )
}

fn bodies() -> impl Strategy<Value = Body> {
    prop_oneof![
        (text(), hashes()).prop_map(|(time_zone, name_commitment)| {
            Body::ClubFounded(evidence::ClubFounded {
                time_zone,
                name_commitment,
            })
        }),
        (ids(), select(Role::ALL.to_vec())).prop_map(|(user, role)| Body::MemberSet(MemberSet {
            user: UserId(user),
            role
        })),
        (ids(), hashes()).prop_map(|(player, name_commitment)| {
            Body::PlayerEnrolled(PlayerEnrolled {
                player: PlayerId(player),
                name_commitment,
            })
        }),
        documents().prop_map(|document| {
            let bytes = serde_json_canonicalizer::to_vec(&document).unwrap();
            Body::VariantAdded(VariantAdded::from_document(&bytes).unwrap())
        }),
        matches().prop_map(Body::MatchOpened),
        recorded().prop_map(|recorded| Body::OutcomeRecorded(Box::new(recorded))),
        corrected().prop_map(|corrected| Body::MatchCorrected(Box::new(corrected))),
        club::governed(),
        settled::settled(),
        evenings::held(),
        seasons::played(),
        tournaments::held(),
        void::declared(),
    ]
}

fn ids() -> impl Strategy<Value = Uuid> {
    any::<u128>().prop_map(Uuid::from_u128)
}

fn hashes() -> impl Strategy<Value = Hash> {
    any::<[u8; 32]>().prop_map(Hash)
}

/// Any text: quotes, control characters, emoji and all.
fn text() -> impl Strategy<Value = String> {
    prop_oneof!["[1-9mpsESWNCFP ]{0,14}", any::<String>()]
}

fn integers() -> impl Strategy<Value = i64> {
    -MAX_INTEGER..=MAX_INTEGER
}

fn documents() -> impl Strategy<Value = Value> {
    let leaves = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        integers().prop_map(Value::from),
        text().prop_map(Value::from),
    ];
    leaves.prop_recursive(4, 32, 5, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::btree_map(text(), inner, 0..5)
                .prop_map(|fields| Value::Object(fields.into_iter().collect())),
        ]
    })
}

fn chairs() -> impl Strategy<Value = Chair> {
    select(&Chair::ALL)
}

fn deals() -> impl Strategy<Value = Deal> {
    (select(Wind::ALL.to_vec()), chairs(), any::<u32>()).prop_map(|(round_wind, dealer, extra)| {
        Deal {
            round_wind,
            dealer,
            extra,
        }
    })
}

/// A state that sums to zero.
fn states(next_number: u32, ending: Option<Ending>) -> impl Strategy<Value = MatchState> {
    (deals(), amounts()).prop_map(move |(deal, (total_half_points, house_half_points))| {
        MatchState {
            next_number,
            deal,
            total_half_points,
            house_half_points,
            ending,
        }
    })
}

fn players() -> impl Strategy<Value = [PlayerId; 4]> {
    prop::collection::hash_set(any::<u128>(), 4).prop_map(|ids| {
        let ids: Vec<_> = ids
            .into_iter()
            .map(|id| PlayerId(Uuid::from_u128(id)))
            .collect();
        ids.try_into().unwrap()
    })
}

fn matches() -> impl Strategy<Value = MatchOpened> {
    let money = (0..=MAX_INTEGER, "[A-Z]{3}", integers());
    (ids(), hashes(), players(), of(any::<u32>()), money, days()).prop_map(
        |(
            id,
            variant_hash,
            players,
            minimum_fan,
            (stake_cents, currency, starting_points),
            played_on,
        )| {
            MatchOpened {
                match_id: MatchId(id),
                variant_hash,
                players,
                minimum_fan,
                stake_cents,
                currency,
                starting_points,
                played_on,
                state: MatchState::START,
            }
        },
    )
}

fn days() -> impl Strategy<Value = Date> {
    // Julian days of the years 0–9999.
    (1_721_060..=5_373_484).prop_map(|day| Date::from_julian_day(day).unwrap())
}

fn recorded() -> impl Strategy<Value = OutcomeRecorded> {
    (
        outcome(),
        1..u32::MAX,
        of(select(Ending::ALL.to_vec())),
        any::<bool>(),
    )
        .prop_flat_map(|(outcome, number, ending, counts)| {
            let is_hand = match outcome {
                Outcome::Win(_) | Outcome::Goulash {} | Outcome::Agreed(_) => true,
                // Whether it takes the place of a hand is for the variant to say.
                Outcome::FalseMahjong(_) => counts,
                Outcome::Penalty(_)
                | Outcome::SidePayment(_)
                | Outcome::Totals(_)
                | Outcome::Substitution(_)
                | Outcome::EarlyEnd {} => false,
            };
            let ending = match outcome {
                Outcome::EarlyEnd {} => Some(Ending::Early),
                Outcome::Totals(_) => Some(Ending::Complete),
                Outcome::Win(_)
                | Outcome::Goulash {}
                | Outcome::Agreed(_)
                | Outcome::FalseMahjong(_)
                | Outcome::Penalty(_)
                | Outcome::SidePayment(_)
                | Outcome::Substitution(_) => ending.filter(|ending| *ending == Ending::Complete),
            };
            let known = (ids(), ids(), hashes(), any::<u32>(), of(hashes()));
            let result = results(is_hand.then_some(number));
            let state_after = states(number + u32::from(is_hand), ending);
            (known, Just(outcome), result, state_after)
        })
        .prop_map(|(known, outcome, result, state_after)| {
            let (id, outcome_id, variant_hash, semantics, reason_commitment) = known;
            let result = moving(&outcome, result);
            OutcomeRecorded {
                match_id: MatchId(id),
                outcome_id: OutcomeId(outcome_id),
                variant_hash,
                semantics,
                outcome,
                result,
                reason_commitment,
                state_after,
            }
        })
}

/// The legs of totals are the totals.
fn moving(outcome: &Outcome, result: OutcomeResult) -> OutcomeResult {
    let Outcome::Totals(totals) = outcome else {
        return result;
    };
    let players = result.legs.chairs().map(|leg| leg.player);
    let legs = Legs::new(&result.deal, players, totals.half_points, totals.house());
    OutcomeResult {
        legs: legs.unwrap(),
        ..result
    }
}

fn results(number: Option<u32>) -> impl Strategy<Value = OutcomeResult> {
    (deals(), vec(scores(), 0..3), players(), amounts()).prop_map(
        move |(deal, scores, players, (chairs, house))| OutcomeResult {
            number,
            deal,
            scores,
            legs: Legs::new(&deal, players, chairs, house).unwrap(),
        },
    )
}

fn corrected() -> impl Strategy<Value = MatchCorrected> {
    let known = (ids(), hashes(), any::<u32>(), hashes());
    let result = of(1..=u32::MAX).prop_flat_map(results);
    let results = prop::collection::hash_map(any::<u128>(), result, 0..4);
    let state_after = (any::<u32>(), of(select(Ending::ALL.to_vec())))
        .prop_flat_map(|(next_number, ending)| states(next_number, ending));
    (known, vec(changes(), 1..4), results, state_after).prop_map(
        |((id, variant_hash, semantics, reason_commitment), changes, results, state_after)| {
            let comes_to = |(id, result)| CorrectedOutcome {
                outcome_id: OutcomeId(Uuid::from_u128(id)),
                result,
            };
            MatchCorrected {
                match_id: MatchId(id),
                changes,
                variant_hash,
                semantics,
                results: results.into_iter().map(comes_to).collect(),
                reason_commitment,
                state_after,
            }
        },
    )
}

/// What the chairs gain, and what the house does.
fn amounts() -> impl Strategy<Value = ([i64; 4], i64)> {
    let quarter = -MAX_INTEGER / 4..=MAX_INTEGER / 4;
    let house =
        prop::array::uniform4(quarter).prop_map(|chairs| (chairs, -chairs.iter().sum::<i64>()));
    prop_oneof![house, balanced().prop_map(|chairs| (chairs, 0))]
}

/// Four amounts that sum to zero.
fn balanced() -> impl Strategy<Value = [i64; 4]> {
    let third = -MAX_INTEGER / 3..=MAX_INTEGER / 3;
    prop::array::uniform3(third).prop_map(|[a, b, c]| [a, b, c, -(a + b + c)])
}
