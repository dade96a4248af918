//! Work that takes long beside what a thread of the server should do at once: documents are compiled, checked and derived
//! on threads of their own, so that others get their answers meanwhile and deadlines are kept.

use std::sync::Arc;

use rules::Variant;
use tokio::task::spawn_blocking;
use tonic::Status;
use wire::v1;
use wire::v1::variant_ref::Variant as Stated;

use crate::convert::variant::read_variant_in;
use crate::errors::Invalid;
use crate::variants::Variants;

/// Does some work aside.
pub(crate) async fn aside<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Status> {
    let done = spawn_blocking(work).await;
    done.map_err(|_| Status::internal("the work was not finished"))
}

/// Finds the variant that a request names in a field, or tells why it is none; a document is compiled aside.
pub(crate) async fn variant_in(
    field: &'static str,
    stated: Option<v1::VariantRef>,
    variants: &Arc<Variants>,
) -> Result<Result<Arc<Variant>, Invalid>, Status> {
    let named = stated.as_ref().and_then(|stated| stated.variant.as_ref());
    if !matches!(named, Some(Stated::Document(_))) {
        return Ok(read_variant_in(field, stated, variants));
    }
    let variants = Arc::clone(variants);
    aside(move || read_variant_in(field, stated, &variants)).await
}
