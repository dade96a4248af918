//! Work that takes long beside what a thread of the server should do at once: documents are compiled, checked and derived
//! on threads of their own, so that others get their answers meanwhile and deadlines are kept.
//!
//! There are few such threads, and few requests wait for one: the next is turned away. Hands that are played have a thread and places of their
//! own, so that no match waits for the documents that others try out. Work that nobody waits for any more is given up before its next step.

use std::sync::Arc;
use std::thread::available_parallelism;

use rules::{StepBudget, Variant};
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use tonic::Status;
use wire::v1::variant_ref::Variant as Stated;
use wire::{Rejection, v1};

use crate::budget::CallSteps;
use crate::convert::variant::{compile_variant_in, read_variant_in};
use crate::errors::Invalid;
use crate::rejection::Reject;
use crate::variants::Variants;

/// How many requests wait for a thread; a further one is turned away. The dearest document takes some tens of
/// milliseconds, so that the last of them gets its thread within the time of a call.
const WAITING: usize = 64;

/// More steps than any document takes: they are counted, not limited.
const COUNTED: u64 = u64::MAX - 1;

/// The threads that compile, and what they have compiled.
pub(crate) struct BlockingPool {
    pub(crate) variants: Variants,
    /// For documents that anybody tries out.
    tried: Pool,
    /// For the documents of matches whose hands are played.
    played: Pool,
}

/// Some of the threads.
struct Pool {
    /// As many as work at once.
    threads: Arc<Semaphore>,
    /// As many as work or wait.
    places: Arc<Semaphore>,
}

/// Ends the work when nobody waits for it any more.
struct CancelOnDrop(Arc<StepBudget>);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

impl BlockingPool {
    /// One thread for every two processors, so that compiling leaves room for everything else, and one for hands that are played.
    pub(crate) fn new() -> BlockingPool {
        let processors = available_parallelism().map_or(1, usize::from);
        BlockingPool::of(processors.div_ceil(2), WAITING)
    }

    /// All places where documents are tried out, for as long as this is kept.
    #[cfg(test)]
    pub(crate) fn take_tried_places(&self) -> tokio::sync::OwnedSemaphorePermit {
        let places = Arc::clone(&self.tried.places);
        let all = u32::try_from(places.available_permits()).unwrap_or(u32::MAX);
        places.try_acquire_many_owned(all).unwrap()
    }

    fn of(threads: usize, waiting: usize) -> BlockingPool {
        BlockingPool {
            variants: Variants::new(),
            tried: Pool::of(threads, waiting),
            played: Pool::of(1, waiting),
        }
    }

    /// Does some work with documents of so many bytes on a blocking thread, and counts what it takes.
    ///
    /// # Errors
    /// `OVERLOADED` if too many wait for a thread.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        bytes: usize,
        steps: &CallSteps,
        work: impl FnOnce(&StepBudget) -> T + Send + 'static,
    ) -> Result<T, Status> {
        self.tried.run(bytes, steps, work).await
    }

    /// Finds the variant that a request names in a field, or tells why it is none; a document that is not known yet is
    /// compiled on a blocking thread.
    pub(crate) async fn variant_in(
        &self,
        field: &'static str,
        stated: Option<v1::VariantRef>,
        steps: &CallSteps,
    ) -> Result<Result<Arc<Variant>, Invalid>, Status> {
        self.find_or_compile(&self.tried, field, stated, steps)
            .await
    }

    /// The same of a match whose hands are played: nobody else's documents take its places.
    pub(crate) async fn played_variant_in(
        &self,
        field: &'static str,
        stated: Option<v1::VariantRef>,
        steps: &CallSteps,
    ) -> Result<Result<Arc<Variant>, Invalid>, Status> {
        self.find_or_compile(&self.played, field, stated, steps)
            .await
    }

    async fn find_or_compile(
        &self,
        pool: &Pool,
        field: &'static str,
        stated: Option<v1::VariantRef>,
        steps: &CallSteps,
    ) -> Result<Result<Arc<Variant>, Invalid>, Status> {
        let Some(Stated::Document(bytes)) = named(&stated) else {
            return Ok(read_variant_in(field, stated, &self.variants));
        };
        if let Some(known) = self.variants.find(&Variant::hash_of(bytes)) {
            return Ok(Ok(known));
        }
        let bytes = bytes.clone();
        let compiled = pool
            .run(bytes.len(), steps, move |budget| {
                compile_variant_in(field, &bytes, budget)
            })
            .await?;
        Ok(compiled.map(|variant| self.variants.keep(variant)))
    }
}

impl Pool {
    fn of(threads: usize, waiting: usize) -> Pool {
        Pool {
            threads: Arc::new(Semaphore::new(threads)),
            places: Arc::new(Semaphore::new(threads + waiting)),
        }
    }

    /// Does some work, under a budget that is cancelled if the caller goes away or its deadline passes.
    async fn run<T: Send + 'static>(
        &self,
        bytes: usize,
        steps: &CallSteps,
        work: impl FnOnce(&StepBudget) -> T + Send + 'static,
    ) -> Result<T, Status> {
        let place = Arc::clone(&self.places).try_acquire_owned();
        let place = place.map_err(|_| Rejection::Overloaded.status())?;
        let thread = Arc::clone(&self.threads).acquire_owned().await;
        let thread = thread.map_err(|_| Rejection::Stopping.status())?;
        let budget = Arc::new(StepBudget::of(COUNTED));
        let cancel = CancelOnDrop(Arc::clone(&budget));
        let tried = Arc::clone(&budget);
        let done = spawn_blocking(move || {
            let _until_done = (place, thread);
            work(&budget)
        })
        .await;
        drop(cancel);
        steps.add_compiling(bytes, &tried);
        done.map_err(|_| Status::internal("the work was not finished"))
    }
}

