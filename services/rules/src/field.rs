//! The facts that a refusal can be about, and how each is called: one line of one table says all of it.

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
    /// Who pays a side payment.
    SidePaymentFrom,
    /// The points of a side payment.
    SidePaymentPoints,
    /// The id of a side payment.
    SidePayment,
    /// The totals of a match.
    Totals,
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

/// What a fact is stated in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// All that is asked, or one claim of it.
    Whole,
    /// An outcome.
    Outcome,
    /// A win, which may have several winners.
    Win,
    /// The circumstances of a win.
    Circumstances,
    /// One winner.
    Winner,
    /// The tiles of a winner.
    Hand,
    /// The result that was declared for a winner.
    Declared,
    /// The liability for a winner.
    Liability,
    /// What names the chair of a winner or of a claim.
    Chair,
    /// The chow of a claim.
    Chow,
    /// A false mahjong.
    FalseMahjong,
    /// A penalty.
    Penalty,
    /// A side payment.
    SidePayment,
    /// The totals of a match.
    Totals,
    /// The agreed points.
    Agreed,
}

/// The name of a fact, what it is stated in, its name there, and the word that states it in a line of notation.
type Names = (&'static str, Part, &'static str, Option<&'static str>);

impl Field {
    const fn names(self) -> Names {
        match self {
            Field::Whole => ("whole", Part::Whole, "", None),
            Field::Concealed => ("concealed", Part::Hand, "concealed", None),
            Field::WinningTile => ("winning_tile", Part::Hand, "winning_tile", None),
            Field::Melds | Field::Meld(_) => ("melds", Part::Hand, "melds", None),
            Field::BonusTiles => ("bonus_tiles", Part::Hand, "bonus_tiles", None),
            Field::WonBy => ("won_by", Part::Circumstances, "won_by", Some("bonus_tiles")),
            Field::From => ("from", Part::Win, "from", Some("from")),
            Field::RobbedKong => (
                "robbed_kong",
                Part::Circumstances,
                "robbed_kong",
                Some("robbed"),
            ),
            Field::LastTile => (
                "last_tile",
                Part::Circumstances,
                "last_tile",
                Some("last_tile"),
            ),
            Field::Replacement => (
                "replacement",
                Part::Circumstances,
                "replacement",
                Some("replacement"),
            ),
            Field::FirstTurn => (
                "first_turn",
                Part::Circumstances,
                "first_turn",
                Some("first_turn"),
            ),
            Field::Winners => ("winners", Part::Win, "winners", None),
            Field::Chair => ("chair", Part::Chair, "chair", None),
            Field::DeclaredFan => ("declared_fan", Part::Declared, "fan", None),
            Field::DeclaredFanTowardMinimum => (
                "declared_fan_toward_minimum",
                Part::Declared,
                "fan_toward_minimum",
                None,
            ),
            Field::Points => ("points", Part::FalseMahjong, "points", None),
            Field::PenaltyPoints => ("penalty_points", Part::Penalty, "points", None),
            Field::Penalty => ("penalty", Part::Penalty, "penalty", None),
            Field::SidePaymentFrom => ("side_payment_from", Part::SidePayment, "from_chair", None),
            Field::SidePaymentPoints => ("side_payment_points", Part::SidePayment, "points", None),
            Field::SidePayment => ("side_payment", Part::SidePayment, "side_payment", None),
            Field::Totals => ("totals", Part::Totals, "half_points", None),
            Field::Agreed => ("agreed", Part::Agreed, "half_points", None),
            Field::Seen => ("seen", Part::Outcome, "seen", None),
            Field::Claims => ("claims", Part::Outcome, "claims", None),
            Field::Call => ("call", Part::Whole, "", None),
            Field::ChowTiles => ("chow_tiles", Part::Chow, "tiles", None),
            Field::PassedUp => ("passed_up", Part::Chair, "passed_up", None),
            Field::LiabilityRule => ("liability_rule", Part::Liability, "rule", Some("rule")),
            Field::Liable => ("liable", Part::Winner, "liable", Some("liable")),
            Field::TilesLeft => (
                "tiles_left",
                Part::Liability,
                "tiles_left",
                Some("tiles_left"),
            ),
            Field::LiveTile => ("live_tile", Part::Liability, "live_tile", Some("live_tile")),
        }
    }

    /// What it is stated in, and its path there: `last_tile` of the circumstances, `melds[0].tiles` of the hand. Whoever
    /// names seats or chairs has names of its own for [`Field::From`] and [`Field::Liable`].
    #[must_use]
    pub fn place(self) -> (Part, String) {
        let (_, part, name, _) = self.names();
        match self.meld() {
            Some(place) => (part, format!("{name}[{place}].tiles")),
            None => (part, name.to_owned()),
        }
    }

    /// The name of the word that states it in a line of notation, of those that words state.
    #[must_use]
    pub const fn word(self) -> Option<&'static str> {
        let (_, _, _, word) = self.names();
        word
    }

    /// The place of the meld that it is about, counted from 0.
    #[must_use]
    pub const fn meld(self) -> Option<usize> {
        if let Field::Meld(place) = self {
            Some(place)
        } else {
            None
        }
    }
}

/// Its name: `winning_tile`, `melds[0]`.
impl std::fmt::Display for Field {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (name, ..) = self.names();
        match self.meld() {
            Some(place) => write!(f, "{name}[{place}]"),
            None => f.write_str(name),
        }
    }
}
