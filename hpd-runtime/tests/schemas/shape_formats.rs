//! Formats mean the same as in the `jsonschema` crate.

use hpd_runtime::args::Node;
use hpd_runtime::shape::{CompileOptions, Shape};
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::json;

const TEXTS: &[(&str, &[&str])] = &[
    (
        "date",
        &[
            "2024-02-29",
            "2023-02-29",
            "1900-02-29",
            "2000-02-29",
            "0000-02-29",
            "2024-13-01",
            "2024-00-10",
            "2024-04-31",
            "2024-04-30",
            "24-04-30",
            "2024-4-3",
            "2024/04/30",
            "2024-04-300",
            "２０２４-01-01",
            "",
            "2024-01-01T",
        ],
    ),
    (
        "time",
        &[
            "12:00:00Z",
            "12:00:00z",
            "23:59:60Z",
            "22:59:60Z",
            "12:59:60+13:00",
            "00:59:60+01:00",
            "23:59:61Z",
            "24:00:00Z",
            "12:60:00Z",
            "12:00:00",
            "12:00:00.5Z",
            "12:00:00.Z",
            "12:00:00+1:00",
            "12:00:00+01:00",
            "12:00:00-23:59",
            "12:00:00+24:00",
            "12:00:00+01:60",
            "12:00Z",
            "12:00:00 Z",
            "12:00:00.123456789+05:30",
            "1:00:00Z",
            "",
        ],
    ),
    (
        "date-time",
        &[
            "2024-02-29T12:00:00Z",
            "2024-02-29t12:00:00z",
            "2024-02-29 12:00:00Z",
            "2024-02-29T12:00:00",
            "2024-02-30T12:00:00Z",
            "2024-02-29T25:00:00Z",
            "2024-12-31T23:59:60Z",
            "T",
            "2024-02-29",
            "",
        ],
    ),
    (
        "duration",
        &[
            "P1D", "P1Y2M3D", "P1Y3D", "PT1H", "PT1H2S", "PT1H2M3S", "P1W", "P1W1D", "P1WT1H", "P", "PT",
            "P1", "1D", "P1DT", "P1H", "PT1D", "P-1D", "P1.5D", "p1d", "P1M1Y", "P1DT12H", "P1D1D", "",
        ],
    ),
    (
        "email",
        &[
            "a@b.org",
            "a.b+c@d-e.org",
            "@b.org",
            "a@",
            "a",
            "a@b@c",
            "a..b@c.org",
            ".a@b.org",
            "a.@b.org",
            "\"a b\"@c.org",
            "\"\"@c.org",
            "\"a\"b\"@c.org",
            "a@[127.0.0.1]",
            "a@[IPv6:::1]",
            "a@[::1]",
            "a@-b.org",
            "a b@c.org",
            "é@c.org",
            "a@b",
            "a@b.org ",
            "a@b..org",
            "a@b_c.org",
            "a@[300.0.0.1]",
            "a'b@c.org",
            "a@xn--4gbwdl.xn--wgbh1c",
            "",
        ],
    ),
    (
        "hostname",
        &[
            "example.org",
            "localhost",
            "a-b.c",
            "-a.b",
            "a-.b",
            "a..b",
            ".a",
            "a.",
            "a_b",
            "1.2",
            "a--b",
            "ab--c",
            "xn--nxasmq6b",
            "xn--X",
            "xn--",
            "XN--aa---o47jg78q",
            "xn--a-é",
            "",
            "é.org",
            "a b",
        ],
    ),
    ("ipv4", &["127.0.0.1", "256.0.0.1", "1.2.3", "1.2.3.4.5", "01.2.3.4", "1.2.3.4 ", "::1", "", "٣.1.1.1"]),
    (
        "ipv6",
        &[
            "::1",
            "::",
            "1::2::3",
            "12345::",
            "::ffff:1.2.3.4",
            "fe80::1%eth0",
            "1:2:3:4:5:6:7:8",
            "1:2:3:4:5:6:7",
            "",
            "[::1]",
        ],
    ),
    (
        "uri",
        &[
            "https://example.org",
            "http://a/b?c#d",
            "mailto:a@b.org",
            "urn:isbn:1",
            "example.org",
            "/a/b",
            "//a/b",
            "a:",
            ":a",
            "1a:b",
            "http://a b",
            "http://a/%20",
            "http://a/%2",
            "http://a/%zz",
            "http://[::1]:80/",
            "http://[::1",
            "http://[x]/",
            "http://u:p@h:1",
            "http://h:x",
            "http://é.org",
            "http://a/é",
            "http://a/<b>",
            "http://a/{b}",
            "http://a?b[c]",
            "ftp://a;b",
            "http://",
            "http://a#b#c",
            "data:,a",
            "file:///a",
            "http://a/b^c",
            "http://a\\b",
            "http://a@b@c",
            "http://[v1.a:b]/",
            "",
        ],
    ),
    (
        "uuid",
        &[
            "123e4567-e89b-12d3-a456-426614174000",
            "123E4567-E89B-12D3-A456-426614174000",
            "123e4567e89b12d3a456426614174000",
            "{123e4567-e89b-12d3-a456-426614174000}",
            "123e4567-e89b-12d3-a456-42661417400",
            "123e4567-e89b-12d3-a456-42661417400g",
            "",
        ],
    ),
];

