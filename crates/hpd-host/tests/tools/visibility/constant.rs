//! A list that never changes, and the tool that calls functions outside of it.

use futures_executor::block_on;
use hpd_host::list::{ListMode, ModelOptions, Recovery, VisibilityPolicy};
use hpd_host::{CallContext, RawCall, Session, Toolbox, ToolboxBuilder, ai_function, plugin, scope};

use super::{expanded, names, text};

#[derive(Default)]
struct Shop;

#[scope("Orders", post_expansion = "Amounts are in euros.")]
impl Shop {
    /// Repeats what was sent.
    #[ai_function]
    fn price(
        &self,
        /// The amount.
        amount: f64,
        #[context] ctx: &CallContext<'_>,
    ) -> String {
        format!("{amount} {}", ctx.call().arguments)
    }

    /// Orders something.
    #[ai_function(write, risk = low)]
    fn order(
        &self,
        /// What.
        article: String,
        /// Where to.
        #[param(sensitive)]
        address: String,
    ) -> String {
        format!("{article} to {} letters", address.len())
    }

    /// How to order.
    #[skill(functions(Self::order), instructions = "Ask for the address.")]
    fn ordering() {}
}

fn constant(builder: ToolboxBuilder) -> ToolboxBuilder {
    builder.visibility(VisibilityPolicy::new().list(ListMode::Constant))
}

fn shop() -> Toolbox {
    constant(Toolbox::builder().plugin(Shop)).build().unwrap()
}

fn through(toolbox: &Toolbox, session: &Session, arguments: &str) -> String {
    text(toolbox, session, "call_function", arguments)
}

#[test]
fn the_list_is_the_same_at_any_time() {
    let (toolbox, session) = (shop(), Session::new());
    assert_eq!(names(&toolbox, &session), ["Shop", "call_function"]);
    text(&toolbox, &session, "Shop", "{}");
    assert_eq!(names(&toolbox, &session), ["Shop", "call_function"]);
}

#[test]
fn an_expansion_says_how_its_members_are_called() {
    assert_eq!(
        text(&shop(), &Session::new(), "Shop", "{}"),
        concat!(
            "Shop expanded. Functions: price, order. Skills: ordering.\n\n",
            "Call them with call_function, by name:\n",
            "- price: Repeats what was sent.\n",
            r#"  Arguments: {"type":"object","properties":{"amount":{"description":"The amount.","type":"number"}},"required":["amount"],"additionalProperties":false}"#,
            "\n- order: Orders something.\n",
            r#"  Arguments: {"type":"object","properties":{"article":{"description":"What.","type":"string","minLength":1},"address":{"description":"Where to.","type":"string","minLength":1}},"required":["article","address"],"additionalProperties":false}"#,
            "\n- ordering: How to order. Call it without arguments to reveal 1 function: order.\n",
            "  Arguments: none\n\n",
            "Amounts are in euros."
        )
    );
}

#[test]
fn the_bridge_describes_itself() {
    let toolbox = shop();
    let bridge = toolbox.tool("call_function").unwrap();
    assert_eq!(
        bridge.description(),
        "Calls a function of a container, by its name and with its arguments. The container's answer describes both."
    );
    assert_eq!(
        bridge.input_schema(),
        concat!(
            r#"{"type":"object","properties":{"name":{"type":"string","description":"The name of the function."},"#,
            r#""arguments":{"type":"object","description":"The arguments of the function, as its schema describes them."}},"#,
            r#""required":["name"],"additionalProperties":false}"#
        )
    );
}

