use serde_json::json;

use super::*;

const SECOND: Duration = Duration::from_secs(1);

/// Keys with these ids.
fn keys(ids: &[&str]) -> KeySet {
    let key = |id: &&str| {
        let x = "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo";
        json!({"kty": "OKP", "crv": "Ed25519", "x": x, "kid": id})
    };
    let keys: Vec<_> = ids.iter().map(key).collect();
    KeySet::read(serde_json::from_value(json!({"keys": keys})).unwrap()).unwrap()
}

/// A cache as it is by default, and when it began.
fn cache() -> (Cache, Instant) {
    let config = Oidc::new("https://id.example.org".to_owned(), "faan".to_owned());
    (Cache::new(&config), Instant::now())
}

/// What is known of a key, whether the issuer is asked, and how long it is left alone.
fn seen(cache: &Cache, id: &str, now: Instant) -> (&'static str, bool, u64) {
    let known = cache.look(id, Algorithm::EdDSA, now);
    let asks = cache.asks(&known, now).is_some();
    let known = match known {
        Known::Key(_) => "known",
        Known::Misused => "misused",
        Known::UnknownKey => "stranger",
        Known::Nothing => "nothing",
    };
    (known, asks, cache.wait(now).as_secs())
}

#[test]
fn fresh_keys_are_used_without_asking() {
    let (mut cache, start) = cache();
    assert_eq!(seen(&cache, "a", start), ("nothing", true, 0));
    cache.keep(Some(keys(&["a"])), Why::Age, start);
    assert_eq!(seen(&cache, "a", start + 299 * SECOND), ("known", false, 0));
    assert_eq!(seen(&cache, "a", start + 300 * SECOND), ("known", true, 0));
}

#[test]
fn keys_go_on_for_an_hour_without_their_issuer() {
    let (mut cache, start) = cache();
    cache.keep(Some(keys(&["a"])), Why::Age, start);
    let later = start + 300 * SECOND;
    cache.keep(None, Why::Age, later);
    // It is asked again, and not all the time.
    assert_eq!(seen(&cache, "a", later), ("known", false, 10));
    assert_eq!(seen(&cache, "a", later + 10 * SECOND), ("known", true, 0));
    assert_eq!(seen(&cache, "a", start + 3599 * SECOND), ("known", true, 0));
    assert_eq!(
        seen(&cache, "a", start + 3600 * SECOND),
        ("nothing", true, 0)
    );
}

#[test]
fn a_stranger_has_the_issuer_asked_once_in_a_while() {
    let (mut cache, start) = cache();
    cache.keep(Some(keys(&["a"])), Why::Age, start);
    // At once for the first: the issuer may have a new key since.
    assert_eq!(seen(&cache, "b", start), ("stranger", true, 0));
    cache.keep(Some(keys(&["a"])), Why::UnknownKey, start);
    assert_eq!(seen(&cache, "c", start), ("stranger", false, 10));
    assert_eq!(
        seen(&cache, "c", start + 10 * SECOND),
        ("stranger", true, 0)
    );
    assert!(cache.answered());
}

#[test]
fn a_key_for_another_algorithm_is_not_worth_a_question() {
    let (mut cache, start) = cache();
    cache.keep(Some(keys(&["a"])), Why::Age, start);
    let known = cache.look("a", Algorithm::ES256, start);
    assert!(matches!(known, Known::Misused));
    assert!(cache.asks(&known, start).is_none());
}

#[test]
fn what_the_issuer_takes_back_is_gone() {
    let (mut cache, start) = cache();
    cache.keep(Some(keys(&["a", "b"])), Why::Age, start);
    cache.keep(Some(keys(&[])), Why::Age, start + 300 * SECOND);
    let (known, ..) = seen(&cache, "a", start + 300 * SECOND);
    assert_eq!(known, "stranger");
}

#[test]
fn without_an_answer_nobody_is_called_a_stranger() {
    let (mut cache, start) = cache();
    cache.keep(Some(keys(&["a"])), Why::Age, start);
    cache.keep(None, Why::UnknownKey, start);
    assert!(!cache.answered());
    assert_eq!(seen(&cache, "b", start), ("stranger", false, 10));
}
