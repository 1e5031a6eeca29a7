//! The options of `#[param(..)]`.

use hpd_host::plugin;
use rust_decimal::Decimal;

use crate::constraints::BothReadings;

struct Rules;

#[plugin]
#[expect(clippy::unused_self, unused_variables, reason = "only the reading counts")]
impl Rules {
    /// Takes numbers.
    #[ai_function]
    fn numbers(
        &self,
        /// Reads once or twice.
        n: u8,
        /// A range.
        #[param(range(min = -1, max = 5))]
        range: Option<i32>,
        /// Bounds that are left out.
        #[param(range(exclusive_min = 0, exclusive_max = 1.5))]
        open: Option<f64>,
        /// One bound.
        #[param(range(min = 3))]
        least: Option<u64>,
        /// A multiple.
        #[param(multiple_of = 5)]
        fives: Option<i64>,
        /// Cents.
        #[param(multiple_of = 0.01, range(max = 10))]
        cents: Option<f64>,
        /// An exact amount.
        #[param(range(exclusive_min = 0))]
        amount: Option<Decimal>,
        /// One of some.
        #[param(one_of(1, 2, 3))]
        listed: Option<u8>,
    ) {
    }

    /// Takes texts.
    #[ai_function]
    fn texts(
        &self,
        /// Reads once or twice.
        n: u8,
        /// A length.
        #[param(length(min = 2, max = 3))]
        length: Option<String>,
        /// A form.
        #[param(pattern = r"^INV-\d+$")]
        pattern: Option<String>,
        /// Something.
        #[param(non_empty)]
        non_empty: Option<String>,
        /// One of some.
        #[param(one_of("red", "green"))]
        one_of: Option<String>,
        /// An address.
        #[param(format = "email")]
        email: Option<String>,
        /// A day.
        #[param(format = "date")]
        date: Option<String>,
        /// A form and a length.
        #[param(pattern = "^a", length(max = 2))]
        both: Option<String>,
    ) {
    }

    /// Takes lists.
    #[ai_function]
    fn lists(
        &self,
        /// Reads once or twice.
        n: u8,
        /// A number of items.
        #[param(items(min = 2, max = 3))]
        items: Option<Vec<u8>>,
        /// No item twice.
        #[param(items(unique))]
        unique: Option<Vec<f64>>,
        /// Something.
        #[param(non_empty)]
        non_empty: Option<Vec<u8>>,
        /// Something by name.
        #[param(non_empty)]
        map: Option<std::collections::BTreeMap<String, u8>>,
    ) {
    }

    /// Changes something.
    #[ai_function(write, risk = low)]
    fn write(
        &self,
        /// Reads once or twice.
        n: u8,
        /// A text.
        text: String,
        /// A list.
        list: Vec<u8>,
        /// A text that may be absent.
        optional: Option<String>,
    ) {
    }

    /// Changes something, with nothing too.
    #[ai_function(write, risk = low, allow_empty)]
    fn write_empty(
        &self,
        /// Reads once or twice.
        n: u8,
        /// A text.
        text: String,
    ) {
    }
}

fn rules() -> Rules {
    Rules
}

