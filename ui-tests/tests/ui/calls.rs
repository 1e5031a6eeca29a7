//! Calls through the shims: they read, check, and call the method, or refuse with all errors.

use std::pin::pin;
use std::task::{Context, Poll, Waker};

use hpd_runtime::__private::ArgumentPlan;
use hpd_runtime::__private::{FunctionSpec, Output, Reader};
use hpd_runtime::__private::{PreparedCall, prepare};
use hpd_runtime::args::Limits;
use hpd_runtime::schema::SchemaSettings;
use hpd_runtime::spec::AiFunction;
use hpd_runtime::{
    CallContext, ModelError, OrTell as _, Plugin as _, RawCall, ToolError, TurnContext, ai_function, plugin,
};

struct Ledger {
    balance: i64,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "checks get references, whatever the type")]
fn even(amount: &i64) -> Result<(), &'static str> {
    if amount % 2 == 0 { Ok(()) } else { Err("must be even") }
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "checks get references, whatever the type")]
fn covered(amount: &i64, memo: &str) -> Result<(), String> {
    if *amount <= 100 || memo == "trust me" { Ok(()) } else { Err("That is more than there is.".to_owned()) }
}

#[allow(clippy::unused_async, reason = "async functions are called too")]
#[plugin]
impl Ledger {
    /// Withdraws.
    #[ai_function(write, risk = low, check = covered)]
    fn withdraw(
        &self,
        /// How much.
        #[param(custom = even)]
        amount: i64,
        /// Why.
        #[param(default = "")]
        memo: String,
    ) -> Result<i64, ToolError> {
        if memo == "fail" { Err(ToolError::new("The bank is closed.")) } else { Ok(self.balance - amount) }
    }

    /// Tells which call it is.
    #[ai_function]
    async fn which(&self, #[context] ctx: &CallContext<'_>) -> String {
        format!("{} of {}", ctx.call().id, self.balance)
    }

    /// Stays where it is.
    #[ai_function(local)]
    async fn local(
        /// Anything.
        text: String,
    ) -> String {
        let shared = std::rc::Rc::new(text);
        std::future::ready(()).await;
        shared.to_string()
    }
}

/// Twice.
#[ai_function(check = below_ten)]
fn double(
    #[context] _ctx: &CallContext<'_>,
    /// A number.
    number: i64,
) -> i64 {
    number * 2
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "checks get references, whatever the type")]
fn below_ten(number: &i64) -> Result<(), String> {
    if *number < 10 { Ok(()) } else { Err(format!("{number} is too much.")) }
}

#[derive(ModelError)]
enum Wrong {
    #[model_error("there is no room {0}")]
    NoRoom(u32),
    #[model_error("the list of rooms can't be read")]
    Unread(#[from] std::num::ParseIntError),
}

struct Rooms;

impl Rooms {
    #[allow(clippy::unused_self, clippy::trivially_copy_pass_by_ref, reason = "checks get references")]
    fn known(&self, room: &u32, _: &CallContext<'_>) -> Result<(), Wrong> {
        match room {
            ..10 => Ok(()),
            10..20 => Err(Wrong::NoRoom(*room)),
            _ => "many".parse::<u8>().map(drop).map_err(Wrong::from),
        }
    }
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "checks get references, whatever the type")]
fn odd(room: &u32) -> Result<(), Wrong> {
    if room % 2 == 1 { Ok(()) } else { Err(Wrong::NoRoom(*room)) }
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "checks get references, whatever the type")]
fn small(room: &u32) -> Result<(), ToolError> {
    "few"
        .parse::<u8>()
        .map(drop)
        .or_tell("the sizes can't be read")
        .or_else(|error| if *room < 100 { Ok(()) } else { Err(error) })
}

#[plugin]
#[allow(clippy::unused_self, reason = "plugins of tests have no state")]
impl Rooms {
    /// Opens a room.
    #[ai_function(check = self.known(ctx))]
    fn open(
        &self,
        /** The room. */
        #[param(custom = odd)]
        room: u32,
    ) -> u32 {
        room
    }

