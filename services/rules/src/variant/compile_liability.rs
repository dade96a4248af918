//! The rules by which one player pays for all three: compiled from a document, and what can be wrong with them.

use super::Variant;
use super::document;
use super::document::{OtherDiscard, RobbedKongPayment};
use super::liability::{Liability, is_of_the_discard};
use super::names::Names;
use super::problem::{Place, Problems, at};
use super::worth::{Value, Worth};
use crate::document_code::DocumentCode;
use crate::{LiabilityRule, Pattern, PatternIndex, PatternSet};

/// The word that stands among the hands for every limit hand.
const LIMIT: &str = "limit";

/// The patterns of which a hand shows one if the rule applies; none where any hand will do.
fn patterns(rule: LiabilityRule) -> &'static [Pattern] {
    match rule {
        LiabilityRule::NineTiles | LiabilityRule::TwelveTiles => &[Pattern::FullFlush],
        LiabilityRule::FiveTiles | LiabilityRule::FourthMeld => &[],
        LiabilityRule::BigThreeDragons => &[Pattern::BigThreeDragons],
        LiabilityRule::BigFourWinds => &[Pattern::BigFourWinds],
        LiabilityRule::KongReplacement => &[
            Pattern::KongReplacement,
            Pattern::DoubleKongReplacement,
            Pattern::Replacement,
        ],
    }
}

/// Whether it can be said of other hands than those of its own patterns.
const fn is_of_other_hands(rule: LiabilityRule) -> bool {
    !matches!(
        rule,
        LiabilityRule::BigThreeDragons | LiabilityRule::BigFourWinds
    )
}

/// Whether another player than the liable one can have discarded the winning tile.
const fn allows_other_discard(rule: LiabilityRule) -> bool {
    !is_of_the_discard(rule) && !matches!(rule, LiabilityRule::KongReplacement)
}

/// Compiles the rules of a document, whose patterns are worth so much.
pub(super) fn compile(
    stated: &[document::Liability],
    names: &Names,
    worths: &[Option<Worth>],
    problems: &mut Problems,
) -> Vec<Liability> {
    let compiled = stated.iter().enumerate().map(|(index, stated)| {
        let place = at(["liabilities"]).item(index);
        let hands = Hands { worths, problems };
        Liability {
            rule: stated.rule,
            hands: match &stated.hands {
                Some(ids) => hands.stated(stated.rule, ids, &place.field("hands"), names),
                None => hands.of_rule(stated.rule, place.field("rule")),
            },
            limit_hands: stated.hands.iter().flatten().any(|id| id == LIMIT),
            from_fan: stated.from_fan.unwrap_or_default(),
            robbed_kong: stated.robbed_kong,
            at_least: stated.at_least,
            other_discard: stated.other_discard,
        }
    });
    compiled.collect()
}

/// What makes sense of the hands that a rule punishes.
struct Hands<'a> {
    worths: &'a [Option<Worth>],
    problems: &'a mut Problems,
}

