//! A client in Rust: scores one hand, handles one refusal, and sends a stream of batches.
//!
//! ```sh
//! cargo run -p engine --example client -- http://127.0.0.1:50051
//! cargo run -p engine --example client -- https://engine.internal:50051 ca.pem token
//! ```

use std::error::Error;
use std::{env, fs};

use tokio::sync::mpsc;
use tonic::codegen::tokio_stream::wrappers::ReceiverStream;
use tonic::metadata::{Ascii, MetadataValue};
use tonic::transport::{Certificate, Channel, ClientTlsConfig, Endpoint};
use tonic::{Request, Status};
use tonic_types::StatusExt;
use wire::v1;
use wire::v1::engine_service_client::EngineServiceClient;
use wire::v1::hand_result::Result as HandResult;
use wire::v1::variant_ref::Variant;

type Engine = EngineServiceClient<Channel>;
type Outcome<T> = Result<T, Box<dyn Error + Send + Sync>>;

#[tokio::main]
async fn main() -> Outcome<()> {
    let mut arguments = env::args().skip(1);
    let url = arguments
        .next()
        .unwrap_or("http://127.0.0.1:50051".to_owned());
    let ca = arguments.next().map(fs::read).transpose()?;
    let token = arguments.next();
    for line in talk(url, ca, token).await? {
        println!("{line}");
    }
    Ok(())
}

/// Runs all calls and returns the lines to print.
pub(crate) async fn talk(
    url: String,
    ca: Option<Vec<u8>>,
    token: Option<String>,
) -> Outcome<Vec<String>> {
    let mut endpoint = Endpoint::from_shared(url)?;
    if let Some(ca) = ca {
        let ca = Certificate::from_pem(ca);
        endpoint = endpoint.tls_config(ClientTlsConfig::new().ca_certificate(ca))?;
    }
    let engine = EngineServiceClient::new(endpoint.connect().await?);
    let bearer = match token {
        Some(token) => Some(format!("Bearer {}", token.trim()).parse()?),
        None => None,
    };
    let mut lines = vec![
        one_hand(engine.clone(), bearer.as_ref(), "8m").await?,
        one_hand(engine.clone(), bearer.as_ref(), "9m").await?,
    ];
    lines.extend(many_hands(engine, bearer.as_ref()).await?);
    Ok(lines)
}

/// Scores one hand, with a deadline, or returns the reason of the refusal.
async fn one_hand(
    mut engine: Engine,
    bearer: Option<&MetadataValue<Ascii>>,
    winning_tile: &str,
) -> Outcome<String> {
    let mut request = with(
        v1::ScoreHandRequest {
            variant: Some(old_hong_kong()),
            win: Some(win(winning_tile)),
            ..Default::default()
        },
        bearer,
    );
    request.set_timeout(std::time::Duration::from_secs(2));
    match engine.score_hand(request).await {
        Ok(answer) => {
            let answer = answer.into_inner();
            Ok(score(answer.score.as_ref(), &answer.payments))
        }
        Err(status) => why(&status),
    }
}

/// Sends batches in a stream. One task sends while this one reads, because the engine stops reading if its responses are not received.
async fn many_hands(
    mut engine: Engine,
    bearer: Option<&MetadataValue<Ascii>>,
) -> Outcome<Vec<String>> {
    let (batches, outgoing) = mpsc::channel(2);
    tokio::spawn(async move {
        for number in 0..3 {
            let batch = v1::ScoreHandsRequest {
                // Only the first batch names the rules; they apply to all batches.
                variant: (number == 0).then(old_hong_kong),
                options: None,
                wins: vec![win("8m"), win("9m")],
            };
            if batches.send(batch).await.is_err() {
                return; // The stream has ended; its reader gets the reason.
            }
        }
    });
    let stream = with(ReceiverStream::new(outgoing), bearer);
    let mut answers = engine.score_hands(stream).await?.into_inner();
    let mut lines = Vec::new();
    loop {
        match answers.message().await {
            Ok(None) => return Ok(lines),
            Ok(Some(answer)) => lines.extend(answer.results.iter().map(result)),
            Err(status) => {
                lines.push(why(&status)?);
                return Ok(lines);
            }
        }
    }
}

fn result(result: &v1::HandResult) -> String {
    match &result.result {
        Some(HandResult::Scored(hand)) => score(hand.score.as_ref(), &hand.payments),
        Some(HandResult::Refused(refusal)) => {
            format!(
                "{} at {}: {}",
                refusal.reason, refusal.field, refusal.message
            )
        }
        None => "a result that this client is too old for".to_owned(),
    }
}

/// The reason in the details of an error; errors of the transport have no details.
fn why(status: &Status) -> Outcome<String> {
    let details = status.get_error_details();
    let Some(info) = details.error_info() else {
        return Err(status.clone().into());
    };
    let violations = details
        .bad_request()
        .map(|request| &request.field_violations);
    let field = violations.and_then(|violations| violations.first());
    let field = field.map_or("", |violation| &violation.field);
    Ok(format!("{} at {field}: {}", info.reason, status.message()))
}

fn score(score: Option<&v1::Score>, payments: &[v1::SeatPayment]) -> String {
    let fan = score.map_or(0, |score| score.fan);
    let points = payments
        .iter()
        .map(|payment| payment.half_points as f64 / 2.0);
    let points: Vec<String> = points.map(|points| format!("{points:+}")).collect();
    format!("{fan} fan: {}", points.join(" "))
}

fn with<T>(message: T, bearer: Option<&MetadataValue<Ascii>>) -> Request<T> {
    let mut request = Request::new(message);
    if let Some(bearer) = bearer {
        request
            .metadata_mut()
            .insert("authorization", bearer.clone());
    }
    request
}

fn old_hong_kong() -> v1::VariantRef {
    v1::VariantRef {
        variant: Some(Variant::Id("old-hong-kong".to_owned())),
    }
}

/// A self-draw of West in the East round, with the given winning tile.
fn win(winning_tile: &str) -> v1::Win {
    let pung = |notation: &str| v1::Meld {
        kind: v1::MeldKind::Pung.into(),
        tiles: tiles(notation),
    };
    v1::Win {
        hand: Some(v1::Hand {
            concealed: tiles("88m NN"),
            winning_tile: tiles(winning_tile),
            melds: vec![pung("222m"), pung("444p"), pung("666s")],
            bonus_tiles: tiles("1f"),
        }),
        circumstances: Some(v1::Circumstances {
            won_by: v1::WonBy::SelfDraw.into(),
            ..Default::default()
        }),
        seat_wind: v1::Wind::West.into(),
        round_wind: v1::Wind::East.into(),
        ..Default::default()
    }
}

fn tiles(notation: &str) -> Option<v1::Tiles> {
    Some(v1::Tiles {
        notation: notation.to_owned(),
        ..Default::default()
    })
}
