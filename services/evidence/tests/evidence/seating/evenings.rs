//! Evenings of a season: who waits, and who meets whom.

use seating::{Meetings, Player, Table, draw};

use super::fingerprint;
use super::reference::{Numbers, anneal};

/// A season of a club: whoever is a member of it, and what happened so far.
struct Season {
    sat_out: Vec<u32>,
    meetings: Meetings,
}

impl Season {
    fn of(members: usize) -> Season {
        Season {
            sat_out: vec![0; members],
            meetings: Meetings::none(members),
        }
    }

    /// Who met whom of those who are there tonight.
    fn meetings_of(&self, there: &[usize]) -> Meetings {
        let mut meetings = Meetings::none(there.len());
        for (one, &first) in there.iter().enumerate() {
            for (other, &second) in there.iter().enumerate().take(one) {
                meetings.add(one, other, self.meetings.of(first, second));
            }
        }
        meetings
    }

    /// Plays an evening of so many rounds; returns how often each of those who were there sat out.
    fn play(&mut self, seed: &str, there: &[usize], rounds: usize) -> Vec<u32> {
        let mut players: Vec<Player> = there
            .iter()
            .map(|member| Player::new(format!("member {member}")))
            .collect();
        for (player, &member) in players.iter_mut().zip(there) {
            player.sat_out_before = self.sat_out[member];
        }
        for round in 0..rounds {
            let drawn = draw(
                &format!("{seed} {round}"),
                &players,
                &self.meetings_of(there),
            )
            .unwrap();
            for table in &drawn.tables {
                self.meetings
                    .add_round(&[Table(table.0.map(|place| there[place]))]);
            }
            for (place, player) in players.iter_mut().enumerate() {
                let is_out = drawn.sitting_out.contains(&place);
                player.sat_out_last = is_out;
                player.sat_out += u32::from(is_out);
                player.played += u32::from(!is_out);
                self.sat_out[there[place]] += u32::from(is_out);
            }
        }
        players.iter().map(|player| player.sat_out).collect()
    }
}

fn spread(counts: &[u32]) -> u32 {
    counts.iter().max().unwrap() - counts.iter().min().unwrap()
}

#[test]
fn seventeen_arrive_and_one_waits() {
    let players: Vec<Player> = (0..17)
        .map(|number| Player::new(format!("{number}")))
        .collect();
    let drawn = draw("2026-11-24 round 1", &players, &Meetings::none(17)).unwrap();
    assert_eq!((drawn.tables.len(), drawn.sitting_out.len()), (4, 1));
    assert_eq!(
        draw("2026-11-24 round 1", &players, &Meetings::none(17)).unwrap(),
        drawn
    );
    assert_ne!(
        draw("another seed", &players, &Meetings::none(17)).unwrap(),
        drawn
    );
}

#[test]
fn over_thirty_evenings_nobody_waits_more_than_one_round_more_than_anybody_else() {
    for members in [5, 6, 7, 9, 13, 17, 18, 23] {
        let mut season = Season::of(members);
        let there: Vec<usize> = (0..members).collect();
        for evening in 0..30 {
            let sat_out = season.play(&format!("evening {evening}"), &there, 5);
            assert!(
                spread(&sat_out) <= 1,
                "{members} members, evening {evening}: {sat_out:?}"
            );
            assert!(
                spread(&season.sat_out) <= 1,
                "{members} members after evening {evening}: {:?}",
                season.sat_out
            );
        }
    }
}

#[test]
fn where_other_people_come_each_evening_nobody_waits_two_rounds_more_on_one() {
    let mut season = Season::of(30);
    let mut numbers = Numbers(7);
    for evening in 0..30 {
        let there: Vec<usize> = (0..30).filter(|_| numbers.below(10) < 6).collect();
        if there.len() >= 4 {
            let sat_out = season.play(&format!("evening {evening}"), &there, 4);
            assert!(spread(&sat_out) <= 1, "evening {evening}: {sat_out:?}");
        }
    }
}

/// Round after round the reference gets the same players, with the meetings of its own rounds.
#[test]
fn meetings_are_as_even_as_those_of_the_reference_within_five_per_cent() {
    for members in [12, 17, 22, 32] {
        let mut season = Season::of(members);
        let there: Vec<usize> = (0..members).collect();
        let mut reference = Meetings::none(members);
        let mut numbers = Numbers(u64::try_from(members).unwrap());
        for evening in 0..30 {
            season.play(&format!("evening {evening}"), &there, 1);
            // The same number sits out, in turn.
            let out = members % 4;
            let seated: Vec<usize> = (0..members)
                .map(|place| (place + evening * out) % members)
                .skip(out)
                .collect();
            let tables = anneal(&seated, &reference, &mut numbers);
            let tables: Vec<Table> = tables
                .chunks_exact(4)
                .map(|four| Table(four.try_into().unwrap()))
                .collect();
            reference.add_round(&tables);
        }
        let (ours, theirs) = (season.meetings.unevenness(), reference.unevenness());
        assert!(
            ours * 100 <= theirs * 105,
            "{members} members: {ours} against {theirs}"
        );
    }
}

#[test]
fn the_most_players_are_drawn_within_the_work_of_a_draw() {
    let players: Vec<Player> = (0..200)
        .map(|number| Player::new(format!("{number}")))
        .collect();
    let mut meetings = Meetings::none(200);
    // Everybody met everybody often and unevenly: the dearest case, since every exchange may be a gain.
    let mut numbers = Numbers(3);
    for one in 0..200 {
        for other in 0..one {
            meetings.add(one, other, u32::try_from(numbers.below(1000)).unwrap());
        }
    }
    let drawn = draw("seed", &players, &meetings).unwrap();
    assert_eq!(fingerprint(&drawn), "d67f6804f9d07524");
}
