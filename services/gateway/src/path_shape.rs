//! The shape of a path: its method and how many segments it has. The router tries the patterns of all endpoints one after another, which
//! costs more than anything else that a light request does. Endpoints of one shape are therefore in a scope that only requests of this
//! shape enter, and a request tries about ten patterns instead of more than a hundred.

use actix_web::guard::{Guard, GuardContext};
use actix_web::http::Method;

use crate::endpoint::Endpoint;
use crate::route::has_rest;

/// The shape of a request, and of the path of an endpoint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PathShape {
    method: Method,
    slashes: usize,
}

impl PathShape {
    /// The shape of all requests for an endpoint; none if they have different ones.
    pub(crate) fn of(endpoint: &Endpoint) -> Option<Self> {
        (!has_rest(endpoint)).then(|| Self::new(&endpoint.method, &endpoint.path))
    }

    fn new(method: &Method, path: &str) -> Self {
        Self {
            method: method.clone(),
            slashes: path.bytes().filter(|byte| *byte == b'/').count(),
        }
    }
}

impl Guard for PathShape {
    fn check(&self, context: &GuardContext<'_>) -> bool {
        let head = context.head();
        *self == Self::new(&head.method, head.uri.path())
    }
}
