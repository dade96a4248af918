//! Who may call what: every rpc that the running engine says it has, by every kind of caller, however it is set up.
//! `proto/ACCESS.md` has what comes of it; `UPDATE_EXPECT=1` rewrites the page.

use expect_test::expect_file;
use prost::Message as _;
use prost_types::FileDescriptorProto;
use serde_json::json;
use tonic::client::Grpc;
use tonic::codegen::http::uri::PathAndQuery;
use tonic::codegen::tokio_stream::once;
use tonic::transport::{Channel, ClientTlsConfig};
use tonic::{Code, Status};
use tonic_prost::ProstCodec;
use tonic_reflection::pb::v1::ServerReflectionRequest;
use tonic_reflection::pb::v1::server_reflection_client::ServerReflectionClient;
use tonic_reflection::pb::v1::server_reflection_request::MessageRequest;
use tonic_reflection::pb::v1::server_reflection_response::MessageResponse;
use tonic_types::StatusExt as _;

use crate::access::{Strict, bearing};
use crate::credentials::{Authority, Issuer};

/// How an engine is set up.
#[derive(Clone, Copy)]
struct Setting {
    what: &'static str,
    tls: bool,
    certificates: bool,
    tokens: bool,
}

const fn setting(what: &'static str, tls: bool, certificates: bool, tokens: bool) -> Setting {
    Setting {
        what,
        tls,
        certificates,
        tokens,
    }
}

const SETTINGS: [Setting; 6] = [
    setting("nothing, for its own machine", false, false, false),
    setting("token keys", false, false, true),
    setting("a certificate", true, false, false),
    setting("a certificate and token keys", true, false, true),
    setting("a certificate and a client CA", true, true, false),
    setting(
        "a certificate, a client CA and token keys",
        true,
        true,
        true,
    ),
];

/// What a caller shows: over TLS, but for the first ones.
const SHOWN: [&str; 10] = [
    "plain text: nothing",
    "plain text: a token",
    "nothing",
    "a token",
    "an expired token",
    "somebody's token",
    "a token for others",
    "a certificate",
    "a certificate and somebody's token",
    "somebody's certificate and a token",
];

const PAGE: &str = "\
# Who may call what

