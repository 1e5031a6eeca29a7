//! Every type reads a canonical text as the value that was sent.

use futures_executor::block_on;
use hpd_host::args::{Leniency, Limits, Node};
use hpd_host::list::ModelOptions;
use hpd_host::{RawCall, Session, Toolbox, plugin};
use hpd_journal::__private::canonical_json;
use rust_decimal::Decimal;

struct Numbers;

#[plugin]
impl Numbers {
    /// Takes a number of each kind.
    #[ai_function]
    fn take(
        /** A count. */
        count: u8,
        /** An integer. */
        integer: i64,
        /** The largest integers. */
        large: u128,
        /** An amount. */
        amount: Decimal,
        /** An amount or none. */
        discount: Option<Decimal>,
        /** A ratio. */
        ratio: f64,
    ) -> String {
        let amounts = [Some(amount), discount].map(|amount| amount.map(|amount| amount.normalize()));
        format!("{count} {integer} {large} {amounts:?} {ratio:e}")
    }
}

/// The arguments that the function received, without repairs or promotions.
fn take(arguments: &str) -> String {
    let toolbox = Toolbox::builder()
        .plugin(Numbers)
        .model(ModelOptions::new().leniency(Leniency::Strict))
        .build()
        .unwrap();
    let outcomes = block_on(toolbox.turn(&Session::new(), &[RawCall::new("1", "take", arguments)]));
    outcomes[0].for_model().text.to_string()
}

#[test]
fn canonical_texts_are_taken_as_what_was_sent() {
    for (sent, canonical, taken) in [
        (
            r#"{"count": 7.0, "integer": -100.0, "large": 1.0, "amount": 10.50, "ratio": 2.0}"#,
            r#"{"amount":10.5,"count":7,"integer":-100,"large":1,"ratio":2}"#,
            "7 -100 1 [Some(10.5), None] 2e0",
        ),
        (
            r#"{"count": 2e2, "integer": 9223372036854775807, "large": 340282366920938463463374607431768211455.0, "amount": 1e28, "discount": 1e3, "ratio": 1.50E+300}"#,
            r#"{"amount":10000000000000000000000000000,"count":200,"discount":1000,"integer":9223372036854775807,"large":340282366920938463463374607431768211455,"ratio":1.5e300}"#,
            "200 9223372036854775807 340282366920938463463374607431768211455 [Some(10000000000000000000000000000), Some(1000)] 1.5e300",
        ),
        (
            r#"{"count": 0, "integer": -0, "large": 1e38, "amount": 79228162514264337593543950335, "discount": "1.0", "ratio": 5e-324}"#,
            r#"{"amount":79228162514264337593543950335,"count":0,"discount":"1.0","integer":0,"large":100000000000000000000000000000000000000,"ratio":5e-324}"#,
            "0 0 100000000000000000000000000000000000000 [Some(79228162514264337593543950335), Some(1)] 5e-324",
        ),
        (
            r#"{"count": 255, "integer": 1, "large": 0.0, "amount": 1e-28, "discount": 0.1234567890123456789012345678, "ratio": 0.1}"#,
            r#"{"amount":0.0000000000000000000000000001,"count":255,"discount":0.1234567890123456789012345678,"integer":1,"large":0,"ratio":0.1}"#,
            "255 1 0 [Some(0.0000000000000000000000000001), Some(0.1234567890123456789012345678)] 1e-1",
        ),
    ] {
        let frozen = canonical_json(&Node::parse(sent, &Limits::default()).unwrap()).unwrap();
        assert_eq!(frozen, canonical);
        assert_eq!(take(sent), taken);
        assert_eq!(take(&frozen), taken);
    }
}
