//! Notes beside an error: the origin of a value, and nothing sensitive.

use futures_executor::block_on;
use hpd_host::{RawCall, Session, Toolbox, plugin};

use crate::take::Bench;

struct Bank;

#[plugin]
#[expect(clippy::unused_self, unused_variables, reason = "only the reading counts")]
impl Bank {
    /// Lists the accounts.
    #[ai_function]
    fn list_accounts(&self) -> Vec<u32> {
        vec![1]
    }

    /// Pays.
    #[ai_function]
    fn pay(
        &self,
        /// The account.
        #[param(obtain = Bank::list_accounts)]
        account: u32,
        /// The amount.
        #[param(range(min = 1), hint = "Ask the user.")]
        amount: u32,
        /// The secret.
        #[param(sensitive, length(min = 4, max = 6), pattern = "^[0-9]+$")]
        pin: String,
        /// A reference.
        #[param(length(max = 3))]
        reference: Option<String>,
    ) {
    }

    /// Shows a balance.
    #[ai_function]
    fn balance(
        &self,
        /// The account.
        #[param(obtain = Bank::list_accounts, hint = "The user may know it.")]
        account: u32,
    ) {
    }
}

fn answer(function: &str, arguments: &str) -> String {
    let toolbox = Toolbox::builder().plugin(Bank).build().unwrap();
    block_on(toolbox.call(&Session::new(), &RawCall::new("1", function, arguments)))
        .for_model()
        .text
        .into_owned()
}

#[test]
fn an_error_says_where_the_value_is_obtained() {
    Bench::with(Bank, "pay").refuses(&[(
        "{}",
        &[
            "REQUIRED_FIELD /account account is required (expected: an integer of at least 0). Call list_accounts to get it.",
            "REQUIRED_FIELD /amount amount is required (expected: an integer of at least 1). Ask the user.",
            // The pin is the user's to give: it is asked for once the rest is there.
        ],
    )]);
    Bench::with(Bank, "balance").refuses(&[(
        r#"{"account":"mine"}"#,
        &["TYPE_MISMATCH /account account must be an integer, but a string was sent (expected: an integer of at least 0). The user may know it. Call list_accounts to get it."],
    )]);
}

#[test]
fn as_json_it_has_keys_of_its_own() {
    assert_eq!(
        answer("balance", "{}"),
        concat!(
            r#"{"error_type":"validation_error","errors":[{"property":"account","attempted_value":null,"#,
            r#""error_message":"account is required","error_code":"REQUIRED_FIELD","expected":"an integer of at least 0","#,
            r#""hint":"The user may know it.","obtain":"list_accounts"}],"#,
            r#""retry_guidance":"The provided arguments are invalid. Please review the errors, correct the arguments based on the function schema, and try again."}"#,
        )
    );
}

#[test]
fn sensitive_values_are_never_repeated() {
    for arguments in [
        r#"{"account":1,"amount":1,"pin":"hunter2secret"}"#,
        r#"{"account":1,"amount":1,"pin":["hunter2secret"]}"#,
        r#"{"account":1,"amount":1,"pin":{"hunter2secret":1}}"#,
        // Misspelt, or where it does not belong.
        r#"{"account":1,"amount":1,"pni":"hunter2secret"}"#,
        r#"{"account":1,"amount":1,"pin":"1234","extra":{"pin":"hunter2secret"}}"#,
        // Twice, cut off, and as the whole.
        r#"{"account":1,"amount":1,"pin":"hunter2secret","pin":"hunter2secret"}"#,
        r#"{"account":1,"amount":1,"pin":"hunter2secret"#,
        r#""hunter2secret""#,
        r#"["hunter2secret"]"#,
    ] {
        let text = answer("pay", arguments);
        assert!(text.contains("validation_error"), "{text}");
        assert!(!text.contains("hunter2"), "{text}");
    }
}

#[test]
fn others_are_shortened() {
    let long = "x".repeat(100);
    let text = answer("pay", &format!(r#"{{"account":1,"amount":0,"pin":"1234","reference":"{long}"}}"#));
    let error: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(error["errors"][0]["attempted_value"], 0);
    assert_eq!(error["errors"][1]["attempted_value"], format!("{}…", "x".repeat(64)));
    // Neither line ends nor characters that change the direction of writing reach a reader.
    let tricky =
        answer("pay", r#"{"account":1,"amount":1,"pin":"1234","reference":"a\u202eb\nc\u0007d\u200be"}"#);
    let error: serde_json::Value = serde_json::from_str(&tricky).unwrap();
    assert_eq!(error["errors"][0]["attempted_value"], "abcde");
}
