//! Records of a club that were found in what was added up are those of a plain search of its matches.

use super::AtOnce;
use super::league::League;
use ledger::{Period, PlayerId};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use time::Date;

impl AtOnce {
    /// That the records are those of a plain search.
    pub(super) async fn check_records(&self, league: &League, period: &Period) {
        let (ledger, club) = (&league.scene.ledger, league.scene.club);
        let records = ledger.records(club, period.clone()).await.unwrap();
        let figures = self.figures(period);
        let best = figures
            .values()
            .filter_map(|figures| figures.totals.best.as_ref());
        let best = best.map(|best| (best.fan, best.half_points)).max();
        let found = records.best_hand.map(|won| won.hand);
        assert_eq!(found.map(|hand| (hand.fan, hand.half_points)), best);
        let mut patterns: BTreeMap<String, u64> = BTreeMap::new();
        for (pattern, times) in figures
            .values()
            .flat_map(|figures| &figures.detail.patterns)
        {
            *patterns.entry(pattern.clone()).or_default() += times;
        }
        let found: BTreeMap<String, u64> = records.patterns.into_iter().collect();
        assert_eq!(found, patterns, "{period:?}");
        let (mut deals, mut days) = (Vec::new(), BTreeMap::<(Date, PlayerId), i64>::new());
        for (_, history) in self.of_period(period) {
            let day = history.terms.played_on;
            let dealt = history.outcomes.iter().map(|one| &one.now.result);
            let dealt: Vec<_> = dealt.filter(|result| result.number.is_some()).collect();
            let dealer = |at: usize| {
                let (deal, legs) = (dealt[at].deal, &dealt[at].legs);
                self.counts_for[&deal.dealer.of(legs.chairs()).player]
            };
            for first in 0..dealt.len() {
                let repeats =
                    |at: &usize| dealt[*at].deal.extra > 0 && dealer(*at) == dealer(first);
                let more = (first + 1..dealt.len()).take_while(repeats).count();
                deals.push((1 + more, Reverse(day), dealer(first)));
            }
            for (player, figures) in self.tally(history).players {
                *days.entry((day, player)).or_default() += figures.totals.half_points;
            }
        }
        let longest = deals.iter().map(|(hands, ..)| *hands).max().unwrap_or(0);
        match records.longest_deal {
            None => assert!(longest < 2, "{period:?}"),
            Some(deal) => {
                let found = (deal.hands as usize, Reverse(deal.played_on));
                assert_eq!(found.0, longest, "{period:?}");
                assert!(deals.contains(&(found.0, found.1, deal.player.id)));
            }
        }
        let most = days.values().copied().max().filter(|most| *most > 0);
        let best = records.best_day;
        assert_eq!(best.as_ref().map(|day| day.half_points), most, "{period:?}");
        if let Some(best) = best {
            assert_eq!(days[&(best.played_on, best.player.id)], best.half_points);
        }
        let streaks = figures
            .values()
            .map(|figures| figures.totals.streaks.longest);
        let longest = streaks.max().filter(|longest| *longest > 0);
        assert_eq!(records.longest_streak.map(|streak| streak.matches), longest);
    }
}
