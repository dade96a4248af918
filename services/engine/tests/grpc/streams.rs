//! How a stream of batches is held up, and how it ends.

use std::time::Duration;

use engine::Limits;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{sleep, timeout};
use tonic::Code;
use tonic::transport::Endpoint;
use tonic_types::StatusExt;
use wire::v1;

use crate::batches::{ALL_PUNGS, Batches, ORPHANS, batch, end_text};
use crate::readme;
use crate::server::{Caller, OLD_HONG_KONG, good_request, listen};

/// Longer than anything here takes, on any machine.
const LONG: Duration = Duration::from_secs(30);

/// A caller with small windows, so that flow control is felt soon.
async fn narrow(caller: &Caller) -> Caller {
    let endpoint = Endpoint::from_shared(format!("http://{}", caller.address)).unwrap();
    let endpoint = endpoint
        .initial_stream_window_size(64 * 1024)
        .initial_connection_window_size(64 * 1024);
    Caller::over(caller.address, endpoint).await
}

/// Sends until nothing is taken for a while, and says how many batches were.
async fn fill(requests: &mpsc::Sender<v1::ScoreHandsRequest>) -> usize {
    let full = batch(Some(OLD_HONG_KONG), &[ALL_PUNGS; 256]);
    let mut taken = 0;
    loop {
        // The first two are taken in any case, on a slow machine late.
        let patience = if taken < 2 {
            LONG
        } else {
            Duration::from_millis(700)
        };
        let Ok(sent) = timeout(patience, requests.send(full.clone())).await else {
            break;
        };
        sent.unwrap();
        taken += 1;
        assert!(
            taken < 200,
            "batch after batch is taken, and no answer read"
        );
    }
    taken
}

/// Who takes no answers is soon not heard any more, loses nothing, and holds up nobody else.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_caller_that_does_not_read_is_held_up() {
    let caller = narrow(&Caller::of_new_engine().await).await;
    let Batches {
        requests,
        mut answers,
    } = Batches::open(&caller).await.unwrap();
    let taken = fill(&requests).await;
    assert!(taken > 1, "{taken}");
    let other = Caller::of(caller.address).await;
    assert!(other.score(good_request()).await.is_ok());

    drop(requests);
    let mut answered = 0;
    while let Some(answer) = answers.message().await.unwrap() {
        assert_eq!(answer.results.len(), 256);
        answered += 1;
    }
    assert_eq!(answered, taken);
}

/// Held up for longer than a stream may be idle, such a caller loses its connection, and its place is free again.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_caller_that_never_reads_loses_its_connection() {
    let limits = Limits {
        stream_idle: Duration::from_secs(2),
        streams: 1,
        ..Limits::default()
    };
    let caller = narrow(&Caller::of_limited_engine(limits).await).await;
    let other = Caller::of(caller.address).await;
    let stalled = Batches::open(&caller).await.unwrap();
    fill(&stalled.requests).await;

    let status = Batches::open(&other).await.err().unwrap();
    assert_eq!(end_text(&status), "Unavailable OVERLOADED");
    let answered = async {
        loop {
            sleep(Duration::from_millis(200)).await;
            let Ok(mut stream) = Batches::open(&other).await else {
                continue;
            };
            // On a slow machine the stream may be idle for too long before it is asked.
            if let Ok(answer) = stream.ask(batch(Some(OLD_HONG_KONG), &[ORPHANS])).await {
                break answer;
            }
        }
    };
    // Its place is free again.
    let answer = timeout(LONG, answered).await.unwrap();
    assert_eq!(answer.len(), 1);
    assert_ne!(stalled.end().await.code(), Code::Ok);
}

#[tokio::test]
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
    for _ in 0..100 {
        if let Ok(mut next) = Batches::open(&caller).await {
            assert_eq!(next.ask(good).await.unwrap().len(), 256);
            return;
        }
        sleep(Duration::from_millis(20)).await;
    }
    panic!("its place stayed taken");
}

#[tokio::test]
async fn calls_beyond_the_limit_are_turned_away() {
    let limits = Limits {
        calls: 0,
        ..Limits::default()
    };
    let caller = Caller::of_limited_engine(limits).await;
    let status = caller.score(good_request()).await.unwrap_err();
    assert_eq!(end_text(&status), "Unavailable OVERLOADED");
}

