//! Settlements that differ from the open balances of the matches.

use super::*;
use crate::auditor::Auditor;
use evidence::{
    Chair, ClubFounded, ClubId, Deal, Hash, Legs, MatchOpened, MatchState, Outcome, OutcomeId,
    OutcomeRecorded, OutcomeResult, Payee, PaymentRecorded, Penalty, PlayerEnrolled, PlayerId,
    PlayerMerged, PlayerUnmerged, Scope, Substitution, Transfer, UserId, VariantAdded, leaf_hash,
};
use uuid::Uuid;

fn id(n: u128) -> Uuid {
    Uuid::from_u128(n)
}

fn player(n: u128) -> PlayerId {
    PlayerId(id(n))
}

/// A ledger that is written as it is audited.
struct Ledger {
    auditor: Auditor,
    seq: u64,
    variant: Hash,
    stake_cents: i64,
    states: HashMap<u128, MatchState>,
}

impl Ledger {
    /// A club of the players 11–19, and a variant.
    fn new() -> Self {
        let variant = rules::Variant::built_in("old-hong-kong").unwrap();
        let added = VariantAdded::from_document(variant.document()).unwrap();
        let mut ledger = Self {
            auditor: Auditor::default(),
            seq: 0,
            variant: added.variant_hash,
            stake_cents: 10,
            states: HashMap::new(),
        };
        let commitment = Hash([7; 32]);
        ledger.add(Body::ClubFounded(ClubFounded {
            time_zone: "UTC".to_owned(),
            name_commitment: commitment,
        }));
        ledger.add(Body::VariantAdded(added));
        for n in 11..20 {
            ledger.add(Body::PlayerEnrolled(PlayerEnrolled {
                player: player(n),
                name_commitment: commitment,
            }));
        }
        ledger
    }

    fn try_add(&mut self, body: Body) -> Result<u64, String> {
        self.seq += 1;
        let entry = Entry {
            club: ClubId(id(1)),
            seq: self.seq,
            time: format!("2026-11-21T09:30:00.{:06}Z", self.seq)
                .parse()
                .unwrap(),
            actor: UserId(id(2)),
            body,
        };
        let leaf = entry.to_bytes().unwrap();
        let found = self.auditor.entry(&leaf, leaf_hash(&leaf));
        found.map(|_| self.seq).map_err(|error| error.to_string())
    }

    fn add(&mut self, body: Body) -> u64 {
        self.try_add(body).unwrap()
    }

    /// A match at 10 cents a point, unless said otherwise before.
    fn opens(&mut self, of: u128, players: [u128; 4], day: u8) -> u64 {
        self.states.insert(of, MatchState::START);
        let month = time::Month::November;
        self.add(Body::MatchOpened(MatchOpened {
            match_id: MatchId(id(of)),
            variant_hash: self.variant,
            players: players.map(player),
            minimum_fan: None,
            stake_cents: self.stake_cents,
            currency: "HKD".to_owned(),
            starting_points: 0,
            played_on: time::Date::from_calendar_date(2026, month, day).unwrap(),
            state: MatchState::START,
        }))
    }

    /// Who sits on a chair pays the house.
    fn fines(&mut self, of: u128, players: [u128; 4], chair: u8, points: u32) -> u64 {
        let fine = self.fine(of, players, chair, i64::from(points) * 2);
        self.add(fine)
    }

    fn fine(&mut self, of: u128, players: [u128; 4], chair: u8, half_points: i64) -> Body {
        let chair = Chair::try_from(chair).unwrap();
        let mut chairs = [0; 4];
        chairs[chair.index()] = -half_points;
        let points = u32::try_from(half_points / 2).unwrap();
        let outcome = Outcome::Penalty(Penalty {
            chair,
            penalty: None,
            points: Some(points),
            payee: Payee::House,
        });
        self.moves(of, players, outcome, (chairs, half_points))
    }

    fn moves(
        &mut self,
        of: u128,
        players: [u128; 4],
        outcome: Outcome,
        (chairs, house): ([i64; 4], i64),
    ) -> Body {
        let state = self.states.get_mut(&of).unwrap();
        for (total, moved) in state.total_half_points.iter_mut().zip(chairs) {
            *total += moved;
        }
        state.house_half_points += house;
        Body::OutcomeRecorded(Box::new(OutcomeRecorded {
            match_id: MatchId(id(of)),
            outcome_id: OutcomeId(id(1000 + u128::from(self.seq))),
            variant_hash: self.variant,
            semantics: rules::SEMANTICS,
            outcome,
            result: OutcomeResult {
                number: None,
                deal: Deal::FIRST,
                scores: vec![],
                legs: Legs::new(&Deal::FIRST, players.map(player), chairs, house).unwrap(),
            },
            reason_commitment: None,
            state_after: *state,
        }))
    }
}

