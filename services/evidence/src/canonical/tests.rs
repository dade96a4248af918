//! The examples that RFC 8785 prints, and what is held against more than integers.

use super::*;
use proptest::prelude::*;

fn canonical(json: &str) -> Result<String, Refusal> {
    let value: Value = serde_json::from_str(json)?;
    Ok(String::from_utf8(bytes(&value)?).unwrap())
}

/// Appendix B: the bits of a number, and how it is written.
const NUMBERS: &[(u64, &str)] = &[
    (0x0000_0000_0000_0000, "0"),
    (0x8000_0000_0000_0000, "0"),
    (0x0000_0000_0000_0001, "5e-324"),
    (0x8000_0000_0000_0001, "-5e-324"),
    (0x3eb0_c6f7_a0b5_ed8c, "9.999999999999997e-7"),
    (0x3eb0_c6f7_a0b5_ed8d, "0.000001"),
    (0x41b3_de43_5555_5553, "333333333.3333332"),
    (0x41b3_de43_5555_5554, "333333333.33333325"),
    (0x41b3_de43_5555_5555, "333333333.3333333"),
    (0x41b3_de43_5555_5556, "333333333.3333334"),
    (0x41b3_de43_5555_5557, "333333333.33333343"),
    (0xbecb_f647_612f_3696, "-0.0000033333333333333333"),
    (0x4314_3ff3_c1cb_0959, "1424953923781206.2"),
];

/// Appendix B: numbers that the RFC writes and a leaf does not hold, as they are beyond ±(2^53 − 1).
const TOO_LARGE: &[(u64, &str)] = &[
    (0x7fef_ffff_ffff_ffff, "1.7976931348623157e+308"),
    (0xffef_ffff_ffff_ffff, "-1.7976931348623157e+308"),
    (0x4340_0000_0000_0000, "9007199254740992"),
    (0xc340_0000_0000_0000, "-9007199254740992"),
    (0x4430_0000_0000_0000, "295147905179352830000"),
    (0x44b5_2d02_c7e1_4af5, "9.999999999999997e+22"),
    (0x44b5_2d02_c7e1_4af6, "1e+23"),
    (0x44b5_2d02_c7e1_4af7, "1.0000000000000001e+23"),
    (0x444b_1ae4_d6e2_ef4e, "999999999999999700000"),
    (0x444b_1ae4_d6e2_ef4f, "999999999999999900000"),
    (0x444b_1ae4_d6e2_ef50, "1e+21"),
];

#[test]
fn numbers_are_written_as_in_appendix_b() {
    for (bits, expected) in NUMBERS {
        let number = f64::from_bits(*bits);
        assert_eq!(bytes(&number).unwrap(), expected.as_bytes());
        assert_eq!(canonical(expected).unwrap(), *expected, "read again");
    }
    for (bits, text) in TOO_LARGE {
        let refused = |result| matches!(result, Err(Refusal::Number(_)));
        assert!(refused(bytes(&f64::from_bits(*bits)).map(drop)), "{text}");
        assert!(refused(canonical(text).map(drop)), "{text}");
    }
    for text in ["NaN", "Infinity", "-Infinity", "1e400"] {
        assert!(matches!(canonical(text), Err(Refusal::Json(_))), "{text}");
    }
    let (most, least) = ("9007199254740991", "-9007199254740991");
    assert_eq!(canonical(most).unwrap(), most);
    assert_eq!(canonical(least).unwrap(), least);
}

/// Section 3.2.2, without the number 1E30.
#[test]
fn values_are_written_as_in_the_example() {
    let json = r#"{
        "numbers": [333333333.33333329, 4.50, 2e-3, 0.000000000000000000000000001],
        "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
        "literals": [null, true, false]
    }"#;
    let expected = r#"{"literals":[null,true,false],"numbers":[333333333.3333333,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}"#;
    assert_eq!(canonical(json).unwrap(), expected);
}

/// Section 3.2.3: by UTF-16 code units, so that an emoji comes before a sign of the plane that it is beyond.
#[test]
fn fields_are_sorted_as_in_the_example() {
    let json = r#"{
        "\u20ac": "Euro Sign",
        "\r": "Carriage Return",
        "\ufb33": "Hebrew Letter Dalet With Dagesh",
        "1": "One",
        "\ud83d\ude00": "Emoji: Grinning Face",
        "\u0080": "Control",
        "\u00f6": "Latin Small Letter O With Diaeresis"
    }"#;
    let expected = [
        r#""\r":"Carriage Return""#,
        r#""1":"One""#,
        "\"\u{80}\":\"Control\"",
        r#""ö":"Latin Small Letter O With Diaeresis""#,
        r#""€":"Euro Sign""#,
        r#""😀":"Emoji: Grinning Face""#,
        "\"\u{fb33}\":\"Hebrew Letter Dalet With Dagesh\"",
    ];
    let expected = format!("{{{}}}", expected.join(","));
    assert_eq!(canonical(json).unwrap(), expected);
}

