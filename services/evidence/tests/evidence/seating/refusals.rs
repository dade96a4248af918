//! What cannot be drawn, and how one checks what was.

use proptest::prelude::*;
use seating::{Lot, MOST_PLAYERS, Meetings, Player, Refusal, draw, schedule};

fn players(count: usize) -> Vec<Player> {
    (0..count)
        .map(|number| Player::new(format!("player {number}")))
        .collect()
}

#[test]
fn what_is_no_draw_is_refused() {
    let drawn = |count| draw("seed", &players(count), &Meetings::none(count));
    assert_eq!(drawn(0).unwrap_err(), Refusal::TooFewPlayers { players: 0 });
    assert_eq!(drawn(3).unwrap_err(), Refusal::TooFewPlayers { players: 3 });
    let many = MOST_PLAYERS + 1;
    assert_eq!(
        drawn(many).unwrap_err(),
        Refusal::TooManyPlayers { players: many }
    );
    let mut twins = players(5);
    twins[4].id = twins[1].id.clone();
    let refused = draw("seed", &twins, &Meetings::none(5));
    assert_eq!(
        refused.unwrap_err(),
        Refusal::SameId {
            first: 1,
            second: 4
        }
    );
    assert_eq!(
        schedule("seed", &["a", "b", "c", "d", "e"], 1).unwrap_err(),
        Refusal::NotWholeTables { players: 5 }
    );
    for rounds in [0, 65] {
        assert_eq!(
            schedule("seed", &["a", "b", "c", "d"], rounds).unwrap_err(),
            Refusal::Rounds { rounds }
        );
    }
}

/// `printf '%s\n%s\n%s\n' 'an evening' 0 'Ah Ming' | sha256sum`
#[test]
fn a_lot_can_be_drawn_with_sha256sum() {
    let hex: String = Lot::draw("an evening", 0, "Ah Ming")
        .0
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    assert_eq!(
        hex,
        "29bbb55df6c8c8c05126371e7ecdf331057f8895421bce0453d1efae34a96917"
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Whatever happened before, everybody sits at one table or sits out, and the same seed draws the same.
    #[test]
    fn everybody_has_one_place(count in 4..60_usize, seed in ".{0,20}", met in prop::collection::vec((0..60_usize, 0..60_usize, 0..9_u32), 0..40), out in prop::collection::vec(0..5_u32, 60)) {
        let mut list = players(count);
        for (player, sat_out) in list.iter_mut().zip(out) {
            player.sat_out = sat_out;
        }
        let mut meetings = Meetings::none(count);
        for (one, other, times) in met {
            meetings.add(one, other, times);
        }
        let drawn = draw(&seed, &list, &meetings).unwrap();
        let mut places: Vec<usize> = drawn.tables.iter().flat_map(|table| table.0).chain(drawn.sitting_out.iter().copied()).collect();
        places.sort_unstable();
        prop_assert_eq!(places, (0..count).collect::<Vec<_>>());
        prop_assert_eq!(drawn.tables.len(), count / 4);
        prop_assert_eq!(draw(&seed, &list, &meetings).unwrap(), drawn);
    }
}
