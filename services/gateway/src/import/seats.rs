//! Who starts on the four chairs of a match.

use ledger::Player;

use super::column::Column;
use super::people::{Called, People, nfc};
use super::sheet::{Line, cut};
use crate::bodies::import::SheetIssue;
use crate::problem::{Code, UnknownName};

/// Who starts on the four chairs.
#[derive(Debug)]
pub(super) struct Seats(pub(super) [Seat; 4]);

/// Who starts on a chair.
#[derive(Debug)]
pub(super) struct Seat {
    pub(super) name: String,
    /// Who that is, if it is one player of the club.
    pub(super) player: Option<Player>,
}

impl Seats {
    /// Reads who starts from the first line of a match.
    pub(super) fn read(first: &Line, people: &People, doubts: &mut Vec<SheetIssue>) -> Self {
        let seat = |column: Column| {
            let name = first.cell(column).to_owned();
            let (code, detail) = match people.called(&name) {
                Called::One(player) => {
                    let player = Some(player.clone());
                    return Seat { name, player };
                }
                Called::Nobody if name.is_empty() => (
                    Code::MissingField,
                    "The first line of a match names who starts on all four seats.".to_owned(),
                ),
                Called::Nobody => (
                    Code::UnknownPlayer,
                    format!(
                        "The club has no player “{}”. Correct the name, or enrol the player first (`POST /v1/clubs/{{club}}/players`).{}",
                        cut(&name),
                        people.like(&name).unwrap_or_default()
                    ),
                ),
                Called::Several => (
                    Code::AmbiguousPlayer,
                    format!(
                        "Several players of the club are called “{}”. Rename them apart, or merge those who are one person.",
                        cut(&name)
                    ),
                ),
            };
            let is_unknown = matches!(code, Code::UnknownPlayer);
            let unknown_name = is_unknown.then(|| UnknownName {
                name: name.clone(),
                alike: people.alike(&name).map(str::to_owned),
            });
            doubts.push(SheetIssue {
                unknown_name,
                ..first.doubt(column, code, detail)
            });
            Seat { name, player: None }
        };
        let seats = Self(Column::SEATS.map(seat));
        doubts.extend(seats.twice(first));
        seats
    }

    /// Whoever sits on two chairs, at the second of them.
    fn twice(&self, first: &Line) -> Vec<SheetIssue> {
        let who = |seat: &Seat| match &seat.player {
            Some(player) => player.id.to_string(),
            None => nfc(&seat.name),
        };
        let seats = self.0.iter().zip(Column::SEATS).enumerate();
        let again = seats.filter(|(place, (seat, _))| {
            let mut before = self.0.iter().take(*place);
            !seat.name.is_empty() && before.any(|other| who(other) == who(seat))
        });
        let doubt = |(_, (seat, column)): (usize, (&Seat, Column))| {
            let detail = format!(
                "“{}” sits on another chair of this match already.",
                cut(&seat.name)
            );
            first.doubt(column, Code::PlayersNotDistinct, detail)
        };
        again.map(doubt).collect()
    }

    /// Whether somebody is named for every seat.
    pub(super) fn are_named(&self) -> bool {
        self.0.iter().all(|seat| !seat.name.is_empty())
    }

    pub(super) fn players(self) -> Option<[Player; 4]> {
        let [east, south, west, north] = self.0.map(|seat| seat.player);
        Some([east?, south?, west?, north?])
    }
}
