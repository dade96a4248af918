//! Playing what is paid in stated points: agreements, false mahjongs, penalties, side payments and the totals of a match.

use mahjong::Ending;

use super::{PlayedHand, Table};
use crate::deal::HandResult;
use crate::field::Field;
use crate::refusal::{Refusal, RefusalCode};
use crate::variant::{FalseMahjongRule, NamedAmount};
use crate::{Agreed, Amounts, Chair, FalseMahjong, Payee, Penalty, SidePayment, Totals, payment};

/// The most points that a table may state for a penalty, a side payment, a false mahjong or one player's part of an agreement
/// or of the totals of a match.
const MOST_POINTS: u32 = 1_000_000;

impl Table<'_> {
    /// A hand that is paid as the players agreed.
    pub(super) fn agreed(
        &self,
        Agreed {
            winner,
            half_points,
        }: Agreed,
    ) -> Result<PlayedHand, Refusal> {
        self.check_amounts(half_points, Field::Agreed)?;
        let payments = Amounts::new(half_points).ok_or_else(|| {
            let message = "the agreed points have to sum to zero";
            Refusal::new(RefusalCode::AgreedPointsUnbalanced, Field::Agreed, message)
        })?;
        self.hand(Vec::new(), payments, self.after_agreement(winner))
    }

    /// Whether a table may state these amounts of its players.
    fn check_amounts(&self, half_points: [i64; 4], field: Field) -> Result<(), Refusal> {
        let most = 2 * u64::from(MOST_POINTS);
        let is_in_range = |amount: &i64| amount.unsigned_abs() <= most;
        Refusal::unless(
            half_points.iter().all(is_in_range),
            RefusalCode::OutOfRange,
            field,
            "nobody gains or pays more than 1000000 points",
        )?;
        let is_whole = half_points.iter().all(|amount| amount % 2 == 0);
        Refusal::unless(
            is_whole || self.variant.pays_half_points(),
            RefusalCode::OutOfRange,
            field,
            "this variant pays no half points: state whole ones",
        )
    }

    /// What a whole match came to. Nothing else was played in it, and nothing more is.
    pub(super) fn totals(&self, totals: Totals) -> Result<PlayedHand, Refusal> {
        let refuse = |code, message: &'static str| Refusal::new(code, Field::Totals, message);
        if !mahjong::MatchState::from(self.state).is_without_points() {
            let message =
                "points were recorded in this match: totals are all that is recorded of a match";
            return Err(refuse(RefusalCode::TotalsNotAlone, message));
        }
        self.check_amounts(totals.half_points, Field::Totals)?;
        let payments = Amounts::with_house(totals.half_points, totals.house());
        let payments = payments.filter(|amounts| amounts.house() >= 0);
        let payments = payments.ok_or_else(|| {
            let message =
                "the totals have to sum to zero with what the house gets, which is nothing or more";
            refuse(RefusalCode::TotalsUnbalanced, message)
        })?;
        Ok(self.ended(payments, payments, Ending::Complete))
    }

    /// As after the win of whoever won, or as after a dead hand.
    pub(super) fn after_agreement(&self, winner: Option<Chair>) -> HandResult {
        winner.map_or(HandResult::Goulash, |chair| {
            self.after_wins(std::iter::once(chair))
        })
    }

    /// A false mahjong: paid for, or only noted where play goes on with the hand open.
    pub(super) fn false_mahjong(
        &self,
        FalseMahjong { chair, points }: FalseMahjong,
    ) -> Result<PlayedHand, Refusal> {
        match self.variant.false_mahjong() {
            FalseMahjongRule::OpenHand => match points {
                None => self.between_hands(Amounts::default()),
                Some(_) => {
                    let message = "this variant has the hand opened, and nothing is paid: leave the points out";
                    let code = RefusalCode::FalseMahjongPointsFixed;
                    Err(Refusal::new(code, Field::Points, message))
                }
            },
            FalseMahjongRule::Points => {
                let points = self.false_mahjong_points(chair, points)?;
                let payments = payment::penalty(chair.index(), points, Payee::Players);
                self.hand(Vec::new(), payments, self.after_false_mahjong(chair))
            }
        }
    }

    /// What the false mahjong of a chair means for the deal.
    pub(super) fn after_false_mahjong(&self, chair: Chair) -> HandResult {
        HandResult::FalseMahjong {
            by_dealer: self.deals(chair),
        }
    }

    /// Whether somebody on this chair deals, in a match with rounds.
    fn deals(&self, chair: Chair) -> bool {
        self.variant.has_rounds() && chair == self.state.deal.dealer
    }

    fn false_mahjong_points(&self, chair: Chair, stated: Option<u32>) -> Result<u32, Refusal> {
        let refuse = |code, message: &'static str| Err(Refusal::new(code, Field::Points, message));
        let fixed = self.variant.false_mahjong_points(self.deals(chair));
        match (fixed, stated) {
            (None, None) => {
                let message = "this variant leaves the amount of a false mahjong to the table: state the points";
                refuse(RefusalCode::FalseMahjongPointsMissing, message)
            }
            (Some(fixed), Some(stated)) if stated != fixed => {
                let message =
                    "this variant fixes the amount of a false mahjong: leave the points out";
                refuse(RefusalCode::FalseMahjongPointsFixed, message)
            }
            (None, Some(points)) if points > MOST_POINTS => refuse(
                RefusalCode::OutOfRange,
                "a false mahjong costs 0–1000000 points",
            ),
            (None, Some(points)) | (Some(points), _) => Ok(points),
        }
    }

    /// A table penalty.
    pub(super) fn penalty(&self, penalty: &Penalty) -> Result<PlayedHand, Refusal> {
        let points = NamedAmounts {
            usual: self.variant.penalties(),
            unknown: Refusal::new(
                RefusalCode::PenaltyUnknown,
                Field::Penalty,
                "this variant has no penalty of this id: name one it has, or none",
            ),
            missing: Refusal::new(
                RefusalCode::PenaltyPointsMissing,
                Field::PenaltyPoints,
                "no amount is agreed for this penalty: state the points",
            ),
            too_large: "a penalty costs 0–1000000 points",
        }
        .points(penalty.penalty.as_deref(), penalty.points)?;
        self.between_hands(payment::penalty(
            penalty.chair.index(),
            points,
            penalty.payee,
        ))
    }

    /// What players pay one of them for something that is no win.
    pub(super) fn side_payment(&self, payment: &SidePayment) -> Result<PlayedHand, Refusal> {
        let SidePayment {
            chair, from_chair, ..
        } = *payment;
        Refusal::unless(
            from_chair != Some(chair),
            RefusalCode::SidePaymentToPayer,
            Field::SidePaymentFrom,
            "who pays is who is paid",
        )?;
        let points = NamedAmounts {
            usual: self.variant.side_payments(),
            unknown: Refusal::new(
                RefusalCode::SidePaymentUnknown,
                Field::SidePayment,
                "this variant has no side payment of this id: name one it has, or none",
            ),
            missing: Refusal::new(
                RefusalCode::SidePaymentPointsMissing,
                Field::SidePaymentPoints,
                "no amount is agreed for this side payment: state the points",
            ),
            too_large: "each payer pays 0–1000000 points",
        }
        .points(payment.side_payment.as_deref(), payment.points)?;
        let mut amounts = Amounts::default();
        for payer in Chair::ALL {
            if payer != chair && from_chair.is_none_or(|from| from == payer) {
                amounts.pay(payer.index(), chair.index(), points * 2);
            }
        }
        self.between_hands(amounts)
    }
}

/// The amounts of a variant that have names, and what is refused of them.
struct NamedAmounts<'a> {
    usual: &'a [NamedAmount],
    unknown: Refusal,
    missing: Refusal,
    too_large: &'static str,
}

impl NamedAmounts<'_> {
    /// The points that are stated or, where none are, the usual ones of the amount with this id.
    fn points(self, id: Option<&str>, stated: Option<u32>) -> Result<u32, Refusal> {
        let usual = match id {
            None => None,
            Some(id) => {
                let named = self.usual.iter().find(|amount| amount.id == id);
                named.ok_or(self.unknown)?.points
            }
        };
        let field = self.missing.field;
        let points = stated.or(usual).ok_or(self.missing)?;
        let is_in_range = points <= MOST_POINTS;
        Refusal::unless(is_in_range, RefusalCode::OutOfRange, field, self.too_large)?;
        Ok(points)
    }
}
