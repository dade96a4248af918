//! The service behind nginx, as `deploy/README.md` shows it: nginx connects from 127.0.0.3, which the service trusts, and clients from other
//! addresses of 127.0.0.0/8.

use std::fs;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use reqwest::Method;
use serde_json::{Value, json};

use crate::client::{self, PATIENCE, answer_to, ask};
use crate::owner::Owner;
use crate::processes::certificates::Authority;
use crate::running::{EMAIL, Folder, PASSWORD, Running, faan, prepare};

const PROXY: &str = "127.0.0.3";
const HOST: &str = "faan.example.org";
const MEI: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 10);
const GREEDY: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 66);
const VIEWER: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 68);
const NEIGHBOUR: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 67);

/// How often one address may sign up. While somebody does, a little of it comes back.
const SHARE: u32 = 200;
const TRIES: u32 = 2 * SHARE;
/// An address by itself.
const PLAIN: (&str, &str) = ("", "");

/// nginx in front of a service. Dropping it kills it.
struct Nginx {
    child: Child,
    /// Where it speaks plain HTTP.
    http: SocketAddr,
    /// Where it speaks TLS, for `HOST`.
    https: SocketAddr,
    trusted: reqwest::Certificate,
    _folder: Folder,
}

impl Nginx {
    /// None where there is no nginx; `FAAN_NGINX` names one that has to be there.
    fn start(upstream: &str, headers: &str) -> Option<Self> {
        let program = program()?;
        let folder = Folder::new();
        let authority = Authority::new();
        let at = |name: &str| folder.0.join(name);
        authority.issue(HOST, &at("cert.pem"), &at("key.pem"));
        let trusted = reqwest::Certificate::from_pem(authority.pem().as_bytes()).unwrap();
        loop {
            // Somebody else may take a port before nginx does.
            let [http, https] = [(); 2].map(|()| free_port());
            let config = config(&folder, upstream, headers, http, https);
            fs::write(at("nginx.conf"), config).unwrap();
            let mut command = Command::new(&program);
            command
                .arg("-p")
                .arg(&folder.0)
                .arg("-e")
                .arg(at("error.log"));
            command.arg("-c").arg(at("nginx.conf"));
            let mut child = command.stderr(Stdio::null()).spawn().unwrap();
            if listens(&mut child, http) {
                return Some(Self {
                    child,
                    http,
                    https,
                    trusted,
                    _folder: folder,
                });
            }
            let said = fs::read_to_string(at("error.log")).unwrap_or_default();
            assert!(said.contains("Address already in use"), "{said}");
            fs::remove_file(at("error.log")).unwrap();
        }
    }

    /// Somebody at an address, over plain HTTP.
    fn client(&self, address: Ipv4Addr) -> Client {
        Client::new(address, format!("http://{}", self.http), |http| http)
    }

    /// The same, over TLS.
    fn client_under_tls(&self, address: Ipv4Addr) -> Client {
        let url = format!("https://{HOST}:{}", self.https.port());
        Client::new(address, url, |http| {
            http.resolve(HOST, self.https)
                .tls_certs_only([self.trusted.clone()])
        })
    }
}

impl Drop for Nginx {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

/// nginx, if there is one here.
fn program() -> Option<String> {
    #[expect(clippy::disallowed_methods, reason = "where CI has put it")]
    let named = std::env::var("FAAN_NGINX").ok();
    let named = named.filter(|named| !named.is_empty());
    let program = named.clone().unwrap_or_else(|| "nginx".to_owned());
    let mut version = Command::new(&program);
    let version = version.arg("-v").stderr(Stdio::null()).status();
    let is_here = version.is_ok_and(|status| status.success());
    assert!(is_here || named.is_none(), "{program} is no nginx");
    if !is_here {
        println!("left out: there is no nginx on this machine");
    }
    is_here.then_some(program)
}

fn free_port() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap()
}

/// Whether nginx listens; false if it has ended.
fn listens(child: &mut Child, address: SocketAddr) -> bool {
    let started = Instant::now();
    while std::net::TcpStream::connect(address).is_err() {
        assert!(started.elapsed() < PATIENCE);
        if child.try_wait().unwrap().is_some() {
            return false;
        }
        sleep(Duration::from_millis(20));
    }
    true
}

