//! An endpoint: the name, method, path, access and query parameters of one operation. `route` reads them from the handler.

use actix_web::http::Method;
use actix_web::{HttpMessage as _, HttpRequest};

use crate::operation::Operation;
use crate::policy::Access;
use crate::problem::Problem;

/// One operation of the service, without its handler.
#[derive(Debug)]
pub(crate) struct Endpoint {
    /// Its name, which is also the `operationId` in the OpenAPI document. Idempotency keys are stored with it: it must never change. A
    /// handler that gets another name keeps the old one with `operation_id = "…"`.
    pub(crate) operation: String,
    pub(crate) method: Method,
    /// The path as a template, such as `/v1/clubs/{club}`.
    pub(crate) path: String,
    pub(crate) access: Access,
    /// What the constant beside its handler says.
    pub(crate) stated: Operation,
    /// The query parameters that it knows, sorted; any other is refused.
    pub(crate) query_parameters: Vec<String>,
    /// Whether the match of the path is read together with the caller's role: one wait for the database less.
    pub(crate) reads_match: bool,
    /// Whether it records what comes next in the match of the path: whoever recorded a hand there may be admitted because of a remembered match.
    pub(crate) records_next: bool,
    /// Whether what it reads may come from a replica: the primary then says with the caller's role what the replica has to have.
    pub(crate) reads_may_be_late: bool,
    /// Whether it reads in the transaction in which the caller is authorized: one transaction less.
    pub(crate) reads_at_once: bool,
}

impl Endpoint {
    /// The endpoint that a request was routed to.
    pub(crate) fn of(request: &HttpRequest) -> Result<&'static Self, Problem> {
        let endpoint = request.extensions().get::<&'static Self>().copied();
        endpoint.ok_or_else(|| Problem::internal("the request was not authorized"))
    }

    /// Whether it is a page for browsers. The query parameters of its address are its own, or of whoever sent a link to it.
    pub(crate) fn is_page(&self) -> bool {
        self.path == "/" || self.path.starts_with("/clubs")
    }
}
