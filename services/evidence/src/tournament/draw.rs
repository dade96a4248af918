//! The draw of a round of a tournament, from what the entries say and nothing else.

mod cut;
mod place;
mod refusal;
mod scheduled;
mod seated;

pub use cut::{AgainstRanks, DecidedBy, TournamentCut, against_ranks, tournament_cut};
pub use refusal::TournamentDrawRefusal;

use super::Tournament;
use crate::{DrawMethod, DrawnRound, Hash, PlayerId, TournamentRoundDrawn};
use place::Places;
use seating::{Lot, Meetings, Player, TEAM_MATES, Table};
use std::collections::{BTreeMap, BTreeSet};

/// How the next round is drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TournamentDrawRequest {
    /// By which method.
    pub method: DrawMethod,
    /// Whether the last round is drawn once more.
    pub redraw: bool,
    /// Who sits where, East first, if the method is [`DrawMethod::Prescribed`]; otherwise not looked at.
    pub prescribed: Vec<[PlayerId; 4]>,
}

impl TournamentDrawRequest {
    /// How a round says that it was drawn.
    pub fn of(drawn: &TournamentRoundDrawn) -> Self {
        Self {
            method: drawn.method,
            redraw: drawn.redraw,
            prescribed: match drawn.method {
                DrawMethod::Prescribed => drawn.tables.clone(),
                DrawMethod::Random | DrawMethod::Swiss | DrawMethod::Schedule => Vec::new(),
            },
        }
    }
}

impl Tournament {
    /// Whether a draw of the next round follows from the ranks.
    pub fn needs_ranks(&self, request: &TournamentDrawRequest) -> bool {
        match request.method {
            DrawMethod::Swiss => true,
            DrawMethod::Random => self.is_after_cut(self.next_round(request.redraw)),
            DrawMethod::Schedule | DrawMethod::Prescribed => false,
        }
    }

    /// The rounds that were played or are being played, if the next one replaces the last one or not.
    fn counted_rounds(&self, redraw: bool) -> Vec<&TournamentRoundDrawn> {
        let counted = self.rounds.iter().filter(|round| !round.replaced);
        let mut counted: Vec<_> = counted.map(|round| &round.draw).collect();
        if redraw {
            counted.pop();
        }
        counted
    }
}

/// Draws the next round of a tournament. `ranks` are those of the standings as of the entry before; whoever has none comes after all others. They are
/// not looked at unless the draw [needs](Tournament::needs_ranks) them. `player` is for whom somebody counts: themselves, or whom they were merged into;
/// none if they were erased.
///
/// # Errors
/// Those who are there cannot be drawn in this way.
pub fn draw_tournament_round(
    tournament: &Tournament,
    request: &TournamentDrawRequest,
    seed: Hash,
    ranks: &BTreeMap<PlayerId, u64>,
    player: impl Fn(PlayerId) -> Option<PlayerId>,
) -> Result<DrawnRound, TournamentDrawRefusal> {
    let rounds = tournament.counted_rounds(request.redraw);
    let draw = Draw {
        tournament,
        places: Places::of(tournament, &rounds, &player),
        rounds,
        seed: seed.to_string(),
        ranks,
        is_after_cut: tournament.is_after_cut(tournament.next_round(request.redraw)),
    };
    match request.method {
        DrawMethod::Random | DrawMethod::Swiss => Ok(draw.seated(draw.by_seed(request.method)?)),
        DrawMethod::Schedule => Ok(draw.seated(draw.by_schedule(&player)?)),
        DrawMethod::Prescribed => draw.prescribed(&request.prescribed),
    }
}

/// What a draw follows from.
struct Draw<'a> {
    tournament: &'a Tournament,
    /// The rounds that count.
    rounds: Vec<&'a TournamentRoundDrawn>,
    /// Those who are there.
    places: Places,
    seed: String,
    ranks: &'a BTreeMap<PlayerId, u64>,
    is_after_cut: bool,
}

