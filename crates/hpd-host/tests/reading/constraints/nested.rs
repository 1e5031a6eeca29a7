//! Rules inside nested types, as schemars, garde and validator write them.

use std::collections::BTreeMap;

use hpd_host::plugin;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::constraints::BothReadings;

static CODE: &str = "^[A-Z]{2}$";

/// A type with the same rules by the attribute of a crate; the attributes for patterns differ.
macro_rules! ruled {
    ($name:ident, $attribute:ident, $pattern:meta, $contains:meta) => {
        #[derive(Debug, Deserialize, JsonSchema)]
        #[expect(dead_code, reason = "only the reading counts")]
        struct $name {
            #[$attribute(range(min = 1, max = 9))]
            quantity: u32,
            #[$attribute(length(min = 1, max = 3))]
            item: String,
            #[$attribute(length(min = 1, max = 2))]
            sizes: Option<Vec<u8>>,
            #[$pattern]
            code: Option<String>,
            #[$contains]
            part: Option<String>,
            #[$attribute(email)]
            email: Option<String>,
            #[$attribute(url)]
            link: Option<String>,
        }
    };
}

ruled!(BySchemars, schemars, schemars(regex(pattern = "^[A-Z]{2}$")), schemars(contains(pattern = "-")));
ruled!(ByGarde, garde, garde(pattern("^[A-Z]{2}$")), garde(contains("-")));
ruled!(ByValidator, validate, validate(regex(path = *CODE)), validate(contains(pattern = "-")));

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[expect(dead_code, reason = "only the reading counts")]
enum Action {
    Move {
        #[schemars(range(min = 0, max = 10))]
        by: i32,
    },
    Say {
        #[schemars(length(min = 1))]
        text: String,
    },
}

#[derive(Debug, Deserialize, JsonSchema)]
#[expect(dead_code, reason = "only the reading counts")]
struct Node {
    #[schemars(range(max = 5))]
    value: i32,
    #[serde(default)]
    #[schemars(length(max = 1))]
    below: Vec<Node>,
}

struct Shop;

#[plugin]
#[expect(clippy::unused_self, unused_variables, reason = "only the reading counts")]
impl Shop {
    /// Takes lines.
    #[ai_function]
    fn schemars(
        &self,
        /// Reads once or twice.
        n: u8,
        /// Lines.
        lines: Vec<BySchemars>,
    ) {
    }

    /// Takes lines.
    #[ai_function]
    fn garde(
        &self,
        /// Reads once or twice.
        n: u8,
        /// Lines.
        lines: Vec<ByGarde>,
    ) {
    }

    /// Takes lines.
    #[ai_function]
    fn validator(
        &self,
        /// Reads once or twice.
        n: u8,
        /// Lines.
        lines: Vec<ByValidator>,
    ) {
    }

    /// Takes more complicated types.
    #[ai_function]
    fn others(
        &self,
        /// Reads once or twice.
        n: u8,
        /// An action.
        action: Option<Action>,
        /// A tree.
        tree: Option<Node>,
        /// By name.
        named: Option<BTreeMap<String, BySchemars>>,
        /// A tuple.
        pair: Option<(BySchemars, u8)>,
    ) {
    }
}

fn shop() -> Shop {
    Shop
}

#[test]
fn every_crate_says_it_in_the_schema() {
    let schemas =
        ["schemars", "garde", "validator"].map(|name| BothReadings::of(shop, name).schema_of("lines"));
    assert_eq!(
        schemas[0],
        concat!(
            r#"{"description":"Lines.","items":{"properties":{"#,
            r#""code":{"pattern":"^[A-Z]{2}$","type":["string","null"]},"#,
            r#""email":{"format":"email","type":["string","null"]},"#,
            r#""item":{"maxLength":3,"minLength":1,"type":"string"},"#,
            r#""link":{"format":"uri","type":["string","null"]},"#,
            r#""part":{"pattern":"\\-","type":["string","null"]},"#,
            r#""quantity":{"maximum":9,"minimum":1,"type":"integer"},"#,
            r#""sizes":{"items":{"maximum":255,"minimum":0,"type":"integer"},"maxItems":2,"minItems":1,"type":["array","null"]}},"#,
            r#""required":["quantity","item"],"type":"object"},"type":"array"}"#
        )
    );
    assert_eq!(schemas[1], schemas[0]);
    assert_eq!(schemas[2], schemas[0]);
}

