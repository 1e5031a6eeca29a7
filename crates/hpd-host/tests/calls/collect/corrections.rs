//! A write that the model repeatedly gets wrong, and the errors it reads.

use futures_executor::block_on;
use hpd_host::values::MapProfile;
use hpd_host::{Approval, Limits, Toolbox, Values, plugin};
use serde_json::json;

use crate::collect::shop::{Shop, anna};

/// Books.
struct Books;

#[plugin(name = "books")]
impl Books {
    /// Lists the invoices.
    #[ai_function]
    fn get_all_invoices(&self) -> Vec<String> {
        vec!["INV-042".to_owned()]
    }

    /// Records a payment.
    #[ai_function(write, risk = low, title = "Record this payment")]
    fn create_payment(
        &self,
        /// The invoices that it is for.
        #[param(obtain = Books::get_all_invoices, ask = "Which invoice should this payment apply to?")]
        applications: Vec<String>,
        /// The whole amount.
        #[param(title = "exact amount", range(min = 1))]
        amount: u32,
    ) -> String {
        format!("{amount} for {}", applications.join(", "))
    }

    /// Sends an invoice.
    #[ai_function(write, risk = medium)]
    fn send_invoice(
        &self,
        /** The invoice. */
        invoice: String,
    ) -> String {
        invoice
    }

    /// Finds an invoice.
    #[ai_function]
    fn find(
        &self,
        /** The number. */
        #[param(range(min = 1))]
        number: u32,
    ) -> u32 {
        number
    }
}

fn books() -> Shop {
    Shop::of(|builder| builder.plugin(Books))
}

const WRONG: &str = r#"{"amount":0}"#;
const GUIDANCE: &str = r#""retry_guidance":"The provided arguments are invalid. Please review the errors, correct the arguments based on the function schema, and try again."}"#;

#[test]
fn everything_that_is_wrong_is_said_with_how_to_get_it() {
    let expected = [
        r#"{"error_type":"validation_error","errors":["#,
        r#"{"property":"applications","attempted_value":null,"error_message":"applications is required","error_code":"REQUIRED_FIELD","#,
        r#""expected":"a non-empty array","obtain":"get_all_invoices"},"#,
        r#"{"property":"amount","attempted_value":0,"error_message":"amount must be at least 1","error_code":"OUT_OF_RANGE"}],"#,
        GUIDANCE,
    ];
    assert_eq!(books().text("create_payment", WRONG), expected.concat());
}

#[test]
fn what_only_the_user_knows_is_told_beside_what_the_model_can_get() {
    let shop = books();
    let outcome = shop.call("create_payment", "{}");
    let error = outcome.for_model().text;
    assert!(error.contains("applications is required") && error.contains("amount is required"), "{error}");
}

#[test]
fn after_two_corrections_in_vain_the_user_is_asked() {
    let shop = books();
    for _ in 0..2 {
        assert!(shop.call("create_payment", WRONG).error().is_some());
    }
    let outcome = shop.call("create_payment", WRONG);
    let question = "I need a few more details to record this payment:\n\
                    • Which invoice should this payment apply to?\n\
                    • Please confirm the exact amount.";
    assert_eq!(outcome.for_user().as_deref(), Some(question));
    assert_eq!(
        outcome.for_model_as_text(),
        format!(
            "The calls of \"create_payment\" failed too often. Do not call it again before the user has answered.\n\n\
             Please ask the user:\n{question}"
        )
    );
    assert_eq!(
        outcome.for_host()["ask_user_data"],
        json!({"missing": ["applications"], "invalid": ["amount"]})
    );
    assert_eq!(outcome.status(), "ask_user");
    // It stays so.
    assert_eq!(shop.call("create_payment", WRONG).status(), "ask_user");
}

