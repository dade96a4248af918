//! Bodies that are under way, from the head that announces them to the answer: so many bytes of them, for each address and in all.

use std::sync::Arc;

use actix_web::HttpRequest;
use actix_web::http::header;
use actix_web::web::Data;
use host::{NoPlace, PlaceGuard, Places};

use crate::client_address::ClientNetwork;
use crate::places::no_place;
use crate::problem::Problem;

/// The bytes of bodies that one address has under way: a hundred of the largest, or thousands of what people send.
const OF_NETWORK: usize = 24 * MIB;
/// Those of all addresses together.
const OF_ALL: usize = 3 * OF_NETWORK;
const MIB: usize = 1024 * 1024;

/// The bytes of bodies that are under way, each as long as it says that it is.
pub(crate) struct BodyBytes(Arc<Places<ClientNetwork>>);

impl BodyBytes {
    pub(crate) fn new() -> Self {
        Self(Places::new(OF_ALL, OF_NETWORK))
    }

    /// Places for the body of a request. One that does not say how long it is has as many as the largest.
    pub(super) fn take(
        request: &HttpRequest,
        most: usize,
    ) -> Result<PlaceGuard<ClientNetwork>, Problem> {
        let places = request.app_data::<Data<Self>>();
        let places = places.ok_or_else(|| Problem::internal("nobody counts bodies"))?;
        let bytes = Self::stated(request).unwrap_or(most).min(most);
        let taken = places.0.take_many(ClientNetwork::of(request), bytes);
        taken.map_err(too_many)
    }

    /// How long the body of a request is, if it says so.
    pub(super) fn stated(request: &HttpRequest) -> Option<usize> {
        let length = request.headers().get(header::CONTENT_LENGTH)?;
        length.to_str().ok()?.parse().ok()
    }
}

fn too_many(why: NoPlace) -> Problem {
    let of_address = format!(
        "Bodies of {} MiB that your address sends are under way already. Ask again when their requests are answered.",
        OF_NETWORK / MIB
    );
    no_place(why, of_address, "Too many bodies are under way.")
}