#[tokio::test]
async fn an_idle_stream_ends_and_says_what_was_answered() {
    let limits = Limits {
        stream_idle: Duration::from_millis(300),
        ..Limits::default()
    };
    let caller = Caller::of_limited_engine(limits).await;
    let good = batch(Some(OLD_HONG_KONG), &[ALL_PUNGS]);
    for _ in 0..20 {
        let mut stream = Batches::open(&caller).await.unwrap();
        let mut answered = 0;
        let status = loop {
            if answered == 2 {
                break stream.end().await;
            }
            match stream.ask(good.clone()).await {
                Ok(_) => answered += 1,
                Err(status) => break status,
            }
        };
        assert_eq!(
            end_text(&status),
            format!("DeadlineExceeded STREAM_IDLE batches_answered={answered}")
        );
        if answered == 2 {
            return;
        }
    }
    panic!("it ends before two batches are answered");
}

/// Opens a stream. Tonic's client keeps the deadline too, until the stream begins: on a slow machine that takes more than one try.
async fn open_in_time(caller: &Caller, deadline: Option<Duration>) -> Batches {
    for _ in 0..20 {
        match Batches::open_for(caller, deadline).await {
            Ok(stream) => return stream,
            Err(status) => assert_eq!(status.code(), Code::Cancelled),
        }
    }
    panic!("no stream begins before its deadline");
}

/// However busy it is.
#[tokio::test]
async fn a_stream_ends_with_its_time() {
    let limits = Limits {
        stream_lifetime: Duration::from_secs(1),
        ..Limits::default()
    };
    let shortest = Duration::from_secs(1);
    for (limits, deadline) in [(limits, None), (Limits::default(), Some(shortest))] {
        let caller = Caller::of_limited_engine(limits).await;
        let mut stream = open_in_time(&caller, deadline).await;
        let mut answered = 0;
        let status = loop {
            match stream.ask(batch(Some(OLD_HONG_KONG), &[ALL_PUNGS])).await {
                Ok(_) => answered += 1,
                Err(status) => break status,
            }
            sleep(Duration::from_millis(20)).await;
        };
        assert_eq!(
            end_text(&status),
            format!("DeadlineExceeded DEADLINE_EXCEEDED batches_answered={answered}")
        );
    }
}

/// Told to stop, an engine ends a busy stream after the batch it has begun: as many answers arrive as it says.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_engine_that_stops_loses_no_answer() {
    let (address, engine) = listen(true).await;
    let (stop, stopped) = oneshot::channel::<()>();
    let running = tokio::spawn(engine.run(async { _ = stopped.await }));
    let caller = Caller::of(address).await;
    let waiting = Batches::open(&caller).await.unwrap();
    let Batches {
        requests,
        mut answers,
    } = Batches::open(&caller).await.unwrap();
    tokio::spawn(async move {
        let full = batch(Some(OLD_HONG_KONG), &[ALL_PUNGS; 256]);
        while requests.send(full.clone()).await.is_ok() {}
    });

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
    let stopped = timeout(Duration::from_secs(10), running).await;
    stopped.unwrap().unwrap().unwrap();
}

/// Streams that are never short of work leave room for other calls, on an engine with one thread.
#[tokio::test]
async fn busy_streams_do_not_keep_other_calls_waiting() {
    let (send_address, address) = oneshot::channel();
    std::thread::spawn(|| {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .unwrap();
        runtime.block_on(async {
            let (address, engine) = listen(true).await;
            send_address.send(address).unwrap();
            engine.run(std::future::pending()).await.unwrap();
        });
    });
    let address = address.await.unwrap();
    for _ in 0..8 {
        let Batches {
            requests,
            mut answers,
        } = Batches::open(&Caller::of(address).await).await.unwrap();
        tokio::spawn(async move {
            let full = batch(Some(OLD_HONG_KONG), &[ALL_PUNGS; 256]);
            while requests.send(full.clone()).await.is_ok() {}
        });
        tokio::spawn(async move { while let Ok(Some(_)) = answers.message().await {} });
    }
    let caller = Caller::of(address).await;
    for _ in 0..20 {
        let answer = timeout(Duration::from_secs(5), caller.score(good_request())).await;
        answer.unwrap().unwrap();
    }
}

/// The README's table, held to what the tests above and those of tokens see.
#[test]
fn the_readme_lists_why_calls_are_turned_away() {
    let listed = readme::reasons("Rejected calls");
    let listed: Vec<String> = listed
        .into_iter()
        .map(|(reason, status)| format!("{status} {reason}"))
        .collect();
    let expected = [
        "UNAUTHENTICATED CREDENTIALS_MISSING",
        "UNAUTHENTICATED TOKEN_INVALID",
        "UNAUTHENTICATED TOKEN_EXPIRED",
        "PERMISSION_DENIED TOKEN_FOR_OTHERS",
        "UNAVAILABLE OVERLOADED",
        "UNAVAILABLE STOPPING",
        "DEADLINE_EXCEEDED STREAM_IDLE",
        "DEADLINE_EXCEEDED DEADLINE_EXCEEDED",
    ];
    assert_eq!(listed, expected);
}
