//! Ledgers in which tournaments are held, as they grow.

use super::{by, number};
use crate::honest::{self, chair, id};
use evidence::{
    Agreed, Body, Cut, DrawMethod, EntrantsChanged, Entry, Hash, MatchHistory, MatchId,
    MatchOpened, MemberSet, Outcome, PenaltyGiven, PenaltyWithdrawn, PlayerEnrolled, PlayerErased,
    PlayerId, PlayerMerged, PlayerUnmerged, Registration, Role, SatOut, TieBreak, Tournament,
    TournamentClockChanged, TournamentClosed, TournamentDrawRequest, TournamentId,
    TournamentOpened, TournamentRoundDrawn, TournamentRoundOpened, TournamentRules,
    TournamentScoring, UserId, commit, draw_tournament_round, seed_of_draw,
};
use std::collections::{BTreeMap, HashMap};
use tally::{TournamentMatch, TournamentStandings};
use time::macros::date;

pub(super) const SCORER: u128 = 83;
pub(super) const REFEREE: u128 = 84;

pub(super) fn player(n: u128) -> PlayerId {
    PlayerId(id(n))
}

/// A ledger with a tournament.
pub(super) struct Ledger {
    pub(super) entries: Vec<Entry>,
    pub(super) matches: HashMap<MatchId, MatchHistory>,
    tournament: Option<Tournament>,
    merged: Vec<(PlayerId, PlayerId)>,
    erased: Vec<PlayerId>,
}

/// Points and table points, with everything that decides between equal scores.
pub(super) fn rules(rounds: u32) -> TournamentRules {
    TournamentRules {
        rounds,
        draw: DrawMethod::Swiss,
        scoring: TournamentScoring::PointsAndTablePoints,
        table_points: Some([4, 2, 1, 0]),
        ties: TieBreak::ALL.to_vec(),
        sat_out: Some(SatOut {
            half_points: 3,
            table_points: 1,
        }),
        cut: None,
        clock: None,
    }
}

/// The players agreed on the payments of a hand.
pub(super) fn agreed(half_points: [i64; 4]) -> Outcome {
    Outcome::Agreed(Agreed {
        winner: Some(chair(2)),
        half_points,
    })
}

/// Those who are registered, come and leave; team mates are four after one another, and from 300 on they are substitutes.
pub(super) fn changed(
    tournament: TournamentId,
    registered: &[u128],
    came: &[u128],
    left: &[u128],
) -> Body {
    let registered = registered.iter().map(|n| Registration {
        player: player(*n),
        team: (*n < 216).then(|| format!("team {}", n / 4)),
        substitute: *n >= 300,
    });
    Body::EntrantsChanged(EntrantsChanged {
        tournament,
        registered: registered.collect(),
        checked_in: came.iter().copied().map(player).collect(),
        withdrawn: left.iter().copied().map(player).collect(),
    })
}

impl Ledger {
    /// The honest one, with so many more players, three substitutes, a scorer and a referee.
    pub(super) fn with_players(count: u128) -> Self {
        let mut ledger = Self {
            entries: honest::ledger(),
            matches: HashMap::new(),
            tournament: None,
            merged: Vec::new(),
            erased: Vec::new(),
        };
        for n in (200..200 + count).chain(300..303) {
            ledger.push(Body::PlayerEnrolled(PlayerEnrolled {
                player: player(n),
                name_commitment: commit(&[3; 16], "somebody"),
            }));
        }
        for (user, role) in [(SCORER, Role::Scorer), (REFEREE, Role::Referee)] {
            let user = UserId(id(user));
            ledger.push(Body::MemberSet(MemberSet { user, role }));
        }
        ledger
    }

    pub(super) fn push(&mut self, body: Body) -> u64 {
        self.push_by(2, body)
    }

    pub(super) fn push_by(&mut self, user: u128, body: Body) -> u64 {
        let seq = self.entries.len() as u64 + 1;
        let entry = by(user, honest::entry((body, seq)));
        if let Some(match_id) = entry.body.match_id() {
            match self.matches.get_mut(&match_id) {
                Some(history) => history.add(&entry).unwrap(),
                None => {
                    let history = MatchHistory::open(&entry).unwrap();
                    self.matches.insert(match_id, history);
                }
            }
        }
        if let Body::TournamentOpened(_) = &entry.body {
            self.tournament = Some(Tournament::open(&entry).unwrap());
        } else if entry.body.tournament_id().is_some() {
            let tournament = self.tournament.as_mut().unwrap();
            tournament.add(&entry).unwrap();
        }
        self.entries.push(entry);
        seq
    }

    pub(super) fn tournament(&self) -> &Tournament {
        self.tournament.as_ref().unwrap()
    }

    pub(super) fn id(&self) -> TournamentId {
        self.tournament().terms.tournament
    }

