//! Options, lists, sets, maps, tuples, arrays and pointers.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, LinkedList, VecDeque};

use crate::take::Bench;

#[test]
fn options() {
    let bench = Bench::of_arguments::<Option<u8>>();
    bench
        .sees(&[("{}", "None"), (r#"{"value":null}"#, "None"), (r#"{"value":3}"#, "Some(3)"), (r#"{"value":3.0}"#, "Some(3)")])
        .refuses(&[
            (
                r#"{"value":300}"#,
                &["OUT_OF_RANGE /value value must be at most 255"],
            ),
            (
                r#"{"value":"3"}"#,
                &["TYPE_MISMATCH /value value must be an integer or null, but a string was sent (expected: an integer from 0 to 255 or null)"],
            ),
        ]);
    Bench::of::<Option<Vec<Option<bool>>>>().sees(&[("[true,null]", "Some([Some(true), None])")]);
    Bench::of::<Option<Option<u8>>>().sees(&[("1", "Some(Some(1))"), ("null", "None")]);
}

#[test]
fn lists() {
    Bench::of::<Vec<i32>>().sees(&[("[]", "[]"), ("[1,2.0,-3]", "[1, 2, -3]")]).refuses(&[
        ("1", &["TYPE_MISMATCH /value value must be an array, but a number was sent"]),
        (
            r#"[1,"2",null]"#,
            &[
                "TYPE_MISMATCH /value/1 value[1] must be an integer, but a string was sent",
                "TYPE_MISMATCH /value/2 value[2] must be an integer, but null was sent",
            ],
        ),
        ("{}", &["TYPE_MISMATCH /value value must be an array, but an object was sent"]),
    ]);
    Bench::of::<VecDeque<u8>>().sees(&[("[1,2]", "[1, 2]")]);
    Bench::of::<LinkedList<u8>>().sees(&[("[1,2]", "[1, 2]")]);
    Bench::of::<Box<[u8]>>().sees(&[("[1,2]", "[1, 2]")]);
    Bench::of::<Vec<Vec<String>>>().sees(&[(r#"[["a"],[]]"#, r#"[["a"], []]"#)]).refuses(&[(
        r#"[["a",1]]"#,
        &["TYPE_MISMATCH /value/0/1 value[0][1] must be a string, but a number was sent"],
    )]);
}

#[test]
fn sets() {
    let twice: &[(&str, &[&str])] =
        &[("[2,1,2.0]", &["ITEMS /value value must not hold the same item twice: 0 and 2 are equal"])];
    Bench::of::<BTreeSet<u32>>().sees(&[("[2,1]", "{1, 2}")]).refuses(twice);
    Bench::of::<HashSet<u32>>().sees(&[("[1]", "{1}"), ("[]", "{}")]).refuses(twice);
    Bench::of::<BTreeSet<String>>().sees(&[(r#"["b","a"]"#, r#"{"a", "b"}"#)]).refuses(&[(
        r#"["a","\u0061"]"#,
        &["ITEMS /value value must not hold the same item twice: 0 and 1 are equal"],
    )]);
}

#[test]
fn maps() {
    Bench::of::<HashMap<String, u8>>()
        .sees(&[("{}", "{}"), (r#"{"a b":1}"#, r#"{"a b": 1}"#), (r#"{"":1.0}"#, r#"{"": 1}"#)])
        .refuses(&[
            (r#"{"a":-1}"#, &["OUT_OF_RANGE /value/a value.a must be at least 0"]),
            ("[]", &["TYPE_MISMATCH /value value must be an object, but an array was sent"]),
        ]);
    Bench::of::<BTreeMap<String, Vec<bool>>>()
        .sees(&[(r#"{"b":[true],"a":[]}"#, r#"{"a": [], "b": [true]}"#)])
        .refuses(&[(
            r#"{"b":[1]}"#,
            &["TYPE_MISMATCH /value/b/0 value.b[0] must be a boolean, but a number was sent"],
        )])
        .refuses_alone(&[
            (r#"{"a":[],"b":[],"a":[]}"#, &["DUPLICATE_KEY /value/a value.a was sent more than once"]),
            (r#"{"a":[],"\u0061":[true]}"#, &["DUPLICATE_KEY /value/a value.a was sent more than once"]),
        ]);
}

#[test]
fn maps_with_other_keys() {
    Bench::of::<BTreeMap<u16, String>>()
        .sees(&[(r#"{"10":"a","9":"b"}"#, r#"{9: "b", 10: "a"}"#)])
        .refuses(&[(r#"{"x":"a"}"#, &["UNKNOWN_FIELD /value/x value.x is not a known field"])]);
    Bench::of::<BTreeMap<u8, u8>>().sees(&[(r#"{"1":1.0}"#, "{1: 1}")]);
    Bench::of::<BTreeMap<i8, bool>>().sees(&[(r#"{"-1":true}"#, "{-1: true}")]);
    Bench::of::<HashMap<char, u8>>().sees(&[(r#"{"x":1}"#, "{'x': 1}")]);
}

#[test]
fn tuples() {
    Bench::of::<(i32, String, bool)>().sees(&[(r#"[1,"a",true]"#, r#"(1, "a", true)"#)]).refuses(&[
        (r#"[1,"a"]"#, &["LENGTH /value value must have at least 3 items (expected: an array of 3 items)"]),
        (
            r#"[1,"a",true,4]"#,
            &["LENGTH /value value must have at most 3 items (expected: an array of 3 items)"],
        ),
        (
            r#"["1","a",0]"#,
            &[
                "TYPE_MISMATCH /value/0 value[0] must be an integer, but a string was sent",
                "TYPE_MISMATCH /value/2 value[2] must be a boolean, but a number was sent",
            ],
        ),
    ]);
}

#[test]
fn arrays() {
    Bench::of::<[f64; 2]>().sees(&[("[1,2.5]", "[1.0, 2.5]")]).refuses(&[
        ("[1]", &["LENGTH /value value must have at least 2 items (expected: an array of 2 items)"]),
        ("[1,2,3]", &["LENGTH /value value must have at most 2 items (expected: an array of 2 items)"]),
        ("[]", &["EMPTY_FIELD /value value must be a non-empty array"]),
    ]);
}

#[test]
fn pointers() {
    Bench::of::<Box<u8>>().sees(&[("1", "1")]);
    Bench::of::<Box<Option<u8>>>().sees(&[("null", "None")]);
    Bench::of::<std::borrow::Cow<'static, str>>().sees(&[(r#""a""#, r#""a""#)]);
    Bench::of::<std::cell::Cell<u8>>().sees(&[("1", "Cell { value: 1 }")]);
}
