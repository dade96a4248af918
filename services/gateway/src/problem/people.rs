//! What does not go with a club's people, as a problem.

use ledger::evidence::RoundOf;
use ledger::{AtOneTime, DrawRemedy, MatchId, PeopleError, PlayerId};

use super::{Code, NamedPlayer, Problem, sentence};

impl From<PeopleError> for Problem {
    fn from(refused: PeopleError) -> Self {
        let detail = sentence(&refused);
        match refused {
            PeopleError::InvitationNotOpen => {
                Problem::at(Code::InvitationNotOpen, "/token", detail)
            }
            PeopleError::AlreadyMember => Problem::new(Code::AlreadyMember, detail),
            PeopleError::NotAMember => Problem::at(Code::NotAMember, "/user", detail),
            PeopleError::PlayerLinked => Problem::new(Code::PlayerLinked, detail),
            PeopleError::AccountLinked => Problem::new(Code::AccountLinked, detail),
            PeopleError::NoSuchPlayer => Problem::new(Code::UnknownPlayer, detail),
            PeopleError::PlayerMerged => Problem::new(Code::PlayerMerged, detail),
            PeopleError::DrawnPlayerMerged {
                player,
                name,
                remedy,
            } => drawn_player_merged(player, name, remedy),
            PeopleError::PlayerNotMerged { directly_into } => not_merged(directly_into),
            PeopleError::PlayerErased => Problem::new(Code::PlayerErased, detail),
            PeopleError::NameTaken { by } => name_taken(by),
            PeopleError::NameDamaged => Problem::at(Code::PlayerNameDamaged, "/name", detail),
            PeopleError::AtOneTime(at) => two_people(at),
            PeopleError::ConfirmedLink => Problem::new(Code::ConfirmedLink, detail),
            PeopleError::UnconfirmedLink => Problem::new(Code::UnconfirmedLink, detail),
            PeopleError::AcceptanceRequired => Problem::new(Code::AcceptanceRequired, detail),
            PeopleError::AccountsDiffer => Problem::new(Code::AccountsDiffer, detail),
        }
    }
}

/// Whoever was drawn does not play any more under the id that the draw names.
fn drawn_player_merged(player: PlayerId, name: Option<String>, remedy: DrawRemedy) -> Problem {
    let name = name.map_or_else(|| "another player".to_owned(), |name| format!("“{name}”"));
    let redraw = match remedy {
        DrawRemedy::Redraw => "Draw the round again (`redraw`), or take",
        DrawRemedy::None => "Take",
    };
    let detail = format!(
        "The player {player} was drawn, and was merged since then into {name}. {redraw} the merge back (`POST …/players/{player}:unmerge`) until the matches are opened."
    );
    Problem::new(Code::PlayerMerged, detail)
}

fn not_merged(directly_into: Option<PlayerId>) -> Problem {
    match directly_into {
        None => Problem::new(Code::PlayerNotMerged, "The player is not merged."),
        Some(into) => {
            let detail = format!("The last merge of the player is into {into}.");
            Problem::at(Code::PlayerNotMerged, "/into", detail)
        }
    }
}

fn name_taken(by: Vec<(PlayerId, String)>) -> Problem {
    let by = by.into_iter();
    let players: Vec<_> = by.map(|(id, name)| NamedPlayer { id, name }).collect();
    let who = players.iter();
    let who: Vec<String> = who
        .map(|one| format!("“{}” ({})", one.name, one.id))
        .collect();
    let detail = format!(
        "The club has {} already. Another person? Give a name that tells them apart, or `confirm: true`.",
        who.join(", ")
    );
    Problem::at(Code::PlayerNameTaken, "/name", detail).with_players(players)
}

/// Two players who were somewhere at the same time; of those who were merged into them the same holds.
fn two_people(at: AtOneTime) -> Problem {
    let (code, detail, matches) = match at {
        AtOneTime::Match(id) => {
            let detail = format!(
                "These players sat in one match ({id}), or somebody who was merged into one of them did."
            );
            (Code::PlayersSatTogether, detail, vec![id])
        }
        AtOneTime::Round { of, round, matches } => {
            let of = match of {
                RoundOf::Evening { evening } => format!("the evening {evening}"),
                RoundOf::Tournament { tournament } => format!("the tournament {tournament}"),
            };
            let [one, other] = matches;
            let detail = format!(
                "In round {round} of {of}, one sat in the match {one} and the other in the match {other}."
            );
            (Code::PlayersInOneRound, detail, matches.to_vec())
        }
        AtOneTime::Tournament {
            tournament,
            matches,
        } => {
            let [one, other] = matches;
            let detail = format!(
                "In the tournament {tournament}, one sat in the match {one} and the other in the match {other}."
            );
            (Code::PlayersInOneTournament, detail, matches.to_vec())
        }
    };
    Problem::new(code, detail).with_matches(matches)
}

impl Problem {
    /// Names those who are called so.
    fn with_players(mut self, players: Vec<NamedPlayer>) -> Self {
        self.body.players = players;
        self
    }

    /// Names the matches that say so.
    fn with_matches(mut self, matches: Vec<MatchId>) -> Self {
        self.body.matches = matches;
        self
    }
}