A test calls every method of a running engine with every kind of authentication and compares the results with this page
(`UPDATE_EXPECT=1 cargo test -p engine --test grpc rpcs`). [deploy/README.md](../deploy/README.md#an-engine-for-others) says how to configure authentication.

*yes* means that the call passes authentication. Otherwise the cell has the [reason](README.md#rejected-calls) in the status, or *no connection* if client and
engine do not agree on TLS. *Somebody's* certificates and tokens are from an authority that the engine does not know. A token *for others* has another audience.
An engine accepts other machines only with a server certificate, and with a client CA or token keys.
";

/// Those who sign, and those whom the engine does not know.
struct Signers {
    authority: Authority,
    stranger: Authority,
    issuer: Issuer,
}

impl Signers {
    async fn engine(&self, setting: Setting) -> Strict {
        let client_ca = setting.certificates.then_some(&self.authority);
        let tls = setting.tls.then(|| self.authority.engine(client_ca));
        let tokens = setting.tokens.then(|| self.issuer.rules());
        Strict::start(tls, tokens).await
    }

    fn tls(&self, shown: &str) -> Option<ClientTlsConfig> {
        let own = match shown {
            "plain text: nothing" | "plain text: a token" => return None,
            "a certificate" | "a certificate and somebody's token" => Some(&self.authority),
            "somebody's certificate and a token" => Some(&self.stranger),
            _ => None,
        };
        Some(self.authority.caller(own))
    }

    fn token(&self, shown: &str) -> Option<String> {
        match shown {
            "plain text: nothing" | "nothing" | "a certificate" => None,
            "an expired token" => Some(self.issuer.token_with("exp", json!(1))),
            "a token for others" => Some(self.issuer.token_with("aud", json!("faan"))),
            "somebody's token" | "a certificate and somebody's token" => {
                Some(Issuer::new(2).token())
            }
            _ => Some(self.issuer.token()),
        }
    }
}

/// What is to come of a call: the rule, said once more.
fn stated(setting: Setting, service: &str, shown: &str) -> &'static str {
    let known = shown == "a certificate" || shown == "a certificate and somebody's token";
    let unknown = shown == "somebody's certificate and a token";
    let demanded = setting.certificates && !setting.tokens;
    if shown.starts_with("plain text") == setting.tls
        || (setting.certificates && unknown)
        || (demanded && !known)
    {
        return "no connection";
    }
    let open = !setting.certificates && !setting.tokens;
    if open || service == "grpc.health.v1.Health" || (setting.certificates && known) {
        return "yes";
    }
    match shown {
        "plain text: nothing" | "nothing" | "a certificate" => "CREDENTIALS_MISSING",
        "an expired token" => "TOKEN_EXPIRED",
        "somebody's token" | "a certificate and somebody's token" => "TOKEN_INVALID",
        "a token for others" => "TOKEN_FOR_OTHERS",
        _ => "yes",
    }
}

#[tokio::test(start_paused = true)]
async fn every_rpc_lets_in_whom_the_page_says_and_nobody_else() {
    let signers = Signers {
        authority: Authority::new("ours"),
        stranger: Authority::new("others"),
        issuer: Issuer::new(1),
    };
    let mut page = PAGE.to_owned();
    for setting in SETTINGS {
        let engine = signers.engine(setting).await;
        let rpcs = rpcs(&signers, setting, &engine).await;
        let mut columns = Vec::new();
        for shown in SHOWN {
            let channel = engine.connect(signers.tls(shown)).await.ok();
            let token = signers.token(shown);
            let mut column = Vec::new();
            for (service, rpc) in &rpcs {
                let happens = call(channel.clone(), service, rpc, token.as_deref()).await;
                let stated = stated(setting, service, shown);
                assert_eq!(
                    happens, stated,
                    "{}: {service}/{rpc}, {shown}",
                    setting.what
                );
                column.push(happens);
            }
            columns.push(column);
        }
        page += &format!("\n## An engine with {}\n\n", setting.what);
        page += &format!("| rpc | {} |\n", SHOWN.join(" | "));
        page += &format!("| --- |{}\n", " --- |".repeat(SHOWN.len()));
        for (row, (service, rpc)) in rpcs.iter().enumerate() {
            let cells = columns.iter().map(|column| column[row].as_str());
            let cells = cells.collect::<Vec<_>>().join(" | ");
            page += &format!("| `{service}/{rpc}` | {cells} |\n");
        }
    }
    expect_file!["../../../../proto/ACCESS.md"].assert_eq(&page);
}

/// Calls with an empty message, which every rpc can read: `yes`, or why not.
async fn call(channel: Option<Channel>, service: &str, rpc: &str, token: Option<&str>) -> String {
    let Some(channel) = channel else {
        return "no connection".to_owned();
    };
    let path = PathAndQuery::try_from(format!("/{service}/{rpc}")).unwrap();
    let mut client = Grpc::new(channel);
    let asked = async {
        let ready = client.ready().await;
        ready.map_err(|_| Status::unavailable(""))?;
        let request = bearing(once(()), token);
        client
            .streaming(request, path, ProstCodec::<(), ()>::default())
            .await
    };
    let Err(status) = asked.await.map(|_| ()) else {
        return "yes".to_owned();
    };
    let code = status.code();
    if [Code::Unauthenticated, Code::PermissionDenied].contains(&code) {
        let details = status.get_error_details();
        return details.error_info().unwrap().reason.clone();
    }
    if [Code::Unavailable, Code::Unknown].contains(&code) {
        return "no connection".to_owned();
    }
    assert_eq!(code, Code::InvalidArgument, "{service}/{rpc}: {status:?}");
    "yes".to_owned()
}

/// Every service and rpc of an engine, as it says itself.
async fn rpcs(signers: &Signers, setting: Setting, engine: &Strict) -> Vec<(String, String)> {
    let tls = || signers.authority.caller(Some(&signers.authority));
    let channel = engine.connect(setting.tls.then(tls)).await.unwrap();
    let client = ServerReflectionClient::new(channel);
    let token = signers.issuer.token();
    let ask = async |asked: MessageRequest| {
        let request = ServerReflectionRequest {
            message_request: Some(asked),
            ..ServerReflectionRequest::default()
        };
        let request = bearing(once(request), Some(&token));
        let answer = client.clone().server_reflection_info(request).await;
        let answer = answer.unwrap().into_inner().message().await.unwrap();
        answer.unwrap().message_response.unwrap()
    };
    let list = ask(MessageRequest::ListServices(String::new())).await;
    let MessageResponse::ListServicesResponse(list) = list else {
        panic!("{list:?}");
    };
    let mut found = Vec::new();
    for service in list.service.into_iter().map(|service| service.name) {
        let file = ask(MessageRequest::FileContainingSymbol(service.clone())).await;
        let MessageResponse::FileDescriptorResponse(file) = file else {
            panic!("{file:?}");
        };
        let file = FileDescriptorProto::decode(&file.file_descriptor_proto[0][..]).unwrap();
        let services = file.service.iter();
        let (package, name) = service.rsplit_once('.').unwrap();
        assert_eq!(package, file.package());
        for described in services.filter(|described| described.name() == name) {
            let rpcs = described.method.iter();
            found.extend(rpcs.map(|rpc| (service.clone(), rpc.name().to_owned())));
        }
    }
    found.sort();
    // What is described is served, and the engine is among it.
    let count = |name: &str| found.iter().filter(|(service, _)| service == name).count();
    assert!(count("faan.engine.v1.EngineService") >= 11, "{found:?}");
    assert!(count("grpc.health.v1.Health") >= 2, "{found:?}");
    assert!(
        count("grpc.reflection.v1.ServerReflection") == 1,
        "{found:?}"
    );
    found
}
