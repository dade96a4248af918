//! A match that is said to be of a round of an evening and of one of a tournament.

use super::last_is_wrong;
use super::played::{Ledger, player, rules};
use evidence::{
    AttendanceChanged, Body, DrawMethod, EarlierRounds, Evening, EveningId, EveningOpened, MatchId,
    MatchOpened, PlayerId, RoundDrawn, RoundOpened, TournamentRoundDrawn, TournamentRoundOpened,
    draw_round, seed_of_round,
};
use time::macros::date;

const EVENING: EveningId = EveningId(uuid::Uuid::from_u128(3001));
const MATCH: MatchId = MatchId(uuid::Uuid::from_u128(5001));

/// An evening of four players, with the round that its seed gives.
fn evening(ledger: &mut Ledger) -> [PlayerId; 4] {
    let last = evidence::Hash([4; 32]);
    let from = ledger.entries.len();
    ledger.push(Body::EveningOpened(EveningOpened {
        evening: EVENING,
        held_on: date!(2026 - 11 - 28),
        tables: Vec::new(),
        seed_hash: seed_of_round(last, 0),
        note_commitment: None,
    }));
    ledger.push(Body::AttendanceChanged(AttendanceChanged {
        evening: EVENING,
        checked_in: (200..204).map(player).collect(),
        checked_out: Vec::new(),
    }));
    let evening = Evening::read(ledger.entries[from..].iter().cloned());
    let evening = evening.unwrap().unwrap();
    let seed = seed_of_round(last, 1);
    let earlier = EarlierRounds::default();
    let drawn = draw_round(&evening, false, &earlier, seed, Some).unwrap();
    ledger.push(Body::RoundDrawn(RoundDrawn {
        evening: EVENING,
        round: 1,
        seed,
        redraw: false,
        tables: drawn.tables.clone(),
        sitting_out: Vec::new(),
    }));
    drawn.tables[0]
}

/// A tournament whose first round has the same table.
fn tournament(ledger: &mut Ledger, table: [PlayerId; 4]) -> Body {
    let tournament = ledger.open(rules(1));
    ledger.enter(&(200..204).collect::<Vec<_>>(), &[]);
    let drawn = TournamentRoundDrawn {
        method: DrawMethod::Prescribed,
        tables: vec![table],
        ..ledger.drawn(DrawMethod::Random, false)
    };
    ledger.push(Body::TournamentRoundDrawn(drawn));
    Body::TournamentRoundOpened(TournamentRoundOpened {
        tournament,
        round: 1,
        matches: vec![MATCH],
    })
}

#[test]
fn a_match_is_of_one_round() {
    let mut ledger = Ledger::with_players(4);
    let table = evening(&mut ledger);
    let of_tournament = tournament(&mut ledger, table);
    let like = ledger.entries.iter().find_map(|entry| match &entry.body {
        Body::MatchOpened(opened) => Some(opened.clone()),
        _ => None,
    });
    ledger.push(Body::MatchOpened(MatchOpened {
        match_id: MATCH,
        players: table,
        played_on: date!(2026 - 11 - 28),
        ..like.unwrap()
    }));
    let of_evening = Body::RoundOpened(RoundOpened {
        evening: EVENING,
        round: 1,
        matches: vec![MATCH],
    });
    for (first, second) in [(&of_evening, &of_tournament), (&of_tournament, &of_evening)] {
        let mut entries = ledger.entries.clone();
        for body in [first, second] {
            super::check_entries(&entries);
            let seq = entries.len() as u64 + 1;
            entries.push(crate::honest::entry((body.clone(), seq)));
        }
        assert_eq!(last_is_wrong(&entries), ["unfounded"]);
    }
}