fn named(stated: &Option<v1::VariantRef>) -> Option<&Stated> {
    stated.as_ref().and_then(|stated| stated.variant.as_ref())
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::time::Duration;

    use super::*;

    /// A document whose pattern takes about as many steps as one may.
    fn dear() -> Vec<u8> {
        let base = Variant::built_in("old-hong-kong").unwrap();
        let expression = "tiles.all(a, tiles.all(b, a.rank != b.rank || a.suit == b.suit || true))";
        let patch = serde_json::json!({ "id": "dear", "house_patterns": { "house:dear": {
            "name": { "english": "Dear" }, "expression": expression, "value": 1 } } });
        let derived = base.derive(patch.to_string().as_bytes()).unwrap();
        derived.document().to_vec()
    }

    fn steps() -> CallSteps {
        CallSteps::of_a_request()
    }

    #[tokio::test]
    async fn who_finds_no_place_is_turned_away_and_nobody_else() {
        let blocking = Arc::new(BlockingPool::of(1, 1));
        let (go_on, wait) = mpsc::channel::<()>();
        let first = blocking.clone();
        let first =
            tokio::spawn(async move { first.run(0, &steps(), move |_| wait.recv().is_ok()).await });
        while blocking.tried.threads.available_permits() > 0 {
            tokio::task::yield_now().await;
        }
        let second = blocking.clone();
        let second = tokio::spawn(async move { second.run(0, &steps(), |_| 2).await });
        while blocking.tried.places.available_permits() > 0 {
            tokio::task::yield_now().await;
        }
        let third = blocking.run(0, &steps(), |_| 3).await.unwrap_err();
        assert_eq!(third.code(), tonic::Code::Unavailable);
        go_on.send(()).unwrap();
        assert!(first.await.unwrap().unwrap());
        assert_eq!(second.await.unwrap().unwrap(), 2);
        assert_eq!(blocking.run(0, &steps(), |_| 4).await.unwrap(), 4);
    }

    #[tokio::test]
    async fn work_that_nobody_waits_for_is_given_up() {
        let blocking = Arc::new(BlockingPool::of(1, 1));
        let (document, (told, given_up)) = (dear(), mpsc::channel());
        let (started, has_started) = tokio::sync::oneshot::channel();
        let caller = blocking.clone();
        let caller = tokio::spawn(async move {
            let work = move |budget: &StepBudget| {
                started.send(()).unwrap();
                while Variant::check_within(&document, budget).is_ok() {}
                told.send(()).unwrap();
            };
            caller.run(0, &steps(), work).await
        });
        has_started.await.unwrap();
        caller.abort();
        let given_up = spawn_blocking(move || given_up.recv_timeout(Duration::from_secs(60)));
        assert_eq!(given_up.await.unwrap(), Ok(()));
        assert_eq!(blocking.run(0, &steps(), |_| 5).await.unwrap(), 5);
    }

    /// Sent again as it was kept, a document is not compiled again: there is no thread that could.
    #[tokio::test]
    async fn a_known_document_is_not_compiled_again() {
        let blocking = BlockingPool::of(1, 0);
        let document = dear();
        let stated = || {
            let variant = Some(Stated::Document(document.clone()));
            Some(v1::VariantRef { variant })
        };
        let first = blocking
            .variant_in("variant", stated(), &steps())
            .await
            .unwrap();
        let _thread = blocking.tried.threads.acquire().await.unwrap();
        let _place = blocking.tried.places.acquire().await.unwrap();
        let again = blocking
            .variant_in("variant", stated(), &steps())
            .await
            .unwrap();
        assert!(Arc::ptr_eq(&first.unwrap(), &again.unwrap()));
    }
    /// However many documents others try out, a match gets its document compiled.
    #[tokio::test]
    async fn a_match_does_not_wait_for_documents_that_others_try_out() {
        let blocking = BlockingPool::of(1, 0);
        let _thread = blocking.tried.threads.acquire().await.unwrap();
        let _place = blocking.tried.places.acquire().await.unwrap();
        let stated = || {
            let variant = Some(Stated::Document(dear()));
            Some(v1::VariantRef { variant })
        };
        let tried = blocking.variant_in("variant", stated(), &steps()).await;
        assert_eq!(tried.unwrap_err().code(), tonic::Code::Unavailable);
        let steps = steps();
        let played = blocking.played_variant_in("variant", stated(), &steps);
        assert!(played.await.unwrap().is_ok());
    }

    /// Its bytes count, and the hands that its expressions are tried on, whether it is sound or not; known, it counts nothing.
    #[tokio::test]
    async fn compiling_counts_steps() {
        let blocking = BlockingPool::of(1, 1);
        let taken = async |document: Vec<u8>| {
            let variant = Some(Stated::Document(document));
            let (steps, stated) = (steps(), Some(v1::VariantRef { variant }));
            drop(
                blocking
                    .variant_in("variant", stated, &steps)
                    .await
                    .unwrap(),
            );
            assert_eq!(steps.budget.spent(), 0);
            steps.taken()
        };
        let document = dear();
        let bytes = 50 * u64::try_from(document.len()).unwrap();
        let first = taken(document.clone()).await;
        assert!(
            (bytes + 10_000..bytes + 4_000_000).contains(&first),
            "{first}"
        );
        assert_eq!(taken(document).await, 0);
        assert_eq!(taken(vec![b' '; 1000]).await, 50_000);
    }
}
