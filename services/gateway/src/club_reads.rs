//! Reads of a club, the first of which goes on in the transaction in which the caller was authorized: one transaction less. Until then the
//! request keeps a connection to the database, so a handler with such an argument waits for nothing else before.

use std::future::{Ready, ready};
use std::ops::Deref;

use actix_web::dev::{Payload, ServiceRequest};
use actix_web::web::Data;
use actix_web::{FromRequest, HttpMessage as _, HttpRequest};
use ledger::Ledger;

use crate::argument::Argument;
use crate::problem::Problem;
use crate::services::Services;

/// The ledger for reads of the club of the path.
pub(crate) struct ClubReads(Ledger);

/// What authorization stored in the request.
struct Stored(Ledger);

/// Keeps the ledger with its open transaction for the handler.
pub(crate) fn store(request: &ServiceRequest, ledger: Ledger) {
    request.extensions_mut().insert(Stored(ledger));
}

/// The ledger with the open transaction, once; without one for a machine, and for whoever asks again.
pub(crate) fn ledger(request: &HttpRequest) -> Result<Ledger, Problem> {
    if let Some(Stored(ledger)) = request.extensions_mut().remove::<Stored>() {
        return Ok(ledger);
    }
    let services = request.app_data::<Data<Services>>();
    let services = services.ok_or_else(|| Problem::internal("there are no services"))?;
    Ok(services.ledger.clone())
}

/// Ends the transaction if the handler did not come to it: whoever takes the answer may take their time.
pub(crate) fn end(request: &HttpRequest) {
    request.extensions_mut().remove::<Stored>();
}

impl Deref for ClubReads {
    type Target = Ledger;

    fn deref(&self) -> &Ledger {
        &self.0
    }
}

impl FromRequest for ClubReads {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(ledger(request).map(Self))
    }
}

impl Argument for ClubReads {
    const READS_AT_ONCE: bool = true;
}
