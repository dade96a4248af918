//! `ScoreHands`: batches in, answers out.

use std::time::Duration;

use tokio::sync::mpsc;
use tonic::codegen::tokio_stream::wrappers::ReceiverStream;
use tonic::{Code, Request, Status, Streaming};
use tonic_types::StatusExt;
use wire::v1;
use wire::v1::engine_service_client::EngineServiceClient;
use wire::v1::hand_result::Result as HandResult;

use crate::clock::move_until;
use crate::server::{Caller, FAN_LAAK, OLD_HONG_KONG, built_in, error_text, good_request};
use crate::text;

pub(crate) const ALL_PUNGS: &str = "88m NN pung:222m pung:444p pung:666s +8m self_draw";
pub(crate) const ORPHANS: &str = "19m 19p 19s ESWNCFP +P self_draw";
const FIFTH_COPY: &str = "22m NN pung:222m pung:444p pung:666s +2m self_draw";
const INCOMPLETE: &str = "89m NN pung:222m pung:444p pung:666s +8m self_draw";

/// A batch under a variant, or under that of the batch before.
pub(crate) fn batch(variant: Option<&str>, wins: &[&str]) -> v1::ScoreHandsRequest {
    v1::ScoreHandsRequest {
        variant: variant.and_then(built_in),
        options: None,
        wins: wins.iter().map(|line| text::win(line)).collect(),
    }
}

/// Both ends of a stream.
pub(crate) struct Batches {
    pub(crate) requests: mpsc::Sender<v1::ScoreHandsRequest>,
    pub(crate) answers: Streaming<v1::ScoreHandsResponse>,
}

impl Batches {
    pub(crate) async fn open(caller: &Caller) -> Result<Batches, Status> {
        Batches::open_with(caller, Request::new).await
    }

    /// Opens a stream by a request with more than its messages.
    pub(crate) async fn open_with(
        caller: &Caller,
        request: impl FnOnce(
            ReceiverStream<v1::ScoreHandsRequest>,
        ) -> Request<ReceiverStream<v1::ScoreHandsRequest>>,
    ) -> Result<Batches, Status> {
        let (requests, received) = mpsc::channel(1);
        let request = request(ReceiverStream::new(received));
        let mut client = EngineServiceClient::new(caller.channel.clone());
        let answers = client.score_hands(request).await?.into_inner();
        Ok(Batches { requests, answers })
    }

    pub(crate) async fn ask(
        &mut self,
        batch: v1::ScoreHandsRequest,
    ) -> Result<Vec<String>, Status> {
        Ok(lines(&self.answer(batch).await?))
    }

    /// The same, as it came.
    pub(crate) async fn answer(
        &mut self,
        batch: v1::ScoreHandsRequest,
    ) -> Result<v1::ScoreHandsResponse, Status> {
        // A stream that has ended takes no batch; how it ended is its answer.
        _ = self.requests.send(batch).await;
        Ok(self.answers.message().await?.unwrap())
    }

    /// Asks at each step of the clock until the stream ends; returns after how long, and how.
    pub(crate) async fn ask_until_end(&mut self, step: Duration) -> (Duration, Status) {
        move_until(step, async || {
            let batch = batch(Some(OLD_HONG_KONG), &[ALL_PUNGS]);
            self.ask(batch).await.err()
        })
        .await
    }

    /// How the stream ends, once everything before is answered.
    pub(crate) async fn end(mut self) -> Status {
        loop {
            match self.answers.message().await {
                Ok(answer) => assert!(answer.is_some(), "it ended well"),
                Err(status) => return status,
            }
        }
    }
}

/// An answer as one line for each hand: its score, or why it is refused.
fn lines(answer: &v1::ScoreHandsResponse) -> Vec<String> {
    let line = |result: &v1::HandResult| match result.result.as_ref().unwrap() {
        HandResult::Scored(hand) => {
            let amounts = hand.payments.iter().map(|payment| payment.half_points);
            let points = text::points(amounts);
            format!("{}: {points}", text::score(hand.score.as_ref().unwrap()))
        }
        HandResult::Refused(refusal) => {
            assert!(!refusal.message.is_empty());
            format!("{} {}", refusal.reason, refusal.field)
        }
    };
    answer.results.iter().map(line).collect()
}

