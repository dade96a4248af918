//! How many fan a hand can have at most.

use super::Variant;
use super::worth::Value;
use super::worth::valued;
use crate::Pattern;
use crate::PatternIndex;

/// Patterns of which no hand shows two at once.
const RIVALS: [&[Pattern]; 9] = [
    // The winning tile comes from the wall or from a kong.
    &[Pattern::SelfDraw, Pattern::RobbingKong],
    // One reading has one shape: chows, pungs, pairs or orphans.
    &[
        Pattern::AllChows,
        Pattern::AllPungs,
        Pattern::SevenPairs,
        Pattern::ThirteenOrphans,
    ],
    // A suit with honours, without them, or honours alone.
    &[Pattern::HalfFlush, Pattern::FullFlush, Pattern::AllHonours],
    // Honours among the ends of the suits, or none.
    &[Pattern::MixedTerminals, Pattern::AllTerminals],
    // The last dragon, and the last wind, is a pair or a set.
    &[Pattern::LittleThreeDragons, Pattern::BigThreeDragons],
    &[Pattern::LittleFourWinds, Pattern::BigFourWinds],
    // One suit with one dragon.
    &[
        Pattern::PearlDragon,
        Pattern::RubyDragon,
        Pattern::JadeDragon,
    ],
    // The dealer, the dealer's discard, or the first own draw of another.
    &[Pattern::Heaven, Pattern::Earth, Pattern::Man],
    // Either there are bonus tiles or there are none.
    &[Pattern::NoBonusTiles, Pattern::SeatFlower],
];

/// An upper bound of the fan that count toward the minimum; `None` if a limit hand meets any minimum.
///
/// It adds up what patterns bring, of a group or of rivals only the best. A hand that shows all of them may not
/// exist, so a minimum above the bound cannot be reached, and one below it perhaps neither.
pub(super) fn most_fan_toward_minimum(variant: &Variant) -> Option<u32> {
    let patterns: Vec<PatternIndex> = valued(&variant.worths).collect();
    let is_limit = |&pattern: &PatternIndex| {
        let worth = variant.worth(pattern);
        worth.is_some_and(|worth| worth.value == Value::Limit)
    };
    if patterns.iter().any(is_limit) {
        return None;
    }
    let mut open = patterns;
    let mut most = 0;
    let groups = variant.groups.iter().map(|group| group.patterns.clone());
    let rivals = RIVALS
        .iter()
        .map(|rivals| rivals.iter().map(|&pattern| pattern.into()).collect());
    for rivals in groups.chain(rivals) {
        let rivals: Vec<PatternIndex> = rivals;
        let best = rivals.iter().filter(|rival| open.contains(rival));
        most += best
            .map(|&pattern| fan(variant, pattern))
            .max()
            .unwrap_or(0);
        open.retain(|pattern| !rivals.contains(pattern));
    }
    Some(
        most + open
            .iter()
            .map(|&pattern| fan(variant, pattern))
            .sum::<u32>(),
    )
}

/// The fan that a pattern can bring toward the minimum.
fn fan(variant: &Variant, pattern: PatternIndex) -> u32 {
    let Some(worth) = variant
        .worth(pattern)
        .filter(|worth| worth.counts_toward_minimum)
    else {
        return 0;
    };
    let times = if pattern == Pattern::DragonPung.into() {
        3
    } else {
        1
    };
    let caps = variant
        .caps
        .iter()
        .filter(|cap| cap.patterns.contains(&pattern));
    let cap = caps.map(|cap| cap.fan).min().unwrap_or(u32::MAX);
    (worth.fan() * times).min(cap)
}