#[test]
fn every_crate_is_enforced() {
    for function in ["schemars", "garde", "validator"] {
        BothReadings::of(shop, function)
            .sees(&[
                (r#""lines":[]"#, "Done."),
                (r#""lines":[{"item":"abc","quantity":9}]"#, "Done."),
                (
                    r#""lines":[{"item":"a","quantity":1,"sizes":[1,2],"code":"NZ","part":"a-b","email":"a@b.org","link":"https://a.org"}]"#,
                    "Done.",
                ),
                (r#""lines":[{"item":"a","quantity":1,"sizes":null,"code":null}]"#, "Done."),
            ])
            .refuses(&[
                (
                    r#""lines":[{"item":"a","quantity":1},{"item":"","quantity":0}]"#,
                    &[
                        "OUT_OF_RANGE /lines/1/quantity lines[1].quantity must be at least 1 (expected: an integer from 1 to 9)",
                        "EMPTY_FIELD /lines/1/item lines[1].item must not be empty",
                    ],
                ),
                (
                    r#""lines":[{"item":"abcd","quantity":10}]"#,
                    &[
                        "OUT_OF_RANGE /lines/0/quantity lines[0].quantity must be at most 9 (expected: an integer from 1 to 9)",
                        "LENGTH /lines/0/item lines[0].item must have at most 3 characters (expected: a string of 1 to 3 characters)",
                    ],
                ),
                (
                    r#""lines":[{"item":"a","quantity":1,"sizes":[1,2,3],"code":"nz","part":"ab","email":"a","link":"b"}]"#,
                    &[
                        "PATTERN_MISMATCH /lines/0/code lines[0].code must match the pattern ^[A-Z]{2}$",
                        "FORMAT /lines/0/email lines[0].email must be an email address",
                        "FORMAT /lines/0/link lines[0].link must be a URI with its scheme (https://example.com)",
                        "PATTERN_MISMATCH /lines/0/part lines[0].part must match the pattern \\-",
                        "LENGTH /lines/0/sizes lines[0].sizes must have at most 2 items (expected: an array of 1 to 2 items or null)",
                    ],
                ),
                (r#""lines":[{"item":"a","quantity":1,"sizes":[]}]"#, &["EMPTY_FIELD /lines/0/sizes lines[0].sizes must be a non-empty array"]),
            ]);
    }
}

#[test]
fn rules_in_variants_trees_maps_and_tuples() {
    BothReadings::of(shop, "others")
        .sees(&[
            (r#""action":{"kind":"move","by":10}"#, "Done."),
            (r#""action":{"by":0.0,"kind":"move"}"#, "Done."),
            (r#""tree":{"value":5,"below":[{"value":-1}]}"#, "Done."),
            (r#""named":{"a":{"item":"a","quantity":1}}"#, "Done."),
            (r#""pair":[{"item":"a","quantity":1},2]"#, "Done."),
        ])
        .refuses(&[
            (
                r#""action":{"kind":"move","by":11}"#,
                &["OUT_OF_RANGE /action/by action.by must be at most 10 (expected: an integer from 0 to 10)"],
            ),
            (
                r#""action":{"kind":"say","text":""}"#,
                &["EMPTY_FIELD /action/text action.text must not be empty"],
            ),
            (
                r#""tree":{"value":5,"below":[{"value":6}]}"#,
                &["OUT_OF_RANGE /tree/below/0/value tree.below[0].value must be at most 5"],
            ),
            (
                r#""tree":{"value":5,"below":[{"value":1},{"value":1}]}"#,
                &["LENGTH /tree/below tree.below must have at most 1 item"],
            ),
            (
                r#""named":{"a":{"item":"","quantity":1}}"#,
                &["EMPTY_FIELD /named/a/item named.a.item must not be empty"],
            ),
            (
                r#""pair":[{"item":"","quantity":1},2]"#,
                &["EMPTY_FIELD /pair/0/item pair[0].item must not be empty"],
            ),
        ]);
}
