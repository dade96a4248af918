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
    /// The tiles are complete in no way.
    NotWinningHand,
    /// A legal hand, but below the table's minimum.
    BelowMinimum,
}

impl RefusalCode {
    /// Every reason, in the order of precedence.
    pub const ALL: [RefusalCode; 28] = [
        RefusalCode::MatchOver,
        RefusalCode::WinnerMissing,
        RefusalCode::WinnerRepeated,
        RefusalCode::SeveralWinnersNotPlayed,
        RefusalCode::FalseMahjongPointsMissing,
        RefusalCode::FalseMahjongPointsFixed,
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
        RefusalCode::NotWinningHand,
        RefusalCode::BelowMinimum,
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
            RefusalCode::NotWinningHand => "not_winning_hand",
            RefusalCode::BelowMinimum => "below_minimum",
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
        })
    }
}

/// Why something is refused, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The reason.
    pub code: RefusalCode,
    /// Which of several winners it is about, counted from 0; `None` for what they share.
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