/// Section 3.2.2.2: the short escapes, four lower-case digits for other control characters, and nothing else.
#[test]
fn only_what_has_to_be_is_escaped() {
    let json =
        r#""\u0000\u0008\u0009\u000a\u000b\u000c\u000d\u001f\u0020\"\\\/\u007f\u00e9\u2028\u6f22""#;
    let expected = "\"\\u0000\\b\\t\\n\\u000b\\f\\r\\u001f \\\"\\\\/\u{7f}é\u{2028}漢\"";
    assert_eq!(canonical(json).unwrap(), expected);
    assert!(canonical(r#""\ud800""#).is_err(), "half a character");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(5_000))]

    /// What was written is read as the same number: otherwise a document could not be told from its neighbour.
    #[test]
    fn a_fraction_survives_being_read(number in -1e15..1e15, bits in any::<u64>()) {
        // JSON has no others.
        let numbers = [number, f64::from_bits(bits)].into_iter().filter(|number| number.is_finite());
        for number in numbers {
            if let Ok(written) = bytes(&number).map(|bytes| String::from_utf8(bytes).unwrap()) {
                prop_assert_eq!(written.parse(), Ok(number));
                prop_assert_eq!(canonical(&written).unwrap(), written);
            }
        }
    }
}

/// Any JSON, with names and strings of all kinds of characters.
fn any_json() -> impl Strategy<Value = Value> {
    let text = prop_oneof![
        any::<String>(),
        "[ -~\u{0}-\u{20}\u{7f}\u{e000}-\u{10ffff}]{0,8}"
    ];
    let name = prop_oneof![4 => "[a-zA-Z_\"\\\\\u{0}-\u{20}]{0,4}", 1 => text.clone()];
    let number = prop_oneof![
        (-MAX_INTEGER..=MAX_INTEGER).prop_map(Value::from),
        (-1e15..1e15).prop_map(Value::from),
        (-1000..1000_i32).prop_map(|number| Value::from(f64::from(number))),
    ];
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        number,
        text.prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 64, 8, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..8).prop_map(Value::from),
            prop::collection::vec((name.clone(), inner), 0..8)
                .prop_map(|fields| Value::Object(fields.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn whatever_is_written_is_what_the_canonicalizer_writes(value in any_json()) {
        prop_assert_eq!(bytes(&value).unwrap(), serde_json_canonicalizer::to_vec(&value).unwrap());
    }

    /// Most values are written without it, whatever the order of their fields.
    #[test]
    fn plain_values_are_written_as_the_canonicalizer_writes_them(value in plain_json()) {
        let value = Unsorted(value);
        prop_assert_eq!(sorted_fields::write(&value), Some(canonicalized(&value).unwrap()));
    }
}

/// JSON of integers and strings, in objects whose fields have names of ASCII.
fn plain_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-MAX_INTEGER..=MAX_INTEGER).prop_map(Value::from),
        any::<String>().prop_map(Value::from),
    ];
    leaf.prop_recursive(5, 64, 8, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..8).prop_map(Value::from),
            prop::collection::vec(("[!#-Z^-~ ]{0,3}", inner), 0..8)
                .prop_map(|fields| Value::Object(fields.into_iter().collect())),
        ]
    })
}

/// Serializes the fields of objects out of order.
struct Unsorted(Value);

impl Serialize for Unsorted {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let unsorted = |value: &Value| Self(value.clone());
        match &self.0 {
            Value::Array(values) => serializer.collect_seq(values.iter().map(unsorted)),
            Value::Object(fields) => {
                let (even, odd): (Vec<_>, Vec<_>) = fields
                    .iter()
                    .enumerate()
                    .partition(|(place, _)| place % 2 == 0);
                let fields = odd.into_iter().chain(even.into_iter().rev());
                serializer.collect_map(fields.map(|(_, (name, value))| (name, unsorted(value))))
            }
            other @ (Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_)) => {
                other.serialize(serializer)
            }
        }
    }
}

/// What is left to others is written by them, or refused.
#[test]
fn what_is_unusual_is_not_written_as_if_it_were_plain() {
    #[derive(Serialize)]
    struct Twice {
        name: u8,
        #[serde(flatten)]
        others: BTreeMap<&'static str, u8>,
    }
    let twice = Twice {
        name: 1,
        others: BTreeMap::from([("name", 2)]),
    };
    assert_eq!(sorted_fields::write(&twice), None);
    let raw = RawValue::from_string(r#"{"b":1,"a":2}"#.to_owned()).unwrap();
    assert_eq!(sorted_fields::write(&raw), None);
    assert_eq!(bytes(&raw).unwrap(), br#"{"a":2,"b":1}"#);
    for number in [MAX_INTEGER + 1, -MAX_INTEGER - 1] {
        assert_eq!(sorted_fields::write(&number), None);
        assert!(matches!(bytes(&number), Err(Refusal::Number(_))));
    }
    assert_eq!(sorted_fields::write(&u64::MAX), None);
    assert_eq!(sorted_fields::write(&1.5), None);
    assert_eq!(sorted_fields::write(&i128::from(MAX_INTEGER)), None);
    for name in ["é", "\"", "\n"] {
        assert_eq!(
            sorted_fields::write(&BTreeMap::from([(name, 1)])),
            None,
            "{name}"
        );
    }
}
