//! The four chairs, and the winds that they have in a deal.

use mahjong::{Chair, Deal, NoSuchChair, Wind};

#[test]
fn there_are_four_chairs() {
    let none = [0, 5, 255];
    assert_eq!(none.map(Chair::try_from), none.map(|n| Err(NoSuchChair(n))));
    let of = Chair::ALL.map(|chair| *chair.of(&['a', 'b', 'c', 'd']));
    assert_eq!(of, ['a', 'b', 'c', 'd']);
}

#[test]
fn winds_follow_the_dealer() {
    let winds = |dealer: Chair| {
        let deal = Deal {
            dealer,
            ..Deal::FIRST
        };
        Chair::ALL.map(|chair| deal.seat_wind(chair))
    };
    let [e, s, w, n] = [Wind::East, Wind::South, Wind::West, Wind::North];
    let expected = [[e, s, w, n], [n, e, s, w], [w, n, e, s], [s, w, n, e]];
    assert_eq!(Chair::ALL.map(winds), expected);
}
