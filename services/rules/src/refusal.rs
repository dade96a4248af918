//! Why a hand or an outcome is refused.

mod detail;

pub(crate) use detail::Detail;

/// A reason for refusing, in the order of precedence: if several apply, the first is the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RefusalCode {
    /// The match is over; nothing more is played in it.
    MatchOver,
    /// A win names no winner.
    WinnerMissing,
    /// A chair is named as winner twice.
    WinnerRepeated,
    /// Several winners, where the variant gives the tile to one of them, or a self-draw with several.
    SeveralWinnersNotPlayed,
    /// The variant leaves the amount of a false mahjong to the table, and none is stated.
    FalseMahjongPointsMissing,
    /// The variant fixes the amount of a false mahjong, and another is stated.
    FalseMahjongPointsFixed,
    /// The agreed points do not sum to zero.
    AgreedPointsUnbalanced,
    /// The variant leaves the amount of a penalty to the table, and none is stated.
    PenaltyPointsMissing,
    /// The variant has no penalty of this id.
    PenaltyUnknown,
    /// A claim to a tile that was neither discarded nor is part of a kong.
    NothingToClaim,
    /// A chair claims a tile twice.
    ClaimRepeated,
    /// A chair claims its own discard, or the tile of its own kong.
    OwnTileClaimed,
    /// A claim to the tile of a kong for anything but a win.
    RobbedKongNotWon,
    /// A claim for a chow by a player who does not sit to the discarder's right.
    ChowOutOfTurn,
    /// Two claims for a pung or kong of one tile.
    PungClaimedTwice,
    /// A claim by a player who passed up a win on an identical tile and has not drawn since.
    WinPassedUp,
    /// A stated number is outside its range.
    OutOfRange,
    /// The winning tile is missing, or stated for a win by bonus tiles.
    WinningTileMismatch,
    /// Several winners of one discard show different winning tiles.
    WinningTilesDiffer,
    /// A declared chow of honours.
    HonourChow,
    /// A declared meld that is not what it is said to be.
    MeldInvalid,
    /// Bonus tiles, in a variant that is played without them.
    BonusTilesNotUsed,
    /// More than four of one tile, across concealed tiles, winning tile and melds.
    FifthCopy,
    /// One bonus tile twice.
    DuplicateBonusTile,
    /// Too few or too many tiles.
    WrongTileCount,
    /// The winner is said to have discarded the tile or to have robbed an own kong.
    DiscarderIsWinner,
    /// The variant does not allow robbing this kind of kong.
    KongNotRobbable,
    /// The winner holds another copy of the robbed tile, though the kong needs all four.
    RobbedTileHeld,
    /// A replacement tile is stated for a win that was not self-drawn.
    ReplacementNotSelfDrawn,
    /// A replacement for more kongs than are declared.
    ReplacementWithoutKong,
    /// A replacement for a bonus tile, and none is stated.
    ReplacementWithoutBonusTile,
    /// Heaven for a non-dealer, by discard, or with melds or kongs.
    HeavenImpossible,
    /// Earth for the dealer, not on the dealer's discard, or with melds or kongs.
    EarthImpossible,
    /// Man for the dealer, not self-drawn, or with melds or kongs.
    ManImpossible,
    /// The last tile of the wall on the first turn.
    LastTileOnFirstTurn,
    /// The variant knows no immediate win by bonus tiles, or not by so few.
    BonusTileWinNotPlayed,
    /// The variant does not play this rule of liability.
    LiabilityNotPlayed,
    /// The winner is said to be liable.
    LiableIsWinner,
    /// The rule of liability does not go with how the hand was won.
    LiabilityWinMismatch,
    /// The winner does not show the melds that make liable.
    LiabilityMeldsMissing,
    /// More than five tiles were left, or the tile was not live.
    FiveTilesNotMet,
    /// The tiles are complete in no way.
    NotWinningHand,
    /// A legal hand, but below the table's minimum.
    BelowMinimum,
    /// A legal hand, but not one that the rule of liability punishes.
    LiabilityHandMissing,
}

