//! Tournaments of any course, made from numbers.

use evidence::{
    Body, ClubId, Counts, Cut, DrawMethod, Ending, EntrantsChanged, Entry, Hash, MatchId,
    PenaltyGiven, PenaltyWithdrawn, PlayerId, Registration, ReplayedTable, RoundOf, SatOut,
    TablesReplayed, TieBreak, Tournament, TournamentId, TournamentOpened, TournamentRoundDrawn,
    TournamentRoundOpened, TournamentRules, TournamentScoring, UserId, seed_of_draw,
};
use std::collections::BTreeMap;
use tally::TournamentMatch;
use time::macros::date;
use uuid::Uuid;

pub(crate) fn player(number: u128) -> PlayerId {
    PlayerId(Uuid::from_u128(number))
}

pub(crate) const TOURNAMENT: TournamentId = TournamentId(Uuid::from_u128(77));

/// A small generator of numbers (xorshift64*).
pub(crate) struct Numbers(pub(crate) u64);

impl Numbers {
    pub(crate) fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) % limit
    }

    fn is(&mut self, in_hundred: u64) -> bool {
        self.below(100) < in_hundred
    }

    fn between(&mut self, least: i32, most: i32) -> i32 {
        let range = u64::try_from(most - least + 1).unwrap();
        least + i32::try_from(self.below(range)).unwrap()
    }

    fn shuffled<T>(&mut self, mut all: Vec<T>) -> Vec<T> {
        for last in (1..all.len()).rev() {
            let other = self.below(last as u64 + 1);
            all.swap(last, usize::try_from(other).unwrap());
        }
        all
    }
}

/// A tournament, what its matches stand at, and the same once more without its types.
pub(crate) struct Course {
    pub(crate) tournament: Tournament,
    pub(crate) results: BTreeMap<MatchId, TournamentMatch>,
    pub(crate) rounds: Vec<PlainRound>,
    pub(crate) penalties: Vec<PlainPenalty>,
    seq: u64,
}

pub(crate) struct PlainRound {
    pub(crate) number: u32,
    pub(crate) tables: Vec<[PlayerId; 4]>,
    pub(crate) sitting_out: Vec<PlayerId>,
    /// None before the matches were opened.
    pub(crate) results: Option<Vec<Option<TournamentMatch>>>,
}

pub(crate) struct PlainPenalty {
    pub(crate) seq: u64,
    pub(crate) player: PlayerId,
    pub(crate) of_round: u32,
    pub(crate) half_points: i64,
    pub(crate) table_points: i64,
}

impl Course {
    pub(crate) fn open(rules: TournamentRules) -> Self {
        let opened = Body::TournamentOpened(TournamentOpened {
            tournament: TOURNAMENT,
            name_commitment: Hash([0; 32]),
            from: date!(2026 - 11 - 28),
            until: date!(2026 - 11 - 29),
            rules,
            seed_hash: seed_of_draw(Hash([7; 32]), 0),
        });
        Self {
            tournament: Tournament::open(&entry(2, opened)).unwrap(),
            results: BTreeMap::new(),
            rounds: Vec::new(),
            penalties: Vec::new(),
            seq: 2,
        }
    }

    pub(crate) fn add(&mut self, body: Body) -> u64 {
        self.seq += 1;
        self.tournament.add(&entry(self.seq, body)).unwrap();
        self.seq
    }

    pub(crate) fn register(&mut self, registered: Vec<Registration>) {
        let checked_in = registered.iter().map(|one| one.player).collect();
        self.add(Body::EntrantsChanged(EntrantsChanged {
            tournament: TOURNAMENT,
            registered,
            checked_in,
            withdrawn: Vec::new(),
        }));
    }

    pub(crate) fn draw(&mut self, tables: Vec<[PlayerId; 4]>, sitting_out: Vec<PlayerId>) {
        let redraw = self.tournament.can_redraw();
        if redraw {
            self.rounds.pop();
        }
        let number = self.tournament.next_round(redraw);
        self.rounds.push(PlainRound {
            number,
            tables: tables.clone(),
            sitting_out: sitting_out.clone(),
            results: None,
        });
        let draw = self.tournament.next_draw();
        self.add(Body::TournamentRoundDrawn(TournamentRoundDrawn {
            tournament: TOURNAMENT,
            round: number,
            seed: seed_of_draw(Hash([7; 32]), draw),
            method: DrawMethod::Prescribed,
            redraw,
            tables,
            sitting_out,
            reason_commitment: None,
        }));
    }

