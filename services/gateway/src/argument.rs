//! The arguments of handlers, and what they say about the endpoint: the first one states who may call it, and each names the parameters that
//! it reads. The OpenAPI document and the check of query parameters follow from them.

use actix_web::web::{Data, Path, Query};
use actix_web::{FromRequest, HttpRequest};
use serde::de::DeserializeOwned;
use utoipa::IntoParams;
use utoipa::openapi::path::{Parameter, ParameterIn};
use utoipa::openapi::schema::SchemaType;
use utoipa::openapi::{Object, ObjectBuilder, Required, Type};

use crate::policy::Access;

/// An argument of a handler.
pub(crate) trait Argument: FromRequest {
    /// The parameters of the request that it reads.
    fn parameters() -> Vec<Parameter> {
        Vec::new()
    }

    /// Whether the match of the path is read together with the caller's role.
    const READS_MATCH: bool = false;

    /// Whether it is of a handler that records what comes next in the match of the path.
    const RECORDS_NEXT: bool = false;

    /// Whether what it reads may come from a replica.
    const MAY_BE_LATE: bool = false;

    /// Whether it reads in the transaction in which the caller is authorized.
    const READS_AT_ONCE: bool = false;
}

/// The first argument of a handler.
pub(crate) trait CallerArgument: Argument {
    /// Who may call the endpoint.
    const ACCESS: Access;
}

/// All arguments of a handler.
pub(crate) trait Arguments: FromRequest {
    /// Who may call the endpoint.
    const ACCESS: Access;

    /// The parameters of the request that the arguments read.
    fn parameters() -> Vec<Parameter>;

    /// Whether one of them has the match of the path read together with the caller's role.
    const READS_MATCH: bool;

    /// Whether one of them is of a handler that records what comes next in the match of the path.
    const RECORDS_NEXT: bool;

    /// Whether what one of them reads may come from a replica.
    const MAY_BE_LATE: bool;

    /// Whether one of them reads in the transaction in which the caller is authorized.
    const READS_AT_ONCE: bool;
}

macro_rules! arguments {
    ($caller:ident $($argument:ident)*) => {
        impl<$caller: CallerArgument + 'static, $($argument: Argument + 'static),*> Arguments for ($caller, $($argument,)*) {
            const ACCESS: Access = $caller::ACCESS;
            const READS_MATCH: bool = $caller::READS_MATCH $(|| $argument::READS_MATCH)*;
            const RECORDS_NEXT: bool = $caller::RECORDS_NEXT $(|| $argument::RECORDS_NEXT)*;
            const MAY_BE_LATE: bool = $caller::MAY_BE_LATE $(|| $argument::MAY_BE_LATE)*;
            const READS_AT_ONCE: bool = $caller::READS_AT_ONCE $(|| $argument::READS_AT_ONCE)*;

            fn parameters() -> Vec<Parameter> {
                [$caller::parameters(), $($argument::parameters()),*].concat()
            }
        }
    };
}

arguments! { A }
arguments! { A B }
arguments! { A B C }
arguments! { A B C D }
arguments! { A B C D E }
arguments! { A B C D E F }
arguments! { A B C D E F G }

impl Argument for HttpRequest {}

impl<T: 'static> Argument for Data<T> {}

impl<T: DeserializeOwned + IntoParams> Argument for Path<T> {
    fn parameters() -> Vec<Parameter> {
        T::into_params(|| Some(ParameterIn::Path))
    }
}

/// A query. Authorization has refused parameters that no argument reads, so that a handler can have several.
impl<T: DeserializeOwned + IntoParams> Argument for Query<T> {
    fn parameters() -> Vec<Parameter> {
        T::into_params(|| Some(ParameterIn::Query))
    }
}

/// A header.
pub(crate) fn header(
    name: &str,
    required: Required,
    schema: ObjectBuilder,
    description: &str,
) -> Parameter {
    let header = Parameter::builder()
        .name(name)
        .parameter_in(ParameterIn::Header);
    let header = header.required(required).description(Some(description));
    header.schema(Some(schema)).build()
}

/// The schema of a text.
pub(crate) fn text() -> ObjectBuilder {
    Object::builder().schema_type(Type::String)
}

/// The schema of a text, or null.
pub(crate) fn optional_text() -> ObjectBuilder {
    Object::builder().schema_type(SchemaType::from_iter([Type::String, Type::Null]))
}
