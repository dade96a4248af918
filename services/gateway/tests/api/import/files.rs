//! Sheets as the files that spreadsheets save.

mod workbooks;

use encoding_rs::{BIG5, Encoding, GBK};
use reqwest::Method;
use serde_json::{Value, json};

use super::{NAMES, import, sheet};
use crate::app::{Answer, Club, TestApp, fresh_key};

pub(super) const CSV: &str = "text/csv";
pub(super) const TERMS: &str =
    r#"{"variant": {"id": "old-hong-kong"}, "stake_cents": 50, "currency": "HKD"}"#;

/// In Big5-HKSCS alone are 鰂 and 啫.
pub(super) const PEOPLE: [&str; 4] = ["陳大文", "李小明", "鰂魚哥", "啫喱"];

const ENGLISH: &str = "\
match,played_on,east,south,west,north,winner,won_by,from,fan,limit
1,2025-09-01,陳大文,李小明,鰂魚哥,啫喱,李小明,discard,鰂魚哥,4,
1,,,,,,陳大文,self_draw,,,true
1,,,,,,,goulash,,,
1,,,,,,,early_end,,,
";

const TRADITIONAL: &str = "\
場次,日期,東家,南家,西家,北家,食糊者,食糊方式,出銃,番數,爆棚
1,2025/9/1,陳大文,李小明,鰂魚哥,啫喱,李小明,食糊,鰂魚哥,4,否
1,,,,,,陳大文,自摸,,,是
1,,,,,,,流局,,,
1,,,,,,,提早完結,,,
";

const SIMPLIFIED: &str = "\
场次,日期,东,南,西,北,赢家,胡牌方式,点炮者,番数,封顶
1,2025年9月1日,陳大文,李小明,鰂魚哥,啫喱,李小明,点炮,鰂魚哥,４番,
1,,,,,,陳大文,自摸,,,是
1,,,,,,,荒庄,,,
1,,,,,,,中止,,,
";

const SPACED: &str = "\
Match,Played on,EAST,South,West,North,Winner,Won by,From,Fan,Limit
1,2025.9.1,陳大文,李小明,鰂魚哥,啫喱,李小明,Discard,鰂魚哥,４,No
1,2025-9-1,,,,,陳大文,Self-draw,,爆棚,
1,,,,,,,Goulash,,,
1,,,,,,,Early end,,,
";

/// The bytes of a text in an encoding; of Big5, also in what only Big5-HKSCS has, which `encoding_rs` reads and does not write.
fn encoded(text: &str, encoding: &'static Encoding) -> Vec<u8> {
    let letter = |letter: char| {
        let text = letter.to_string();
        let (bytes, _, has_errors) = encoding.encode(&text);
        if !has_errors {
            return bytes.into_owned();
        }
        let pairs = (0x81..=0xfe).flat_map(|lead| (0x40..=0xfe).map(move |trail| [lead, trail]));
        let reads = |pair: &[u8; 2]| encoding.decode_without_bom_handling(pair).0 == text;
        pairs.into_iter().find(reads).unwrap().to_vec()
    };
    text.chars().flat_map(letter).collect()
}

fn utf_16(text: &str, bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
    text.encode_utf16().flat_map(bytes).collect()
}

/// A request that has a file as its body.
pub(super) async fn send(
    club: &Club<'_>,
    (query, key): (&[(&str, &str)], Option<&str>),
    (kind, file): (&str, &[u8]),
) -> Answer {
    let query = url::form_urlencoded::Serializer::new(String::new())
        .extend_pairs(query)
        .finish();
    let path = format!("{}/matches:import?{query}", club.path);
    let request = club.owner.request(Method::POST, &path);
    let request = match key {
        Some(key) => request.key(key),
        None => request,
    };
    let request = request.header("Content-Type", kind).body(file.to_vec());
    request.send().await
}

pub(super) async fn dry_run(club: &Club<'_>, kind: &str, file: &[u8]) -> Answer {
    let query = [("dry_run", "true"), ("terms", TERMS)];
    send(club, (&query, None), (kind, file)).await
}

/// A club in which they play, and what the sheet comes to there in JSON.
pub(super) async fn club(app: &TestApp) -> (Club<'_>, Value) {
    let club = app.club().await;
    let players = format!("{}/players", club.path);
    for name in PEOPLE {
        let enrolled = club.owner.post(&players, json!({"name": name})).await;
        enrolled.expect(201);
    }
    let expected = super::dry_run(&club, ENGLISH).await.expect(200);
    assert_eq!(expected["doubts"], json!([]));
    (club, expected)
}