fn part(of: u128, version: u64, party: Party, amount_cents: i64) -> Part {
    Part {
        match_id: MatchId(id(of)),
        version,
        party,
        counts_for: None,
        amount_cents,
        adjustment: false,
    }
}

/// A settlement of November in as few transfers as there can be.
fn settlement(n: u128, parts: Vec<Part>) -> SettlementMade {
    let transfers = fewest_transfers(&Part::net(&parts)).unwrap();
    SettlementMade {
        settlement: SettlementId(id(n)),
        scope: Scope::Period {
            from: Some(time::macros::date!(2026 - 11 - 01)),
            until: Some(time::macros::date!(2026 - 11 - 30)),
        },
        currency: "HKD".to_owned(),
        parts,
        transfers: transfers.into_iter().map(Transfer::from).collect(),
    }
}

fn one(n: u128) -> Party {
    Party::Player(player(n))
}

const FIRST: [u128; 4] = [11, 12, 13, 14];

/// Player 11 owes the house 50 cents.
fn fined() -> (Ledger, u64) {
    let mut ledger = Ledger::new();
    ledger.opens(51, FIRST, 21);
    let version = ledger.fines(51, FIRST, 1, 5);
    (ledger, version)
}

fn of_house(version: u64, amount_cents: i64) -> Vec<Part> {
    vec![
        part(51, version, one(11), -amount_cents),
        part(51, version, Party::House, amount_cents),
    ]
}

#[test]
fn a_settlement_is_what_the_matches_come_to() {
    let (mut ledger, version) = fined();
    ledger.add(Body::SettlementMade(settlement(100, of_house(version, 50))));
    let again = settlement(101, of_house(version, 50));
    let twice = ledger.try_add(Body::SettlementMade(again)).unwrap_err();
    assert!(twice.contains("parts"), "{twice}");
}

#[test]
fn a_wrong_settlement_is_found() {
    let refused = |parts: fn(u64) -> Vec<Part>| {
        let (mut ledger, version) = fined();
        let made = settlement(100, parts(version));
        let error = ledger.try_add(Body::SettlementMade(made)).unwrap_err();
        assert!(error.contains("parts"), "{error}");
    };
    refused(|version| of_house(version, 60));
    refused(|version| of_house(version - 1, 50));
    refused(|version| {
        let mut parts = of_house(version, 50);
        parts.iter_mut().for_each(|part| part.adjustment = true);
        parts
    });
    let (mut ledger, version) = fined();
    let mut elsewhere = settlement(100, of_house(version, 50));
    elsewhere.currency = "EUR".to_owned();
    let error = ledger.try_add(Body::SettlementMade(elsewhere)).unwrap_err();
    assert!(error.contains("parts"), "{error}");
    // A match of the period that is left out.
    let (mut ledger, version) = fined();
    ledger.opens(52, FIRST, 22);
    ledger.fines(52, FIRST, 2, 1);
    let error = ledger.try_add(Body::SettlementMade(settlement(100, of_house(version, 50))));
    assert!(error.unwrap_err().contains("parts"));
}

#[test]
fn what_follows_is_an_adjustment_and_merged_players_count_once() {
    let (mut ledger, version) = fined();
    ledger.add(Body::SettlementMade(settlement(100, of_house(version, 50))));
    let second = ledger.fines(51, FIRST, 1, 2);
    let others = [15, 16, 17, 18];
    ledger.opens(52, others, 22);
    let third = ledger.fines(52, others, 1, 4);
    ledger.add(Body::PlayerMerged(PlayerMerged {
        player: player(15),
        into: player(11),
    }));
    let mut parts = of_house(second, 20);
    parts.iter_mut().for_each(|part| part.adjustment = true);
    parts.extend([
        part(52, third, one(15), -40),
        part(52, third, Party::House, 40),
    ]);
    let themselves = settlement(101, parts.clone());
    parts[2].counts_for = Some(player(11));
    let made = settlement(101, parts);
    assert_eq!(made.transfers.len(), 1);
    ledger.add(Body::SettlementMade(made));
    let again = ledger
        .try_add(Body::SettlementMade(themselves))
        .unwrap_err();
    assert!(again.contains("parts"), "{again}");
}

