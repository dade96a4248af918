//! What one match comes to for those who took part.

use crate::longest_deal::{LongestDeal, longest_deals};
use crate::{Against, Best, Figures};
use evidence::{
    Counts, CurrentOutcome, Legs, MatchHistory, Outcome, OutcomeId, Party, PlayerId, Score, Shown,
    Win, Winner, WonBy, fewest_transfers,
};
use std::collections::BTreeMap;

/// What a match comes to for everybody who took part, as its entries tell it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MatchTally {
    /// What it comes to for each of them; for nobody if the match counts for nothing ([`Counts`]).
    pub players: BTreeMap<PlayerId, Figures>,
    /// Who finished where, 1 first, if the match is over. Who gained the same shares the better place.
    pub places: BTreeMap<PlayerId, usize>,
    /// The longest deal of each of them who dealt.
    pub longest_deals: BTreeMap<PlayerId, LongestDeal>,
    /// The hands that were won and scored, in the order of play.
    pub won_hands: Vec<WonHand>,
}

/// A hand that was won and scored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WonHand {
    /// Who won it, as the entries have them.
    pub player: PlayerId,
    /// Its number in the match: 1, 2, 3, …
    pub number: u32,
    /// The sequence number of the entry that states what is known of it now.
    pub entry_seq: u64,
    /// What it was.
    pub hand: Best,
}

/// As many players take part in a match that is recorded here, those who left their chair among them: four who sit down, and 28 more. Each meets each
/// other, so that figures grow with the square of their number.
pub const MAX_MATCH_PLAYERS: usize = 32;

/// A match while it is counted.
struct Count<F> {
    counts_for: F,
    players: BTreeMap<PlayerId, Figures>,
    won_hands: Vec<WonHand>,
}

impl MatchTally {
    /// What a match comes to, for those whom its players count for: who left it as one player and came back as another, into whom that
    /// one was merged meanwhile, took part once.
    pub fn of(history: &MatchHistory, counts_for: impl Fn(PlayerId) -> PlayerId) -> Self {
        if history.counts() == Counts::ForNothing {
            return Self {
                players: BTreeMap::new(),
                places: BTreeMap::new(),
                longest_deals: BTreeMap::new(),
                won_hands: Vec::new(),
            };
        }
        let mut count = Count {
            counts_for,
            players: BTreeMap::new(),
            won_hands: Vec::new(),
        };
        for party in history.balances().keys() {
            if let Party::Player(player) = party {
                count.figures(*player).totals.matches = 1;
            }
        }
        for current in &history.outcomes {
            count.add(history, current);
        }
        count.meet();
        let places = match history.counts() {
            Counts::InFull => count.finish(),
            Counts::AsItStands | Counts::ForNothing => BTreeMap::new(),
        };
        Self {
            longest_deals: longest_deals(history, &count.counts_for),
            players: count.players,
            places,
            won_hands: count.won_hands,
        }
    }
}

impl<F: Fn(PlayerId) -> PlayerId> Count<F> {
    fn figures(&mut self, player: PlayerId) -> &mut Figures {
        self.players.entry((self.counts_for)(player)).or_default()
    }

    fn against(&mut self, player: PlayerId, other: PlayerId) -> &mut Against {
        let other = (self.counts_for)(other);
        let detail = &mut self.figures(player).detail;
        detail.against.entry(other).or_default()
    }

    fn add(&mut self, history: &MatchHistory, current: &CurrentOutcome) {
        let result = &current.now.result;
        for leg in result.legs.chairs() {
            let totals = &mut self.figures(leg.player).totals;
            totals.half_points = totals.half_points.saturating_add(leg.half_points);
        }
        self.exchange(&result.legs);
        if result.number.is_some() {
            self.sit(&result.legs);
        }
        let outcome = &current.now.outcome;
        if let Outcome::Win(win) = outcome {
            self.win(history, current, win);
        } else {
            for winner in outcome.winning_chairs() {
                self.count_win(winner.of(result.legs.chairs()).player);
            }
        }
    }

    /// Everybody sat at a hand with the others.
    fn sit(&mut self, legs: &Legs) {
        let players = legs.chairs().map(|leg| leg.player);
        for player in players {
            let totals = &mut self.figures(player).totals;
            totals.hands = totals.hands.saturating_add(1);
            for other in players.into_iter().filter(|other| *other != player) {
                let against = self.against(player, other);
                against.hands = against.hands.saturating_add(1);
            }
        }
    }