    /// Closes a room.
    #[ai_function(read_only, check = small)]
    fn shut(
        &self,
        /** The room. */
        room: u32,
    ) -> u32 {
        room
    }
}

fn block_on<F: Future>(future: F) -> F::Output {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(output) => output,
        Poll::Pending => panic!("nothing here waits"),
    }
}

/// The output of a call as text, or the properties and messages of its errors.
fn call<P>(row: &FunctionSpec<P>, instance: &P, arguments: &str) -> Result<String, Vec<String>> {
    let plan =
        ArgumentPlan::new(row.info, &SchemaSettings::default(), Limits::default()).expect("it fits together");
    let raw = RawCall::new("call-1", row.info.name, arguments);
    let turn = TurnContext::default();
    let context = CallContext::new(&raw, &turn);
    let mut reader = Reader::new(arguments, &plan);
    let Ok(prepared) = prepare(row, instance, &mut reader, &context) else {
        let errors = reader.into_response().errors;
        return Err(errors
            .iter()
            .map(|error| format!("{}: {}", error.property, error.error_message))
            .collect());
    };
    let output = match prepared {
        PreparedCall::Sync(call) => call(),
        PreparedCall::Send(call) => block_on(call),
        PreparedCall::Local(call) => block_on(call),
    };
    match output {
        Ok(Output::Text(text) | Output::Json(text)) => Ok(text),
        Ok(other) => panic!("no function here answers {other:?}"),
        Err(failure) => Ok(format!("failed: {}", failure.message)),
    }
}

fn ledger(function: usize, arguments: &str) -> Result<String, Vec<String>> {
    call(&Ledger::SPEC.functions[function], &Ledger { balance: 100 }, arguments)
}

#[test]
fn a_method_gets_its_arguments_and_defaults() {
    assert_eq!(ledger(0, r#"{"amount": 40}"#).as_deref(), Ok("60"));
    assert_eq!(ledger(0, r#"{"memo": "trust me", "amount": 400}"#).as_deref(), Ok("-300"));
    assert_eq!(ledger(0, r#"{"amount": 40, "memo": "fail"}"#).as_deref(), Ok("failed: The bank is closed."));
}

#[test]
fn both_kinds_of_checks_are_heard() {
    let refused = ["amount: must be even", ": That is more than there is."];
    let errors = ledger(0, r#"{"amount": 401}"#).expect_err("two checks refuse it");
    assert_eq!(errors, refused);
    // Without an amount there is nothing to check.
    let errors = ledger(0, "{}").expect_err("the amount is missing");
    assert_eq!(errors, ["amount: amount is required"]);
}

#[test]
fn an_error_for_the_model_is_one_of_a_check() {
    let rooms = |function: usize, arguments| call(&Rooms::SPEC.functions[function], &Rooms, arguments);
    assert_eq!(rooms(0, r#"{"room": 7}"#).as_deref(), Ok("7"));
    let both = ["room: there is no room 12", ": there is no room 12"].map(str::to_owned);
    assert_eq!(rooms(0, r#"{"room": 12}"#), Err(both.to_vec()));
    let made = [": the list of rooms can't be read".to_owned()];
    assert_eq!(rooms(0, r#"{"room": 21}"#), Err(made.to_vec()));
    assert_eq!(rooms(1, r#"{"room": 8}"#).as_deref(), Ok("8"));
    assert_eq!(rooms(1, r#"{"room": 800}"#), Err(vec![": the sizes can't be read".to_owned()]));
}

#[test]
fn asynchronous_functions_run() {
    assert_eq!(ledger(1, "{}").as_deref(), Ok("call-1 of 100"));
    assert_eq!(ledger(2, r#"{"text": "here"}"#).as_deref(), Ok("here"));
}

#[test]
fn free_functions_run() {
    let row = <double as AiFunction>::SPEC;
    assert_eq!(call(row, &(), r#"{"number": 4}"#).as_deref(), Ok("8"));
    assert_eq!(call(row, &(), r#"{"number": 40}"#), Err(vec![": 40 is too much.".to_owned()]));
}