impl RefusalCode {
    /// Every reason, in the order of precedence.
    pub const ALL: [RefusalCode; 44] = [
        RefusalCode::MatchOver,
        RefusalCode::WinnerMissing,
        RefusalCode::WinnerRepeated,
        RefusalCode::SeveralWinnersNotPlayed,
        RefusalCode::FalseMahjongPointsMissing,
        RefusalCode::FalseMahjongPointsFixed,
        RefusalCode::AgreedPointsUnbalanced,
        RefusalCode::PenaltyPointsMissing,
        RefusalCode::PenaltyUnknown,
        RefusalCode::NothingToClaim,
        RefusalCode::ClaimRepeated,
        RefusalCode::OwnTileClaimed,
        RefusalCode::RobbedKongNotWon,
        RefusalCode::ChowOutOfTurn,
        RefusalCode::PungClaimedTwice,
        RefusalCode::WinPassedUp,
        RefusalCode::OutOfRange,
        RefusalCode::WinningTileMismatch,
        RefusalCode::WinningTilesDiffer,
        RefusalCode::HonourChow,
        RefusalCode::MeldInvalid,
        RefusalCode::BonusTilesNotUsed,
        RefusalCode::FifthCopy,
        RefusalCode::DuplicateBonusTile,
        RefusalCode::WrongTileCount,
        RefusalCode::DiscarderIsWinner,
        RefusalCode::KongNotRobbable,
        RefusalCode::RobbedTileHeld,
        RefusalCode::ReplacementNotSelfDrawn,
        RefusalCode::ReplacementWithoutKong,
        RefusalCode::ReplacementWithoutBonusTile,
        RefusalCode::HeavenImpossible,
        RefusalCode::EarthImpossible,
        RefusalCode::ManImpossible,
        RefusalCode::LastTileOnFirstTurn,
        RefusalCode::BonusTileWinNotPlayed,
        RefusalCode::LiabilityNotPlayed,
        RefusalCode::LiableIsWinner,
        RefusalCode::LiabilityWinMismatch,
        RefusalCode::LiabilityMeldsMissing,
        RefusalCode::FiveTilesNotMet,
        RefusalCode::NotWinningHand,
        RefusalCode::BelowMinimum,
        RefusalCode::LiabilityHandMissing,
    ];

    /// Its stable name, as answers write it.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            RefusalCode::MatchOver => "match_over",
            RefusalCode::WinnerMissing => "winner_missing",
            RefusalCode::WinnerRepeated => "winner_repeated",
            RefusalCode::SeveralWinnersNotPlayed => "several_winners_not_played",
            RefusalCode::FalseMahjongPointsMissing => "false_mahjong_points_missing",
            RefusalCode::FalseMahjongPointsFixed => "false_mahjong_points_fixed",
            RefusalCode::AgreedPointsUnbalanced => "agreed_points_unbalanced",
            RefusalCode::PenaltyPointsMissing => "penalty_points_missing",
            RefusalCode::PenaltyUnknown => "penalty_unknown",
            RefusalCode::NothingToClaim => "nothing_to_claim",
            RefusalCode::ClaimRepeated => "claim_repeated",
            RefusalCode::OwnTileClaimed => "own_tile_claimed",
            RefusalCode::RobbedKongNotWon => "robbed_kong_not_won",
            RefusalCode::ChowOutOfTurn => "chow_out_of_turn",
            RefusalCode::PungClaimedTwice => "pung_claimed_twice",
            RefusalCode::WinPassedUp => "win_passed_up",
            RefusalCode::OutOfRange => "out_of_range",
            RefusalCode::WinningTileMismatch => "winning_tile_mismatch",
            RefusalCode::WinningTilesDiffer => "winning_tiles_differ",
            RefusalCode::HonourChow => "honour_chow",
            RefusalCode::MeldInvalid => "meld_invalid",
            RefusalCode::BonusTilesNotUsed => "bonus_tiles_not_used",
            RefusalCode::FifthCopy => "fifth_copy",
            RefusalCode::DuplicateBonusTile => "duplicate_bonus_tile",
            RefusalCode::WrongTileCount => "wrong_tile_count",
            RefusalCode::DiscarderIsWinner => "discarder_is_winner",
            RefusalCode::KongNotRobbable => "kong_not_robbable",
            RefusalCode::RobbedTileHeld => "robbed_tile_held",
            RefusalCode::ReplacementNotSelfDrawn => "replacement_not_self_drawn",
            RefusalCode::ReplacementWithoutKong => "replacement_without_kong",
            RefusalCode::ReplacementWithoutBonusTile => "replacement_without_bonus_tile",
            RefusalCode::HeavenImpossible => "heaven_impossible",
            RefusalCode::EarthImpossible => "earth_impossible",
            RefusalCode::ManImpossible => "man_impossible",
            RefusalCode::LastTileOnFirstTurn => "last_tile_on_first_turn",
            RefusalCode::BonusTileWinNotPlayed => "bonus_tile_win_not_played",
            RefusalCode::LiabilityNotPlayed => "liability_not_played",
            RefusalCode::LiableIsWinner => "liable_is_winner",
            RefusalCode::LiabilityWinMismatch => "liability_win_mismatch",
            RefusalCode::LiabilityMeldsMissing => "liability_melds_missing",
            RefusalCode::FiveTilesNotMet => "five_tiles_not_met",
            RefusalCode::NotWinningHand => "not_winning_hand",
            RefusalCode::BelowMinimum => "below_minimum",
            RefusalCode::LiabilityHandMissing => "liability_hand_missing",
        }
    }
}

