//! A route: an endpoint with its handler and its description. All of it is read from the handler: method and path from its
//! `utoipa::path`, access from its first argument, parameters from all arguments.

use std::sync::Arc;

use actix_web::body::BoxBody;
use actix_web::dev::ServiceRequest;
use actix_web::http::Method;
use actix_web::middleware::{Next, from_fn};
use actix_web::web::{self, Data, ServiceConfig};
use actix_web::{Handler, Resource, Responder, guard};
use utoipa::openapi::path::{HttpMethod, Operation, Parameter, ParameterIn, PathItem, Paths};
use utoipa::openapi::{RefOr, Schema};
use utoipa_actix_web::OpenApiFactory;

use crate::argument::Arguments;
use crate::authorize::authorize;
use crate::endpoint::Endpoint;
use crate::measure::measure;
use crate::operation;
use crate::policy::Access;
use crate::services::Services;

/// The last variables of a path that take in slashes as well: the name of a tile and the address of a page have some.
const RESTS: [&str; 2] = ["{tile}", "{page}"];

/// An endpoint with its handler and its description.
pub(crate) struct Route {
    pub(crate) endpoint: Endpoint,
    pub(crate) method: HttpMethod,
    /// What the handler says about itself in the OpenAPI document.
    pub(crate) operation: Operation,
    /// The schemas to which the description refers.
    pub(crate) schemas: Vec<(String, RefOr<Schema>)>,
    handle: Arc<Handle>,
}

/// A method, as the server and as the OpenAPI document have it.
type Methods = (Method, HttpMethod);
/// Gives a resource its handler.
type Handle = dyn Fn(Resource) -> Resource + Send + Sync;

/// The routes of handlers, each with its description and its [`Operation`](crate::operation::Operation): `routes![clubs::found_club, …]`.
macro_rules! routes {
    ($($module:ident::$handler:ident),* $(,)?) => {
        pastey::paste! {
            [$($crate::route::Route::of(
                $module::[<__path_ $handler>],
                $module::$handler,
                $module::[<$handler:upper>],
            )),*]
        }
    };
}
pub(crate) use routes;

impl Route {
    /// The routes of a handler: one for each method that its description names.
    pub(crate) fn of<H, A>(
        description: impl OpenApiFactory,
        handler: H,
        stated: operation::Operation,
    ) -> Vec<Self>
    where
        H: Handler<A> + Send + Sync,
        H::Output: Responder + 'static,
        A: Arguments + 'static,
    {
        let mut schemas = Vec::new();
        description.schemas(&mut schemas);
        let handle: Arc<Handle> = Arc::new(move |resource| resource.to(handler.clone()));
        let of_handler = OfHandler {
            stated,
            parameters: A::parameters(),
            access: A::ACCESS,
            reads_match: A::READS_MATCH,
            records_next: A::RECORDS_NEXT,
            reads_may_be_late: A::MAY_BE_LATE,
            reads_at_once: A::READS_AT_ONCE,
        };
        routes_of(description.paths(), &schemas, &of_handler, &handle)
    }

    /// Has the server route requests to the handler, once they are authorized.
    pub(crate) fn register(&'static self, config: &mut ServiceConfig) {
        let endpoint = &self.endpoint;
        let authorize =
            move |services: Data<Services>, request: ServiceRequest, next: Next<BoxBody>| {
                authorize(endpoint, services, request, next)
            };
        let measure = move |request: ServiceRequest, next: Next<BoxBody>| {
            measure(&endpoint.path, request, next)
        };
        let resource = (self.handle)(resource(endpoint));
        config.service(resource.wrap(from_fn(authorize)).wrap(from_fn(measure)));
    }
}

/// What the constant beside a handler and its arguments say about its endpoint.
struct OfHandler {
    stated: operation::Operation,
    parameters: Vec<Parameter>,
    access: Access,
    reads_match: bool,
    records_next: bool,
    reads_may_be_late: bool,
    reads_at_once: bool,
}

