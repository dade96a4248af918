//! What one hand is worth, and why: `cargo run --example score_hand "222s 3s (PPP) (567s) (777s) + 1s seat=south from=east"`.

use std::error::Error;

use rules::{TableOptions, Variant, Wind, explain, notation, score};

const HAND: &str = "222s 3s (PPP) (567s) (777s) + 1s seat=south from=east";

fn main() -> Result<(), Box<dyn Error>> {
    let line = std::env::args().nth(1);
    let win = notation::win(line.as_deref().unwrap_or(HAND))?;
    let variant = Variant::built_in("hkos-fan-laak").ok_or("there is no such variant")?;
    let scored = score(variant, &TableOptions::default(), &win)?;
    for counted in scored.score.counted(variant) {
        let (english, chinese) = variant.pattern_names(counted.pattern);
        let because = explain(variant, &win, &scored.score, counted.pattern);
        println!("{:>3} {english} {chinese}: {because}", counted.fan);
    }
    println!("{:>3} fan", scored.score.fan);
    for (wind, half_points) in Wind::ALL.into_iter().zip(scored.payments.half_points()) {
        println!("{wind:>5} {:+}", half_points as f64 / 2.0);
    }
    Ok(())
}
