//! An engine, asked with bytes.

use std::marker::PhantomData;

use prost::Message;
use prost::bytes::BufMut;
use tokio::runtime::Runtime;
use tonic::client::Grpc;
use tonic::codec::{Codec, DecodeBuf, Decoder, EncodeBuf, Encoder};
use tonic::codegen::http::uri::PathAndQuery;
use tonic::codegen::tokio_stream;
use tonic::transport::Channel;
use tonic::{Code, Request, Status, Streaming};
use tonic_types::StatusExt;
use wire::v1;
use wire::v1::variant_ref::Variant;

use super::change::change_message;
use super::machine::{Target, fuzz};
use crate::server::Caller;

/// A fuzz target that starts from messages.
pub(crate) fn target(
    name: &'static str,
    inputs: u32,
    words: &'static [&'static str],
    messages: impl IntoIterator<Item = impl Message>,
) -> Target {
    let seeds = messages.into_iter().map(|message| message.encode_to_vec());
    Target {
        name,
        inputs,
        seeds: seeds.collect(),
        words,
        change: change_message,
    }
}

/// Asks an engine of its own with each input of a target, and checks what it answers to those that it does not refuse.
pub(crate) fn fuzz_answers<A: Message + Default + 'static>(
    target: Target,
    rpc: &str,
    check: impl Fn(A),
) {
    let engine = Engine::new();
    fuzz(target, |input| {
        if let Some(answer) = engine.ask(rpc, input) {
            check(answer);
        }
    });
}

/// An engine of its own, and a connection to it.
pub(crate) struct Engine {
    runtime: Runtime,
    channel: Channel,
}

impl Engine {
    pub(crate) fn new() -> Engine {
        let mut runtime = tokio::runtime::Builder::new_current_thread();
        let runtime = runtime.enable_all().start_paused(true).build().unwrap();
        let caller = runtime.block_on(Caller::of_new_engine());
        Engine {
            runtime,
            channel: caller.channel,
        }
    }

    /// Sends bytes as a message; the answer, if it is none of a request that is refused as it should be.
    pub(crate) fn ask<A: Message + Default + 'static>(&self, rpc: &str, bytes: &[u8]) -> Option<A> {
        let request = Request::new(bytes.to_vec());
        let answer = self.runtime.block_on(async {
            let mut client = Grpc::new(self.channel.clone());
            client.ready().await.unwrap();
            let answer = client.unary(request, path(rpc), Bytes::default()).await;
            answer.map(tonic::Response::into_inner)
        });
        answer.map_err(|status| check_refusal(&status)).ok()
    }

    /// Sends messages as a stream; the answers up to the first refusal.
    pub(crate) fn ask_stream<A: Message + Default + 'static>(
        &self,
        rpc: &str,
        messages: Vec<Vec<u8>>,
    ) -> Vec<A> {
        let request = Request::new(tokio_stream::iter(messages));
        self.runtime.block_on(async {
            let mut client = Grpc::new(self.channel.clone());
            client.ready().await.unwrap();
            let answers = client.streaming(request, path(rpc), Bytes::default()).await;
            match answers {
                Ok(answers) => all(answers.into_inner()).await,
                Err(status) => {
                    check_refusal(&status);
                    Vec::new()
                }
            }
        })
    }
}

async fn all<A>(mut answers: Streaming<A>) -> Vec<A> {
    let mut all = Vec::new();
    loop {
        match answers.message().await {
            Ok(Some(answer)) => all.push(answer),
            Ok(None) => return all,
            Err(status) => {
                check_refusal(&status);
                return all;
            }
        }
    }
}

fn path(rpc: &str) -> PathAndQuery {
    let path = format!("/faan.engine.v1.EngineService/{rpc}");
    path.try_into().unwrap()
}

/// A request is refused because its bytes are no message, or for a reason that has its place.
fn check_refusal(status: &Status) {
    // INTERNAL alone could be a handler that broke.
    if status.code() == Code::Internal && status.message().contains("decode Protobuf") {
        return;
    }
    let refused = [
        Code::InvalidArgument,
        Code::NotFound,
        Code::FailedPrecondition,
    ];
    assert!(refused.contains(&status.code()), "{status:?}");
    let details = status.get_error_details();
    let info = details.error_info().unwrap();
    assert!(
        info.domain == "engine.faan" && !info.reason.is_empty(),
        "{status:?}"
    );
    let violations = &details.bad_request().unwrap().field_violations;
    assert!(!violations.is_empty(), "{status:?}");
    for violation in violations {
        let said = [&violation.field, &violation.description, &violation.reason];
        assert!(said.iter().all(|text| !text.is_empty()), "{status:?}");
    }
}

/// A built-in variant, by its id.
pub(crate) fn built_in(id: &str) -> Option<v1::VariantRef> {
    let variant = Some(Variant::Id(id.to_owned()));
    Some(v1::VariantRef { variant })
}

/// A variant as a document, under another id.
pub(crate) fn document(id: &str) -> Vec<u8> {
    let variant = rules::Variant::built_in(id).unwrap();
    let text = String::from_utf8(variant.document().to_vec()).unwrap();
    text.replace(&format!("\"{id}\""), "\"our-club\"").into()
}

pub(crate) fn sent(document: Vec<u8>) -> Option<v1::VariantRef> {
    let variant = Some(Variant::Document(document));
    Some(v1::VariantRef { variant })
}

/// A codec that sends bytes as they are, and reads messages.
pub(crate) struct Bytes<A>(PhantomData<A>);

impl<A> Default for Bytes<A> {
    fn default() -> Bytes<A> {
        Bytes(PhantomData)
    }
}

impl<A: Message + Default + 'static> Codec for Bytes<A> {
    type Encode = Vec<u8>;
    type Decode = A;
    type Encoder = Bytes<A>;
    type Decoder = Bytes<A>;

    fn encoder(&mut self) -> Bytes<A> {
        Bytes::default()
    }

    fn decoder(&mut self) -> Bytes<A> {
        Bytes::default()
    }
}

impl<A> Encoder for Bytes<A> {
    type Item = Vec<u8>;
    type Error = Status;

    fn encode(&mut self, bytes: Vec<u8>, buffer: &mut EncodeBuf<'_>) -> Result<(), Status> {
        buffer.put_slice(&bytes);
        Ok(())
    }
}

impl<A: Message + Default> Decoder for Bytes<A> {
    type Item = A;
    type Error = Status;

    fn decode(&mut self, buffer: &mut DecodeBuf<'_>) -> Result<Option<A>, Status> {
        Ok(Some(A::decode(buffer).unwrap()))
    }
}