/// A match of somebody who was settled as another one and is unmerged, and what is open of it then.
fn unmerged() -> (Ledger, Vec<Part>) {
    let (mut ledger, version) = fined();
    ledger.add(Body::SettlementMade(settlement(100, of_house(version, 50))));
    let others = [15, 16, 17, 18];
    ledger.opens(52, others, 22);
    let fined = ledger.fines(52, others, 1, 4);
    let (double, into) = (player(15), player(11));
    ledger.add(Body::PlayerMerged(PlayerMerged {
        player: double,
        into,
    }));
    let mut parts = vec![
        part(52, fined, one(15), -40),
        part(52, fined, Party::House, 40),
    ];
    parts[0].counts_for = Some(into);
    ledger.add(Body::SettlementMade(settlement(101, parts)));
    ledger.add(Body::PlayerUnmerged(PlayerUnmerged {
        player: double,
        into,
    }));
    let later = ledger.fines(52, others, 1, 2);
    let mut parts = vec![
        part(52, later, one(15), -20),
        part(52, later, Party::House, 20),
    ];
    parts.iter_mut().for_each(|part| part.adjustment = true);
    (ledger, parts)
}

/// What was settled stays, and what is open of the player is theirs again.
#[test]
fn who_is_unmerged_settles_as_themselves() {
    let (mut ledger, parts) = unmerged();
    ledger.add(Body::SettlementMade(settlement(102, parts)));
    let (mut ledger, mut parts) = unmerged();
    parts[0].counts_for = Some(player(11));
    let as_before = ledger.try_add(Body::SettlementMade(settlement(102, parts)));
    let as_before = as_before.unwrap_err();
    assert!(as_before.contains("parts"), "{as_before}");
}

#[test]
fn a_transfer_too_many_and_a_cent_too_much_are_found() {
    let (mut ledger, version) = fined();
    let mut detour = settlement(100, of_house(version, 50));
    detour.transfers = vec![
        Transfer {
            from: one(11),
            to: one(12),
            amount_cents: 50,
        },
        Transfer {
            from: one(12),
            to: Party::House,
            amount_cents: 50,
        },
    ];
    let error = ledger.try_add(Body::SettlementMade(detour)).unwrap_err();
    assert!(error.contains("transfers"), "{error}");

    let (mut ledger, version) = fined();
    ledger.add(Body::SettlementMade(settlement(100, of_house(version, 50))));
    let payment = |n, amount_cents| {
        Body::PaymentRecorded(PaymentRecorded {
            settlement: SettlementId(id(100)),
            payment: PaymentId(id(n)),
            from: one(11),
            to: Party::House,
            amount_cents,
            note_commitment: None,
        })
    };
    ledger.add(payment(1, 30));
    let error = ledger.try_add(payment(2, 21)).unwrap_err();
    assert!(error.contains("more is paid than is open"), "{error}");
}

#[test]
fn one_person_does_not_sit_on_two_chairs_as_two_players() {
    let mut ledger = Ledger::new();
    let others = [15, 16, 17, 18];
    ledger.opens(52, others, 22);
    ledger.add(Body::PlayerMerged(PlayerMerged {
        player: player(15),
        into: player(11),
    }));
    let takes_over = |whom| {
        Outcome::Substitution(Substitution {
            chair: Chair::try_from(2).unwrap(),
            player: player(whom),
        })
    };
    let somebody_else = ledger.moves(52, others, takes_over(12), ([0; 4], 0));
    ledger.add(somebody_else);
    let themselves = ledger.moves(52, [15, 12, 17, 18], takes_over(11), ([0; 4], 0));
    let error = ledger.try_add(themselves).unwrap_err();
    assert!(error.contains("two chairs"), "{error}");
}

#[test]
fn what_is_moved_can_be_paid() {
    let mut ledger = Ledger::new();
    ledger.auditor.skip_rescoring(true);
    ledger.opens(51, FIRST, 21);
    let half_a_point = ledger.fine(51, FIRST, 1, 1);
    ledger.add(half_a_point);
    ledger.stake_cents = 1;
    ledger.opens(52, FIRST, 21);
    let half_a_cent = ledger.fine(52, FIRST, 1, 1);
    let error = ledger.try_add(half_a_cent).unwrap_err();
    assert!(error.contains("no whole number of cents"), "{error}");
}

/// Twelve pairs of people, each of whom owes the other 8 cents.
#[test]
fn among_many_parties_two_are_settled_by_one_transfer() {
    let owes = |n: u128, amount_cents: i64| Transfer {
        from: one(n),
        to: one(100 + n),
        amount_cents,
    };
    let debtors = (1..=12).map(|n| (one(n), -8));
    let net = debtors.chain((101..=112).map(|n| (one(n), 8))).collect();
    let each: Vec<Transfer> = (1..=12).map(|n| owes(n, 8)).collect();
    assert!(is_minimal(&each, &net));
    let twice = [&[owes(1, 5), owes(1, 3)], &each[1..]].concat();
    assert!(!is_minimal(&twice, &net));
}
