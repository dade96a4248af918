//! A match, hand by hand: who pays what, and whose deal it is next.

use std::error::Error;

use rules::{
    Chair, Circumstances, DeclaredResult, MatchState, Outcome, Shown, TableOptions, Variant,
    WinOutcome, Winner, WonBy, notation, plays,
};

fn main() -> Result<(), Box<dyn Error>> {
    let variant = Variant::built_in("old-hong-kong").ok_or("there is no such variant")?;
    let chair = |number| Chair::new(number).ok_or("a table has four chairs");
    let (first, second) = (chair(1)?, chair(2)?);
    let tiles = notation::win("88m NN (222m) (444p) (666s) + 8m")?.hand;
    // What the table says without showing tiles is taken as it is.
    let declared = DeclaredResult {
        fan: 4,
        limit: false,
        fan_toward_minimum: None,
    };
    let outcomes = [
        win(second, WonBy::Discard { from: first }, Shown::Tiles(tiles)),
        Outcome::Goulash {},
        win(first, WonBy::SelfDraw, Shown::Declared(declared)),
    ];
    let (options, start) = (TableOptions::default(), MatchState::start());
    for played in plays(variant, &options, &start, &outcomes) {
        let hand = played.map_err(|refused| refused.refusal)?;
        let paid = hand.payments.half_points().map(|paid| paid as f64 / 2.0);
        let totals = hand.state_after.totals.half_points();
        let totals = totals.map(|total| total as f64 / 2.0);
        let dealer = hand.state_after.deal.dealer.number();
        println!("paid {paid:?}, totals {totals:?}, the next dealer is chair {dealer}");
    }
    Ok(())
}

fn win(chair: Chair, won_by: WonBy<Chair>, shown: Shown) -> Outcome {
    Outcome::Win(WinOutcome {
        winners: vec![Winner {
            chair,
            shown,
            liability: None,
        }],
        circumstances: Circumstances::plain(won_by),
    })
}
