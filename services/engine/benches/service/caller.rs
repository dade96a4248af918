//! Asks as cheaply as can be: requests are encoded once, and answers are counted, not read.

use std::time::{Duration, Instant};

use prost::Message as _;
use prost::bytes::{Buf as _, BufMut as _, Bytes};
use tonic::codec::{Codec, DecodeBuf, Decoder, EncodeBuf, Encoder};
use tonic::codegen::http::uri::PathAndQuery;
use tonic::codegen::tokio_stream;
use tonic::transport::{Channel, Endpoint};
use tonic::{Request, Status};

use crate::{Outcome, hands};

pub(crate) const SCORE_HAND: &str = "/faan.engine.v1.EngineService/ScoreHand";
pub(crate) const SCORE_HANDS: &str = "/faan.engine.v1.EngineService/ScoreHands";

pub(crate) struct Caller {
    channel: Channel,
}

impl Caller {
    pub(crate) async fn connect(address: &str) -> Outcome<Caller> {
        let endpoint = Endpoint::from_shared(format!("http://{address}"))?.tcp_nodelay(true);
        let channel = endpoint.connect().await?;
        Ok(Caller { channel })
    }

    /// Makes so many calls, so many of them at once.
    pub(crate) async fn calls(&self, calls: usize, at_once: usize) -> Outcome<()> {
        let requests: Vec<Bytes> = hands::requests()
            .iter()
            .map(|request| request.encode_to_vec().into())
            .collect();
        let mut tasks = tokio::task::JoinSet::new();
        for first in 0..at_once {
            let (channel, requests) = (self.channel.clone(), requests.clone());
            let numbers = (first..calls).step_by(at_once);
            tasks.spawn(async move {
                let mut grpc = tonic::client::Grpc::new(channel);
                for number in numbers {
                    let request = requests.get(number % requests.len()).cloned();
                    let request = Request::new(request.unwrap_or_default());
                    grpc.ready().await?;
                    let path = PathAndQuery::from_static(SCORE_HAND);
                    grpc.unary(request, path, Raw).await?;
                }
                Outcome::Ok(())
            });
        }
        while let Some(done) = tasks.join_next().await {
            done??;
        }
        Ok(())
    }

    /// How long so many batches of so many hands take.
    pub(crate) async fn batches(&self, batches: usize, hands: usize) -> Outcome<Duration> {
        let batch = Bytes::from(hands::batch(hands).encode_to_vec());
        let requests = tokio_stream::iter(std::iter::repeat_n(batch, batches));
        let begin = Instant::now();
        let mut grpc = tonic::client::Grpc::new(self.channel.clone());
        grpc.ready().await?;
        let path = PathAndQuery::from_static(SCORE_HANDS);
        let answers = grpc.streaming(Request::new(requests), path, Raw).await?;
        let mut answers = answers.into_inner();
        let mut answered = 0;
        while answers.message().await?.is_some() {
            answered += 1;
        }
        if answered != batches {
            return Err(format!("{answered} answers to {batches} batches").into());
        }
        Ok(begin.elapsed())
    }
}

/// Bytes as they are.
struct Raw;

impl Codec for Raw {
    type Encode = Bytes;
    type Decode = ();
    type Encoder = Raw;
    type Decoder = Raw;

    fn encoder(&mut self) -> Raw {
        Raw
    }

    fn decoder(&mut self) -> Raw {
        Raw
    }
}

impl Encoder for Raw {
    type Item = Bytes;
    type Error = Status;

    fn encode(&mut self, bytes: Bytes, buffer: &mut EncodeBuf<'_>) -> Result<(), Status> {
        buffer.put(bytes);
        Ok(())
    }
}

impl Decoder for Raw {
    type Item = ();
    type Error = Status;

    fn decode(&mut self, buffer: &mut DecodeBuf<'_>) -> Result<Option<()>, Status> {
        buffer.advance(buffer.remaining());
        Ok(Some(()))
    }
}
