//! Another way to seat players: simulated annealing, which accepts exchanges that make meetings less even, ever more rarely.

use seating::Meetings;

/// A small generator of numbers (xorshift64*), since the reference is no part of what is proved.
pub(crate) struct Numbers(pub(crate) u64);

impl Numbers {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    pub(crate) fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.next() >> 33).unwrap() % limit
    }

    fn fraction(&mut self) -> f64 {
        f64::from(u32::try_from(self.next() >> 32).unwrap()) / f64::from(u32::MAX)
    }
}

/// What the table of a seat adds to the squares of meetings.
fn cost(seats: &[usize], seat: usize, meetings: &Meetings) -> i64 {
    let Some(table) = seats.chunks_exact(4).nth(seat / 4) else {
        return 0;
    };
    let pairs = (0..4).flat_map(|one| (0..one).map(move |other| (table[one], table[other])));
    pairs
        .map(|(one, other)| 2 * i64::from(meetings.of(one, other)) + 1)
        .sum()
}

/// The least cost of a round for these players that annealing finds.
pub(crate) fn anneal(players: &[usize], meetings: &Meetings, numbers: &mut Numbers) -> Vec<usize> {
    let mut seats = players.to_vec();
    // By how much the cost differs from that of the first arrangement.
    let mut now = 0;
    let (mut best, mut least) = (seats.clone(), now);
    let steps = 30_000_u32;
    for step in 0..steps {
        let heat = 3.0 * (1.0 - f64::from(step) / f64::from(steps)) + 0.01;
        let (one, other) = (numbers.below(seats.len()), numbers.below(seats.len()));
        let both = |seats: &[usize]| cost(seats, one, meetings) + cost(seats, other, meetings);
        let before = both(&seats);
        seats.swap(one, other);
        let then = now + both(&seats) - before;
        #[expect(clippy::cast_precision_loss, reason = "costs are small numbers")]
        let is_taken = then <= now || numbers.fraction() < (((now - then) as f64) / heat).exp();
        if !is_taken {
            seats.swap(one, other);
            continue;
        }
        now = then;
        if now < least {
            (best, least) = (seats.clone(), now);
        }
    }
    best
}