#[test]
fn a_call_goes_the_same_way_with_every_digit() {
    let (toolbox, session) = (shop(), expanded(&["Shop"]));
    assert_eq!(
        through(&toolbox, &session, r#"{"name":"price","arguments":{"amount":1.50}}"#),
        r#"1.5 {"amount":1.50}"#
    );
    // Arguments that were sent as a text are that text.
    assert_eq!(
        through(&toolbox, &session, r#"{"name":"price","arguments":"{ \"amount\": 2.0 }"}"#),
        r#"2 { "amount": 2.0 }"#
    );
    // The name alone does too.
    assert_eq!(text(&toolbox, &session, "price", r#"{"amount":3}"#), r#"3 {"amount":3}"#);
}

#[test]
fn the_outcome_answers_the_call_that_was_made() {
    let (toolbox, session) = (shop(), expanded(&["Shop"]));
    let call = RawCall::new("call_7", "call_function", r#"{"name":"price","arguments":{"amount":1}}"#);
    let outcome = block_on(toolbox.call(&session, &call));
    assert_eq!((&*outcome.call_id, &*outcome.tool_name), ("call_7", "call_function"));
    assert_eq!(toolbox.check(&session, &call).unwrap().arguments.as_deref(), Some(r#"{"amount":1}"#));
}

#[test]
fn the_arguments_are_checked() {
    let (toolbox, session) = (shop(), expanded(&["Shop"]));
    assert_eq!(
        through(&toolbox, &session, r#"{"name":"order","arguments":{"article":"tea"}}"#),
        text(&toolbox, &session, "order", r#"{"article":"tea"}"#)
    );
}

#[test]
fn what_is_hidden_is_not_called() {
    let (toolbox, session) = (shop(), Session::new());
    assert_eq!(
        through(&toolbox, &session, r#"{"name":"price","arguments":{"amount":1}}"#),
        concat!(
            r#"{"error_type":"tool_not_visible","tool_name":"price","container_name":"Shop","#,
            r#""error_message":"'price' is inside the container 'Shop', which is not expanded yet.","#,
            r#""retry_guidance":"First call 'Shop' with NO arguments to expand it, then call 'price' again. "#,
            r#"What a container reveals is never in the list of tools: call it through 'call_function', by exactly the name that the expansion told."}"#
        )
    );
    let unknown = through(&toolbox, &session, r#"{"name":"prize"}"#);
    assert!(unknown.starts_with(r#"{"error_type":"unknown_tool","tool_name":"prize""#), "{unknown}");
}

/// Every answer that names a next call also says how to make it.
#[test]
fn guidance_fits_a_list_that_never_changes() {
    let through = "What a container reveals is never in the list of tools: call it through 'call_function', by exactly the name that the expansion told.";
    let guidance = |toolbox: &Toolbox, session: &Session, name: &str, arguments: &str| {
        let call = RawCall::new("1", name, arguments);
        let answer = block_on(toolbox.call(session, &call)).for_model_as_json();
        answer["retry_guidance"].as_str().unwrap().to_owned()
    };
    let (toolbox, session) = (shop(), expanded(&["Shop"]));
    assert_eq!(
        guidance(&toolbox, &session, "call_function", r#"{"name":"Shop.price"}"#),
        format!("It is called by its own name alone. Call 'price' with the same arguments. {through}")
    );
    assert_eq!(
        guidance(&toolbox, &session, "call_function", r#"{"name":"prise"}"#),
        format!("Did you mean 'price'? Call a tool by exactly the name in the list of tools. {through}")
    );
    assert_eq!(
        guidance(&toolbox, &session, "order_pizza", "{}"),
        format!("Call a tool by exactly the name in the list of tools. {through}")
    );
    assert_eq!(
        guidance(&toolbox, &session, "Shop", r#"{"function":"price"}"#),
        format!("'Shop' is expanded: call 'price' with {{}}. {through}")
    );
}

#[test]
fn a_recovery_says_how_to_call_what_was_meant() {
    let recovering = |recovery| {
        constant(Toolbox::builder().plugin(Shop))
            .model(ModelOptions::new().recovery(recovery))
            .build()
            .unwrap()
    };
    let toolbox = recovering(Recovery::Expand);
    let answer = text(&toolbox, &Session::new(), "Shop", r#"{"function":"price","amount":1}"#);
    assert_eq!(
        answer.rsplit_once("\n\n").unwrap().1,
        "The arguments were not used, since a container takes none. Now call 'price' by its own name, with its own arguments. What a container reveals is never in the list of tools: call it through 'call_function', by exactly the name that the expansion told."
    );
    let toolbox = recovering(Recovery::ExpandAndRun);
    assert_eq!(
        text(&toolbox, &Session::new(), "Shop", r#"{"function":"price","amount":1}"#),
        r#"1 {"amount":1}"#
    );
    let call = RawCall::new("1", "Shop", r#"{"function":"price"}"#);
    let error = block_on(toolbox.call(&Session::new(), &call)).for_model_as_json();
    assert_eq!(
        error["retry_guidance"],
        "The provided arguments are invalid. Please review the errors, correct the arguments based on the function schema, and try again. 'Shop' is expanded now. Call 'price' by its own name. What a container reveals is never in the list of tools: call it through 'call_function', by exactly the name that the expansion told."
    );
}

#[test]
fn containers_are_expanded_through_the_bridge_too() {
    let (toolbox, session) = (shop(), expanded(&["Shop"]));
    for arguments in [r#"{"name":"ordering"}"#, r#"{"name":"ordering","arguments":{}}"#] {
        let text = through(&toolbox, &session, arguments);
        assert!(text.starts_with("ordering "), "{text}");
    }
    assert!(session.is_expanded(&super::id("Shop.ordering")));
    let error = through(&toolbox, &session, r#"{"name":"ordering","arguments":{"x":1}}"#);
    assert!(error.starts_with(r#"{"error_type":"container_invocation_error""#), "{error}");
}

fn errors(arguments: &str) -> Vec<(String, String, serde_json::Value)> {
    let (toolbox, session) = (shop(), expanded(&["Shop"]));
    let answer: serde_json::Value = serde_json::from_str(&through(&toolbox, &session, arguments)).unwrap();
    assert_eq!(answer["error_type"], "validation_error");
    let errors = answer["errors"].as_array().unwrap().iter();
    errors
        .map(|error| {
            let text = |key: &str| error[key].as_str().unwrap().to_owned();
            (text("error_code"), text("error_message"), error["attempted_value"].clone())
        })
        .collect()
}

#[test]
fn a_call_without_a_name_is_an_error() {
    assert_eq!(
        errors("{}"),
        [("REQUIRED_FIELD".to_owned(), "name is required".to_owned(), serde_json::Value::Null)]
    );
    let (code, message, value) = errors(r#"{"name":{"of":"price"}}"#).remove(0);
    assert_eq!(
        (code.as_str(), message.as_str()),
        ("TYPE_MISMATCH", "name must be a string, but an object was sent")
    );
    assert_eq!(value, r#"{"of":"price"}"#);
}

#[test]
fn arguments_beside_the_name_are_an_error_that_repeats_none_of_them() {
    let found = errors(r#"{"name":"order","article":"tea","address":"4711"}"#);
    assert_eq!(found.len(), 2);
    for (code, _, value) in found {
        assert_eq!((code.as_str(), value.as_str().unwrap()), ("UNKNOWN_FIELD", "[hidden]"));
    }
    let found = errors(r#"{"name":"order","arguments":[4711]}"#);
    assert_eq!(found[0].0, "TYPE_MISMATCH");
    assert_eq!(found[0].2, "[hidden]");
}

#[test]
fn the_bridge_does_not_call_itself() {
    assert_eq!(
        errors(r#"{"name":"call_function","arguments":{"name":"price"}}"#),
        [(
            "NOT_IN_ENUM".to_owned(),
            "name must be the name of a function, not 'call_function' itself".to_owned(),
            serde_json::Value::Null
        )]
    );
}

#[test]
fn calls_through_the_bridge_keep_their_order_in_a_turn() {
    let (toolbox, session) = (shop(), Session::new());
    let calls = [
        RawCall::new("1", "call_function", r#"{"name":"Shop"}"#),
        RawCall::new("2", "call_function", r#"{"name":"price","arguments":{"amount":1}}"#),
        RawCall::new("3", "call_function", r#"{"name":"price","arguments":{"amount":2}}"#),
    ];
    let outcomes = block_on(toolbox.turn(&session, &calls));
    assert!(outcomes.iter().all(|outcome| !outcome.for_model().is_error), "{outcomes:?}");
    assert_eq!(outcomes[2].for_model().text, r#"2 {"amount":2}"#);
}

#[derive(Default)]
struct Taken;

#[plugin]
impl Taken {
    /// Has the name that is taken.
    #[ai_function]
    fn call_function(&self) {}
}

/// Has the name that is taken.
#[ai_function]
fn call_function() {}

#[test]
fn nothing_else_may_have_its_name() {
    assert!(Toolbox::builder().plugin(Taken).build().is_ok());
    assert_eq!(
        constant(Toolbox::builder().plugin(Taken)).build().unwrap_err().to_string(),
        "the toolbox can't be built: `call_function` and `Taken.call_function` would both be called `call_function`: rename one, or register its plugin with `plugin_as(prefix, ..)`"
    );
    assert!(constant(Toolbox::builder().function::<call_function>()).build().is_err());
}
