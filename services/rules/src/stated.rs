//! From the words of a table ([`mahjong`]) to the form that the rules work with, and back.

use mahjong::notation;

use crate::field::Field;
use crate::misstatement::Misstatement;
use crate::{
    Amounts, BonusTile, Chair, Circumstances, Hand, MatchState, Meld, Outcome, Score, Shown,
    StatedLiability, Tile, Variant, WinOutcome, Winner,
};

impl TryFrom<&mahjong::Hand> for Hand {
    type Error = Misstatement;

    fn try_from(stated: &mahjong::Hand) -> Result<Hand, Misstatement> {
        let winning_tile = match *playing(&stated.winning_tile, Field::WinningTile)?.as_slice() {
            [] => None,
            [tile] => Some(tile),
            _ => {
                return Err(Misstatement::unreadable(
                    Field::WinningTile,
                    "more than one winning tile",
                ));
            }
        };
        let meld = |(place, meld): (usize, &mahjong::Meld)| {
            Ok(Meld {
                kind: meld.kind,
                tiles: playing(&meld.tiles, Field::Meld(place))?,
            })
        };
        Ok(Hand {
            concealed: playing(&stated.concealed, Field::Concealed)?,
            winning_tile,
            melds: stated
                .melds
                .iter()
                .enumerate()
                .map(meld)
                .collect::<Result<_, _>>()?,
            bonus_tiles: bonus(&stated.bonus_tiles)?,
        })
    }
}

fn playing(text: &str, field: Field) -> Result<Vec<Tile>, Misstatement> {
    let tiles = notation::parse(text)
        .map_err(|error| Misstatement::unreadable(field, error.to_string()))?;
    if tiles.bonus.is_empty() {
        Ok(tiles.playing)
    } else {
        Err(Misstatement::unreadable(
            field,
            "bonus tiles among the playing tiles",
        ))
    }
}

fn bonus(text: &str) -> Result<Vec<BonusTile>, Misstatement> {
    let field = Field::BonusTiles;
    let tiles = notation::parse(text)
        .map_err(|error| Misstatement::unreadable(field, error.to_string()))?;
    if tiles.playing.is_empty() {
        Ok(tiles.bonus)
    } else {
        Err(Misstatement::unreadable(
            field,
            "playing tiles among the bonus tiles",
        ))
    }
}

impl From<&Hand> for mahjong::Hand {
    fn from(hand: &Hand) -> mahjong::Hand {
        let meld = |meld: &Meld| mahjong::Meld {
            kind: meld.kind,
            tiles: notation::playing(&meld.tiles),
        };
        mahjong::Hand {
            concealed: notation::playing(&hand.concealed),
            winning_tile: notation::playing(hand.winning_tile.as_slice()),
            melds: hand.melds.iter().map(meld).collect(),
            bonus_tiles: notation::bonus(&hand.bonus_tiles),
        }
    }
}

/// An outcome that a table stated, in the form that the rules read.
///
/// # Errors
/// What cannot be read of a win.
pub fn read_outcome<Player>(stated: &mahjong::Outcome<Player>) -> Result<Outcome, Misstatement> {
    stated.at_table(|win| WinOutcome::try_from(win))
}

impl TryFrom<&mahjong::Win> for WinOutcome {
    type Error = Misstatement;

    fn try_from(win: &mahjong::Win) -> Result<WinOutcome, Misstatement> {
        Ok(WinOutcome {
            winners: win
                .winners
                .iter()
                .map(Winner::try_from)
                .collect::<Result<_, _>>()?,
            circumstances: Circumstances::read(win.circumstances(), win.from_chair)?,
        })
    }
}

impl TryFrom<&mahjong::Winner> for Winner {
    type Error = Misstatement;

    fn try_from(stated: &mahjong::Winner) -> Result<Winner, Misstatement> {
        let shown = match &stated.shown {
            mahjong::Shown::Hand(hand) => Shown::Tiles(hand.try_into()?),
            mahjong::Shown::Declared(declared) => Shown::Declared(*declared),
        };
        Ok(Winner {
            chair: stated.chair,
            shown,
            liability: stated
                .liability
                .map(StatedLiability::try_from)
                .transpose()?,
        })
    }
}

