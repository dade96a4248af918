//! A club that plays, errs and puts right, at random.

use crate::scene::{Scene, open_match};
use crate::table::{change, next, penalty, substitution, win};
use crate::void::declare;
use ledger::evidence::{Agreed, Chair, Hash, Outcome, Payee};
use ledger::{MatchId, OpenMatch, PlayerId};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use time::{Date, Duration, macros::date};

pub(super) const FIRST_DAY: Date = date!(2024 - 03 - 28);
pub(super) const DAYS: i64 = 700;
pub(super) const VARIANTS: [(&str, &[u8]); 2] =
    [("one", br#"{"id":"one"}"#), ("other", br#"{"id":"other"}"#)];

/// A club that plays on, at random.
pub(super) struct League {
    pub(super) scene: Scene,
    random: StdRng,
    /// Who can sit down.
    pub(super) players: Vec<PlayerId>,
    /// Who is who, though nobody knows it yet.
    doubles: Vec<(PlayerId, PlayerId)>,
    /// Who was merged, and into whom.
    merged: Vec<(PlayerId, PlayerId)>,
    /// How often somebody was merged or unmerged.
    changes: usize,
    today: Date,
    pub(super) matches: Vec<MatchId>,
    pub(super) hands: usize,
}

impl League {
    /// A club that has not played yet.
    pub(super) async fn new(random: StdRng) -> Self {
        let scene = Scene::new().await;
        let mut players = scene.players.to_vec();
        for name in [
            "Ah Fook", "Ah Lung", "Ah Ming", "Ah Wah", "Ah Kwan", "Ah Sing",
        ] {
            players.push(scene.enrol(name).await);
        }
        let doubles = vec![(players[6], players[0]), (players[7], players[6])];
        Self {
            scene,
            random,
            players,
            doubles,
            merged: Vec::new(),
            changes: 0,
            today: FIRST_DAY,
            matches: Vec::new(),
            hands: 0,
        }
    }

    /// Whether two of them are one person, or will be.
    fn clash(&self, seats: &[PlayerId]) -> bool {
        let alike = [self.players[0]].into_iter();
        let alike: Vec<_> = alike
            .chain(self.doubles.iter().map(|pair| pair.0))
            .collect();
        seats.iter().filter(|seat| alike.contains(seat)).count() > 1
    }

    async fn play(&mut self) {
        let seats = loop {
            let chosen: Vec<PlayerId> = self.players.sample(&mut self.random, 4).copied().collect();
            if !self.clash(&chosen) {
                break <[PlayerId; 4]>::try_from(chosen).unwrap();
            }
        };
        let (variant_id, document) = *VARIANTS.choose(&mut self.random).unwrap();
        let new = OpenMatch {
            variant_id: variant_id.to_owned(),
            variant_hash: Hash::of(document),
            variant_document: document.to_vec(),
            played_on: self.day(),
            ..open_match(seats)
        };
        let key = self.matches.len().to_string();
        let write = self.scene.write("matches", &key);
        let view = self
            .scene
            .ledger
            .open_match(write, new)
            .await
            .unwrap()
            .value;
        self.matches.push(view.id);
        let mut happens: Vec<Outcome> = Vec::new();
        let most = if self.random.random_bool(0.1) { 0 } else { 16 };
        for _ in 0..self.random.random_range(most.min(1)..=most) {
            happens.push(self.hand());
            self.hands += 1;
        }
        if self.random.random_bool(0.2) {
            let at = self.random.random_range(0..=happens.len());
            happens.insert(at, penalty(2, 3, Payee::House));
        }
        if self.random.random_bool(0.2) {
            let comes = *self.players.choose(&mut self.random).unwrap();
            let together: Vec<_> = seats.into_iter().chain([comes]).collect();
            if !seats.contains(&comes) && !self.clash(&together) {
                happens.insert(0, substitution(3, comes));
            }
        }
        if self.random.random_bool(0.8) {
            happens.push(Outcome::EarlyEnd {});
        }
        if happens.is_empty() {
            return;
        }
        let write = self.scene.write("hands", &key);
        let recorded = self.scene.record_outcomes(write, next(&view, &happens));
        recorded.await.unwrap();
    }

    /// Mostly the last day so far or one soon after; sometimes one that was forgotten.
    fn day(&mut self) -> Date {
        if self.random.random_bool(0.3) {
            return FIRST_DAY + Duration::days(self.random.random_range(0..DAYS));
        }
        let next = self.today + Duration::days(self.random.random_range(0..=2));
        self.today = next.min(FIRST_DAY + Duration::days(DAYS - 1));
        self.today
    }

    /// A hand that somebody won, with fan or by agreement, or nobody.
    fn hand(&mut self) -> Outcome {
        let points = self.random.random_range(0..=6_i64);
        let winner = *Chair::ALL.choose(&mut self.random).unwrap();
        if self.random.random_bool(0.5) {
            // Few fan, so that there are many equal hands.
            return win(winner, self.random.random_range(1..=4));
        }
        let mut half_points = [-points; 4];
        half_points[winner.index()] = 3 * points;
        Outcome::Agreed(Agreed {
            winner: (points > 0).then_some(winner),
            half_points,
        })
    }

    /// Something that was recorded some time ago was not so, or was not at all: then perhaps the match goes on, or somebody was never
    /// there. Or the match is void, or counts again.
    async fn correct(&mut self) {
        let id = *self.matches.choose(&mut self.random).unwrap();
        let history = self.scene.match_history(id).await.history;
        if history.void.is_some() || self.random.random_bool(0.3) {
            let void = history.void.is_none();
            declare(&self.scene, id, void).await.unwrap();
            return;
        }
        if self.random.random_bool(0.2) {
            // Nothing is left of it.
            let all = history.outcomes.iter();
            let hands = all.filter(|one| one.now.result.number.is_some());
            let never: Vec<_> = hands.map(|one| change::void(one.outcome_id)).collect();
            if !never.is_empty() {
                self.scene.correct(id, never).await;
            }
            return;
        }
        if history.outcomes.len() > 2 && self.random.random_bool(0.4) {
            let never = history
                .outcomes
                .choose(&mut self.random)
                .unwrap()
                .outcome_id;
            self.scene.correct(id, vec![change::void(never)]).await;
            return;
        }
        let hands = history
            .outcomes
            .iter()
            .filter(|one| one.now.result.number.is_some());
        let hands: Vec<_> = hands.map(|one| one.outcome_id).collect();
        let Some(chosen) = hands.choose(&mut self.random).copied() else {
            return;
        };
        let outcome = self.hand();
        let before = history.outcome(chosen).unwrap().now.outcome.clone();
        if outcome != before {
            self.scene
                .correct(id, vec![change::replace(chosen, outcome)])
                .await;
        }
    }

    async fn merge(&mut self) {
        let Some((double, of)) = self.doubles.pop() else {
            return;
        };
        let of = self.counts_for(of);
        self.changes += 1;
        let write = self.scene.write("merge", &self.changes.to_string());
        let merged = self.scene.merge_player(write, double, of);
        merged.await.unwrap();
        self.players.retain(|player| *player != double);
        self.merged.push((double, of));
    }

    fn counts_for(&self, player: PlayerId) -> PlayerId {
        let into = self.merged.iter().find(|(double, _)| *double == player);
        into.map_or(player, |(_, into)| self.counts_for(*into))
    }

    /// Somebody is not who they were thought to be, for some time.
    async fn unmerge(&mut self) {
        if self.merged.is_empty() {
            return;
        }
        let chosen = self.random.random_range(0..self.merged.len());
        let (double, of) = self.merged.swap_remove(chosen);
        self.changes += 1;
        let write = self.scene.write("unmerge", &self.changes.to_string());
        let unmerged = self.scene.unmerge_player(write, double, of);
        unmerged.await.unwrap();
        self.players.push(double);
        self.doubles.push((double, of));
    }

    /// A club that has played so many hands, corrected some of them, and found out who is who.
    pub(super) async fn played(mut random: StdRng, hands: usize) -> Self {
        let seed = random.random();
        let mut league = Self::new(StdRng::seed_from_u64(seed)).await;
        league.play_on(random, hands).await;
        league
    }

    /// Plays so many hands, corrects some of them, and finds out who is who.
    pub(super) async fn play_on(&mut self, mut random: StdRng, hands: usize) {
        while self.hands < hands {
            self.play().await;
            if random.random_bool(0.2) {
                self.correct().await;
            }
            if random.random_bool(0.4) {
                let (ledger, club) = (&self.scene.ledger, self.scene.club);
                ledger.catch_up(club).await.unwrap();
            }
            let is_due = self.changes < 2 || random.random_bool(0.2);
            if is_due && self.hands > hands / 3 * (3 - self.doubles.len()) {
                self.merge().await;
            }
            if random.random_bool(0.1) {
                self.unmerge().await;
            }
        }
        self.scene.catch_up().await;
    }
}
