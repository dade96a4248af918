//! Playing a win: who may win together, and what each is paid.

use super::{PlayedHand, Table, too_large};
use crate::deal::{HandResult, by_chair};
use crate::field::Field;
use crate::refusal::{Refusal, RefusalCode};
use crate::score::{Ties, score_by};
use crate::tile_counts::doubled;
use crate::variant::Several;
use crate::{
    Amounts, Chair, Circumstances, Hand, Score, Shown, StatedLiability, TileCounts, Win,
    WinOutcome, Wind, Winner, declared, notation, payment,
};

impl Table<'_> {
    pub(super) fn win(
        &self,
        WinOutcome {
            winners,
            circumstances,
        }: &WinOutcome,
    ) -> Result<PlayedHand, Refusal> {
        self.check_winners(winners, circumstances)?;
        let circumstances = circumstances.map_seat(|chair| self.seat_wind(chair));
        let mut scores = Vec::with_capacity(winners.len());
        let mut amounts = Amounts::default();
        for (place, winner) in winners.iter().enumerate() {
            let seat_wind = self.seat_wind(winner.chair);
            let liability = winner
                .liability
                .map(|stated| stated.map_seat(|chair| self.seat_wind(chair)));
            let score = self
                .score(winner, seat_wind, circumstances, liability)
                .map_err(|refusal| refusal.of_winner(place))?;
            let paid = payment::win(
                self.variant,
                seat_wind,
                &circumstances.won_by,
                liability.as_ref(),
                score.points,
                score.limit,
            );
            amounts = amounts.plus(paid).ok_or_else(too_large)?;
            scores.push((winner.chair, score));
        }
        check_tiles_left(winners)?;
        let course = self.after_wins(winners.iter().map(|winner| winner.chair));
        let payments = by_chair(&self.state.deal, amounts);
        self.hand(scores, payments, course)
    }

    fn check_winners(
        &self,
        winners: &[Winner],
        circumstances: &Circumstances<Chair>,
    ) -> Result<(), Refusal> {
        let refuse = |code, message: &'static str| Err(Refusal::new(code, Field::Winners, message));
        let chairs = || winners.iter().map(|winner| winner.chair);
        if winners.is_empty() {
            return refuse(
                RefusalCode::WinnerMissing,
                "a win names at least one winner",
            );
        }
        if chairs()
            .enumerate()
            .any(|(place, chair)| chairs().take(place).any(|before| before == chair))
        {
            return refuse(
                RefusalCode::WinnerRepeated,
                "a chair is named as winner twice",
            );
        }
        if winners.len() > 1 {
            if self.variant.several() != Several::All {
                let message = "this variant gives the tile to one winner: name only that one";
                return refuse(RefusalCode::SeveralWinnersNotPlayed, message);
            }
            if circumstances.won_by.from().is_none() {
                let message =
                    "several players can win on one discard or robbed kong, not on a draw";
                return refuse(RefusalCode::SeveralWinnersNotPlayed, message);
            }
            check_shared_tiles(&hands(winners))?;
        }
        Ok(())
    }

    fn score(
        &self,
        winner: &Winner,
        seat_wind: Wind,
        circumstances: Circumstances<Wind>,
        liability: Option<StatedLiability<Wind>>,
    ) -> Result<Score, Refusal> {
        match &winner.shown {
            Shown::Declared(result) => declared::score(
                self.variant,
                self.options,
                *result,
                seat_wind,
                &circumstances,
                liability.as_ref(),
            ),
            Shown::Tiles(hand) => {
                let round_wind = self.state.deal.round_wind;
                let win = Win {
                    hand: hand.clone(),
                    circumstances,
                    seat_wind,
                    round_wind,
                    liability,
                };
                let scored = score_by(self.variant, self.options, &win, self.budget, Ties::First);
                scored.map(|scored| scored.score)
            }
        }
    }

    /// What wins of these chairs mean for the deal.
    pub(super) fn after_wins(&self, mut chairs: impl Iterator<Item = Chair>) -> HandResult {
        if chairs.any(|chair| chair == self.state.deal.dealer) {
            HandResult::DealerWin
        } else {
            HandResult::OtherWin
        }
    }
}

/// However many win with a discard, it came with so many tiles left.
fn check_tiles_left(winners: &[Winner]) -> Result<(), Refusal> {
    let mut stated = winners.iter().enumerate().filter_map(|(place, winner)| {
        let left = winner.liability?.tiles_left?;
        Some((place, left))
    });
    let Some((_, first)) = stated.next() else {
        return Ok(());
    };
    match stated.find(|&(_, left)| left != first) {
        None => Ok(()),
        Some((place, left)) => {
            let message =
                format!("{left} tiles left, but {first} for another winner of the same discard");
            let code = RefusalCode::LiabilityWinMismatch;
            Err(Refusal::new(code, Field::TilesLeft, message).of_winner(place))
        }
    }
}

/// The hands that are shown, those of declared results apart.
fn hands(winners: &[Winner]) -> Vec<&Hand> {
    let shown = winners.iter().map(|winner| match &winner.shown {
        Shown::Tiles(hand) => Some(hand),
        Shown::Declared(_) => None,
    });
    shown.flatten().collect()
}

/// Several winners take one and the same tile, and all their others come from one set of tiles.
fn check_shared_tiles(hands: &[&Hand]) -> Result<(), Refusal> {
    let refuse = |code, message: String| Err(Refusal::new(code, Field::Winners, message));
    let mut winning = hands.iter().filter_map(|hand| hand.winning_tile);
    let taken = winning.next();
    if winning.any(|tile| Some(tile) != taken) {
        let message = "the winners of one discard show different winning tiles".to_owned();
        return refuse(RefusalCode::WinningTilesDiffer, message);
    }
    let held = hands.iter().flat_map(|hand| hand.held());
    if let Some((tile, count)) = TileCounts::of(held.chain(taken)).overdrawn() {
        let name = notation::playing(&[tile]);
        let message =
            format!("the winners show {count} of {name} together, but the set has only four");
        return refuse(RefusalCode::FifthCopy, message);
    }
    if let Some(tile) = doubled(hands.iter().flat_map(|hand| hand.bonus_tiles.clone())) {
        let name = notation::bonus(&[tile]);
        let message = format!("two winners show {name}, and the set has only one");
        return refuse(RefusalCode::DuplicateBonusTile, message);
    }
    Ok(())
}