    pub(super) fn open(&mut self, rules: TournamentRules) -> TournamentId {
        let tournament = TournamentId(id(6000 + self.entries.len() as u128));
        self.push(Body::TournamentOpened(TournamentOpened {
            tournament,
            name_commitment: commit(&[3; 16], "Open"),
            from: date!(2026 - 11 - 28),
            until: date!(2026 - 11 - 29),
            rules,
            seed_hash: seed_of_draw(last_seed(tournament), 0),
        }));
        tournament
    }

    /// Registers and checks in some, and withdraws others.
    pub(super) fn enter(&mut self, come: &[u128], leave: &[u128]) {
        let known = |n: &&u128| !self.tournament().entrants.contains_key(&player(**n));
        let new: Vec<u128> = come.iter().filter(known).copied().collect();
        let body = changed(self.id(), &new, come, leave);
        self.push(body);
    }

    /// The next round, as its seed and the entries so far give it.
    pub(super) fn drawn(&self, method: DrawMethod, redraw: bool) -> TournamentRoundDrawn {
        let tournament = self.tournament();
        let counts_for = |player: PlayerId| {
            let merged = self.merged.iter().find(|(merged, _)| *merged == player);
            merged.map_or(player, |(_, into)| *into)
        };
        let result = |id| self.matches.get(&id).and_then(TournamentMatch::of);
        let standings = TournamentStandings::before_draw(tournament, result, counts_for);
        let request = TournamentDrawRequest {
            method,
            redraw,
            prescribed: Vec::new(),
        };
        let seed = seed_of_draw(last_seed(self.id()), tournament.next_draw());
        let drawn = draw_tournament_round(tournament, &request, seed, &standings.ranks(), |one| {
            let one = counts_for(one);
            (!self.erased.contains(&one)).then_some(one)
        });
        let drawn = drawn.unwrap();
        TournamentRoundDrawn {
            tournament: self.id(),
            round: tournament.next_round(redraw),
            seed,
            method,
            redraw,
            tables: drawn.tables,
            sitting_out: drawn.sitting_out,
            reason_commitment: None,
        }
    }

    pub(super) fn draw(&mut self, method: DrawMethod) -> u64 {
        let drawn = self.drawn(method, false);
        self.push(Body::TournamentRoundDrawn(drawn))
    }

    pub(super) fn redraw(&mut self, method: DrawMethod) -> u64 {
        let drawn = self.drawn(method, true);
        self.push(Body::TournamentRoundDrawn(drawn))
    }

    /// Opens the matches of the last round.
    pub(super) fn open_matches(&mut self) -> u64 {
        let round = self.tournament().rounds.last().unwrap().draw.clone();
        let like = self.entries.iter().find_map(|entry| match &entry.body {
            Body::MatchOpened(opened) => Some(opened.clone()),
            _ => None,
        });
        let like = like.unwrap();
        let mut matches = Vec::new();
        for table in &round.tables {
            let match_id = MatchId(id(5000 + self.entries.len() as u128));
            self.push(Body::MatchOpened(MatchOpened {
                match_id,
                players: *table,
                played_on: date!(2026 - 11 - 28),
                ..like.clone()
            }));
            matches.push(match_id);
        }
        self.push(Body::TournamentRoundOpened(TournamentRoundOpened {
            tournament: round.tournament,
            round: round.round,
            matches,
        }))
    }

    /// Opens the matches of the last round and records a hand of each, of which some are equal; the last but one table has not begun.
    pub(super) fn play(&mut self) {
        self.open_matches();
        let round = self.tournament().rounds.last().unwrap().clone();
        let unplayed = round.matches.len().checked_sub(2);
        for (table, match_id) in round.matches.iter().enumerate() {
            if Some(table) == unplayed && round.draw.round == 2 {
                continue;
            }
            let seats = round.draw.tables[table].map(number);
            let strength = |seat: usize| i64::try_from(seats[seat] * 7 % 5).unwrap();
            let (one, two) = (strength(0) * 2, strength(1) * 2);
            self.record(*match_id, agreed([one, two - 4, -one, 4 - two]));
        }
    }

    pub(super) fn record(&mut self, match_id: MatchId, outcome: Outcome) {
        let history = &self.matches[&match_id];
        let outcome_id = honest::outcome_id(self.entries.len() as u64 + 1000);
        let recorded = honest::recorded(history, outcome_id, outcome);
        self.push(Body::OutcomeRecorded(Box::new(recorded)));
    }

    pub(super) fn penalty(&mut self, of: u128, half_points: u32, by: u128) -> u64 {
        let penalty = Body::PenaltyGiven(PenaltyGiven {
            tournament: self.id(),
            player: player(of),
            round: None,
            half_points,
            table_points: half_points / 10,
            reason_commitment: commit(&[1; 16], "late"),
        });
        self.push_by(by, penalty)
    }