#[test]
fn other_mistakes_of_the_same_write_count_together() {
    let shop = books();
    let statuses = [r"{}", r#"{"applications":[]}"#, r#"{"applications":["INV-042"],"amount":0}"#]
        .map(|arguments| shop.call("create_payment", arguments).status());
    assert_eq!(statuses, ["error", "error", "ask_user"]);
}

#[test]
fn each_write_and_each_session_counts_for_itself() {
    let mut shop = books();
    for _ in 0..2 {
        shop.call("create_payment", WRONG);
    }
    assert_eq!(shop.call("send_invoice", "{}").status(), "error");
    shop.session = hpd_host::Session::new();
    assert_eq!(shop.call("create_payment", WRONG).status(), "error");
}

#[test]
fn a_new_message_of_the_user_starts_anew() {
    let shop = books();
    for _ in 0..3 {
        shop.call("create_payment", WRONG);
    }
    shop.session.user_says("For INV-042");
    assert_eq!(shop.call("create_payment", WRONG).status(), "error");
}

#[test]
fn a_success_starts_anew() {
    let shop = Shop::of(|builder| {
        builder.plugin(Books).approval(Approval::new().writes(hpd_host::approval::Permission::Allow))
    });
    for _ in 0..2 {
        shop.call("create_payment", WRONG);
    }
    assert_eq!(shop.text("create_payment", r#"{"applications":["INV-042"],"amount":5}"#), "5 for INV-042");
    assert_eq!(shop.call("create_payment", WRONG).status(), "error");
}

#[test]
fn a_question_is_no_success() {
    let shop = books();
    for _ in 0..2 {
        shop.call("create_payment", WRONG);
    }
    let right = r#"{"applications":["INV-042"],"amount":5}"#;
    assert_eq!(shop.call("create_payment", right).status(), "confirm");
    assert_eq!(shop.call("create_payment", WRONG).status(), "ask_user");
}

#[test]
fn the_host_says_how_many_corrections_there_may_be() {
    let shop = Shop::of(|builder| builder.plugin(Books).limits(Limits::new().corrections(0)));
    assert_eq!(shop.call("create_payment", WRONG).status(), "ask_user");
}

#[test]
fn a_read_that_fails_again_and_again_is_recognised() {
    let shop = books();
    let error_type = |outcome: hpd_host::Outcome| outcome.for_host()["error"]["error_type"].clone();
    for _ in 0..2 {
        assert_eq!(error_type(shop.call("find", r#"{"number":0}"#)), "validation_error");
    }
    assert_eq!(error_type(shop.call("find", r#"{"number":0}"#)), "repeated_call");
}

#[test]
fn a_write_with_more_corrections_is_recognised_too() {
    let shop = Shop::of(|builder| builder.plugin(Books).limits(Limits::new().corrections(9)));
    let error_type = |outcome: hpd_host::Outcome| outcome.for_host()["error"]["error_type"].clone();
    for _ in 0..2 {
        assert_eq!(error_type(shop.call("create_payment", WRONG)), "validation_error");
    }
    assert_eq!(error_type(shop.call("create_payment", WRONG)), "repeated_call");
}

#[test]
fn a_collected_write_counts_its_mistakes_as_well() {
    let shop = Shop::new(|builder| {
        builder.values(Values::new().profile(MapProfile::new().of(anna(), "account", "ACC-1")))
    });
    let statuses = [0, 0, 0].map(|amount| shop.call("pay", &format!(r#"{{"amount":{amount}}}"#)).status());
    assert_eq!(statuses, ["error", "error", "ask_user"]);
}

#[test]
fn a_check_by_the_host_counts_for_nothing() {
    let shop = books();
    let call = hpd_host::RawCall::new("1", "create_payment", WRONG);
    for _ in 0..5 {
        assert!(Toolbox::check(&shop.toolbox, &shop.session, &call).is_err());
    }
    let outcome = block_on(shop.toolbox.call(&shop.session, &call));
    assert_eq!(outcome.status(), "error");
}