impl TryFrom<mahjong::Liability> for StatedLiability<Chair> {
    type Error = Misstatement;

    fn try_from(stated: mahjong::Liability) -> Result<StatedLiability<Chair>, Misstatement> {
        let tiles_left = stated.tiles_left.map(u8::try_from).transpose();
        Ok(StatedLiability {
            rule: stated.rule,
            liable: stated.chair,
            tiles_left: tiles_left.map_err(|_| {
                Misstatement::unreadable(Field::TilesLeft, "more tiles left than there are")
            })?,
            live_tile: stated.live_tile,
        })
    }
}

impl From<StatedLiability<Chair>> for mahjong::Liability {
    fn from(liability: StatedLiability<Chair>) -> mahjong::Liability {
        mahjong::Liability {
            chair: liability.liable,
            rule: liability.rule,
            tiles_left: liability.tiles_left.map(u32::from),
            live_tile: liability.live_tile,
        }
    }
}

/// The totals that were stated do not sum to zero, or one is beyond [`Amounts::LARGEST`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnbalancedTotals;

impl TryFrom<&mahjong::MatchState> for MatchState {
    type Error = UnbalancedTotals;

    fn try_from(stated: &mahjong::MatchState) -> Result<MatchState, UnbalancedTotals> {
        let totals = Amounts::with_house(stated.total_half_points, stated.house_half_points);
        Ok(MatchState {
            next_number: stated.next_number,
            deal: stated.deal,
            totals: totals.ok_or(UnbalancedTotals)?,
            ending: stated.ending,
        })
    }
}

impl From<&MatchState> for mahjong::MatchState {
    fn from(state: &MatchState) -> mahjong::MatchState {
        mahjong::MatchState {
            next_number: state.next_number,
            deal: state.deal,
            total_half_points: state.totals.half_points(),
            house_half_points: state.totals.house(),
            ending: state.ending,
        }
    }
}

impl Score {
    /// The score as a table reads it: patterns by their ids under the variant that counted them, tiles in notation.
    #[must_use]
    pub fn state(&self, variant: &Variant) -> mahjong::Score {
        let id = |pattern| variant.pattern_id(pattern).to_owned();
        let counted = self
            .counted(variant)
            .map(|counted| mahjong::CountedPattern {
                pattern: id(counted.pattern),
                count: counted.count,
                fan: counted.fan,
                limit: counted.limit,
                counts_toward_minimum: counted.counts_toward_minimum,
            });
        let capped = self.capped(variant).map(|capped| mahjong::CappedPatterns {
            patterns: capped.patterns.into_iter().map(id).collect(),
            fan_before: capped.fan_before,
            fan: capped.fan,
        });
        let left_out = self
            .left_out(variant)
            .map(|left_out| mahjong::LeftOutPattern {
                pattern: id(left_out.pattern),
                reason: left_out.reason.kind(),
                by: left_out.reason.by(variant).map(str::to_owned),
            });
        mahjong::Score {
            reading: self.reading().as_ref().map(mahjong::Reading::from),
            counted: counted.collect(),
            capped: capped.collect(),
            left_out: left_out.collect(),
            fan: self.fan,
            fan_toward_minimum: self.fan_toward_minimum,
            minimum_fan: self.minimum_fan,
            limit: self.limit,
            points: self.points,
            declared: self.is_declared(),
        }
    }
}

impl From<&crate::Reading> for mahjong::Reading {
    fn from(reading: &crate::Reading) -> mahjong::Reading {
        let sets = reading.sets.iter().enumerate();
        let sets = sets.map(|(place, set)| mahjong::ReadSet {
            kind: set.kind,
            tiles: notation::playing(&set.tiles()),
            concealed: set.concealed,
            completed: reading.completed == Some(place),
        });
        mahjong::Reading {
            shape: reading.shape,
            sets: sets.collect(),
        }
    }
}
