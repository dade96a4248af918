//! Playing outcomes one after another from a state of a match.

use crate::deal::{self, Course, Deal, Ending, MatchState};
use crate::refusal::{Field, Refusal, RefusalCode};
use crate::score::score;
use crate::variant::Several;
use crate::{Amounts, BonusTile, Chair, Circumstances, Hand, Outcome, Score, Shown, TableOptions};
use crate::{TileCounts, Variant, Win, Wind, Winner, declared, notation, payment};

/// The most points a table may state for a false mahjong.
const MOST_POINTS: u32 = 1_000_000;

/// One outcome, played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedHand {
    /// The number of the hand; `None` for an early end, which is not a hand.
    pub number: Option<u32>,
    /// The deal it was played in.
    pub deal: Deal,
    /// A score for each winner.
    pub scores: Vec<(Chair, Score)>,
    /// What each chair gains or pays, chair 1 first.
    pub payments: Amounts,
    /// Where the match stands after it.
    pub state_after: MatchState,
}

/// Which outcome is refused, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayRefusal {
    /// The place of the outcome, counted from 0.
    pub outcome: usize,
    /// Why.
    pub refusal: Refusal,
}

/// Plays outcomes in order.
///
/// # Errors
/// The first outcome that is refused, and why; then none is played.
pub fn play(
    variant: &Variant,
    options: &TableOptions,
    state: &MatchState,
    outcomes: &[Outcome],
) -> Result<Vec<PlayedHand>, PlayRefusal> {
    let mut state = *state;
    let mut played = Vec::with_capacity(outcomes.len());
    for (place, outcome) in outcomes.iter().enumerate() {
        let table = Table {
            variant,
            options,
            state: &state,
        };
        let hand = table.play(outcome).map_err(|refusal| PlayRefusal {
            outcome: place,
            refusal,
        })?;
        state = hand.state_after;
        played.push(hand);
    }
    Ok(played)
}

/// A table between two hands.
struct Table<'a> {
    variant: &'a Variant,
    options: &'a TableOptions,
    state: &'a MatchState,
}

impl Table<'_> {
    fn play(&self, outcome: &Outcome) -> Result<PlayedHand, Refusal> {
        if self.state.ending.is_some() {
            let message = "the match is over: nothing more is played in it";
            return Err(Refusal::new(RefusalCode::MatchOver, Field::Whole, message));
        }
        match outcome {
            Outcome::Win {
                winners,
                circumstances,
            } => self.win(winners, circumstances),
            Outcome::Goulash => self.hand(Vec::new(), Amounts::default(), Course::Goulash),
            Outcome::FalseMahjong { chair, points } => {
                let amounts = payment::false_mahjong(
                    self.seat_wind(*chair),
                    self.false_mahjong_points(*points)?,
                );
                self.hand(Vec::new(), amounts, Course::FalseMahjong)
            }
            Outcome::EarlyEnd => Ok(self.early_end()),
        }
    }

    fn seat_wind(&self, chair: Chair) -> Wind {
        self.state.deal.seat_wind(chair)
    }

    fn win(
        &self,
        winners: &[Winner],
        circumstances: &Circumstances<Chair>,
    ) -> Result<PlayedHand, Refusal> {
        self.check_winners(winners, circumstances)?;
        let circumstances = circumstances.map_seat(|chair| self.seat_wind(chair));
        let mut scores = Vec::with_capacity(winners.len());
        let mut amounts = Amounts::default();
        for (place, winner) in winners.iter().enumerate() {
            let seat_wind = self.seat_wind(winner.chair);
            let score = self
                .score(winner, seat_wind, circumstances)
                .map_err(|refusal| refusal.of_winner(place))?;
            let paid = payment::win(
                self.variant,
                seat_wind,
                &circumstances.won_by,
                score.points,
                score.limit,
            );
            amounts = amounts.plus(paid).ok_or_else(too_large)?;
            scores.push((winner.chair, score));
        }
        let dealer_won = winners
            .iter()
            .any(|winner| winner.chair == self.state.deal.dealer);
        let course = if dealer_won {
            Course::DealerWin
        } else {
            Course::OtherWin
        };
        self.hand(scores, amounts, course)
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
    ) -> Result<Score, Refusal> {
        match &winner.shown {
            Shown::Declared(result) => declared::score(
                self.variant,
                self.options,
                *result,
                seat_wind,
                &circumstances,
            ),
            Shown::Tiles(hand) => {
                let round_wind = self.state.deal.round_wind;
                let win = Win {
                    hand: hand.clone(),
                    circumstances,
                    seat_wind,
                    round_wind,
                };
                score(self.variant, self.options, &win).map(|scored| scored.score)
            }
        }
    }

    fn false_mahjong_points(&self, stated: Option<u32>) -> Result<u32, Refusal> {
        let refuse = |code, message: &'static str| Err(Refusal::new(code, Field::Points, message));
        match (self.variant.false_mahjong_points(), stated) {
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

    /// A hand that was played: `amounts` are by seat wind.
    fn hand(
        &self,
        scores: Vec<(Chair, Score)>,
        amounts: Amounts,
        course: Course,
    ) -> Result<PlayedHand, Refusal> {
        let MatchState {
            next_number: number,
            deal,
            totals,
            ..
        } = *self.state;
        let payments = deal.by_chair(amounts);
        let next = deal::after(self.variant, deal, course);
        let state_after = MatchState {
            next_number: number.saturating_add(1),
            deal: next.unwrap_or(deal),
            totals: totals.plus(payments).ok_or_else(too_large)?,
            ending: if next.is_none() {
                Some(Ending::Complete)
            } else {
                None
            },
        };
        Ok(PlayedHand {
            number: Some(number),
            deal,
            scores,
            payments,
            state_after,
        })
    }

    fn early_end(&self) -> PlayedHand {
        PlayedHand {
            number: None,
            deal: self.state.deal,
            scores: Vec::new(),
            payments: Amounts::default(),
            state_after: MatchState {
                ending: Some(Ending::Early),
                ..*self.state
            },
        }
    }
}

fn too_large() -> Refusal {
    Refusal::new(
        RefusalCode::OutOfRange,
        Field::Whole,
        "the running totals would pass the largest amount there is",
    )
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
    if let Some(tile) = BonusTile::doubled(hands.iter().flat_map(|hand| hand.bonus_tiles.clone())) {
        let name = notation::bonus(&[tile]);
        let message = format!("two winners show {name}, and the set has only one");
        return refuse(RefusalCode::DuplicateBonusTile, message);
    }
    Ok(())
}
