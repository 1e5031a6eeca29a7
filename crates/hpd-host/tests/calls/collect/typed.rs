//! The value of a single missing parameter, as the user types it.

use chrono::NaiveDate;
use hpd_host::outcome::Replied;
use hpd_host::plugin;
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::collect::shop::Shop;

/// A colour.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Colour {
    Red,
    Green,
}

/// Takes one value of each type.
struct Take;

#[plugin]
impl Take {
    /// Takes a text.
    #[ai_function]
    fn text(
        &self,
        /** The city. */
        #[param(ask = "Which city?")]
        city: String,
    ) -> String {
        city
    }

    /// Takes a whole number.
    #[ai_function]
    fn integer(
        &self,
        /** How many. */
        #[param(range(min = 1, max = 100), ask = "How many?")]
        count: i64,
    ) -> String {
        count.to_string()
    }

    /// Takes a number.
    #[ai_function]
    fn number(
        &self,
        /** The weight. */
        #[param(ask = "How heavy is it?")]
        weight: f64,
    ) -> String {
        weight.to_string()
    }

    /// Takes an amount.
    #[ai_function]
    fn decimal(
        &self,
        /** The price. */
        #[param(ask = "At what price?")]
        price: Decimal,
    ) -> String {
        price.to_string()
    }

    /// Takes one of several.
    #[ai_function]
    fn listed(
        &self,
        /** The colour. */
        #[param(ask = "Which colour?")]
        colour: Colour,
    ) -> String {
        format!("{colour:?}")
    }

    /// Takes one of several texts.
    #[ai_function]
    fn one_of(
        &self,
        /** The size. */
        #[param(one_of("small", "large"), ask = "Which size?")]
        size: String,
    ) -> String {
        size
    }

    /// Takes yes or no.
    #[ai_function]
    fn boolean(
        &self,
        /** Whether to wrap it. */
        #[param(ask = "Shall it be wrapped?")]
        wrap: bool,
    ) -> String {
        wrap.to_string()
    }

    /// Takes a day.
    #[ai_function]
    fn date(
        &self,
        /** The day. */
        #[param(ask = "On which day?")]
        day: NaiveDate,
    ) -> String {
        day.to_string()
    }
}

fn answered(function: &str, question: &str, text: &str) -> Replied {
    let shop = Shop::of(|builder| builder.plugin(Take));
    let asked = shop.call(function, "{}");
    assert_eq!(asked.for_user().as_deref(), Some(question));
    shop.reply(text)
}

#[track_caller]
fn assert_taken(function: &str, question: &str, rows: &[(&str, &str)]) {
    for (text, taken) in rows {
        match answered(function, question, text) {
            Replied::Answered(outcome) => assert_eq!(outcome.for_model().text, *taken, "{text}"),
            other => panic!("{text} is no value of {function}: {other:?}"),
        }
    }
}

#[track_caller]
fn assert_not_taken(function: &str, question: &str, rows: &[&str]) {
    for text in rows {
        let replied = answered(function, question, text);
        let is_none = match &replied {
            Replied::NotAnAnswer => true,
            Replied::Unclear(questions) => questions == &[question],
            _ => false,
        };
        assert!(is_none, "{text} is a value of {function}: {replied:?}");
    }
}

#[test]
fn a_text() {
    let question = "Which city?";
    assert_taken(
        "text",
        question,
        &[("Paris", "Paris"), ("It is Paris.", "Paris"), ("New York", "New York")],
    );
    assert_not_taken("text", question, &["Which one did I say?", "What's the weather in Paris?", "hm", ""]);
}

#[test]
fn a_whole_number() {
    let question = "How many?";
    assert_taken("integer", question, &[("12", "12"), ("12.", "12"), ("12 please", "12")]);
    assert_not_taken("integer", question, &["0", "101", "1.5", "a dozen", "12 or 13"]);
}

#[test]
fn a_number() {
    assert_taken("number", "How heavy is it?", &[("1.5", "1.5"), ("it is 2", "2")]);
    assert_not_taken("number", "How heavy is it?", &["1e3", "heavy", "1,5"]);
}

#[test]
fn an_amount_with_all_its_digits() {
    assert_taken(
        "decimal",
        "At what price?",
        &[("0.10", "0.10"), ("12345678901234567890.12", "12345678901234567890.12")],
    );
    assert_not_taken("decimal", "At what price?", &["cheap"]);
}

#[test]
fn one_of_several() {
    assert_taken("listed", "Which colour?", &[("red", "Red"), ("GREEN", "Green"), ("\"red\"", "Red")]);
    assert_not_taken("listed", "Which colour?", &["blue", "red or green"]);
    assert_taken("one_of", "Which size?", &[("Large", "large")]);
    assert_not_taken("one_of", "Which size?", &["medium"]);
}

#[test]
fn yes_or_no() {
    assert_taken("boolean", "Shall it be wrapped?", &[("yes", "true"), ("No.", "false")]);
    assert_not_taken("boolean", "Shall it be wrapped?", &["maybe", "yes?", "1"]);
}

#[test]
fn a_day() {
    assert_taken("date", "On which day?", &[("2026-05-01", "2026-05-01"), ("2026-05-01.", "2026-05-01")]);
    assert_not_taken("date", "On which day?", &["tomorrow", "2026-13-01", "1 May"]);
}
