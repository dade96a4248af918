//! Slices: of several audits, few compute at a time, and each goes to the end of the line after so much work.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;
use std::{num::NonZero, thread};

use audit::Pace;
use tokio::runtime::Handle;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The units of work ([`Pace`]) of a slice: a tenth of a second. What cannot be divided, such as a draw, may make it longer.
const SLICE: u64 = 1_000;

/// The line in which audits wait to compute. Whoever came first has the next turn.
#[derive(Clone)]
pub(super) struct Line(Arc<Semaphore>);

/// An audit in the line.
pub(super) struct Slices {
    line: Line,
    turn: RefCell<Option<OwnedSemaphorePermit>>,
    /// The units that are left of the slice.
    left: Cell<u64>,
}

impl Line {
    /// For half of the cores: the others are left to everything else.
    pub(super) fn new() -> Self {
        let cores = thread::available_parallelism().map_or(1, NonZero::get);
        Self::of((cores / 2).max(1))
    }

    fn of(turns: usize) -> Self {
        Self(Arc::new(Semaphore::new(turns)))
    }
}

impl Slices {
    /// Stands in no line yet.
    pub(super) fn new(line: Line) -> Rc<Self> {
        Rc::new(Self {
            line,
            turn: RefCell::default(),
            left: Cell::default(),
        })
    }

    /// The pace of an audit that computes in these slices, on a thread that may block.
    pub(super) fn pace(self: &Rc<Self>, runtime: &Handle) -> Pace {
        let (slices, runtime) = (Rc::clone(self), runtime.clone());
        Pace::new(move |units| runtime.block_on(slices.work(units)))
    }

    /// Leaves the line: the audit waits for something else, such as the database.
    pub(super) fn leave(&self) {
        self.turn.take();
        self.left.set(0);
    }

    /// Waits for the turn if there is none, or if the slice is used up, and takes units of the slice.
    async fn work(&self, units: u64) {
        if self.left.get() == 0 {
            self.leave();
            // It is never closed.
            let turn = self.line.0.clone().acquire_owned().await.ok();
            self.turn.replace(turn);
            self.left.set(SLICE);
        }
        self.left.set(self.left.get().saturating_sub(units));
    }
}

#[cfg(test)]
mod tests {
    use futures_util::future::{join, join_all};
    use tokio::task::yield_now;

    use super::*;

    /// How many units the long audits did, which stand in the line before a small one, when it has done its own.
    async fn done_before(long_ones: usize, small: u64) -> u64 {
        let (line, done, enough) = (Line::of(1), Cell::new(0), Cell::new(false));
        let slices: Vec<_> = (0..long_ones).map(|_| Slices::new(line.clone())).collect();
        let long = slices.iter().map(|slices| async {
            while !enough.get() {
                slices.work(1).await;
                done.set(done.get() + 1);
                yield_now().await;
            }
            slices.leave();
        });
        let own = Slices::new(line.clone());
        let small = async {
            for _ in 0..small {
                own.work(1).await;
            }
            enough.set(true);
            own.leave();
            done.get()
        };
        let (_, before) = join(join_all(long), small).await;
        before
    }

    #[tokio::test]
    async fn a_small_audit_waits_for_a_slice_of_each_that_came_before_it() {
        let cases = [(1, 10, 1), (3, 10, 3), (3, SLICE, 3), (3, SLICE + 1, 6)];
        for (long_ones, small, slices) in cases {
            let before = done_before(long_ones, small).await;
            assert_eq!(before, slices * SLICE, "{small} units");
        }
    }

    #[tokio::test]
    async fn who_waits_for_something_else_keeps_no_turn() {
        let line = Line::of(1);
        let (one, other) = (Slices::new(line.clone()), Slices::new(line));
        one.work(1).await;
        one.leave();
        other.work(5 * SLICE).await;
        other.leave();
        one.work(1).await;
    }
}