/// What nginx does, in one process and in a folder of its own.
fn config(
    folder: &Folder,
    upstream: &str,
    headers: &str,
    http: SocketAddr,
    https: SocketAddr,
) -> String {
    let folder = folder.0.display();
    let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        .map(|kind| format!("{kind}_temp_path {folder}/{kind};"))
        .join("\n");
    format!(
        "daemon off;
master_process off;
pid {folder}/nginx.pid;
events {{ worker_connections 1024; }}
http {{
    access_log off;
    {temporary}
    server {{
        listen {http};
        listen {https} ssl;
        server_name {HOST};
        ssl_certificate {folder}/cert.pem;
        ssl_certificate_key {folder}/key.pem;
        location / {{
            proxy_pass {upstream};
            proxy_bind {PROXY};
            proxy_http_version 1.1;
            proxy_set_header Connection \"\";
            proxy_set_header Host $host;
            {headers}
            proxy_buffering off;
            proxy_read_timeout 6m;
        }}
    }}
}}
"
    )
}

/// Somebody at an address.
#[derive(Clone)]
struct Client {
    http: reqwest::Client,
    url: String,
    headers: Vec<(&'static str, String)>,
}

impl Client {
    fn new(
        address: Ipv4Addr,
        url: String,
        set: impl FnOnce(reqwest::ClientBuilder) -> reqwest::ClientBuilder,
    ) -> Self {
        let http = reqwest::Client::builder().local_address(IpAddr::from(address));
        Self {
            http: set(http).build().unwrap(),
            url,
            headers: Vec::new(),
        }
    }

    fn stating(mut self, header: &'static str, value: &str) -> Self {
        self.headers.push((header, value.to_owned()));
        self
    }

    async fn post(&self, path: &str, body: &Value) -> (u16, String) {
        let mut request = self.http.post(format!("{}{path}", self.url)).json(body);
        for (name, value) in &self.headers {
            request = request.header(*name, value);
        }
        ask(request).await
    }