/// What a preview says of the matches, and what it says that the sheet was read as.
pub(super) fn apart(mut preview: Value) -> (Value, Value) {
    let read_as = preview["read_as"].take();
    (preview, read_as)
}

fn csv(encoding: &str, separator: &str) -> Value {
    json!({"format": "csv", "encoding": encoding, "separator": separator})
}

#[tokio::test(flavor = "multi_thread")]
async fn one_season_is_the_same_in_every_file() {
    let app = TestApp::start().await;
    let (club, expected) = club(&app).await;
    let (expected, read_as) = apart(expected);
    assert_eq!(read_as, csv("UTF-8", "comma"));
    let stated = |text: &str| format!("\u{feff}sep=;\r\n{}", text.replace(',', ";"));
    let tabs = |text: &str| text.replace(',', "\t");
    #[rustfmt::skip]
    let files: Vec<(&str, Vec<u8>, Value)> = vec![
        (CSV, ENGLISH.into(), csv("UTF-8", "comma")),
        (CSV, SPACED.into(), csv("UTF-8", "comma")),
        ("Text/CSV; Charset=\"UTF-8\"", TRADITIONAL.into(), csv("UTF-8", "comma")),
        ("application/octet-stream; charset=binary", SIMPLIFIED.into(), csv("UTF-8", "comma")),
        (CSV, format!("\u{feff}{TRADITIONAL}").into(), csv("UTF-8", "comma")),
        (CSV, stated(TRADITIONAL).into(), csv("UTF-8", "semicolon")),
        (CSV, TRADITIONAL.replace('\n', "\r\n").replace(',', ";").into(), csv("UTF-8", "semicolon")),
        ("text/tab-separated-values", tabs(TRADITIONAL).into(), csv("UTF-8", "tab")),
        // What Excel calls “Unicode Text”, with its mark and without.
        ("text/plain", utf_16(&format!("\u{feff}{}", tabs(TRADITIONAL)), u16::to_le_bytes), csv("UTF-16LE", "tab")),
        ("text/plain", utf_16(&format!("\u{feff}{}", tabs(TRADITIONAL)), u16::to_be_bytes), csv("UTF-16BE", "tab")),
        ("text/plain; charset=utf-16", utf_16(&format!("\u{feff}{}", tabs(SIMPLIFIED)), u16::to_be_bytes), csv("UTF-16BE", "tab")),
        (CSV, utf_16(ENGLISH, u16::to_le_bytes), csv("UTF-16LE", "comma")),
        (CSV, utf_16(TRADITIONAL, u16::to_be_bytes), csv("UTF-16BE", "comma")),
        (CSV, encoded(ENGLISH, BIG5), csv("Big5", "comma")),
        (CSV, encoded(TRADITIONAL, BIG5), csv("Big5", "comma")),
        ("text/csv; charset=big5-hkscs", encoded(TRADITIONAL, BIG5), csv("Big5", "comma")),
        (CSV, encoded(ENGLISH, GBK), csv("GBK", "comma")),
        (CSV, encoded(&tabs(SIMPLIFIED), GBK), csv("GBK", "tab")),
        ("text/csv; charset=gb18030", encoded(SIMPLIFIED, GBK), csv("gb18030", "comma")),
    ];
    for (place, (kind, file, expected_reading)) in files.iter().enumerate() {
        let told = dry_run(&club, kind, file).await.expect(200);
        let (mut told, read_as) = apart(told);
        if file.starts_with("\u{feff}sep=".as_bytes()) {
            // The match begins one line later.
            assert_eq!(told["matches"][0]["line"], 3);
            told["matches"][0]["line"] = json!(2);
        }
        assert_eq!(told, expected, "{place} {kind}");
        assert_eq!(&read_as, expected_reading, "{place} {kind}");
    }
}

