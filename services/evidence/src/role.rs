//! What members may do.

use mahjong::string_enum;

string_enum! {
    /// What a member may do in a club. `owner`: everything. `scorer`: enrol, rename and link players, add variants, open matches, record and read.
    /// `referee`: give and withdraw penalties in tournaments, set the clock of their rounds, correct matches, and read. `player`: read.
    /// `auditor`: read, and read the ledger.
    #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
    pub enum Role {
        /// Runs the club.
        Owner = "owner",
        /// Keeps score.
        Scorer = "scorer",
        /// Decides in tournaments: penalties, the clock, corrections of matches.
        Referee = "referee",
        /// Plays and reads.
        Player = "player",
        /// Reads and checks.
        Auditor = "auditor",
    }
}
