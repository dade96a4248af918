//! The gRPC contract of the engine: generated code, the reasons of its errors, and in [`convert`] what its messages say in the words of the table.
//!
//! Everything under `src/gen` is made from the `.proto` files in `proto/` by `tests/generated.rs`, which
//! also proves that the two agree. After a change of a `.proto` file:
//!
//! ```text
//! UPDATE_EXPECT=1 cargo test -p faan-wire
//! ```

pub mod convert;
mod reason;

pub use reason::{Rejection, RequestReason};

/// The package `faan.engine.v1`: messages, enums, the client and the server of `EngineService`.
#[expect(
    clippy::allow_attributes_without_reason,
    clippy::too_many_lines,
    reason = "generated code"
)]
pub mod v1 {
    include!("gen/faan.engine.v1.rs");
}

/// The metadata of an answer or a refusal that says how many steps house patterns took for a call: a decimal number.
pub const STEPS: &str = "faan-steps";

/// The metadata of a call of `PlayHands` that says that no match is played: somebody tries rules out. The value does not matter.
pub const TRIAL: &str = "faan-trial";

/// The contract as a serialised `google.protobuf.FileDescriptorSet`, comments included: what the
/// reflection service answers from.
pub const FILE_DESCRIPTOR_SET: &[u8] = include_bytes!("gen/faan.engine.v1.binpb");
