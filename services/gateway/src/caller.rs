//! The caller of an endpoint. Each of these types is the first argument of a handler and states who may call it.

use std::future::{Ready, ready};
use std::marker::PhantomData;
use std::ops::Deref;

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpMessage as _, HttpRequest};
use ledger::{ApiKeyId, ApiKeyScope, ClubId, Role, SessionId, UserId};
use utoipa::openapi::path::{Parameter, ParameterIn};
use utoipa::openapi::{KnownFormat, Object, Required, SchemaFormat, Type};

use crate::argument::{Argument, CallerArgument};
use crate::holder::Holder;
use crate::policy::{Access, Members};
use crate::problem::Problem;

/// Everybody, signed in or not.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Anyone;

/// The account of a caller who is signed in.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Caller(pub(crate) UserId);

/// A member of the club in the path, who is one of `M`.
pub(crate) struct Member<M> {
    member: ClubMember,
    members: PhantomData<M>,
}

/// The member of a club who calls an endpoint, or whose API key does.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ClubMember {
    pub(crate) user: UserId,
    pub(crate) club: ClubId,
    /// The role that the member had when the request was authorized.
    pub(crate) role: Role,
    /// The API key that sent the request in the member's name, if one did.
    pub(crate) api_key: Option<ApiKeyId>,
    /// What that key is limited to; the whole club if they ask themselves.
    pub(crate) scope: ApiKeyScope,
    /// The session, if neither it nor the role was looked up: a write compares both.
    pub(crate) session: Option<SessionId>,
}

impl ClubMember {
    /// Whose turns and places are taken.
    pub(crate) fn holder(&self) -> Holder {
        Holder::new(self.user, self.club, self.api_key)
    }
}

impl FromRequest for Anyone {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(_: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(Ok(Self))
    }
}

impl Argument for Anyone {}

impl CallerArgument for Anyone {
    const ACCESS: Access = Access::Anyone;
}

impl FromRequest for Caller {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(authorized(request))
    }
}

impl Argument for Caller {}

impl CallerArgument for Caller {
    const ACCESS: Access = Access::SignedIn;
}

impl<M: Members> FromRequest for Member<M> {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(authorized(request).map(|member| Self {
            member,
            members: PhantomData,
        }))
    }
}

impl<M: Members> Argument for Member<M> {
    fn parameters() -> Vec<Parameter> {
        let id = Object::builder()
            .schema_type(Type::String)
            .format(Some(SchemaFormat::KnownFormat(KnownFormat::Uuid)));
        let club = Parameter::builder()
            .name("club")
            .parameter_in(ParameterIn::Path)
            .required(Required::True)
            .description(Some("The club"))
            .schema(Some(id));
        vec![club.build()]
    }
}

impl<M: Members> CallerArgument for Member<M> {
    const ACCESS: Access = M::ACCESS;
}

impl<M> Deref for Member<M> {
    type Target = ClubMember;

    fn deref(&self) -> &ClubMember {
        &self.member
    }
}

/// What authorization stored in the request.
fn authorized<T: Clone + 'static>(request: &HttpRequest) -> Result<T, Problem> {
    let stored = request.extensions().get::<T>().cloned();
    stored.ok_or_else(|| Problem::internal("the request was not authorized as its handler expects"))
}
