//! Playing what is paid in stated points: agreements, false mahjongs and penalties.

use super::{PlayedHand, Table};
use crate::deal::HandResult;
use crate::field::Field;
use crate::refusal::{Refusal, RefusalCode};
use crate::variant::FalseMahjongRule;
use crate::{Amounts, Chair, Payee, payment};

/// The most points that a table may state for a penalty, a false mahjong or one player's part of an agreement.
const MOST_POINTS: u32 = 1_000_000;

impl Table<'_> {
    /// A hand that is paid as the players agreed.
    pub(super) fn agreed(
        &self,
        winner: Option<Chair>,
        half_points: [i64; 4],
    ) -> Result<PlayedHand, Refusal> {
        let refuse = |code, message: &'static str| Refusal::new(code, Field::Agreed, message);
        let most = 2 * u64::from(MOST_POINTS);
        let whole = half_points.iter().all(|amount| amount % 2 == 0);
        if half_points
            .iter()
            .any(|amount| amount.unsigned_abs() > most)
        {
            let message = "nobody gains or pays more than 1000000 points by an agreement";
            return Err(refuse(RefusalCode::OutOfRange, message));
        }
        if !whole && !self.variant.pays_half_points() {
            let message = "this variant pays no half points: state whole ones";
            return Err(refuse(RefusalCode::OutOfRange, message));
        }
        let payments = Amounts::new(half_points).ok_or_else(|| {
            let message = "the agreed points have to sum to zero";
            refuse(RefusalCode::AgreedPointsUnbalanced, message)
        })?;
        self.hand(Vec::new(), payments, self.after_agreement(winner))
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
        chair: Chair,
        points: Option<u32>,
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
    pub(super) fn penalty(
        &self,
        chair: Chair,
        penalty: Option<&str>,
        points: Option<u32>,
        payee: Payee,
    ) -> Result<PlayedHand, Refusal> {
        let usual = match penalty {
            None => None,
            Some(id) => self.usual_points(id)?,
        };
        let points = points.or(usual).ok_or_else(|| {
            let message = "no amount is agreed for this penalty: state the points";
            Refusal::new(
                RefusalCode::PenaltyPointsMissing,
                Field::PenaltyPoints,
                message,
            )
        })?;
        Refusal::unless(
            points <= MOST_POINTS,
            RefusalCode::OutOfRange,
            Field::PenaltyPoints,
            "a penalty costs 0–1000000 points",
        )?;
        self.between_hands(payment::penalty(chair.index(), points, payee))
    }

    /// The usual points of one of the variant's penalties, if it has any.
    fn usual_points(&self, id: &str) -> Result<Option<u32>, Refusal> {
        let mut penalties = self.variant.penalties().iter();
        let found = penalties.find(|penalty| penalty.id == id);
        found.map(|penalty| penalty.points).ok_or_else(|| {
            let message = "this variant has no penalty of this id: name one it has, or none";
            Refusal::new(RefusalCode::PenaltyUnknown, Field::Penalty, message)
        })
    }
}
