//! How a stream of batches is held up, and how it ends.

use std::future::poll_fn;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use engine::{App, Config, Limits};
use futures_util::FutureExt as _;
use tokio::sync::{mpsc, oneshot};
use tokio::time::advance;
use tonic::transport::Endpoint;
use tonic::{Code, Request, Streaming};
use tonic_types::StatusExt;
use wire::v1;

use crate::batches::{ALL_PUNGS, Batches, ORPHANS, batch, end_text};
use crate::clock::move_until;
use crate::server::{Caller, LOCALHOST, OLD_HONG_KONG, good_request, run};

/// A caller with small windows, so that flow control is felt soon.
async fn narrow(caller: &Caller) -> Caller {
    let endpoint = Endpoint::from_shared(format!("http://{}", caller.address)).unwrap();
    let endpoint = endpoint
        .initial_stream_window_size(64 * 1024)
        .initial_connection_window_size(64 * 1024);
    Caller::over(caller.address, endpoint).await
}

/// Sends until nothing more is taken, however often others are answered meanwhile, and says how many batches were.
async fn fill(requests: &mpsc::Sender<v1::ScoreHandsRequest>, other: &Caller) -> usize {
    let full = batch(Some(OLD_HONG_KONG), &[ALL_PUNGS; 256]);
    for taken in 0..200 {
        let mut sent = pin!(requests.send(full.clone()));
        let mut others = 0;
        let sent = loop {
            if let Some(sent) = (&mut sent).now_or_never() {
                break sent;
            }
            if others == 100 {
                return taken;
            }
            assert!(other.score(good_request()).await.is_ok());
            others += 1;
        };
        sent.unwrap();
    }
    panic!("batch after batch is taken, and no answer read");
}

/// Who takes no answers is soon not heard any more, loses nothing, and holds up nobody else.
#[tokio::test(start_paused = true)]
async fn a_caller_that_does_not_read_is_held_up() {
    let caller = narrow(&Caller::of_new_engine().await).await;
    let other = Caller::of(caller.address).await;
    let Batches {
        requests,
        mut answers,
    } = Batches::open(&caller).await.unwrap();
    let taken = fill(&requests, &other).await;
    assert!(taken > 1, "{taken}");

    drop(requests);
    let mut answered = 0;
    while let Some(answer) = answers.message().await.unwrap() {
        assert_eq!(answer.results.len(), 256);
        answered += 1;
    }
    assert_eq!(answered, taken);
}

/// Held up for longer than a stream may be idle, such a caller loses its connection, and its place is free again.
#[tokio::test(start_paused = true)]
async fn a_caller_that_never_reads_loses_its_connection() {
    let limits = Limits {
        stream_idle: Duration::from_secs(2),
        streams: 1,
        ..Limits::default()
    };
    let caller = narrow(&Caller::of_limited_engine(limits).await).await;
    let other = Caller::of(caller.address).await;
    let stalled = Batches::open(&caller).await.unwrap();
    fill(&stalled.requests, &other).await;

    let status = Batches::open(&other).await.err().unwrap();
    assert_eq!(end_text(&status), "Unavailable OVERLOADED");
    let (after, mut stream) = move_until(Duration::from_millis(500), async || {
        Batches::open(&other).await.ok()
    })
    .await;
    // The watchdog looks twice, each time after the idle time and a second.
    assert!((2..=7).contains(&after.as_secs()), "{after:?}");
    let answer = stream.ask(batch(Some(OLD_HONG_KONG), &[ORPHANS])).await;
    assert_eq!(answer.unwrap().len(), 1);
    assert_ne!(stalled.end().await.code(), Code::Ok);
}

#[tokio::test(start_paused = true)]
async fn a_caller_that_hangs_up_frees_its_place() {
    let limits = Limits {
        streams: 1,
        ..Limits::default()
    };
    let caller = Caller::of_limited_engine(limits).await;
    let mut stream = Batches::open(&caller).await.unwrap();
    let good = batch(Some(OLD_HONG_KONG), &[ALL_PUNGS; 256]);
    stream.ask(good.clone()).await.unwrap();
    let refused = Batches::open(&caller).await.err().unwrap();
    assert_eq!(end_text(&refused), "Unavailable OVERLOADED");
    let retry = refused.get_details_retry_info().unwrap();
    assert!(retry.retry_delay.unwrap() > Duration::ZERO);

    stream.requests.send(good.clone()).await.unwrap();
    drop(stream);
    let mut next = loop {
        if let Ok(next) = Batches::open(&caller).await {
            break next;
        }
    };
    assert_eq!(next.ask(good).await.unwrap().len(), 256);
}

