//! Requests as a client sends them: what is put off is asked for again.

use std::time::{Duration, Instant};

use reqwest::header::RETRY_AFTER;
use reqwest::{Client, RequestBuilder, Response, StatusCode};
use tokio::time::sleep;

/// What keeps a test from waiting for ever. A process that stands still for ten seconds, or a machine that is busy, uses up little of it.
pub(crate) const PATIENCE: Duration = Duration::from_secs(300);

/// How often a request is sent again whose connection was lost.
const LOST: u32 = 5;

/// A client that takes no connection that the service may have given up while this process stood still.
pub(crate) fn http() -> Client {
    tls::install_crypto_providers();
    let client = Client::builder().pool_idle_timeout(Duration::from_secs(8));
    client.build().unwrap()
}

/// The answer to a request. One that is put off, or that the service or this process was too slow for, is sent again.
pub(crate) async fn answer_to(request: RequestBuilder) -> Response {
    let (begun, mut lost) = (Instant::now(), 0);
    loop {
        let wait = match request.try_clone().unwrap().send().await {
            Ok(answer) => match put_off(&answer) {
                Some(wait) => wait,
                None => return answer,
            },
            Err(error) => {
                lost += 1;
                assert!(lost < LOST, "{error:?}");
                Duration::from_secs(1)
            }
        };
        assert!(begun.elapsed() < PATIENCE, "it is put off for ever");
        sleep(wait).await;
    }
}

/// For how long a request is put off, if it is.
fn put_off(answer: &Response) -> Option<Duration> {
    let seconds = answer.headers().get(RETRY_AFTER);
    let seconds = seconds.and_then(|seconds| seconds.to_str().ok()?.parse().ok());
    match answer.status() {
        StatusCode::SERVICE_UNAVAILABLE => seconds.map(Duration::from_secs),
        StatusCode::REQUEST_TIMEOUT => Some(Duration::ZERO),
        _ => None,
    }
}

/// The status and the body of the answer to a request, which is sent again if that is cut off.
pub(crate) async fn ask(request: RequestBuilder) -> (u16, String) {
    for _ in 0..LOST {
        let answer = answer_to(request.try_clone().unwrap()).await;
        let status = answer.status().as_u16();
        if let Ok(text) = answer.text().await {
            return (status, text);
        }
    }
    panic!("it is cut off each time: {request:?}");
}

/// The status and the body of an answer.
pub(crate) async fn read(answer: Response) -> (u16, String) {
    (answer.status().as_u16(), answer.text().await.unwrap())
}
