//! Tools without macros, and functions that take one struct: the same path as all others.

use std::sync::Arc;
use std::sync::Mutex;

use futures_executor::block_on;
use hpd_host::approval::{Answer, UserChannel};
use hpd_host::outcome::OutcomeKind;
use hpd_host::output::{JsonText, Part, StructuredOutput};
use hpd_host::spec::{FunctionTool, Risk};
use hpd_host::values::MapProfile;
use hpd_host::{ModelError, Principal, RawCall, Session, ToolError, Toolbox, TurnContext, Values, plugin};

#[derive(serde::Deserialize, schemars::JsonSchema, Debug)]
#[expect(clippy::struct_field_names, reason = "the model reads the names")]
struct Price {
    /// The room.
    room: u32,
    /// Euros a night.
    #[schemars(range(min = 1))]
    price: u32,
    /// Why.
    #[serde(default)]
    reason: String,
}

#[derive(Debug, ModelError)]
#[model_error("There is no room {0}.")]
struct NoRoom(u32);

fn set_price() -> FunctionTool {
    FunctionTool::new("set_price", "Sets the price of a room.", |price: Price, ctx| async move {
        if price.room > 20 {
            return Err(NoRoom(price.room));
        }
        let user = ctx.principal().id().unwrap_or("a guest").to_owned();
        let key = if ctx.idempotency_key().is_some() { "a key" } else { "no key" };
        Ok(format!("{user}, with {key}: {} costs {}{}.", price.room, price.price, price.reason))
    })
}

