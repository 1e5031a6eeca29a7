//! Types of other crates, enabled by features of the same names.

use rust_decimal::Decimal;
use url::Url;
use uuid::Uuid;

use crate::take::Bench;

#[test]
fn chrono_dates() {
    Bench::of::<chrono::NaiveDate>().sees(&[(r#""2024-02-29""#, "2024-02-29")]).refuses(&[
        (r#""2023-02-29""#, &["FORMAT /value value must be a date (YYYY-MM-DD)"]),
        (r#""29.02.2024""#, &["FORMAT /value value must be a date (YYYY-MM-DD)"]),
        ("20240229", &["TYPE_MISMATCH /value value must be a string, but a number was sent (expected: a date (YYYY-MM-DD))"]),
    ]);
    Bench::of::<chrono::DateTime<chrono::Utc>>()
        .sees(&[
            (r#""2024-02-29T12:00:00Z""#, "2024-02-29T12:00:00Z"),
            (r#""2024-02-29T12:00:00+02:00""#, "2024-02-29T10:00:00Z"),
        ])
        .refuses(&[(
            r#""2024-02-29T12:00:00""#,
            &["FORMAT /value value must be a date and time with offset (YYYY-MM-DDThh:mm:ssZ)"],
        )]);
}

#[test]
fn chrono_times() {
    Bench::of::<chrono::NaiveDateTime>()
        .sees(&[
            (r#""2024-02-29T12:00:00""#, "2024-02-29T12:00:00"),
            (r#""2024-02-29T12:00:00.5""#, "2024-02-29T12:00:00.500"),
        ])
        .refuses_alone(&[(
            r#""noon""#,
            &["FORMAT /value value must be a date and time without offset (YYYY-MM-DDThh:mm:ss)"],
        )]);
    Bench::of::<chrono::NaiveTime>()
        .sees(&[(r#""12:30:00""#, "12:30:00")])
        .refuses_alone(&[(r#""12:30""#, &["FORMAT /value value must be a time (hh:mm:ss)"])]);
    Bench::of::<chrono::Weekday>().sees(&[(r#""Mon""#, "Mon")]);
}

#[test]
fn jiff_dates() {
    Bench::of::<jiff::civil::Date>().sees(&[(r#""2024-02-29""#, "2024-02-29")]).refuses(&[
        (r#""2023-02-29""#, &["FORMAT /value value must be a date (YYYY-MM-DD)"]),
        (r#""2024-02-29T00:00""#, &["FORMAT /value value must be a date (YYYY-MM-DD)"]),
    ]);
    Bench::of::<jiff::Timestamp>().sees(&[(r#""2024-02-29T12:00:00Z""#, "2024-02-29T12:00:00Z")]).refuses(&[
        (
            r#""yesterday""#,
            &["FORMAT /value value must be a date and time with offset (YYYY-MM-DDThh:mm:ssZ)"],
        ),
    ]);
    Bench::of::<jiff::civil::DateTime>().sees(&[(r#""2024-02-29T12:00:00""#, "2024-02-29T12:00:00")]);
    // The type itself would take the day for nothing.
    Bench::of::<jiff::civil::Time>()
        .sees(&[(r#""12:30:00""#, "12:30:00")])
        .refuses_alone(&[(r#""2024-02-29T12:30:00""#, &["FORMAT /value value must be a time (hh:mm:ss)"])]);
    Bench::of::<jiff::SignedDuration>().sees(&[(r#""PT1H30M""#, "1h 30m")]);
}

#[test]
fn uuids() {
    let id = "67e55044-10b1-426f-9247-bb680e5fe0c8";
    Bench::of::<Uuid>().sees(&[(&format!("\"{id}\""), id)]).refuses(&[
        (r#""67e55044""#, &["FORMAT /value value must be a UUID (123e4567-e89b-12d3-a456-426614174000)"]),
        (
            r#""""#,
            &["EMPTY_FIELD /value value must not be empty (expected: a UUID (123e4567-e89b-12d3-a456-426614174000))"],
        ),
    ]);
}

#[test]
fn urls() {
    let bench = Bench::of::<Url>();
    assert!(bench.answer(r#""https://example.org/a?b=c""#).unwrap().contains("example.org"));
    bench.refuses(&[
        (r#""example.org""#, &["FORMAT /value value must be a URI with its scheme (https://example.com)"]),
        ("1", &["TYPE_MISMATCH /value value must be a string, but a number was sent (expected: a URI with its scheme (https://example.com))"]),
    ]);
}

#[test]
fn they_work_inside_other_types() {
    Bench::of::<Vec<(chrono::NaiveDate, Option<Decimal>)>>()
        .sees(&[(
            r#"[["2024-01-01",1.50],["2024-01-02",null]]"#,
            "[(2024-01-01, Some(1.50)), (2024-01-02, None)]",
        )])
        .refuses(&[(
            r#"[["2024-01-01",1],["2024-13-01","x"]]"#,
            &[
                "FORMAT /value/1/0 value[1][0] must be a date (YYYY-MM-DD)",
                "PATTERN_MISMATCH /value/1/1 value[1][1] must be a decimal number, such as 12.50",
            ],
        )]);
}
