//! The possible return types of a function.

use std::borrow::Cow;
use std::convert::Infallible;

use hpd_runtime::output::Part;
use hpd_runtime::{plugin, ModelError, Output, ToolError};

#[derive(serde::Serialize)]
struct Balance {
    cents: i64,
}

enum Missing {
    Account(u32),
}

impl ModelError for Missing {
    fn for_model(&self) -> Cow<'_, str> {
        match self {
            Self::Account(number) => format!("There is no account {number}.").into(),
        }
    }
}

type Answer<T> = Result<T, Missing>;

struct Ledger;

#[plugin]
impl Ledger {
    /// Nothing.
    #[ai_function]
    fn nothing(&self) {}

    /// A text.
    #[ai_function]
    fn text(&self) -> Result<&'static str, Infallible> {
        Ok("text")
    }

    /// A structure.
    #[ai_function]
    fn structure(&self) -> Answer<Balance> {
        Ok(Balance { cents: 5 })
    }

    /// An error of the author's.
    #[ai_function]
    async fn missing(&self) -> Answer<Balance> {
        Err(Missing::Account(7))
    }

    /// A list.
    #[ai_function]
    fn list(&self) -> impl Iterator<Item = u8> + serde::Serialize + use<> {
        Three
    }

    /// Parts.
    #[ai_function]
    fn parts(&self) -> Result<Vec<Part>, ToolError> {
        Ok(vec![Part::Text { text: "part".to_owned() }])
    }

    /// An output.
    #[ai_function]
    fn output(&self) -> Output {
        Output::Text("output".to_owned())
    }

    /// An option.
    #[ai_function]
    fn option(&self) -> Option<u8> {
        None
    }

    /// Never.
    #[ai_function]
    fn unit_result(&self) -> Result<(), String> {
        Err("no".to_owned())
    }
}

struct Three;

impl Iterator for Three {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        None
    }
}

impl serde::Serialize for Three {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq([1, 2, 3])
    }
}

fn main() {
    let call = |name| ui_tests::call(&Ledger, name, "{}");
    assert_eq!(call("nothing"), Ok(Output::Nothing));
    assert_eq!(call("text"), Ok(Output::Text("text".to_owned())));
    assert_eq!(call("structure"), Ok(Output::Json(r#"{"cents":5}"#.to_owned())));
    assert_eq!(call("missing"), Err("There is no account 7.".to_owned()));
    assert_eq!(call("list"), Ok(Output::Json("[1,2,3]".to_owned())));
    assert_eq!(call("parts"), Ok(Output::Content(vec![Part::Text { text: "part".to_owned() }])));
    assert_eq!(call("output"), Ok(Output::Text("output".to_owned())));
    assert_eq!(call("option"), Ok(Output::Json("null".to_owned())));
    assert_eq!(call("unit_result"), Err("no".to_owned()));
}