/// One key is for one file and its terms, however these are spaced.
#[tokio::test(flavor = "multi_thread")]
async fn a_file_is_imported_once() {
    let app = TestApp::start().await;
    let (club, expected) = club(&app).await;
    let (key, file) = (fresh_key(), encoded(TRADITIONAL, BIG5));
    let once = async |terms: &str, (kind, file): (&str, &[u8])| {
        send(&club, (&[("terms", terms)], Some(&key)), (kind, file)).await
    };
    let first = once(TERMS, (CSV, &file)).await;
    let imported = first.json["matches"][0].clone();
    assert_eq!((first.status, &imported["label"]), (201, &json!("1")));
    assert_eq!(imported["state"], expected["matches"][0]["state"]);
    let spaced = TERMS.replace(' ', "");
    for (terms, kind) in [(TERMS, CSV), (&*spaced, "application/octet-stream")] {
        let again = once(terms, (kind, &file)).await;
        assert_eq!((again.status, &again.text), (201, &first.text));
        assert_eq!(again.header("idempotency-replayed"), "true");
    }
    let dearer = TERMS.replace("50", "100");
    let other = [file.as_slice(), b"\n"].concat();
    for (terms, sent) in [
        (&*dearer, (CSV, &file)),
        (TERMS, (CSV, &other)),
        (TERMS, ("text/csv; charset=big5", &file)),
    ] {
        let reused = once(terms, (sent.0, sent.1)).await;
        reused.refused(422, "idempotency_key_reused");
    }
    let body = sheet(TRADITIONAL);
    let reused = import(&club, &key, &body).await;
    reused.refused(422, "idempotency_key_reused");
}

