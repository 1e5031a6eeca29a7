//! Tables of schemas: each in every dialect, with the exact text and report.
//!
//! A row starts with `===` and the schema. A line for each dialect follows: the written schema, or the error after
//! `ERR`. The changes of the report are below it. A dialect with the lines of the one before it says `same`.

use std::fmt::Write as _;

use hpd_dialect::{Dialect, DialectErrorKind, convert, convert_text};
use serde_json::json;

/// The outcome in one dialect.
fn outcome(schema: &str, dialect: Dialect) -> String {
    let converted = match convert_text(schema, dialect) {
        Ok(converted) => converted,
        Err(error) => return format!("ERR {error}\n"),
    };
    let again = convert_text(&converted.text, dialect).expect("a converted schema converts");
    assert_eq!(again.text, converted.text, "{dialect}: a converted schema converts into itself");
    let mut shown = format!("{}\n", converted.text);
    for change in &converted.report {
        writeln!(shown, "      {:?} {change}", change.kind).expect("a string takes text");
    }
    shown
}

#[track_caller]
fn check(table: &str) {
    let mut actual = String::new();
    for schema in table.lines().filter_map(|line| line.strip_prefix("=== ")) {
        writeln!(actual, "=== {schema}").expect("a string takes text");
        let mut last = String::new();
        for dialect in Dialect::ALL {
            let outcome = outcome(schema, dialect);
            let shown = if outcome == last { "same\n" } else { &outcome };
            write!(actual, "  {dialect}: {shown}").expect("a string takes text");
            last = outcome;
        }
    }
    for (number, (actual, expected)) in actual.lines().zip(table.lines()).enumerate() {
        assert_eq!(actual, expected, "line {}", number + 1);
    }
    assert_eq!(actual, table);
}

#[test]
fn rare_and_legal_parts_are_written_everywhere() {
    check(include_str!("tables/hard_parts.txt"));
}

#[test]
fn references_by_address_and_rare_names_are_written_everywhere() {
    check(include_str!("tables/addresses.txt"));
}

#[test]
fn openai_counts_the_characters_of_a_long_list() {
    let list = |count: usize, length: usize| {
        let values: Vec<_> = (0..count).map(|number| format!("\"{number:0length$}\"")).collect();
        format!(
            r#"{{"type":"object","properties":{{"p":{{"enum":[{}]}}}},"required":["p"]}}"#,
            values.join(",")
        )
    };
    for (count, length) in [(300, 50), (251, 59), (250, 62)] {
        assert!(convert_text(&list(count, length), Dialect::OpenAiStrict).is_ok(), "{count} of {length}");
    }
    let error = convert_text(&list(300, 62), Dialect::OpenAiStrict).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the schema can't be written for openai_strict: /properties/p has 18600 characters in a list of more than 250 \
         values, of which at most 15000 are taken"
    );
    for dialect in Dialect::ALL.into_iter().filter(|dialect| *dialect != Dialect::OpenAiStrict) {
        assert!(convert_text(&list(300, 62), dialect).is_ok(), "{dialect}");
    }
}

#[test]
fn wide_schemas_are_not_called_deep() {
    let properties: Vec<_> = (0..50_001).map(|number| format!(r#""p{number}":{{}}"#)).collect();
    let wide = format!(r#"{{"type":"object","properties":{{{}}}}}"#, properties.join(","));
    let error = convert_text(&wide, Dialect::OpenAi).unwrap_err();
    assert_eq!(error.kind, DialectErrorKind::TooWide { max: 50_000 });
    assert_eq!(
        error.to_string(),
        "the schema can't be written for openai: the root leads to more than 50000 subschemas"
    );

    let deep = (0..101).fold(json!({"type": "string"}), |inner, _| json!({"properties": {"a": inner}}));
    let error = convert(&deep, Dialect::OpenAi).unwrap_err();
    assert_eq!(error.kind, DialectErrorKind::TooDeep);
    assert!(error.to_string().ends_with("/properties/a nests too deeply"), "{error}");
}
