//! Every key of `#[param]`, as many at once as there may be.

use hpd_runtime::spec::{Constraint, DefaultValue};
use hpd_runtime::{Plugin, plugin};
use serde_json::json;

fn check_text(text: &String) -> Result<(), String> {
    if text.len() == 4 { Err("may not have four letters".to_owned()) } else { Ok(()) }
}

fn first() -> i64 {
    -1
}

struct Ledger;

#[plugin]
impl Ledger {
    /// Uses everything.
    #[ai_function]
    fn everything(
        &self,
        /// For readers of the code.
        #[param(
            name = "Text",
            title = "A text",
            description = "For models.",
            default = "a \"b\" \\ c",
            example = "abc",
            length(min = 3, max = 12),
            pattern = "^a",
            non_empty,
            format = "password",
            custom = check_text,
            sensitive,
            lenient,
            hint = "think",
            obtain = Self::nothing,
            profile_key = "text",
            config_key = "texts.text",
            confirm_if_uncertain,
            ask = "Which text?",
        )]
        text: String,
        /// A number.
        #[param(default = first(), range(exclusive_min = -2, max = 1_000i64), multiple_of = 0.5, confirm_if_uncertain)]
        number: i64,
        #[param(range(min = 0.25, exclusive_max = 1e3))]
        #[param(example = 0.5e1)]
        /// Another one, in two attributes.
        fraction: f64,
        /** A list. */
        #[param(default = [1, 2], items(min = 1, max = 3, unique))]
        list: Vec<u8>,
        #[doc = "A choice."]
        #[param(one_of("a", "b"), default)]
        choice: Option<String>,
        /// A flag.
        #[param(default = true, example = false)]
        flag: bool,
    ) -> String {
        format!("{text} {number} {fraction} {list:?} {choice:?} {flag}")
    }

    /// Nothing.
    #[ai_function]
    fn nothing(&self) -> String {
        String::new()
    }
}

fn main() {
    let [text, number, fraction, list, choice, flag] = Ledger::SPEC.functions[0].info.params else {
        panic!("there are six parameters")
    };
    assert_eq!((text.name, text.title, text.description), ("Text", Some("A text"), "For models."));
    let json = |value: Option<DefaultValue>| match value {
        Some(DefaultValue::Json(text)) => Ok(text.to_owned()),
        Some(DefaultValue::Computed(compute)) => compute(),
        None => Err("none".to_owned()),
    };
    assert_eq!(json(text.default), Ok(r#""a \"b\" \\ c""#.to_owned()));
    assert_eq!(text.example, Some("\"abc\""));
    let rules = [
        Constraint::MinLength(3),
        Constraint::MaxLength(12),
        Constraint::Pattern("^a"),
        Constraint::NonEmpty,
        Constraint::Format("password"),
    ];
    assert_eq!(text.constraints, rules);
    assert!(text.custom && text.sensitive && text.lenient && text.confirm_if_uncertain);
    assert_eq!((text.hint, text.ask), (Some("think"), Some("Which text?")));
    assert_eq!((text.profile_key, text.config_key), (Some("text"), Some("texts.text")));
    assert_eq!(text.obtain.map(|tool| tool.qualified()).as_deref(), Some("Ledger.nothing"));
    assert_eq!(json(number.default), Ok("-1".to_owned()));
    let rules =
        [Constraint::Maximum("1000"), Constraint::ExclusiveMinimum("-2"), Constraint::MultipleOf("0.5")];
    assert_eq!(number.constraints, rules);
    assert!(number.confirm_if_uncertain && !number.sensitive);
    assert_eq!(fraction.description, "Another one, in two attributes.");
    assert_eq!((list.description, choice.description), ("A list.", "A choice."));
    assert_eq!(json(list.default), Ok("[1,2]".to_owned()));
    assert_eq!(choice.constraints, [Constraint::OneOf(&["\"a\"", "\"b\""])]);
    assert_eq!(json(choice.default), Ok("null".to_owned()));
    assert_eq!((json(flag.default), flag.example), (Ok("true".to_owned()), Some("false")));
    let schema = ui_tests::schema::<Ledger>("everything").expect("the table agrees with itself");
    assert_eq!(schema["required"], json!(["fraction"]));
}