impl Draw<'_> {
    fn by_seed(&self, method: DrawMethod) -> Result<DrawnRound, TournamentDrawRefusal> {
        let list = self.list()?;
        let players: Vec<Player> = list.iter().map(|id| self.places.player(*id)).collect();
        let meetings = self.meetings(&list);
        let drawn = match method {
            DrawMethod::Swiss => {
                let ranks: Vec<u64> = list.iter().map(|id| self.rank(*id)).collect();
                seating::swiss(&self.seed, &players, &ranks, &meetings)?
            }
            DrawMethod::Random | DrawMethod::Schedule | DrawMethod::Prescribed => {
                seating::draw(&self.seed, &players, &meetings)?
            }
        };
        let of = |place: &usize| list.get(*place).copied();
        Ok(DrawnRound {
            tables: named(&drawn.tables, &list),
            sitting_out: drawn.sitting_out.iter().filter_map(of).collect(),
        })
    }

    /// Who is drawn, by id: those who are there and no substitutes, and substitutes if they complete the last table; after a cut the best.
    fn list(&self) -> Result<Vec<PlayerId>, TournamentDrawRefusal> {
        let mut list: Vec<PlayerId> = self.places.regular().collect();
        if let Some(cut) = self.tournament.terms.rules.cut
            && self.is_after_cut
        {
            let there = list.len();
            let players = usize::try_from(cut.players).unwrap_or(usize::MAX);
            if there < players {
                return Err(TournamentDrawRefusal::TooFewForCut { players, there });
            }
            list.sort_by_cached_key(|id| (self.rank(*id), self.lot(*id)));
            list.truncate(players);
        } else {
            let missing = (4 - list.len() % 4) % 4;
            let substitutes = self.substitutes();
            if missing <= substitutes.len() {
                list.extend(substitutes.into_iter().take(missing));
            }
        }
        list.sort_unstable();
        Ok(list)
    }

    /// The substitutes who are there, in the order in which they are called: who played least first, the lots decide among equals.
    fn substitutes(&self) -> Vec<PlayerId> {
        let mut substitutes: Vec<PlayerId> = self.places.substitutes().collect();
        substitutes.sort_by_cached_key(|id| (self.places.player(*id).played, self.lot(*id)));
        substitutes
    }

    fn rank(&self, id: PlayerId) -> u64 {
        self.ranks.get(&id).copied().unwrap_or(u64::MAX)
    }

    fn lot(&self, id: PlayerId) -> Lot {
        Lot::draw(&self.seed, 0, &id.to_string())
    }

    /// How often each two of the list met in this tournament; team mates count as having met very often.
    fn meetings(&self, list: &[PlayerId]) -> Meetings {
        let mut meetings = Meetings::none(list.len());
        let numbers: BTreeMap<PlayerId, usize> = list.iter().copied().zip(0..).collect();
        let tables = self.rounds.iter().flat_map(|round| &round.tables);
        for table in tables {
            let seated = table.iter().filter_map(|id| self.places.counts_for(*id));
            let numbers: Vec<usize> = seated.filter_map(|id| numbers.get(&id).copied()).collect();
            for (index, one) in numbers.iter().enumerate() {
                for other in numbers.iter().take(index) {
                    meetings.add(*one, *other, 1);
                }
            }
        }
        let teams: Vec<Option<&str>> = list.iter().map(|id| self.places.team(*id)).collect();
        for (one, team) in teams.iter().enumerate() {
            for (other, its) in teams.iter().enumerate().take(one) {
                if team.is_some() && team == its {
                    meetings.add(one, other, TEAM_MATES);
                }
            }
        }
        meetings
    }

    /// The stated tables, if everybody at them is there. Before a cut, everybody else but substitutes sits out.
    fn prescribed(&self, tables: &[[PlayerId; 4]]) -> Result<DrawnRound, TournamentDrawRefusal> {
        if !(1..=seating::MOST_PLAYERS / 4).contains(&tables.len()) {
            return Err(TournamentDrawRefusal::Tables(tables.len()));
        }
        let mut seated = BTreeSet::new();
        for id in tables.iter().flatten() {
            if !self.places.contains(*id) {
                return Err(TournamentDrawRefusal::NotThere(*id));
            }
            if !seated.insert(*id) {
                return Err(TournamentDrawRefusal::TwoPlaces(*id));
            }
        }
        let others = self.places.regular().filter(|id| !seated.contains(id));
        Ok(DrawnRound {
            tables: tables.to_vec(),
            sitting_out: match self.is_after_cut {
                true => Vec::new(),
                false => others.collect(),
            },
        })
    }
}

/// The tables of a draw, with the ids of its list.
fn named(tables: &[Table], list: &[PlayerId]) -> Vec<[PlayerId; 4]> {
    let of = |place: usize| list.get(place).copied();
    let table = |table: &Table| {
        let [east, south, west, north] = table.0;
        Some([of(east)?, of(south)?, of(west)?, of(north)?])
    };
    tables.iter().filter_map(table).collect()
}
