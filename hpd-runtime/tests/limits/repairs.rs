//! Texts that are not JSON, and that a reader could look at again and again.

use crate::schemas::{anything, integers};
use crate::{Bomb, explode, list, nested, value};

/// Bytes of each text: as many as a text may have, nearly.
const LENGTH: usize = 250_000;

fn repeated(part: &str) -> String {
    part.repeat(LENGTH / part.len())
}

fn bomb(name: &'static str, text: String, answer: &'static str) -> Bomb {
    Bomb { name, schema: anything(), text, answer }
}

#[test]
fn openers() {
    explode(vec![
        bomb("`{` in prose", format!("Sure: {}", repeated("{ so ")), "X"),
        bomb("`{}` in prose", format!("Sure: {}", repeated("{} and ")), "X"),
        bomb("`{\"a\":'` again and again", repeated("{\"a\":'"), "X"),
        bomb("`{\"a\":` again and again", repeated("{\"a\":"), "X"),
        bomb("`[[` again and again", repeated("[["), "X"),
        bomb("`{'a':{` closed", nested("{'a':", "1", "}", 30_000), "X"),
        bomb("objects behind each other", repeated("{\"a\": 1}\n"), "X"),
        bomb(
            "objects behind each other, all different",
            (0..20_000).map(|i| format!("{{\"a\":{i}}}")).collect(),
            "X",
        ),
        bomb("closers too many", format!("{{\"a\": 1{}", repeated("}")), "X"),
        bomb("calls inside each other", repeated("f("), "X"),
    ]);
}

#[test]
fn quotes_and_comments() {
    explode(vec![
        bomb("`/*` again and again", format!("{{\"a\": 1 {}", repeated("/*")), "X"),
        bomb("comments again and again", format!("{{{}\"a\": 1}}", repeated("/**/")), "X"),
        bomb("lines of comments", format!("{{{}\"a\": 1}}", repeated("//\n")), "X"),
        bomb("fences", repeated("```json\n"), "X"),
        bomb(
            "fences around an object",
            format!("{}{{}}{}", "```\n".repeat(30_000), "\n```".repeat(30_000)),
            "X",
        ),
        bomb("`\\` in a string", format!("{{\"a\": \"{}\"}}", repeated("\\")), "X"),
        bomb("`\\x` in a string", format!("{{\"a\": \"{}\"}}", "\\x".repeat(30_000)), "X"),
        bomb("`\\\"` again and again", repeated("\\\""), "X"),
        bomb("quotes inside a string", format!("{{\"a\": \"{}\"}}", "b \" c".repeat(10_000)), "X"),
        bomb(
            "quotes and commas inside a string",
            format!("{{\"a\": \"{}\"}}", "b\", \"c".repeat(8_000)),
            "X",
        ),
        bomb("`'` again and again", format!("{{'a': '{}'}}", repeated("'")), "X"),
        bomb("`“` again and again", format!("{{\"a\": {}", repeated("“")), "X"),
        bomb("words without quotes", format!("{{a: {}}}", repeated("word ")), "X"),
        bomb("missing commas", format!("{{\"a\": [{}]}}", "1 ".repeat(900)), "X"),
        bomb("colons", format!("{{\"a\"{}1}}", repeated(":")), "X"),
        bomb("commas", format!("{{\"a\": [{}]}}", repeated(",")), "X"),
    ]);
}

#[test]
fn warnings() {
    let trailing = list(9, |_| format!("[{}]", "[1,],".repeat(499)));
    let single = list(9, |_| format!("[{}]", vec!["'1'"; 999].join(",")));
    let keys =
        format!("{{{}}}", (0..9_900).map(|index| format!("k{index}: True")).collect::<Vec<_>>().join(","));
    explode(vec![
        bomb("4,500 trailing commas", value(&trailing), "X"),
        bomb("9,000 strings in single quotes", value(&single), "X"),
        bomb("9,900 keys without quotes, and as many `True`", keys, "X"),
        Bomb {
            name: "9,000 integers in single quotes",
            schema: integers(),
            text: value(&single),
            answer: "X",
        },
    ]);
}