/// [`Route::of`] without the types of the handler: it is compiled once, not for each of them.
fn routes_of(
    described: Paths,
    schemas: &[(String, RefOr<Schema>)],
    of_handler: &OfHandler,
    handle: &Arc<Handle>,
) -> Vec<Route> {
    let operations = described.paths.into_iter().flat_map(|(path, item)| {
        let with_path = move |(methods, operation)| (path.clone(), methods, operation);
        operations(item).map(with_path)
    });
    let route = |(path, (method, described), mut operation): (String, Methods, Operation)| {
        describe_parameters(&mut operation, of_handler.parameters.clone());
        Route {
            endpoint: Endpoint {
                operation: operation.operation_id.clone().unwrap_or_default(),
                method,
                path,
                access: of_handler.access,
                stated: of_handler.stated,
                query_parameters: names(&operation, &ParameterIn::Query),
                reads_match: of_handler.reads_match,
                records_next: of_handler.records_next,
                reads_may_be_late: of_handler.reads_may_be_late,
                reads_at_once: of_handler.reads_at_once,
            },
            method: described,
            operation,
            schemas: schemas.to_vec(),
            handle: Arc::clone(handle),
        }
    };
    operations.map(route).collect()
}

/// The resource of an endpoint, without a handler. Requests with other methods pass it by.
pub(crate) fn resource(endpoint: &Endpoint) -> Resource {
    let resource = web::resource(pattern(endpoint)).name(&endpoint.path);
    resource.guard(guard::Method(endpoint.method.clone()))
}

/// Whether the last variable of the path takes in slashes.
pub(crate) fn has_rest(endpoint: &Endpoint) -> bool {
    RESTS.iter().any(|rest| endpoint.path.ends_with(rest))
}

/// The path of an endpoint as the router has it.
pub(crate) fn pattern(endpoint: &Endpoint) -> String {
    // A value holds no colon: `{player}:merge` is another endpoint than `{player}`.
    let pattern = endpoint.path.replace('}', ":[^/:]+}");
    let with_slashes = |pattern: String, rest: &&str| {
        pattern.replace(&rest.replace('}', ":[^/:]+}"), &rest.replace('}', ":.+}"))
    };
    RESTS.iter().fold(pattern, with_slashes)
}

fn operations(item: PathItem) -> impl Iterator<Item = (Methods, Operation)> {
    let operations = [
        ((Method::GET, HttpMethod::Get), item.get),
        ((Method::POST, HttpMethod::Post), item.post),
        ((Method::PUT, HttpMethod::Put), item.put),
        ((Method::PATCH, HttpMethod::Patch), item.patch),
        ((Method::DELETE, HttpMethod::Delete), item.delete),
    ];
    let given = |(methods, operation): (Methods, Option<Operation>)| Some((methods, operation?));
    operations.into_iter().filter_map(given)
}

/// Describes the parameters that the arguments read. A description of the handler's own takes precedence.
fn describe_parameters(operation: &mut Operation, of_arguments: Vec<Parameter>) {
    let own = operation.parameters.take().unwrap_or_default();
    let described = of_arguments.into_iter().map(|parameter| {
        let same = own.iter().find(|own| is(own, &parameter));
        same.cloned().unwrap_or(RefOr::T(parameter))
    });
    let described: Vec<_> = described.collect();
    operation.parameters = Some(described).filter(|described| !described.is_empty());
}

fn is(own: &RefOr<Parameter>, parameter: &Parameter) -> bool {
    match own {
        RefOr::T(own) => own.name == parameter.name && own.parameter_in == parameter.parameter_in,
        RefOr::Ref(_) => false,
    }
}

/// The names of an operation's parameters in one place of the request, sorted.
pub(crate) fn names(operation: &Operation, place: &ParameterIn) -> Vec<String> {
    let parameters = operation.parameters.iter().flatten();
    let named = parameters.filter_map(|parameter| match parameter {
        RefOr::T(parameter) if parameter.parameter_in == *place => Some(parameter.name.clone()),
        RefOr::T(_) | RefOr::Ref(_) => None,
    });
    let mut names: Vec<String> = named.collect();
    names.sort_unstable();
    names
}