/// The reason and the metadata of the ErrorInfo: `UNAVAILABLE STOPPING batches_answered=2`.
pub(crate) fn end_text(status: &Status) -> String {
    let details = status.get_error_details();
    let info = details
        .error_info()
        .unwrap_or_else(|| panic!("no ErrorInfo in {status:?}"));
    assert_eq!(info.domain, "engine.faan");
    let metadata = info.metadata.iter();
    let metadata: Vec<String> = metadata
        .map(|(key, value)| format!(" {key}={value}"))
        .collect();
    format!("{:?} {}{}", status.code(), info.reason, metadata.concat())
}

#[tokio::test(start_paused = true)]
async fn batches_are_answered_in_order_and_a_refused_hand_is_a_result() {
    let mut stream = Batches::open(&Caller::of_new_engine().await).await.unwrap();
    let first = batch(Some(OLD_HONG_KONG), &[ALL_PUNGS, FIFTH_COPY, ORPHANS]);
    assert_eq!(
        stream.ask(first).await.unwrap(),
        [
            "all_pungs 3 + self_draw 1 + no_bonus_tiles 1 = 5 fan: +24 -8 -8 -8",
            "FIFTH_COPY wins[1].hand.concealed",
            "thirteen_orphans = limit: +192 -64 -64 -64",
        ]
    );
    assert_eq!(stream.ask(batch(None, &[])).await.unwrap(), [""; 0]);
    assert_eq!(
        stream.ask(batch(None, &[INCOMPLETE])).await.unwrap(),
        ["NOT_WINNING_HAND wins[0].hand.concealed"]
    );
    // Notation of one win that cannot be read leaves the others as they are.
    let mut notation = batch(None, &[ALL_PUNGS, ALL_PUNGS]);
    let hand = notation.wins[1].hand.as_mut().unwrap();
    hand.winning_tile.as_mut().unwrap().notation = "8x".to_owned();
    assert_eq!(
        stream.ask(notation).await.unwrap(),
        [
            "all_pungs 3 + self_draw 1 + no_bonus_tiles 1 = 5 fan: +24 -8 -8 -8",
            "NOTATION_INVALID wins[1].hand.winning_tile.notation",
        ]
    );
    drop(stream.requests);
    assert!(stream.answers.message().await.unwrap().is_none());
}

/// The rules and the table's options hold until others are stated.
#[tokio::test(start_paused = true)]
async fn a_stream_keeps_its_variant_and_options_until_others_are_stated() {
    let mut stream = Batches::open(&Caller::of_new_engine().await).await.unwrap();
    let with_minimum = |minimum| v1::ScoreHandsRequest {
        options: Some(v1::TableOptions {
            minimum_fan: minimum,
        }),
        ..batch(None, &[ALL_PUNGS])
    };
    let old = "all_pungs 3 + self_draw 1 + no_bonus_tiles 1 = 5 fan: +24 -8 -8 -8";
    let fan_laak = "all_pungs 3 + self_draw 1 + no_bonus_tiles 1 = 5 fan: +96 -32 -32 -32";
    let refused = "BELOW_MINIMUM wins[0]";
    for (batch, expected) in [
        (batch(Some(OLD_HONG_KONG), &[ALL_PUNGS]), old),
        (with_minimum(Some(6)), refused),
        (batch(None, &[ALL_PUNGS]), refused),
        (batch(Some(FAN_LAAK), &[ALL_PUNGS]), refused),
        (with_minimum(None), fan_laak),
    ] {
        assert_eq!(stream.ask(batch).await.unwrap(), [expected]);
    }
}

/// A hand gets the same answer in a batch as alone.
#[tokio::test(start_paused = true)]
async fn a_batch_says_what_score_hand_says() {
    let caller = Caller::of_new_engine().await;
    let alone = caller.score(good_request()).await.unwrap();
    let mut stream = Batches::open(&caller).await.unwrap();
    let request = v1::ScoreHandsRequest {
        variant: good_request().variant,
        options: None,
        wins: vec![good_request().win.unwrap()],
    };
    stream.requests.send(request).await.unwrap();
    let answer = stream.answers.message().await.unwrap().unwrap();
    let Some(HandResult::Scored(hand)) = answer.results[0].result.clone() else {
        panic!("{answer:?}");
    };
    assert_eq!(
        (
            hand.score,
            hand.payments,
            answer.variant_hash,
            answer.semantics
        ),
        (
            alone.score,
            alone.payments,
            alone.variant_hash,
            alone.semantics
        )
    );
}

