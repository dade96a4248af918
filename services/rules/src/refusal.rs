//! Why a hand or an outcome is refused.

mod detail;

use mahjong::string_enum;

pub(crate) use detail::Detail;

use crate::field::Field;

string_enum! {
    /// A reason for refusing, in the order of precedence: if several apply, the first is the answer.
    pub enum RefusalCode {
        /// The match is over; nothing more is played in it.
        MatchOver = "match_over",
        /// A win names no winner.
        WinnerMissing = "winner_missing",
        /// A chair is named as winner twice.
        WinnerRepeated = "winner_repeated",
        /// Several winners, where the variant gives the tile to one of them, or a self-draw with several.
        SeveralWinnersNotPlayed = "several_winners_not_played",
        /// The variant leaves the amount of a false mahjong to the table, and none is stated.
        FalseMahjongPointsMissing = "false_mahjong_points_missing",
        /// The variant fixes the amount of a false mahjong, and another is stated.
        FalseMahjongPointsFixed = "false_mahjong_points_fixed",
        /// The agreed points do not sum to zero.
        AgreedPointsUnbalanced = "agreed_points_unbalanced",
        /// The variant leaves the amount of a penalty to the table, and none is stated.
        PenaltyPointsMissing = "penalty_points_missing",
        /// The variant has no penalty of this id.
        PenaltyUnknown = "penalty_unknown",
        /// A claim to a tile that was neither discarded nor is part of a kong.
        NothingToClaim = "nothing_to_claim",
        /// A chair claims a tile twice.
        ClaimRepeated = "claim_repeated",
        /// A chair claims its own discard, or the tile of its own kong.
        OwnTileClaimed = "own_tile_claimed",
        /// A claim to the tile of a kong for anything but a win.
        RobbedKongNotWon = "robbed_kong_not_won",
        /// A claim for a chow by a player who does not sit to the discarder's right.
        ChowOutOfTurn = "chow_out_of_turn",
        /// Two claims for a pung or kong of one tile.
        PungClaimedTwice = "pung_claimed_twice",
        /// A claim by a player who passed up a win on an identical tile and has not drawn since.
        WinPassedUp = "win_passed_up",
        /// A stated number is outside its range.
        OutOfRange = "out_of_range",
        /// The winning tile is missing, or stated for a win by bonus tiles.
        WinningTileMismatch = "winning_tile_mismatch",
        /// Several winners of one discard show different winning tiles.
        WinningTilesDiffer = "winning_tiles_differ",
        /// A declared chow of honours.
        HonourChow = "honour_chow",
        /// A declared meld that is not what it is said to be.
        MeldInvalid = "meld_invalid",
        /// Bonus tiles, in a variant that is played without them.
        BonusTilesNotUsed = "bonus_tiles_not_used",
        /// More than four of one tile, across concealed tiles, winning tile and melds.
        FifthCopy = "fifth_copy",
        /// One bonus tile twice.
        DuplicateBonusTile = "duplicate_bonus_tile",
        /// Too few or too many tiles.
        WrongTileCount = "wrong_tile_count",
        /// The winner is said to have discarded the tile or to have robbed an own kong.
        DiscarderIsWinner = "discarder_is_winner",
        /// The variant does not allow robbing this kind of kong.
        KongNotRobbable = "kong_not_robbable",
        /// The winner holds another copy of the robbed tile, though the kong needs all four.
        RobbedTileHeld = "robbed_tile_held",
        /// A replacement tile is stated for a win that was not self-drawn.
        ReplacementNotSelfDrawn = "replacement_not_self_drawn",
        /// A replacement for more kongs than are declared.
        ReplacementWithoutKong = "replacement_without_kong",
        /// A replacement for a bonus tile, and none is stated.
        ReplacementWithoutBonusTile = "replacement_without_bonus_tile",
        /// Heaven for a non-dealer, by discard, or with melds or kongs.
        HeavenImpossible = "heaven_impossible",
        /// Earth for the dealer, not on the dealer's discard, or with melds or kongs.
        EarthImpossible = "earth_impossible",
        /// Man for the dealer, not won as the variant says of man, or with melds or kongs.
        ManImpossible = "man_impossible",
        /// The last tile of the wall on the first turn.
        LastTileOnFirstTurn = "last_tile_on_first_turn",
        /// The variant knows no immediate win by bonus tiles, or not by so few.
        BonusTileWinNotPlayed = "bonus_tile_win_not_played",
        /// The variant does not play this rule of liability.
        LiabilityNotPlayed = "liability_not_played",
        /// The winner is said to be liable.
        LiableIsWinner = "liable_is_winner",
        /// The rule of liability does not go with how the hand was won.
        LiabilityWinMismatch = "liability_win_mismatch",
        /// The winner does not show the melds that make liable.
        LiabilityMeldsMissing = "liability_melds_missing",
        /// More than five tiles were left, or the tile was not live.
        FiveTilesNotMet = "five_tiles_not_met",
        /// The tiles are complete in no way.
        NotWinningHand = "not_winning_hand",
        /// A legal hand, but below the table's minimum.
        BelowMinimum = "below_minimum",
        /// A legal hand, but not one that the rule of liability punishes.
        LiabilityHandMissing = "liability_hand_missing",
    }
}

/// Why something is refused, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The reason.
    pub code: RefusalCode,
    /// Which of several winners or claims it is about, counted from 0; `None` for what they share.
    pub winner: Option<usize>,
    /// The fact it is about.
    pub field: Field,
    detail: Detail,
}

impl Refusal {
    pub(crate) fn new(code: RefusalCode, field: Field, detail: impl Into<Detail>) -> Refusal {
        Refusal {
            code,
            winner: None,
            field,
            detail: detail.into(),
        }
    }

    /// A refusal unless something holds.
    pub(crate) fn unless(
        holds: bool,
        code: RefusalCode,
        field: Field,
        message: &'static str,
    ) -> Result<(), Refusal> {
        if holds {
            Ok(())
        } else {
            Err(Refusal::new(code, field, message))
        }
    }

    pub(crate) fn of_winner(self, winner: usize) -> Refusal {
        Refusal {
            winner: Some(winner),
            ..self
        }
    }

    /// What is wrong and what was expected, as a sentence a club secretary understands.
    #[must_use]
    pub fn message(&self) -> String {
        self.to_string()
    }
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.detail.fmt(f)
    }
}

impl std::error::Error for Refusal {}