#[tokio::test(start_paused = true)]
async fn calls_beyond_the_limit_are_turned_away() {
    let limits = Limits {
        calls: 0,
        ..Limits::default()
    };
    let caller = Caller::of_limited_engine(limits).await;
    let status = caller.score(good_request()).await.unwrap_err();
    assert_eq!(end_text(&status), "Unavailable OVERLOADED");
}

#[tokio::test(start_paused = true)]
async fn an_idle_stream_ends_and_says_what_was_answered() {
    let limits = Limits {
        stream_idle: Duration::from_millis(300),
        ..Limits::default()
    };
    let caller = Caller::of_limited_engine(limits).await;
    let mut stream = Batches::open(&caller).await.unwrap();
    for _ in 0..2 {
        advance(Duration::from_millis(200)).await;
        let good = batch(Some(OLD_HONG_KONG), &[ALL_PUNGS]);
        stream.ask(good).await.unwrap();
    }
    advance(Duration::from_millis(300)).await;
    assert_eq!(
        end_text(&stream.end().await),
        "DeadlineExceeded STREAM_IDLE batches_answered=2"
    );
}

/// However busy it is.
#[tokio::test(start_paused = true)]
async fn a_stream_ends_with_its_time() {
    let limits = Limits {
        stream_lifetime: Duration::from_secs(1),
        ..Limits::default()
    };
    let shortest = Duration::from_secs(1);
    for (limits, deadline) in [(limits, None), (Limits::default(), Some(shortest))] {
        let caller = Caller::of_limited_engine(limits).await;
        let stream = Batches::open_with(&caller, |batches| {
            let mut request = Request::new(batches);
            if let Some(deadline) = deadline {
                request.set_timeout(deadline);
            }
            request
        });
        let mut stream = stream.await.unwrap();
        let (after, status) = stream.ask_until_end(Duration::from_millis(250)).await;
        assert_eq!(
            end_text(&status),
            "DeadlineExceeded DEADLINE_EXCEEDED batches_answered=4"
        );
        assert_eq!(after, shortest);
    }
}

/// Told to stop, an engine ends a busy stream after the batch it has begun: as many answers arrive as it says.
#[tokio::test(start_paused = true)]
async fn an_engine_that_stops_loses_no_answer() {
    let engine = App::build(Config::new(LOCALHOST)).await.unwrap();
    let (stop, stopped) = oneshot::channel::<()>();
    let address = engine.address();
    let running = run(engine, async { _ = stopped.await });
    let caller = Caller::of(address).await;
    let waiting = Batches::open(&caller).await.unwrap();
    let mut answers = busy(&caller).await;

    let mut answered = 0;
    let mut stop = Some(stop);
    let status = loop {
        match answers.message().await {
            Ok(answer) => assert_eq!(answer.unwrap().results.len(), 256),
            Err(status) => break status,
        }
        answered += 1;
        if answered == 5 {
            stop.take().unwrap().send(()).unwrap();
        }
    };
    let expected = |answered| format!("Unavailable STOPPING batches_answered={answered}");
    assert_eq!(end_text(&status), expected(answered));
    assert_eq!(end_text(&waiting.end().await), expected(0));
    drop(caller);
    running.await.unwrap().unwrap();
}

/// A stream that is never short of work.
async fn busy(caller: &Caller) -> Streaming<v1::ScoreHandsResponse> {
    let Batches { requests, answers } = Batches::open(caller).await.unwrap();
    tokio::spawn(async move {
        let full = batch(Some(OLD_HONG_KONG), &[ALL_PUNGS; 256]);
        while requests.send(full.clone()).await.is_ok() {}
    });
    answers
}

/// Streams that are never short of work leave room for other calls, on an engine with one thread.
#[tokio::test(start_paused = true)]
async fn busy_streams_do_not_keep_other_calls_waiting() {
    /// Of all streams, for each other call.
    const MOST_BATCHES: usize = 400;

    let caller = Caller::of_new_engine().await;
    let answered = Arc::new(AtomicUsize::new(0));
    for _ in 0..8 {
        let mut answers = busy(&Caller::of(caller.address).await).await;
        let answered = answered.clone();
        tokio::spawn(async move {
            while let Ok(Some(_)) = answers.message().await {
                answered.fetch_add(1, Ordering::Relaxed);
            }
        });
    }
    for _ in 0..20 {
        let before = answered.load(Ordering::Relaxed);
        let mut call = pin!(caller.score(good_request()));
        let answer = poll_fn(|context| {
            let batches = answered.load(Ordering::Relaxed) - before;
            assert!(
                batches < MOST_BATCHES,
                "{batches} batches while a call waits"
            );
            context.waker().wake_by_ref();
            call.as_mut().poll(context)
        });
        answer.await.unwrap();
        println!("{} batches", answered.load(Ordering::Relaxed) - before);
    }
    assert!(answered.load(Ordering::Relaxed) > 8);
}