    /// Opens the matches of the last round, which stand at these results.
    pub(crate) fn play(&mut self, results: Vec<Option<TournamentMatch>>) {
        let round = self.rounds.last_mut().unwrap();
        let number = round.number;
        let id = |table: usize| Uuid::from_u128(u128::from(number) * 1000 + table as u128);
        let matches: Vec<MatchId> = (0..results.len()).map(|table| MatchId(id(table))).collect();
        for (id, result) in matches.iter().zip(&results) {
            if let Some(result) = result {
                self.results.insert(*id, *result);
            }
        }
        round.results = Some(results);
        self.add(Body::TournamentRoundOpened(TournamentRoundOpened {
            tournament: TOURNAMENT,
            round: number,
            matches,
        }));
    }

    pub(crate) fn penalty(&mut self, of: u128, round: Option<u32>, takes: (u32, u32)) -> u64 {
        let last = self.rounds.last().map_or(0, |round| round.number);
        let (half_points, table_points) = takes;
        let seq = self.add(Body::PenaltyGiven(PenaltyGiven {
            tournament: TOURNAMENT,
            player: player(of),
            round,
            half_points,
            table_points,
            reason_commitment: Hash([1; 32]),
        }));
        self.penalties.push(PlainPenalty {
            seq,
            player: player(of),
            of_round: round.unwrap_or(last),
            half_points: half_points.into(),
            table_points: table_points.into(),
        });
        seq
    }

    pub(crate) fn withdraw_penalty(&mut self, penalty: u64) {
        self.penalties.retain(|one| one.seq != penalty);
        self.add(Body::PenaltyWithdrawn(PenaltyWithdrawn {
            tournament: TOURNAMENT,
            penalty,
            reason_commitment: Hash([1; 32]),
        }));
    }

    /// A tournament that follows from a number.
    pub(crate) fn any(seed: u64) -> Self {
        let mut numbers = Numbers(seed | 1);
        let mut course = Self::open(rules(&mut numbers));
        let people = u128::from(9 + numbers.below(8));
        let registered = (1..=people).map(|number| Registration {
            player: player(number),
            team: [None, Some("Dragons"), Some("Winds")]
                [usize::try_from(numbers.below(3)).unwrap()]
            .map(str::to_owned),
            substitute: numbers.is(15),
        });
        let registered = registered.collect();
        course.register(registered);
        for _ in 0..course.tournament.terms.rules.rounds {
            course.any_round(&mut numbers, people);
            if numbers.is(10) {
                break;
            }
            course.any_penalties(&mut numbers, people);
        }
        course
    }

    fn any_round(&mut self, numbers: &mut Numbers, people: u128) {
        let all: Vec<PlayerId> = numbers.shuffled((1..=people).map(player).collect());
        let tables = numbers.below(u64::try_from(people / 4).unwrap()) + 1;
        let (seated, out) = all.split_at(usize::try_from(tables * 4).unwrap());
        let tables: Vec<[PlayerId; 4]> = seated
            .chunks_exact(4)
            .map(|four| four.try_into().unwrap())
            .collect();
        let mut out: Vec<PlayerId> = out.iter().copied().filter(|_| numbers.is(70)).collect();
        out.sort_unstable();
        self.draw(tables.clone(), out);
        if numbers.is(15) {
            self.any_round(numbers, people);
            return;
        }
        let results = tables.into_iter().map(|drawn| {
            let mut players = drawn;
            if numbers.is(15) {
                players.swap(0, 2);
            }
            if numbers.is(10) {
                players[1] = player(900);
            }
            let half_points = [0; 4].map(|_| i64::from(numbers.between(-3, 3)));
            numbers.is(90).then_some(TournamentMatch {
                players,
                half_points,
                counts: any_counts(numbers),
            })
        });
        let results = results.collect();
        self.play(results);
        while numbers.is(25) {
            self.any_replay(numbers);
        }
    }