    pub(super) fn close(&mut self) {
        let tournament = self.id();
        self.push(Body::TournamentClosed(TournamentClosed { tournament }));
    }

    pub(super) fn merge(&mut self, merged: u128, into: u128) {
        let (merged, into) = (player(merged), player(into));
        self.push(Body::PlayerMerged(PlayerMerged {
            player: merged,
            into,
        }));
        self.merged.push((merged, into));
    }

    pub(super) fn unmerge(&mut self, merged: u128, into: u128) {
        let (merged, into) = (player(merged), player(into));
        self.push(Body::PlayerUnmerged(PlayerUnmerged {
            player: merged,
            into,
        }));
        self.merged.retain(|(double, _)| *double != merged);
    }

    pub(super) fn erase(&mut self, of: u128) {
        let player = player(of);
        self.push(Body::PlayerErased(PlayerErased { player }));
        self.erased.push(player);
    }
}

/// A seed that only the service knows.
fn last_seed(tournament: TournamentId) -> Hash {
    Hash::of(tournament.to_string().as_bytes())
}

/// One tournament by a schedule, in which substitutes take the places of who is missing; and one by lot, by the standings, as prescribed, and with a cut, in which players
/// are merged and erased.
pub(super) fn two_tournaments() -> Ledger {
    let mut ledger = Ledger::with_players(19);
    scheduled(&mut ledger);
    with_a_cut(&mut ledger);
    ledger
}

fn scheduled(ledger: &mut Ledger) {
    ledger.open(rules(6));
    let all: Vec<u128> = (200..212).collect();
    ledger.enter(&all, &[]);
    ledger.draw(DrawMethod::Schedule);
    ledger.play();
    ledger.enter(&[300, 301], &[203]);
    ledger.draw(DrawMethod::Schedule);
    ledger.play();
    ledger.enter(&[], &[205]);
    ledger.draw(DrawMethod::Schedule);
    ledger.play();
    ledger.close();
}

fn with_a_cut(ledger: &mut Ledger) {
    let cut = Cut {
        after_round: 4,
        players: 8,
        keeps_results: false,
    };
    let tournament = ledger.open(TournamentRules {
        cut: Some(cut),
        ..rules(6)
    });
    let all: Vec<u128> = (200..217).collect();
    ledger.enter(&all, &[]);
    ledger.draw(DrawMethod::Random);
    ledger.redraw(DrawMethod::Random);
    ledger.push_by(
        REFEREE,
        Body::TournamentClockChanged(TournamentClockChanged {
            tournament,
            round: 1,
            running: true,
            remaining_seconds: 5400,
        }),
    );
    ledger.play();
    ledger.void(1, 0);
    ledger.void(1, 2);
    ledger.replay(1, 2);
    ledger.enter(&[217, 300, 301, 302], &[202]);
    ledger.draw(DrawMethod::Swiss);
    ledger.play();
    let unplayed = ledger.tournament().round(2).unwrap().matches.len() - 2;
    ledger.end_without_hands(2, unplayed);
    ledger.penalty(204, 60, REFEREE);
    let withdrawn = ledger.penalty(206, 80, REFEREE);
    ledger.push_by(
        REFEREE,
        Body::PenaltyWithdrawn(PenaltyWithdrawn {
            tournament,
            penalty: withdrawn,
            reason_commitment: commit(&[1; 16], "not so"),
        }),
    );
    ledger.enter(&[218], &[201]);
    ledger.merge(218, 203);
    ledger.draw(DrawMethod::Swiss);
    ledger.play();
    ledger.erase(209);
    let drawn = TournamentRoundDrawn {
        method: DrawMethod::Prescribed,
        ..ledger.drawn(DrawMethod::Random, false)
    };
    let prescribed = prescribed(ledger, drawn);
    ledger.push(Body::TournamentRoundDrawn(prescribed));
    ledger.play();
    ledger.draw(DrawMethod::Random);
    ledger.play();
    ledger.enter(&[], &[211]);
    ledger.draw(DrawMethod::Swiss);
    ledger.play();
    ledger.close();
    ledger.penalty(215, 10, REFEREE);
}

/// The same round without its last table, whose players sit out unless they are substitutes.
fn prescribed(ledger: &Ledger, mut drawn: TournamentRoundDrawn) -> TournamentRoundDrawn {
    let last = drawn.tables.pop().unwrap();
    let entrants: &BTreeMap<PlayerId, evidence::Entrant> = &ledger.tournament().entrants;
    let regular = last.into_iter().filter(|one| !entrants[one].substitute);
    drawn.sitting_out.extend(regular);
    drawn.sitting_out.sort_unstable();
    drawn
}
