//! What members may do.

use mahjong::string_enum;

string_enum! {
    /// What a member may do in a club.
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
