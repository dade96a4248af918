//! Who is East, South, West and North.

use proptest::prelude::*;
use seating::{Lot, Meetings, Player, SeatCounts, Table, draw, seat_evenly};

fn ids(count: usize) -> Vec<String> {
    (0..count)
        .map(|number| format!("player {number}"))
        .collect()
}

fn seated(seed: &str, ids: &[String], tables: &[Table], counts: &[SeatCounts]) -> Vec<Table> {
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    seat_evenly(seed, &ids, tables, counts)
}

fn add(counts: &mut [SeatCounts], tables: &[Table]) {
    for table in tables {
        for (seat, player) in table.0.into_iter().enumerate() {
            counts[player][seat] += 1;
        }
    }
}

#[test]
fn the_lots_say_who_sits_where_before_anybody_sat_anywhere() {
    let ids = ids(4);
    for seed in ["a", "b", "c"] {
        let mut by_lot = [0, 1, 2, 3];
        by_lot.sort_by_key(|player| Lot::draw(seed, 0, &ids[*player]));
        let tables = seated(seed, &ids, &[Table([2, 0, 3, 1])], &[]);
        assert_eq!(tables, [Table(by_lot)]);
    }
}

#[test]
fn in_four_rounds_four_players_have_every_seat_once() {
    let (ids, mut counts) = (ids(4), vec![SeatCounts::default(); 4]);
    for round in 0..4 {
        let tables = seated(&format!("{round}"), &ids, &[Table([0, 1, 2, 3])], &counts);
        add(&mut counts, &tables);
    }
    assert_eq!(counts, vec![[1; 4]; 4]);
}

#[test]
fn over_eight_drawn_rounds_of_64_nobody_sits_on_a_seat_more_than_four_times_or_never() {
    let ids = ids(64);
    let players: Vec<Player> = ids.iter().map(Player::new).collect();
    let (mut meetings, mut counts) = (Meetings::none(64), vec![SeatCounts::default(); 64]);
    for round in 0..8 {
        let seed = format!("seed {round}");
        let drawn = draw(&seed, &players, &meetings).unwrap();
        let tables = seated(&seed, &ids, &drawn.tables, &counts);
        meetings.add_round(&tables);
        add(&mut counts, &tables);
    }
    let extremes = counts.iter().flatten();
    let (least, most) = (extremes.clone().min().unwrap(), extremes.max().unwrap());
    assert!(*least >= 1 && *most <= 4, "{least} to {most}: {counts:?}");
}

proptest! {
    #[test]
    fn no_order_of_a_table_has_fewer_earlier_seats(
        seed in "[a-z]{1,8}",
        counts in prop::collection::vec([0..6_u32, 0..6, 0..6, 0..6], 8),
    ) {
        let ids = ids(8);
        let before = [Table([0, 1, 2, 3]), Table([4, 5, 6, 7])];
        let after = seated(&seed, &ids, &before, &counts);
        let cost = |four: [usize; 4]| -> u32 {
            four.into_iter().enumerate().map(|(seat, player)| counts[player][seat]).sum()
        };
        for (table, was) in after.iter().zip(before) {
            let mut players = table.0;
            players.sort_unstable();
            prop_assert_eq!(players, was.0);
            for order in all_orders(was.0) {
                prop_assert!(cost(table.0) <= cost(order));
            }
        }
    }
}

/// All orders of four, by exchanges.
fn all_orders(four: [usize; 4]) -> Vec<[usize; 4]> {
    let mut orders = vec![four];
    for one in 0..4 {
        for other in one + 1..4 {
            let more = orders.iter().map(|order| {
                let mut order = *order;
                order.swap(one, other);
                order
            });
            let more: Vec<_> = more.collect();
            orders.extend(more);
        }
    }
    orders
}