#[tokio::test(start_paused = true)]
async fn a_message_that_cannot_be_understood_ends_the_stream_and_names_its_batch() {
    let caller = Caller::of_new_engine().await;
    let good = || batch(Some(OLD_HONG_KONG), &[ALL_PUNGS]);
    let minimum = v1::ScoreHandsRequest {
        options: Some(v1::TableOptions {
            minimum_fan: Some(101),
        }),
        ..batch(None, &[])
    };
    let mut notation = batch(None, &[ALL_PUNGS, ALL_PUNGS]);
    let hand = notation.wins[1].hand.as_mut().unwrap();
    hand.winning_tile.as_mut().unwrap().notation = "8".repeat(257);
    let mut no_hand = batch(Some(OLD_HONG_KONG), &[ALL_PUNGS]);
    no_hand.wins[0].hand = None;
    for (batches, error, place) in [
        (
            vec![no_hand],
            "InvalidArgument FIELD_MISSING wins[0].hand",
            "batch=0",
        ),
        (
            vec![good(), notation],
            "InvalidArgument TOO_LARGE wins[1].hand.winning_tile.notation",
            "batch=1",
        ),
        (
            vec![batch(None, &[ALL_PUNGS])],
            "InvalidArgument FIELD_MISSING variant",
            "batch=0",
        ),
        (
            vec![batch(Some("mah-jongg"), &[])],
            "NotFound VARIANT_NOT_FOUND variant.id",
            "batch=0",
        ),
        (
            vec![good(), good(), batch(Some("mah-jongg"), &[])],
            "NotFound VARIANT_NOT_FOUND variant.id",
            "batch=2",
        ),
        (
            vec![good(), minimum],
            "InvalidArgument OUT_OF_RANGE options.minimum_fan",
            "batch=1",
        ),
        (
            vec![good(), batch(None, &[ALL_PUNGS; 257])],
            "InvalidArgument TOO_LARGE wins",
            "batch=1",
        ),
    ] {
        let mut stream = Batches::open(&caller).await.unwrap();
        let (last, before) = batches.split_last().unwrap();
        for batch in before {
            stream.ask(batch.clone()).await.unwrap();
        }
        stream.requests.send(last.clone()).await.unwrap();
        let status = stream.end().await;
        assert_eq!(error_text(&status), error);
        assert!(end_text(&status).ends_with(place), "{status:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_message_over_the_limit_names_its_batch() {
    let mut stream = Batches::open(&Caller::of_new_engine().await).await.unwrap();
    stream
        .ask(batch(Some(OLD_HONG_KONG), &[ALL_PUNGS]))
        .await
        .unwrap();
    let mut large = batch(None, &[ALL_PUNGS]);
    let hand = large.wins[0].hand.as_mut().unwrap();
    hand.winning_tile.as_mut().unwrap().notation = " ".repeat(1024 * 1024);
    stream.requests.send(large).await.unwrap();
    let status = stream.end().await;
    assert_eq!(status.code(), Code::OutOfRange);
    assert!(status.message().starts_with("batch 1: "), "{status:?}");
}

/// Each batch of its own size, so that an answer out of order or lost would show: 32,896 hands.
#[tokio::test(start_paused = true)]
async fn batches_of_every_size_go_through() {
    let Batches {
        requests,
        mut answers,
    } = Batches::open(&Caller::of_new_engine().await).await.unwrap();
    let sizes = (0..256).map(|number| 1 + number * 37 % 256);
    let sent = sizes.clone();
    tokio::spawn(async move {
        let wins = batch(Some(OLD_HONG_KONG), &[ALL_PUNGS; 256]);
        for size in sent {
            let mut batch = wins.clone();
            batch.wins.truncate(size);
            requests.send(batch).await.unwrap();
        }
    });
    for size in sizes {
        let answer = answers.message().await.unwrap().unwrap();
        assert_eq!(answer.results.len(), size);
        assert!(matches!(
            answer.results[size - 1].result,
            Some(HandResult::Scored(_))
        ));
    }
    assert!(answers.message().await.unwrap().is_none());
}