    /// What went from whom to whom: the transfers that bring everybody to where the outcome left them. With one who gained, or one
    /// who paid, there is only one way; else the fewest.
    fn exchange(&mut self, legs: &Legs) {
        let chairs = legs.chairs().iter();
        let mut moved: BTreeMap<Party, i128> = chairs
            .map(|leg| (Party::Player(leg.player), leg.half_points.into()))
            .collect();
        moved.insert(Party::House, legs.house().into());
        for debt in fewest_transfers(&moved).unwrap_or_default() {
            if let (Party::Player(from), Party::Player(to)) = (debt.from, debt.to) {
                let (won, lost) = (debt.amount, debt.amount.saturating_neg());
                let to_from = self.against(to, from);
                to_from.half_points = to_from.half_points.saturating_add(won);
                let from_to = self.against(from, to);
                from_to.half_points = from_to.half_points.saturating_add(lost);
            }
        }
    }

    fn win(&mut self, history: &MatchHistory, current: &CurrentOutcome, win: &Win) {
        let legs = current.now.result.legs.chairs();
        for winner in &win.winners {
            let leg = winner.chair.of(legs);
            self.count_win(leg.player);
            let totals = &mut self.figures(leg.player).totals;
            if win.won_by == WonBy::SelfDraw {
                totals.self_draws = totals.self_draws.saturating_add(1);
            }
            let mut scores = current.now.result.scores.iter();
            if let Some(score) = scores.find(|score| score.chair == winner.chair) {
                let best = best(
                    (history.terms.match_id, current.outcome_id),
                    winner,
                    &score.score,
                    leg.half_points,
                );
                self.score(leg.player, &score.score, best.clone());
                self.won_hands
                    .extend(current.now.result.number.map(|number| WonHand {
                        player: leg.player,
                        number,
                        entry_seq: current.now.said.seq,
                        hand: best,
                    }));
            }
        }
        if let Some(from) = win.from_chair {
            let leg = from.of(legs);
            let totals = &mut self.figures(leg.player).totals;
            totals.deal_ins = totals.deal_ins.saturating_add(1);
            let cost = leg.half_points.min(0).saturating_neg();
            totals.deal_in_half_points = totals.deal_in_half_points.saturating_add(cost);
        }
    }

    fn count_win(&mut self, player: PlayerId) {
        let totals = &mut self.figures(player).totals;
        totals.wins = totals.wins.saturating_add(1);
    }

    fn score(&mut self, player: PlayerId, score: &Score, best: Best) {
        let Figures { totals, detail } = self.figures(player);
        if score.limit {
            totals.limit_hands = totals.limit_hands.saturating_add(1);
        } else {
            totals.fan_wins = totals.fan_wins.saturating_add(1);
            totals.fan = totals.fan.saturating_add(score.fan.into());
        }
        for counted in &score.counted {
            let times = detail.patterns.entry(counted.pattern.clone()).or_default();
            *times = times.saturating_add(counted.count.into());
        }
        totals.won(best);
    }

    /// Everybody who took part met everybody else; of more than may take part, which an imported match can have, nobody is said to have met another.
    fn meet(&mut self) {
        let players: Vec<PlayerId> = self.players.keys().copied().collect();
        if players.len() > MAX_MATCH_PLAYERS {
            return;
        }
        for player in &players {
            for other in players.iter().filter(|other| *other != player) {
                self.against(*player, *other).matches = 1;
            }
        }
    }

    fn finish(&mut self) -> BTreeMap<PlayerId, usize> {
        let gained = |figures: &Figures| figures.totals.half_points;
        let all: Vec<i64> = self.players.values().map(gained).collect();
        let mut places = BTreeMap::new();
        for (player, figures) in &mut self.players {
            let own = figures.totals.half_points;
            let place = all.iter().filter(|other| **other > own).count() + 1;
            figures.totals.finish(place);
            places.insert(*player, place);
        }
        places
    }
}

fn best(
    (match_id, outcome_id): (evidence::MatchId, OutcomeId),
    winner: &Winner,
    score: &Score,
    half_points: i64,
) -> Best {
    let counted = score.counted.iter();
    Best {
        limit: score.limit,
        fan: score.fan,
        half_points,
        match_id,
        outcome_id,
        hand: match &winner.shown {
            Shown::Hand(hand) => Some(hand.clone()),
            Shown::Declared(_) => None,
        },
        patterns: counted.map(|counted| counted.pattern.clone()).collect(),
    }
}
