//! Wins to try rules on, and what holds for every score.

use rules::{Amounts, Refusal, RefusalCode, Score, TableOptions, Variant, Win};
use rules::{notation, readings, score};

/// The wins of the golden lines, in notation.
pub(crate) fn golden() -> impl Iterator<Item = &'static str> {
    let files = [
        include_str!("../golden/hkos-fan-laak.txt"),
        include_str!("../golden/hong-kong-new-style.txt"),
        include_str!("../golden/hong-kong-sections.txt"),
        include_str!("../golden/modern-chinese.txt"),
        include_str!("../golden/old-hong-kong.txt"),
    ];
    let lines = files.into_iter().flat_map(str::lines);
    let cases = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    cases.filter_map(|line| line.split('|').next())
}

/// Some of them, different in kind: enough to notice rules that break.
pub(crate) fn some() -> Vec<Win> {
    let wins: Vec<Win> = golden()
        .filter_map(|text| notation::win(text).ok())
        .collect();
    assert!(wins.len() > 100, "{} wins", wins.len());
    wins.into_iter().step_by(23).collect()
}

/// Scores a win: it is refused with a sentence, or paid so that all sums to zero, by the first of its readings.
pub(crate) fn check_score(variant: &Variant, win: &Win) {
    let options = TableOptions::default();
    let scored = match score(variant, &options, win) {
        Ok(scored) => scored,
        Err(refusal) => {
            assert!(!refusal.message().is_empty(), "{refusal:?}");
            check_refusal(refusal.code, readings(variant, &options, win), win);
            return;
        }
    };
    let payments = scored.payments.half_points();
    assert_eq!(Amounts::new(payments), Some(scored.payments), "{win:?}");
    let counted: u32 = scored.score.counted(variant).map(|one| one.fan).sum();
    let capped = scored.score.capped(variant);
    let taken: u32 = capped.map(|one| one.fan_before - one.fan).sum();
    assert_eq!(scored.score.fan, counted - taken, "{win:?}");
    assert!(scored.score.left_out(variant).count() <= 96, "{win:?}");
    let all = readings(variant, &options, win).unwrap();
    assert_eq!(all.first(), Some(&scored.score), "{win:?}");
}

/// What is refused for its tiles has no readings either; what is only worth too little, or not what the rule of a stated
/// liability is for, has.
fn check_refusal(code: RefusalCode, readings: Result<Vec<Score>, Refusal>, win: &Win) {
    match readings {
        Err(refusal) => assert_eq!(refusal.code, code, "{win:?}"),
        Ok(_) => assert!(
            matches!(
                code,
                RefusalCode::BelowMinimum
                    | RefusalCode::BonusTileWinNotPlayed
                    | RefusalCode::LiabilityHandMissing
            ),
            "{code:?} {win:?}"
        ),
    }
}