#[tokio::test(flavor = "multi_thread")]
async fn terms_come_with_a_file_and_no_other_body() {
    let app = TestApp::start().await;
    let (club, _) = club(&app).await;
    #[rustfmt::skip]
    let wrong = [
        ("", 400, "malformed_json", "terms", "`terms` stops being JSON at line 1"),
        ("{\"variant\": ", 400, "malformed_json", "terms/variant", "`terms` stops being JSON"),
        ("[]", 422, "invalid_value", "terms", "expected an object"),
        ("{}", 400, "missing_field", "terms/variant", "`variant` is missing"),
        (r#"{"variant": {"id": "old-hong-kong"}, "stake": 1}"#, 400, "unknown_field", "terms/stake", "no field `stake`"),
        (r#"{"variant": {"id": "old-hong-kong"}, "stake_cents": "1"}"#, 400, "invalid_field", "terms/stake_cents", "whole number"),
        (r#"{"variant": {"id": "old-hong-kong"}, "stake_cents": 50}"#, 400, "missing_field", "terms/currency", "needs a currency"),
        (r#"{"variant": {"id": "none"}}"#, 422, "variant_not_found", "terms/variant/id", "none"),
    ];
    let mut faults = Vec::new();
    for (terms, status, code, pointer, sentence) in wrong {
        let query = [("dry_run", "true"), ("terms", terms)];
        let answer = send(&club, (&query, None), (CSV, ENGLISH.as_bytes())).await;
        faults.extend(answer.fault(terms, (status, code, pointer, sentence)));
    }
    let dry: &[(&str, &str)] = &[("dry_run", "true")];
    let none = send(&club, (dry, None), (CSV, ENGLISH.as_bytes())).await;
    faults.extend(none.fault("none", (400, "missing_field", "terms", "is missing")));
    let body = sheet(ENGLISH).to_string();
    let query = [("dry_run", "true"), ("terms", TERMS)];
    let json = send(&club, (&query, None), ("application/json", body.as_bytes())).await;
    let expected = (400, "invalid_parameter", "terms", "only with a file");
    faults.extend(json.fault("with JSON", expected));
    let twice = [query.as_slice(), &query[1..]].concat();
    let twice = send(&club, (&twice, None), (CSV, ENGLISH.as_bytes())).await;
    twice.refused(400, "invalid_parameter");
    let picture = dry_run(&club, "image/png", ENGLISH.as_bytes()).await;
    let expected = (415, "unsupported_content_type", "Content-Type", "text/csv");
    faults.extend(picture.fault("a picture", expected));
    let large = vec![b'\n'; 512 * 1024 + 1];
    let large = dry_run(&club, CSV, &large).await;
    let large = large.refused(413, "body_too_large");
    assert!(large["detail"].as_str().unwrap().contains("512 KiB"));
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// What one reader of JSON takes and another does not is read or refused.
#[tokio::test(flavor = "multi_thread")]
async fn terms_that_not_every_reader_takes_are_no_fault_of_the_server() {
    let app = TestApp::start().await;
    let (club, _) = club(&app).await;
    let deep = format!(
        r#"{{"variant": {{"document": {}1{}}}}}"#,
        "[".repeat(200),
        "]".repeat(200)
    );
    for (terms, status) in [
        (&*format!("\u{feff}{TERMS}"), 200),
        (r#"{"variant": {"document": {"a": 1e999}}}"#, 422),
        (r#"{"variant": {"document": {"a": "\ud800"}}}"#, 422),
        (&deep, 422),
    ] {
        let query = [("dry_run", "true"), ("terms", terms)];
        let answer = send(&club, (&query, None), (CSV, ENGLISH.as_bytes())).await;
        assert_eq!(answer.status, status, "{terms}: {}", answer.text);
    }
}

/// What a file cannot be read for, and where something in it is doubtful.
#[tokio::test(flavor = "multi_thread")]
async fn what_a_file_was_read_as_is_told_where_it_is_refused() {
    let app = TestApp::start().await;
    let (club, _) = club(&app).await;
    let big5 = encoded(TRADITIONAL, BIG5);
    let cut = TRADITIONAL.rfind('完').unwrap() + 1;
    #[rustfmt::skip]
    let unreadable: Vec<(&str, Vec<u8>, &str)> = vec![
        ("text/csv; charset=utf-8", big5.clone(), "was read as UTF-8, and line 1 has bytes that are no letter"),
        ("text/csv; charset=big5", TRADITIONAL.into(), "was read as Big5, and line 1"),
        (CSV, big5[..big5.len() - 60].iter().copied().chain(*b"\xa4\n").collect(), "was read as Big5, and line"),
        (CSV, TRADITIONAL.as_bytes()[..cut].to_vec(), "was read as UTF-8, and line"),
        (CSV, ENGLISH.replace("陳", "\u{fffd}").into(), "in place of letters"),
        (CSV, b"a,b\0,c,d,e,f,g,h,i,j,k,l,m,n,o,p,q\n".to_vec(), "is no text"),
        (CSV, b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n".to_vec(), "has to name the columns"),
        (CSV, b"".to_vec(), "is empty"),
        (CSV, b"sep=|\nmatch|fan\n".to_vec(), "no comma, semicolon or tab"),
        ("text/csv; charset=gbk", encoded("啊", GBK).repeat(175_000), "512 KiB of text"),
    ];
    let mut faults = Vec::new();
    for (kind, file, sentence) in unreadable {
        let answer = dry_run(&club, kind, &file).await;
        faults.extend(answer.fault(kind, (422, "invalid_value", "", sentence)));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    // Names that nobody has may be those of another encoding. Lines are those of the file, also after one that states the separator.
    let unknown = format!("sep=,\n{}", TRADITIONAL.replace("陳大文", "陳小文"));
    let query = [("terms", TERMS)];
    for (encoding, caution) in [(Some(BIG5), true), (None, false)] {
        let file = encoding.map_or(unknown.clone().into(), |big5| encoded(&unknown, big5));
        let key = fresh_key();
        let kept_out = send(&club, (&query, Some(&key)), (CSV, &file)).await;
        let kept_out = kept_out.refused(422, "import_refused");
        let detail = kept_out["detail"].as_str().unwrap();
        assert_eq!(
            detail.contains("The file was read as Big5"),
            caution,
            "{detail}"
        );
        let first = &kept_out["errors"][0];
        assert_eq!(
            (&first["line"], &first["column"], &first["pointer"]),
            (&json!(3), &json!("east"), &json!(""))
        );
        assert!(first["detail"].as_str().unwrap().contains("陳小文"));
    }
}

/// West of here.
#[tokio::test(flavor = "multi_thread")]
async fn names_of_the_west_are_read() {
    let app = TestApp::start().await;
    let (club, _) = club(&app).await;
    let players = format!("{}/players", club.path);
    for name in ["Zoë Núñez", "François"] {
        club.owner
            .post(&players, json!({"name": name}))
            .await
            .expect(201);
    }
    let [one, two, ..] = NAMES;
    let text = format!(
        "match;played_on;east;south;west;north;winner;won_by;from;fan\n1;2025-09-01;Zoë Núñez;François;{one};{two};Zoë Núñez;self_draw;;4\n1;;;;;;;early_end;;\n"
    );
    let file = encoded(&text, encoding_rs::WINDOWS_1252);
    let (told, read_as) = apart(dry_run(&club, CSV, &file).await.expect(200));
    assert_eq!(told["doubts"], json!([]));
    assert_eq!(read_as, csv("windows-1252", "semicolon"));
}