#[test]
fn a_closure_is_checked_asked_about_and_run() {
    let tool = set_price().write(Risk::Medium).question("Set the price of room {room} to {price}?");
    let toolbox = Toolbox::builder().tool(tool).build().unwrap();
    let session = Session::new();
    let turn = TurnContext::on_behalf_of(Principal::new("anna"));
    let call = |arguments: &str| {
        let calls = [RawCall::new("1", "set_price", arguments)];
        block_on(toolbox.turn_with(&session, &turn, &calls)).remove(0)
    };

    let wrong = call(r#"{"rom": 7, "price": 0}"#).for_model_as_text().into_owned();
    for part in ["room is required", "\"rom\" was sent", "price must be at least 1"] {
        assert!(wrong.contains(part), "{wrong}");
    }

    let asked = call(r#"{"room": 7, "price": "80"}"#);
    let OutcomeKind::Confirm(question) = &asked.kind else { panic!("a write is asked about") };
    assert!(question.text().contains("Set the price of room 7 to 80?"), "{}", question.text());
    let decision = UserChannel::of("anna").decision(Answer::confirm(question));
    let done = block_on(toolbox.decide_with(&session, &turn, &decision)).unwrap();
    assert_eq!(done.for_model().text, "anna, with a key: 7 costs 80.");

    let asked = call(r#"{"room": 21, "price": 80}"#);
    let OutcomeKind::Confirm(question) = &asked.kind else { panic!("a write is asked about") };
    let decision = UserChannel::of("anna").decision(Answer::confirm(question));
    let failed = block_on(toolbox.decide_with(&session, &turn, &decision)).unwrap();
    assert_eq!(failed.for_model_as_text(), "There is no room 21.");
}

#[test]
fn nothing_runs_before_the_call_does() {
    let ran = Arc::new(Mutex::new(0));
    let count = Arc::clone(&ran);
    let tool = FunctionTool::new("close_room", "Closes a room.", move |price: Price, _| {
        *count.lock().unwrap() += 1;
        async move { Ok::<_, ToolError>(price.room) }
    });
    let toolbox = Toolbox::builder().tool(tool.write(Risk::Low)).build().unwrap();
    let call = RawCall::new("1", "close_room", r#"{"room": 7, "price": 80}"#);
    let asked = block_on(toolbox.call(&Session::new(), &call));
    assert!(matches!(asked.kind, OutcomeKind::Confirm(_)));
    assert_eq!(*ran.lock().unwrap(), 0);
}

#[test]
fn what_can_not_be_is_a_problem_of_the_build() {
    let build = |tool: FunctionTool| {
        let built = Toolbox::builder().tool(tool).build();
        built.map(|_| ()).unwrap_err().to_string()
    };
    assert_eq!(
        build(set_price()),
        "the toolbox can't be built: `set_price`: it is named like a write (`set`): add `.write(..)`, or \
         `.read_only()` if it changes nothing"
    );
    assert_eq!(
        build(set_price().write(Risk::Low).confirm_phrase("SET {room}")),
        "the toolbox can't be built: `set_price`: a phrase is asked for at high risk alone: add `.write(Risk::High)`"
    );
    assert_eq!(
        build(set_price().write(Risk::High).confirm_phrase("SET {rom}")),
        "the toolbox can't be built: `set_price`: function `set_price`: `confirm_phrase` names the unknown \
         parameter rom: write one of room, price, reason"
    );
    assert_eq!(
        build(set_price().write(Risk::Low).field("rom", |field| field.sensitive = true)),
        "the toolbox can't be built: `set_price`: function `set_price`, parameter `rom`: `fields` names what is no \
         field of the struct: its fields are room, price, reason"
    );
    let bytes = FunctionTool::new("photo", "Takes a photo.", |_: Price, _| async move {
        Ok::<_, ToolError>(vec![137_u8])
    });
    assert_eq!(
        build(bytes),
        "the toolbox can't be built: `photo`: it returns bytes, which the model would read as numbers: return a \
         `Part`"
    );
    let list =
        FunctionTool::new("sum", "Adds.", |all: Vec<u32>, _| async move { Ok::<_, ToolError>(all.len()) });
    assert_eq!(
        build(list),
        "the toolbox can't be built: `sum`: function `sum`: the type of all arguments is no struct with named fields: write one"
    );
}

struct Rooms;

#[plugin]
#[expect(clippy::unused_self, reason = "tools of a hotel are its methods")]
impl Rooms {
    /// The price of a room.
    #[ai_function(read_only)]
    fn price(&self, #[param(flatten, fields(room(profile_key = "room")))] price: Price) -> String {
        format!("{price:?}")
    }

    /// Notes a price.
    #[ai_function(read_only, unknown_fields = warn)]
    fn note(&self, #[param(flatten)] price: Price) -> String {
        format!("{price:?}")
    }
}

#[test]
fn a_field_comes_from_the_profile() {
    let anna = Principal::new("anna");
    let profile = MapProfile::new().of(anna.clone(), "room", 7);
    let toolbox = Toolbox::builder().plugin(Rooms).values(Values::new().profile(profile)).build().unwrap();
    let call = RawCall::new("1", "price", r#"{"price": 80}"#);
    let turn = TurnContext::on_behalf_of(anna);
    let outcome = block_on(toolbox.call_with(&Session::new(), &turn, &call));
    assert_eq!(outcome.for_model().text, r#"Price { room: 7, price: 80, reason: "" }"#);
}

#[test]
fn unknown_fields_are_refused_or_named_in_a_warning() {
    let toolbox = Toolbox::builder().plugin(Rooms).build().unwrap();
    let call = |name: &str| {
        let arguments = r#"{"room": 7, "price": 80, "currency": "EUR"}"#;
        block_on(toolbox.call(&Session::new(), &RawCall::new("1", name, arguments)))
    };
    assert!(call("price").for_model_as_text().contains("currency is not a known field"));
    let noted = call("note");
    assert_eq!(noted.for_model().text, r#"Price { room: 7, price: 80, reason: "" }"#);
    let codes: Vec<_> = noted.warnings.iter().map(|warning| warning.code.as_str()).collect();
    assert_eq!(codes, ["UNKNOWN_FIELD"]);
}

fn image() -> Part {
    Part::image(b"abc", "image/png")
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Nothing {}

/// Each form of parts, as the result of a function and of a closure, with the text for a model that takes no images.
macro_rules! forms {
    ($($name:ident: $type:ty = $value:expr, $text:literal;)*) => {
        struct Album;

        #[plugin]
        #[expect(clippy::unnecessary_wraps, reason = "the forms are those of tools that may return nothing")]
        impl Album {
            $(
                /// Photos.
                #[ai_function(read_only)]
                fn $name(&self) -> $type {
                    $value
                }
            )*
        }

        #[test]
        fn functions_return_parts_in_each_form() {
            let toolbox = Toolbox::builder().plugin(Album).build().unwrap();
            for (name, text) in [$((stringify!($name), $text)),*] {
                let outcome = block_on(toolbox.call(&Session::new(), &RawCall::new("1", name, "{}")));
                assert_eq!(outcome.for_model().text, text, "{name}");
            }
        }

        #[test]
        fn closures_return_parts_in_each_form() {
            $({
                let tool = FunctionTool::new("album", "Photos.", |_: Nothing, _| async {
                    Ok::<$type, ToolError>($value)
                });
                let toolbox = Toolbox::builder().tool(tool).build().unwrap();
                let outcome = block_on(toolbox.call(&Session::new(), &RawCall::new("1", "album", "{}")));
                assert_eq!(outcome.for_model().text, $text, stringify!($name));
            })*
        }
    };
}

forms! {
    one: Part = image(), "[image, 3 bytes, image/png]";
    perhaps: Option<Part> = None, "(The result is empty.)";
    many: Vec<Part> = vec![image(), Part::text("b")], "[image, 3 bytes, image/png]\nb";
    perhaps_many: Option<Vec<Part>> = Some(vec![image()]), "[image, 3 bytes, image/png]";
    many_perhaps: Vec<Option<Part>> = vec![None, Some(image())], "[image, 3 bytes, image/png]";
    array: [Part; 2] = [image(), Part::text("b")], "[image, 3 bytes, image/png]\nb";
    perhaps_array: Option<[Part; 1]> = Some([image()]), "[image, 3 bytes, image/png]";
    pair: (Part, Option<Part>) = (image(), None), "[image, 3 bytes, image/png]";
    perhaps_pair: Option<(Part, Part)> = Some((image(), Part::text("b"))), "[image, 3 bytes, image/png]\nb";
    six: (Part, Part, Part, Part, Part, Vec<Part>) = (
        Part::text("a"),
        Part::text("b"),
        Part::text("c"),
        Part::text("d"),
        Part::text("e"),
        vec![image()],
    ), "a\nb\nc\nd\ne\n[image, 3 bytes, image/png]";
    captioned: (String, Part) = ("The yard.".to_owned(), image()), "The yard.\n[image, 3 bytes, image/png]";
    captioned_two: (String, Part, Part) = ("Both.".to_owned(), image(), Part::text("b")),
        "Both.\n[image, 3 bytes, image/png]\nb";
    captioned_list: (String, Vec<Part>) = ("All.".to_owned(), vec![image()]),
        "All.\n[image, 3 bytes, image/png]";
    perhaps_captioned: Option<(String, Part)> = Some(("The yard.".to_owned(), image())),
        "The yard.\n[image, 3 bytes, image/png]";
    each_captioned: Vec<(String, Part)> = vec![("A.".to_owned(), image()), ("B.".to_owned(), image())],
        "A.\n[image, 3 bytes, image/png]\nB.\n[image, 3 bytes, image/png]";
    with_value: StructuredOutput =
        StructuredOutput::new(JsonText::parse("[1.0]").unwrap()).with_parts(vec![image()]),
        "[image, 3 bytes, image/png]\n[1.0]";
    texts: (String, String) = ("a".to_owned(), "b".to_owned()), r#"["a","b"]"#;
    nothing: () = (), "Done.";
}
