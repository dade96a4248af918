//! Where a primary was in its log, and when: how late a replica is follows from it, without the clock of any other machine.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// Where the primary was, for as long as it matters; the latest last.
#[derive(Debug, Default)]
pub(super) struct LogPositions {
    keep: Duration,
    positions: VecDeque<(Instant, i64)>,
}

impl LogPositions {
    /// For replicas that may be so late.
    pub(super) fn keeping(keep: Duration) -> Self {
        Self {
            keep,
            positions: VecDeque::new(),
        }
    }

    /// Notes that the primary had written no more than this before a moment.
    pub(super) fn note(&mut self, moment: Instant, written: i64) {
        self.positions.push_back((moment, written));
        // The first one that is too old stays: a replica may be that late and no later.
        while let Some((second, _)) = self.positions.get(1)
            && moment.saturating_duration_since(*second) > self.keep
        {
            self.positions.pop_front();
        }
    }

    /// When the primary last told where it was.
    pub(super) fn last_told(&self) -> Option<Instant> {
        self.positions.back().map(|(moment, _)| *moment)
    }

    /// Where it was when it last told that.
    pub(super) fn last_written(&self) -> Option<i64> {
        self.positions.back().map(|(_, written)| *written)
    }

    /// The last moment whose everything is in what a replica has applied; none if it is earlier than is known.
    pub(super) fn complete_until(&self, replayed: i64) -> Option<Instant> {
        let mut latest_first = self.positions.iter().rev();
        let complete = latest_first.find(|(_, written)| *written <= replayed);
        complete.map(|(moment, _)| *moment)
    }

    /// How late a replica is that has applied so much; none if it is later than is known.
    pub(super) fn lag(&self, replayed: i64, now: Instant) -> Option<Duration> {
        let moment = self.complete_until(replayed)?;
        Some(now.saturating_duration_since(moment))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_replica_is_as_late_as_the_last_position_that_it_has() {
        let begin = Instant::now();
        let at = |seconds| begin + Duration::from_secs(seconds);
        let mut positions = LogPositions::keeping(Duration::from_secs(3));
        assert_eq!(positions.lag(100, begin), None, "nothing is known yet");
        for (seconds, written) in [(0, 100), (1, 200), (2, 200), (3, 300)] {
            positions.note(at(seconds), written);
        }
        let lag = |positions: &LogPositions, replayed| {
            let lag = positions.lag(replayed, at(4));
            lag.map(|lag| lag.as_secs())
        };
        let lags = [99, 100, 199, 200, 299, 300, 400].map(|replayed| lag(&positions, replayed));
        assert_eq!(
            lags,
            [None, Some(4), Some(4), Some(2), Some(2), Some(1), Some(1)]
        );
        positions.note(at(5), 300);
        assert_eq!(lag(&positions, 199), None, "it is later than it may be");
        assert_eq!(positions.positions.len(), 4);
    }
}