impl Hands<'_> {
    /// Those that the rule speaks of where the document names none.
    fn of_rule(mut self, rule: LiabilityRule, place: Place) -> PatternSet {
        let of = patterns(rule);
        if !of.is_empty() && !of.iter().any(|&pattern| self.has_value(pattern.into())) {
            let names: Vec<String> = of.iter().map(|of| format!("`{}`", of.id())).collect();
            let text = format!(
                "it is about {}, which this document gives no value",
                names.join(" or ")
            );
            self.no_value(place, text);
        }
        of.iter().map(|&pattern| pattern.into()).collect()
    }

    /// Those that the document names.
    fn stated(
        mut self,
        rule: LiabilityRule,
        ids: &[String],
        place: &Place,
        names: &Names,
    ) -> PatternSet {
        if !is_of_other_hands(rule) {
            let text = "this rule names its hand itself";
            self.problems
                .add(place.clone(), DocumentCode::NeverApplies, text);
        }
        let mut hands = PatternSet::EMPTY;
        for (index, id) in ids.iter().enumerate() {
            let place = place.item(index);
            if id == LIMIT {
                if !self
                    .worths
                    .iter()
                    .flatten()
                    .any(|worth| worth.value == Value::Limit)
                {
                    self.no_value(place, "no pattern of this document is a limit".to_owned());
                }
            } else if let Some(pattern) = names.pattern(id, place.clone(), self.problems) {
                if !self.has_value(pattern) {
                    self.no_value(place, format!("`{id}` has no value in this document"));
                }
                hands.insert(pattern);
            }
        }
        hands
    }

    fn has_value(&self, pattern: PatternIndex) -> bool {
        self.worths
            .get(pattern.index())
            .is_some_and(Option::is_some)
    }

    fn no_value(&mut self, place: Place, text: String) {
        // What patterns are worth is not known where they lack their form.
        if self.problems.are_sound(&["patterns", "house_patterns"]) {
            self.problems.add(place, DocumentCode::NoValue, text);
        }
    }
}

/// Finds what contradicts itself in the rules of a variant.
pub(super) fn check(variant: &Variant, problems: &mut Problems) {
    let amounts_are_sound = problems.are_sound(&["schedule", "limit", "multipliers"]);
    let rules = &variant.liabilities;
    for (index, liability) in rules.iter().enumerate() {
        let place = at(["liabilities"]).item(index);
        let mut before = rules.iter().take(index);
        if before.any(|before| before.rule == liability.rule) {
            let text = "this rule stands in the list already";
            problems.add(place.field("rule"), DocumentCode::Repeated, text);
        }
        let never = match is_of_the_discard(liability.rule) {
            false => Some("this rule is not about the discard that wins"),
            true if variant.robbed_kongs.is_empty() => Some("no kong may be robbed"),
            true => None,
        };
        if let Some(text) = never.filter(|_| liability.robbed_kong) {
            problems.add(place.field("robbed_kong"), DocumentCode::NeverApplies, text);
        }
        let place = place.field("other_discard");
        if liability.other_discard == OtherDiscard::Discarder {
            continue;
        }
        if !allows_other_discard(liability.rule) {
            let text =
                "by this rule nobody but the liable player can have discarded the winning tile";
            problems.add(place, DocumentCode::NeverApplies, text);
        } else if liability.other_discard == OtherDiscard::Halves
            && amounts_are_sound
            && let Some(points) = odd_total(variant, liability.rule)
        {
            let text = format!(
                "a hand at {points} points costs the three together an odd number of half points, which two cannot halve"
            );
            problems.add(place, DocumentCode::Remainder, text);
        }
    }
}

/// Base points at which a win that another player than the liable one gave brings the winner an odd number of half points.
fn odd_total(variant: &Variant, rule: LiabilityRule) -> Option<u32> {
    let times = &variant.multipliers;
    // The winner deals, or the discarder, or one of the others.
    let mut deals = vec![
        (times.discarder + 2 * times.other) * times.dealer,
        times.discarder * times.dealer + 2 * times.other,
        times.discarder + times.other * times.dealer + times.other,
    ];
    // Of the rules about a meld, only this one goes with robbing a kong.
    let robs = rule == LiabilityRule::BigThreeDragons;
    let payment = variant.robbed_kong_payment;
    if robs
        && matches!(
            payment,
            RobbedKongPayment::AsSelfDraw | RobbedKongPayment::AloneAsSelfDraw
        )
    {
        deals.push(3 * times.self_draw * times.dealer);
        deals.push(times.self_draw * (times.dealer + 2));
    }
    let is_odd = |points: &u32| deals.iter().any(|halves| halves % 2 * (points % 2) == 1);
    let limit = variant.limit.multiplied.then_some(variant.limit.points);
    let schedule = variant.schedule.iter().map(|&(_, points)| points);
    schedule.chain(limit).find(is_odd)
}