    /// Plays a table of any opened round again.
    fn any_replay(&mut self, numbers: &mut Numbers) {
        let opened = self.rounds.iter_mut().filter(|one| one.results.is_some());
        let mut opened: Vec<&mut PlainRound> = opened.collect();
        let chosen = usize::try_from(numbers.below(opened.len() as u64)).unwrap();
        let round = &mut *opened[chosen];
        let table = usize::try_from(numbers.below(round.tables.len() as u64)).unwrap();
        let half_points = [0; 4].map(|_| i64::from(numbers.between(-3, 3)));
        let result = numbers.is(80).then_some(TournamentMatch {
            players: round.tables[table],
            half_points,
            counts: any_counts(numbers),
        });
        round.results.as_mut().unwrap()[table] = result;
        let match_id = MatchId(Uuid::from_u128(u128::from(self.seq) + 1_000_000));
        let replayed = TablesReplayed {
            of: RoundOf::Tournament {
                tournament: TOURNAMENT,
            },
            round: round.number,
            tables: vec![ReplayedTable {
                table: u32::try_from(table).unwrap() + 1,
                match_id,
            }],
        };
        self.results.extend(result.map(|result| (match_id, result)));
        self.add(Body::TablesReplayed(replayed));
    }

    fn any_penalties(&mut self, numbers: &mut Numbers, people: u128) {
        let has_table_points = self.tournament.terms.rules.table_points.is_some();
        while numbers.is(40) {
            let of = u128::from(numbers.below(u64::try_from(people).unwrap())) + 1;
            let last = u64::from(self.tournament.last_round());
            let round = numbers.is(50).then(|| numbers.below(last) + 1);
            let round = round.map(|round| u32::try_from(round).unwrap());
            let table_points = match has_table_points {
                true => u32::try_from(numbers.below(3)).unwrap(),
                false => 0,
            };
            let half_points = u32::try_from(numbers.below(4)).unwrap();
            let seq = self.penalty(of, round, (half_points, table_points));
            if numbers.is(30) {
                self.withdraw_penalty(seq);
            }
        }
    }
}

fn any_counts(numbers: &mut Numbers) -> Counts {
    let hands = u32::from(numbers.is(85));
    let ending = numbers.is(70).then_some(match numbers.is(50) {
        true => Ending::Complete,
        false => Ending::Early,
    });
    Counts::of(numbers.is(10), hands, ending)
}

fn rules(numbers: &mut Numbers) -> TournamentRules {
    let rounds = u32::try_from(numbers.below(5)).unwrap() + 1;
    let scoring = TournamentScoring::ALL[usize::try_from(numbers.below(3)).unwrap()];
    let has_table_points = scoring != TournamentScoring::Points;
    let mut points = [0; 4].map(|_| numbers.between(-4, 4));
    points.sort_unstable_by_key(|points| -points);
    let ties = numbers.shuffled(TieBreak::ALL.to_vec());
    let count = usize::try_from(numbers.below(6)).unwrap();
    let ties = ties.into_iter().take(count);
    let table_points = i32::from(has_table_points) * numbers.between(-2, 2);
    TournamentRules {
        rounds,
        draw: DrawMethod::Random,
        scoring,
        table_points: has_table_points.then_some(points),
        ties: ties
            .filter(|tie| has_table_points || *tie != TieBreak::TablePoints)
            .collect(),
        sat_out: numbers.is(60).then_some(SatOut {
            half_points: numbers.between(1, 3),
            table_points,
        }),
        cut: (rounds > 1 && numbers.is(60)).then(|| Cut {
            after_round: u32::try_from(numbers.below(u64::from(rounds) - 1)).unwrap() + 1,
            players: 4,
            keeps_results: numbers.is(50),
        }),
        clock: None,
    }
}

fn entry(seq: u64, body: Body) -> Entry {
    Entry {
        club: ClubId(Uuid::from_u128(1)),
        seq,
        time: format!("2026-11-28T09:30:00.{seq:06}Z").parse().unwrap(),
        actor: UserId(Uuid::from_u128(2)),
        body,
    }
}