    /// Tries to sign up with a password that is refused, which is counted and hashes nothing: whether it was counted.
    async fn signs_up_in_vain(&self) -> bool {
        let email = "somebody@example.org";
        let new = json!({"email": email, "password": email, "display_name": "Somebody"});
        let (status, text) = self.post("/v1/users", &new).await;
        assert!([422, 429].contains(&status), "{status} {text}");
        status == 422
    }
}

impl Client {
    /// Tries more often than a share that is used up would come back meanwhile.
    async fn is_not_held_up(&self) {
        for _ in 0..20 {
            assert!(self.signs_up_in_vain().await);
        }
    }
}

/// How often somebody who writes another address each time may sign up until that is too often. Each address would have a share of its own.
async fn sign_ups(client: &Client, header: &'static str, around: (&str, &str)) -> u32 {
    let (before, after) = around;
    for number in 0..=TRIES {
        let stated = format!("{before}198.51.{}.{}{after}", number / 250, number % 250);
        let varied = client.clone().stating(header, &stated);
        if !varied.signs_up_in_vain().await {
            return number;
        }
    }
    panic!("{TRIES} addresses were believed")
}

fn service(folder: &Folder, more: &[&str]) -> Running {
    let data = folder.0.join("data");
    prepare(&data);
    let mut command = faan();
    command.arg("up").arg("--data-dir").arg(data);
    Running::start_with(command.args(["--trusted-proxy", PROXY]).args(more))
}

#[tokio::test(flavor = "multi_thread")]
async fn behind_nginx_each_client_has_a_share_and_nobody_invents_addresses() {
    if program().is_none() {
        return;
    }
    let folder = Folder::new();
    let service = service(&folder, &["--connections-per-address", "4"]);
    let headers = "proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;";
    let nginx = Nginx::start(&service.url, headers).unwrap();
    // What a client writes stands left of what nginx adds.
    let counted = sign_ups(&nginx.client(GREEDY), "X-Forwarded-For", PLAIN).await;
    assert!(counted >= SHARE, "{counted}");
    nginx.client(NEIGHBOUR).is_not_held_up().await;
    // By another way than the proxy nobody is believed, not even with the proxy's address.
    let direct = Client::new(GREEDY, service.url.clone(), |http| http);
    sign_ups(&direct, "X-Forwarded-For", ("127.0.0.3, ", "")).await;

    // Whoever is honest signs in, keeps a club and follows it, over TLS, too.
    let account = json!({ "email": EMAIL, "password": PASSWORD, "display_name": "Mei" });
    let mei = nginx.client_under_tls(MEI);
    let mut owner = Owner {
        http: mei.http,
        ..Owner::nobody(&mei.url)
    };
    owner.write("/v1/users", account).await;
    let credentials = json!({ "email": EMAIL, "password": PASSWORD });
    let session = owner.write("/v1/sessions", credentials).await;
    owner.token = session["access_token"].as_str().unwrap().to_owned();
    let club = keep_a_club(&owner).await;
    streams_count(&nginx, &owner, &club).await;
}

/// A club is founded, a stream tells of what is recorded in it, and 200 hands are sent in a body of 250 kB. Returns the club's path.
async fn keep_a_club(owner: &Owner) -> String {
    let (club, players) = owner.found_club().await;
    let events = owner.http.get(format!("{}{club}/events", owner.url));
    let mut events = answer_to(events.bearer_auth(&owner.token)).await;
    assert_eq!(events.headers()["content-type"], "text/event-stream");
    owner.open_match(&club, &players, json!({})).await;
    let mut told = String::new();
    while !told.contains("event: match_opened") {
        let part = tokio::time::timeout(PATIENCE, events.chunk());
        let part = part.await.unwrap().unwrap().unwrap();
        told += std::str::from_utf8(&part).unwrap();
    }
    let wins = json!({
        "seat_wind": "south", "round_wind": "east", "won_by": "self_draw",
        "hand": {"concealed": "123456789p 99s EE", "winning_tile": "E"}
    });
    let batch = json!({"variant": {"id": "old-hong-kong"}, "wins": vec![wins; 200], "options": {}});
    let padded = format!("{batch}{}", " ".repeat(200_000));
    let sent = owner.http.post(format!("{}/v1/score:batch", owner.url));
    let sent = sent.header("Content-Type", "application/json").body(padded);
    let (status, text) = ask(sent).await;
    assert_eq!(status, 200, "{text}");
    let scored: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(scored["results"].as_array().unwrap().len(), 200);
    club
}

/// One client has as many streams through the proxy as it may have connections, and its neighbour is served.
async fn streams_count(nginx: &Nginx, owner: &Owner, club: &str) {
    let path = format!("{club}/events");
    let follow = |client: &Client| {
        let asked = client
            .http
            .request(Method::GET, format!("{}{path}", client.url));
        let stated = client.headers.iter();
        let asked = stated.fold(asked, |asked, (name, value)| asked.header(*name, value));
        answer_to(asked.bearer_auth(&owner.token))
    };
    // An address without a connection of its own to the service, which would count, too.
    let greedy = nginx.client(VIEWER);
    let mut streams = Vec::new();
    for _ in 0..4 {
        let stream = follow(&greedy).await;
        assert_eq!(stream.status(), 200);
        streams.push(stream);
    }
    let varied = greedy.clone().stating("X-Forwarded-For", "192.0.2.1");
    for client in [&greedy, &varied] {
        let (status, said) = client::read(follow(client).await).await;
        assert_eq!(status, 429);
        assert!(said.contains("too_many_connections"), "{said}");
    }
    let neighbour = follow(&nginx.client(NEIGHBOUR)).await;
    assert_eq!(neighbour.status(), 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn behind_nginx_the_header_of_rfc_7239_will_do() {
    if program().is_none() {
        return;
    }
    let folder = Folder::new();
    let service = service(&folder, &["--forwarded-header", "forwarded"]);
    // X-Forwarded-For is passed on as the client wrote it.
    let headers = "proxy_set_header Forwarded \"for=$remote_addr\";";
    let nginx = Nginx::start(&service.url, headers).unwrap();
    let greedy = nginx.client(GREEDY);
    let counted = sign_ups(&greedy, "X-Forwarded-For", PLAIN).await;
    assert!(counted >= SHARE, "{counted}");
    sign_ups(&greedy, "Forwarded", ("for=", "")).await;
    nginx.client(NEIGHBOUR).is_not_held_up().await;
}
