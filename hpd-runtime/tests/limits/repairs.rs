//! Texts that are not JSON, and that a reader could look at again and again.

use crate::schemas::{anything, integers};
use crate::{Bomb, explode, list, nested, value};

/// Bytes of each text: as many as a text may have, nearly.
const LENGTH: usize = 250_000;

fn repeated(part: &str) -> String {
    part.repeat(LENGTH / part.len())
}

fn bomb(name: &'static str, text: String, answer: &str) -> Bomb {
    Bomb { name, schema: anything(), text, answer: answer.to_owned() }
}

#[test]
fn openers() {
    explode(|| {
        vec![
            bomb(
                "`{` in prose",
                format!("Sure: {}", repeated("{ so ")),
                "TRUNCATED the arguments end inside a word: send them again, complete, or send less at once, 1 errors",
            ),
            bomb(
                "`{}` in prose",
                format!("Sure: {}", repeated("{} and ")),
                "LIMIT the arguments hold too many values: send less (at character 70007), 1 errors",
            ),
            bomb(
                "`{\"a\":'` again and again",
                repeated("{\"a\":'"),
                "INVALID_JSON the arguments are not valid JSON: put a backslash before each quote inside a string (at character 13), 1 errors",
            ),
            bomb(
                "`{\"a\":` again and again",
                repeated("{\"a\":"),
                "LIMIT the arguments are nested too deeply (at character 161), 1 errors",
            ),
            bomb(
                "`[[` again and again",
                repeated("[["),
                "LIMIT the arguments are nested too deeply (at character 33), 1 errors",
            ),
            bomb(
                "`{'a':{` closed",
                nested("{'a':", "1", "}", 30_000),
                "LIMIT the arguments are nested too deeply (at character 161), 1 errors",
            ),
            bomb(
                "objects behind each other",
                repeated("{\"a\": 1}\n"),
                "LIMIT the arguments hold too many values: send less (at character 45001), 1 errors",
            ),
            bomb(
                "objects one after another, all different",
                (0..20_000).map(|i| format!("{{\"a\":{i}}}")).collect::<Vec<_>>().concat(),
                "INVALID_JSON the arguments hold several values: send one call for each (at character 8), 1 errors",
            ),
            bomb("closers too many", format!("{{\"a\": 1{}", repeated("}")), "accepted, 1 warnings"),
            bomb(
                "calls inside each other",
                repeated("f("),
                "TYPE_MISMATCH the arguments must be a JSON object, 1 errors",
            ),
        ]
    });
}

#[test]
fn quotes_and_comments() {
    explode(|| {
        vec![
            bomb(
                "`/*` again and again",
                format!("{{\"a\": 1 {}", repeated("/*")),
                "INVALID_JSON the arguments are not valid JSON: a bad number (at character 14), 1 errors",
            ),
            bomb(
                "comments again and again",
                format!("{{{}\"a\": 1}}", repeated("/**/")),
                "accepted, 21 warnings",
            ),
            bomb("lines of comments", format!("{{{}\"a\": 1}}", repeated("//\n")), "accepted, 21 warnings"),
            bomb(
                "fences",
                repeated("```json\n"),
                "TYPE_MISMATCH the arguments must be a JSON object, 1 errors",
            ),
            bomb(
                "fences around an object",
                format!("{}{{}}{}", "```\n".repeat(30_000), "\n```".repeat(30_000)),
                "accepted, 22 warnings",
            ),
            bomb(
                "`\\` in a string",
                format!("{{\"a\": \"{}\"}}", repeated("\\")),
                "LIMIT the arguments hold a value that is too long: send less (at character 7), 1 errors",
            ),
            bomb(
                "`\\x` in a string",
                format!("{{\"a\": \"{}\"}}", "\\x".repeat(30_000)),
                "INVALID_JSON the arguments are not valid JSON: a bad escape in a string (at character 8), 1 errors",
            ),
            bomb(
                "`\\\"` again and again",
                repeated("\\\""),
                "TYPE_MISMATCH the arguments must be a JSON object, 1 errors",
            ),
            bomb(
                "quotes inside a string",
                format!("{{\"a\": \"{}\"}}", "b \" c".repeat(10_000)),
                "INVALID_JSON the arguments are not valid JSON: put a backslash before each quote inside a string (at character 12), 1 errors",
            ),
            bomb(
                "quotes and commas inside a string",
                format!("{{\"a\": \"{}\"}}", "b\", \"c".repeat(8_000)),
                "INVALID_JSON the arguments are not valid JSON: a key must be followed by a colon and a value (at character 16), 1 errors",
            ),
            bomb(
                "`'` again and again",
                format!("{{'a': '{}'}}", repeated("'")),
                "INVALID_JSON the arguments are not valid JSON: put a backslash before each quote inside a string (at character 9), 1 errors",
            ),
            bomb(
                "`“` again and again",
                format!("{{\"a\": {}", repeated("“")),
                "INVALID_JSON the arguments are not valid JSON: put a backslash before each quote inside a string (at character 9), 1 errors",
            ),
            bomb(
                "words without quotes",
                format!("{{a: {}}}", repeated("word ")),
                "INVALID_JSON the arguments are not valid JSON: put texts in double quotes (at character 5), 1 errors",
            ),
            bomb(
                "missing commas",
                format!("{{\"a\": [{}]}}", "1 ".repeat(900)),
                "INVALID_JSON the arguments are not valid JSON: a bad number (at character 10), 1 errors",
            ),
            bomb(
                "colons",
                format!("{{\"a\"{}1}}", repeated(":")),
                "INVALID_JSON the arguments are not valid JSON (at character 6), 1 errors",
            ),
            bomb(
                "commas",
                format!("{{\"a\": [{}]}}", repeated(",")),
                "INVALID_JSON the arguments are not valid JSON: a value is missing; send it, or leave its field out (at character 9), 1 errors",
            ),
        ]
    });
}

#[test]
fn warnings() {
    let trailing = list(9, |_| format!("[{}]", "[1,],".repeat(499)));
    let single = list(9, |_| format!("[{}]", vec!["'1'"; 999].join(",")));
    let keys =
        format!("{{{}}}", (0..9_900).map(|index| format!("k{index}: True")).collect::<Vec<_>>().join(","));
    explode(|| {
        vec![
            bomb("4,500 commas too many, and as many too few", value(&trailing), "accepted, 21 warnings"),
            bomb("9,000 strings in single quotes", value(&single), "accepted, 21 warnings"),
            bomb("9,900 keys without quotes, and as many `True`", keys, "accepted, 42 warnings"),
            Bomb {
                name: "9,000 integers in single quotes",
                schema: integers(),
                text: value(&single),
                answer: "accepted, 42 warnings".to_owned(),
            },
        ]
    });
}