fn ours(format: &str) -> Shape {
    Shape::compile(&json!({ "format": format }), CompileOptions::own()).unwrap()
}

fn theirs(format: &str) -> jsonschema::Validator {
    jsonschema::options().should_validate_formats(true).build(&json!({ "format": format })).unwrap()
}

#[test]
fn formats_are_those_of_jsonschema() {
    for (format, texts) in TEXTS {
        let (ours, theirs) = (ours(format), theirs(format));
        for text in *texts {
            let accepted = ours.accepts(&Node::String((*text).into()));
            assert_eq!(accepted, theirs.is_valid(&json!(text)), "{format}: {text:?}");
        }
    }
}

#[test]
fn an_address_is_of_either_version() {
    let shape = ours("ip");
    for (text, expected) in [("127.0.0.1", true), ("::1", true), ("localhost", false), ("", false)] {
        assert_eq!(shape.accepts(&Node::String(text.into())), expected, "{text}");
    }
}

/// The formats that schemars writes for times without an offset; `jsonschema` takes them for annotations.
#[test]
fn times_without_an_offset() {
    for (format, text, expected) in [
        ("partial-time", "12:30:00", true),
        ("partial-time", "12:30:00.5", true),
        ("partial-time", "12:30", false),
        ("partial-time", "12:30:60", false),
        ("partial-time", "24:00:00", false),
        ("partial-time", "12:30:00Z", false),
        ("partial-date-time", "2024-02-29T12:30:00", true),
        ("partial-date-time", "2024-02-29t12:30:00.25", true),
        ("partial-date-time", "2023-02-29T12:30:00", false),
        ("partial-date-time", "2024-02-29 12:30:00", false),
        ("partial-date-time", "2024-02-29", false),
        ("partial-date-time", "2024-02-29T12:30:00+01:00", false),
    ] {
        assert_eq!(ours(format).accepts(&Node::String(text.into())), expected, "{format} {text}");
    }
}

/// RFC 3339 has no fractions of a second in durations, and so `jsonschema` refuses them; ISO 8601 has.
#[test]
fn a_duration_may_have_a_fraction_of_a_second() {
    let shape = ours("duration");
    for (text, expected) in [
        ("PT0.25S", true),
        ("P1DT1H0.5S", false),
        ("PT1H2M0.5S", true),
        ("PT.5S", false),
        ("PT1.S", false),
        ("PT1.5M", false),
        ("P1.5D", false),
        ("PT1.5.5S", false),
    ] {
        assert_eq!(shape.accepts(&Node::String(text.into())), expected, "{text}");
    }
}

#[test]
fn formats_are_checked_only_if_asked_for() {
    let schema = json!({ "format": "date" });
    let options = CompileOptions { formats: false, ..CompileOptions::own() };
    assert!(Shape::compile(&schema, options).unwrap().accepts(&Node::String("x".into())));
    assert!(ours("a format of our own").accepts(&Node::String("x".into())));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    /// Texts of the right characters in no order. Names before an address (`A <a@b>`) and encoded host names are left
    /// out:
    /// `jsonschema` accepts the first, and decodes the second.
    #[test]
    fn texts_of_the_right_letters(
        format in select(vec!["date", "time", "date-time", "duration", "email", "hostname", "ipv4", "ipv6", "uri", "uuid"]),
        text in "[0-9T:Z.+P-]{0,12}|[0-9PTYMWDHS]{0,8}|[ab.@\"\\\\ +-]{0,9}|[0-9a-f:.]{0,12}|[a-c:/?#@%0-2.\\[\\]]{0,12}",
    ) {
        prop_assume!(format != "duration" || !text.contains('.'));
        let accepted = ours(format).accepts(&Node::String(text.clone().into()));
        prop_assert_eq!(accepted, theirs(format).is_valid(&json!(text)), "{}: {:?}", format, text);
    }
}