/// The fact that a refusal is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Field {
    /// The whole of it.
    Whole,
    /// The concealed tiles.
    Concealed,
    /// The winning tile.
    WinningTile,
    /// All the melds together.
    Melds,
    /// The meld at a place, counted from 0.
    Meld(usize),
    /// The bonus tiles.
    BonusTiles,
    /// How the tile was got.
    WonBy,
    /// Who gave the tile.
    From,
    /// The kind of the robbed kong.
    RobbedKong,
    /// Whether it was the last tile.
    LastTile,
    /// What the tile replaced.
    Replacement,
    /// Which first-turn win it was.
    FirstTurn,
    /// The list of winners.
    Winners,
    /// A winner's chair.
    Chair,
    /// The fan of a declared result.
    DeclaredFan,
    /// The fan of a declared result that count toward the minimum.
    DeclaredFanTowardMinimum,
    /// The points of a false mahjong.
    Points,
    /// The points of a penalty.
    PenaltyPoints,
    /// The id of a penalty.
    Penalty,
    /// The agreed points.
    Agreed,
    /// The tiles that were seen.
    Seen,
    /// The list of claims.
    Claims,
    /// What a chair claims a tile for.
    Call,
    /// The own tiles of a claimed chow.
    ChowTiles,
    /// Whether a win was passed up.
    PassedUp,
    /// The rule of liability.
    LiabilityRule,
    /// Who is said to be liable.
    Liable,
    /// The tiles before the dead wall.
    TilesLeft,
    /// Whether the tile was live.
    LiveTile,
}

/// Its name: `winning_tile`, `melds[0]`.
impl std::fmt::Display for Field {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Field::Meld(place) => return write!(f, "melds[{place}]"),
            Field::Whole => "whole",
            Field::Concealed => "concealed",
            Field::WinningTile => "winning_tile",
            Field::Melds => "melds",
            Field::BonusTiles => "bonus_tiles",
            Field::WonBy => "won_by",
            Field::From => "from",
            Field::RobbedKong => "robbed_kong",
            Field::LastTile => "last_tile",
            Field::Replacement => "replacement",
            Field::FirstTurn => "first_turn",
            Field::Winners => "winners",
            Field::Chair => "chair",
            Field::DeclaredFan => "declared_fan",
            Field::DeclaredFanTowardMinimum => "declared_fan_toward_minimum",
            Field::Points => "points",
            Field::PenaltyPoints => "penalty_points",
            Field::Penalty => "penalty",
            Field::Agreed => "agreed",
            Field::Seen => "seen",
            Field::Claims => "claims",
            Field::Call => "call",
            Field::ChowTiles => "chow_tiles",
            Field::PassedUp => "passed_up",
            Field::LiabilityRule => "liability_rule",
            Field::Liable => "liable",
            Field::TilesLeft => "tiles_left",
            Field::LiveTile => "live_tile",
        })
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