#[test]
fn ranges() {
    let bench = BothReadings::of(rules, "numbers");
    bench
        .sees(&[
            (r#""range":-1"#, "Done."),
            (r#""range":5"#, "Done."),
            (r#""range":null"#, "Done."),
            (r#""open":0.001"#, "Done."),
            (r#""open":1.4999"#, "Done."),
            (r#""least":3"#, "Done."),
            (r#""least":3.0"#, "Done."),
            (r#""amount":0.01"#, "Done."),
            (r#""amount":"0.01""#, "Done."),
        ])
        .refuses(&[
            (r#""range":-2"#, &["OUT_OF_RANGE /range range must be at least -1 (expected: an integer from -1 to 5 or null)"]),
            (r#""range":6"#, &["OUT_OF_RANGE /range range must be at most 5 (expected: an integer from -1 to 5 or null)"]),
            (r#""open":0"#, &["OUT_OF_RANGE /open open must be greater than 0 (expected: a number above 0 below 1.5 or null)"]),
            (r#""open":0.0"#, &["OUT_OF_RANGE /open open must be greater than 0 (expected: a number above 0 below 1.5 or null)"]),
            (r#""open":1.5"#, &["OUT_OF_RANGE /open open must be less than 1.5 (expected: a number above 0 below 1.5 or null)"]),
            (r#""least":2"#, &["OUT_OF_RANGE /least least must be at least 3"]),
            (r#""amount":0"#, &["OUT_OF_RANGE /amount amount must be greater than 0"]),
            (r#""amount":-0.01"#, &["OUT_OF_RANGE /amount amount must be greater than 0"]),
        ])
        .refuses_alone(&[(r#""amount":"0.00""#, &["OUT_OF_RANGE /amount amount must be greater than 0"])]);
    assert_eq!(
        bench.schema_of("range"),
        r#"{"description":"A range.","maximum":5,"minimum":-1,"type":["integer","null"]}"#
    );
    assert_eq!(
        bench.schema_of("open"),
        r#"{"description":"Bounds that are left out.","exclusiveMaximum":1.5,"exclusiveMinimum":0,"type":["number","null"]}"#
    );
}

#[test]
fn multiples() {
    let bench = BothReadings::of(rules, "numbers");
    bench
        .sees(&[
            (r#""fives":0"#, "Done."),
            (r#""fives":-15"#, "Done."),
            (r#""cents":0.07"#, "Done."),
            (r#""cents":4.35"#, "Done."),
            (r#""cents":10"#, "Done."),
        ])
        .refuses(&[
            (r#""fives":7"#, &["OUT_OF_RANGE /fives fives must be a multiple of 5"]),
            (r#""cents":0.075"#, &["OUT_OF_RANGE /cents cents must be a multiple of 0.01 (expected: a number of at most 10 that is a multiple of 0.01 or null)"]),
            (
                r#""cents":10.001"#,
                &[
                    "OUT_OF_RANGE /cents cents must be at most 10 (expected: a number of at most 10 that is a multiple of 0.01 or null)",
                    "OUT_OF_RANGE /cents cents must be a multiple of 0.01 (expected: a number of at most 10 that is a multiple of 0.01 or null)",
                ],
            ),
        ]);
    assert_eq!(
        bench.schema_of("fives"),
        r#"{"description":"A multiple.","multipleOf":5,"type":["integer","null"]}"#
    );
}

#[test]
fn listed_values() {
    BothReadings::of(rules, "numbers")
        .sees(&[(r#""listed":2"#, "Done."), (r#""listed":2.0"#, "Done."), (r#""listed":null"#, "Done.")])
        .refuses(&[
            (r#""listed":4"#, &["NOT_IN_ENUM /listed listed must be one of: 1, 2, 3, null"]),
            (r#""listed":"1""#, &["TYPE_MISMATCH /listed listed must be an integer or null, but a string was sent (expected: one of: 1, 2, 3, null)"]),
        ]);
    let bench = BothReadings::of(rules, "texts");
    bench.sees(&[(r#""one_of":"red""#, "Done."), (r#""one_of":null"#, "Done.")]).refuses(&[
        (
            r#""one_of":"gren""#,
            &[r#"NOT_IN_ENUM /one_of one_of must be one of: "red", "green", null; did you mean green?"#],
        ),
        (
            r#""one_of":"Red""#,
            &[r#"NOT_IN_ENUM /one_of one_of must be one of: "red", "green", null; did you mean red?"#],
        ),
    ]);
    assert_eq!(
        bench.schema_of("one_of"),
        r#"{"description":"One of some.","enum":["red","green",null],"type":["string","null"]}"#
    );
}

#[test]
fn texts() {
    let bench = BothReadings::of(rules, "texts");
    bench
        .sees(&[
            (r#""length":"ab""#, "Done."),
            (r#""length":"😀😀😀""#, "Done."),
            (r#""pattern":"INV-042""#, "Done."),
            (r#""non_empty":" ""#, "Done."),
            (r#""email":"ada@example.org""#, "Done."),
            (r#""date":"2024-02-29""#, "Done."),
            (r#""both":"ab""#, "Done."),
        ])
        .refuses(&[
            (r#""length":"é""#, &["LENGTH /length length must have at least 2 characters (expected: a string of 2 to 3 characters or null)"]),
            (r#""length":"abcd""#, &["LENGTH /length length must have at most 3 characters (expected: a string of 2 to 3 characters or null)"]),
            (r#""length":"""#, &["EMPTY_FIELD /length length must not be empty"]),
            (r#""pattern":"inv-1""#, &[r"PATTERN_MISMATCH /pattern pattern must match the pattern ^INV-\d+$"]),
            (r#""pattern":"INV-1\n""#, &[r"PATTERN_MISMATCH /pattern pattern must match the pattern ^INV-\d+$"]),
            (r#""non_empty":"""#, &["EMPTY_FIELD /non_empty non_empty must not be empty"]),
            (r#""email":"ada""#, &["FORMAT /email email must be an email address"]),
            (r#""date":"2023-02-29""#, &["FORMAT /date date must be a date (YYYY-MM-DD)"]),
            (
                r#""both":"bcd""#,
                &[
                    "LENGTH /both both must have at most 2 characters",
                    "PATTERN_MISMATCH /both both must match the pattern ^a",
                ],
            ),
        ]);
    assert_eq!(
        bench.schema_of("length"),
        r#"{"description":"A length.","maxLength":3,"minLength":2,"type":["string","null"]}"#
    );
    assert_eq!(
        bench.schema_of("pattern"),
        r#"{"description":"A form.","pattern":"^INV-\\d+$","type":["string","null"]}"#
    );
    assert_eq!(
        bench.schema_of("email"),
        r#"{"description":"An address.","format":"email","type":["string","null"]}"#
    );
}

#[test]
fn lists() {
    let bench = BothReadings::of(rules, "lists");
    bench
        .sees(&[
            (r#""items":[1,2]"#, "Done."),
            (r#""items":[1.0,2,2]"#, "Done."),
            (r#""unique":[]"#, "Done."),
            (r#""unique":[1,1.5]"#, "Done."),
            (r#""non_empty":[0]"#, "Done."),
            (r#""map":{"":0}"#, "Done."),
        ])
        .refuses(&[
            (r#""items":[1]"#, &["LENGTH /items items must have at least 2 items (expected: an array of 2 to 3 items or null)"]),
            (r#""items":[1,2,3,4]"#, &["LENGTH /items items must have at most 3 items (expected: an array of 2 to 3 items or null)"]),
            (r#""items":[]"#, &["EMPTY_FIELD /items items must be a non-empty array"]),
            (r#""unique":[1,2,1.0]"#, &["ITEMS /unique unique must not hold the same item twice: 0 and 2 are equal"]),
            (r#""non_empty":[]"#, &["EMPTY_FIELD /non_empty non_empty must be a non-empty array"]),
            (r#""map":{}"#, &["EMPTY_FIELD /map map must not be empty"]),
        ]);
    assert_eq!(
        bench.schema_of("unique"),
        r#"{"description":"No item twice.","items":{"type":"number"},"type":["array","null"],"uniqueItems":true}"#
    );
}

#[test]
fn writes_take_nothing_empty() {
    BothReadings::of(rules, "write").sees(&[(r#""text":"a","list":[1],"optional":"""#, "Done.")]).refuses(&[
        (
            r#""text":"","list":[]"#,
            &["EMPTY_FIELD /text text must not be empty", "EMPTY_FIELD /list list must be a non-empty array"],
        ),
    ]);
    BothReadings::of(rules, "write_empty").sees(&[(r#""text":"""#, "Done.")]);
}

#[test]
fn all_errors_at_once_in_the_order_of_declaration() {
    BothReadings::of(rules, "numbers").refuses(&[(
        r#""listed":9,"cents":11,"fives":1,"least":"x","zzz":1,"range":9"#,
        &[
            "OUT_OF_RANGE /range range must be at most 5 (expected: an integer from -1 to 5 or null)",
            "TYPE_MISMATCH /least least must be an integer or null, but a string was sent (expected: an integer of at least 3 or null)",
            "OUT_OF_RANGE /fives fives must be a multiple of 5",
            "OUT_OF_RANGE /cents cents must be at most 10 (expected: a number of at most 10 that is a multiple of 0.01 or null)",
            "NOT_IN_ENUM /listed listed must be one of: 1, 2, 3, null",
            "UNKNOWN_FIELD /zzz zzz is not a known field",
        ],
    )]);
}
