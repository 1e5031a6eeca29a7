//! The schema of a result follows its type, and no type needs one.

use std::borrow::Cow;
use std::collections::BTreeMap;

use hpd_runtime::output::{Part, StructuredOutput};
use hpd_runtime::{CallContext, Output, Plugin, ToolError, plugin};
use schemars::JsonSchema;
use serde::Serialize;

#[derive(Serialize, JsonSchema)]
struct Weather {
    degrees: i8,
    #[serde(skip_serializing_if = "Option::is_none")]
    wind: Option<u8>,
}

/// Without a schema.
#[derive(Serialize)]
struct Plain {
    degrees: i8,
}

type Told<T> = Result<T, ToolError>;

struct Station;

#[plugin]
impl Station {
    /// An object.
    #[ai_function]
    fn object(&self) -> Weather {
        Weather { degrees: 1, wind: None }
    }

    /// In a result, behind an alias.
    #[ai_function]
    async fn fallible(&self) -> Told<Weather> {
        Ok(Weather { degrees: 1, wind: Some(2) })
    }

    /// A map is an object.
    #[ai_function]
    fn map(&self) -> BTreeMap<String, u8> {
        BTreeMap::new()
    }

    /// A list is none.
    #[ai_function]
    fn list(&self) -> Vec<Weather> {
        Vec::new()
    }

    /// Neither is a maybe.
    #[ai_function]
    fn maybe(&self) -> Option<Weather> {
        None
    }

    /// No schema.
    #[ai_function]
    fn plain(&self) -> Plain {
        Plain { degrees: 1 }
    }

    /// No schema in a result.
    #[ai_function]
    fn plain_result(&self) -> Result<Plain, ToolError> {
        Ok(Plain { degrees: 1 })
    }

    /// No name.
    #[ai_function]
    fn nameless(&self) -> impl Serialize + use<> {
        1_u8
    }

    /// Text.
    #[ai_function]
    fn text(&self) -> Cow<'_, str> {
        "mild".into()
    }

    /// A lifetime of the signature.
    #[ai_function]
    fn borrowed<'a>(&'a self, #[context] ctx: &'a CallContext<'a>) -> &'a str {
        ctx.call().name.as_ref()
    }

    /// Nothing.
    #[ai_function]
    fn nothing(&self) {}

    /// Parts.
    #[ai_function]
    fn parts(&self) -> Vec<Part> {
        Vec::new()
    }

    /// Any output.
    #[ai_function]
    fn any(&self) -> Output {
        Output::Nothing
    }

    /// A structured one.
    #[ai_function]
    fn structured(&self) -> Result<StructuredOutput, ToolError> {
        StructuredOutput::of(&1).map_err(|error| ToolError::new(error.to_string()))
    }

    /// For the user.
    #[ai_function(direct)]
    fn direct(&self) -> Weather {
        Weather { degrees: 1, wind: None }
    }
}

fn main() {
    let schemas: Vec<_> = Station::SPEC
        .functions
        .iter()
        .filter_map(|function| {
            let schema = (function.info.result_schema)()?;
            Some((function.info.name, schema.as_value()["required"].to_string()))
        })
        .collect();
    let required = |name, names: &str| (name, names.to_owned());
    assert_eq!(
        schemas,
        [
            required("object", r#"["degrees"]"#),
            required("fallible", r#"["degrees"]"#),
            required("map", "null"),
        ]
    );
}
