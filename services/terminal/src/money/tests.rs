use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use expect_test::expect_file;

use super::{MinorUnits, Money, digits};

/// Minor units, a currency, and the text. Each place that prints money is tested with them.
pub(crate) const AMOUNTS: [(i64, &str, &str); 4] = [
    (800, "JPY", "JPY 800"),
    (24_000, "KWD", "KWD 24.000"),
    (1_350, "HKD", "HKD 13.50"),
    (1_350, "USD", "USD 13.50"),
];

/// The currencies whose minor unit is not a hundredth, as ISO 4217 lists them (list one, 2026-01-01), by the digits after the point.
const LISTED: [(u16, &str); 3] = [
    (
        0,
        "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
    ),
    (3, "BHD IQD JOD KWD LYD OMR TND"),
    (4, "CLF UYW"),
];

/// The modules that have amounts of money. Each has a test with [`AMOUNTS`], but for `game`, whose amount is printed by `open`.
const PLACES: [&str; 5] = [
    "audit_commands/sheet.rs",
    "evenings/show.rs",
    "match_commands/game.rs",
    "match_commands/open.rs",
    "sheet.rs",
];

#[test]
fn an_amount_has_the_digits_of_its_currency() {
    for (amount, currency, text) in AMOUNTS {
        assert_eq!(MinorUnits(amount).of(currency).to_string(), text);
    }
    for (amount, currency, text) in [
        (50, "JPY", "JPY 50"),
        (5, "KWD", "KWD 0.005"),
        (5, "HKD", "HKD 0.05"),
        (-1_350, "HKD", "HKD -13.50"),
        (-5, "HKD", "HKD -0.05"),
        (100, "IDR", "IDR 1.00"),
        (100, "HUF", "HUF 1.00"),
        (100, "XAU", "XAU 1.00"),
        (100, "AAA", "AAA 1.00"),
        (100, "€€€", "€€€ 1.00"),
        (i64::MIN, "JPY", "JPY -9223372036854775808"),
    ] {
        assert_eq!(MinorUnits(amount).of(currency).to_string(), text);
    }
    assert_eq!(format!("{:+}", Money::new(1_350, "HKD")), "HKD +13.50");
    assert_eq!(format!("{:+}", Money::new(0, "HKD")), "HKD 0.00");
}

#[test]
fn the_digits_are_those_that_iso_4217_lists() {
    assert_eq!(
        exceptions(),
        LISTED
            .iter()
            .flat_map(|(digits, codes)| codes.split(' ').map(|code| (code.to_owned(), *digits)))
            .collect::<BTreeSet<_>>()
    );
}

#[test]
fn the_pages_have_the_same_digits() {
    let mut module = "// @ts-check\n/** How many digits stand after the point, where these are not 2 (ISO 4217). `UPDATE_EXPECT=1` writes this file. \
                      @type {Readonly<Partial<Record<string, number>>>} */\nexport const CURRENCY_DIGITS = {\n"
        .to_owned();
    for (code, digits) in exceptions() {
        writeln!(module, "  {code}: {digits},").unwrap();
    }
    module += "};\n";
    let file = source().join("../../web/assets/currency_digits.js");
    expect_file![file].assert_eq(&module);
}

#[test]
fn each_place_with_money_is_known() {
    let mut found = Vec::new();
    each_module(&source(), &mut |path, text| {
        let names = |line: &str| {
            let code = line.split("//").next().unwrap_or_default();
            code.split(|c: char| !c.is_alphanumeric() && !"_\"".contains(c))
                .any(|word| word.ends_with("_cents"))
        };
        if text.lines().any(names) {
            assert!(
                text.contains("money::"),
                "{} has amounts of money, and does not print them by `money`",
                path.display()
            );
            found.push(path.to_str().unwrap().to_owned());
        }
    });
    found.sort();
    assert_eq!(found, PLACES);
}

/// All codes with other digits than 2.
fn exceptions() -> BTreeSet<(String, u16)> {
    let letters = || 'A'..='Z';
    let codes = letters().flat_map(|first| {
        letters().flat_map(move |second| {
            letters().map(move |third| [first, second, third].iter().collect::<String>())
        })
    });
    codes
        .map(|code| (digits(&code), code))
        .filter(|(digits, _)| *digits != 2)
        .map(|(digits, code)| (code, digits))
        .collect()
}

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// Every module of the crate but this one, by its path in the source.
fn each_module(folder: &Path, to: &mut impl FnMut(&Path, &str)) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let inside = path.strip_prefix(source()).unwrap();
        match path.is_dir() {
            true if inside == Path::new("money") => {}
            true => each_module(&path, to),
            false => to(inside, &fs::read_to_string(&path).unwrap_or_default()),
        }
    }
}
