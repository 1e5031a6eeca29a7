//! External tools whose schema a dialect can't express: listed in a looser form, so that one tool does not fail the
//! list. Calls of these tools are still checked against the whole schema. Answers to schemas in a dialect are converted
//! back.

use std::borrow::Cow;

use hpd_runtime::RawCall;
use hpd_runtime::args::{Limits, Node};
use hpd_runtime::dialect::{Converted, Dialect, DialectError};
use serde_json::json;

use super::json::{Json, Object};
use crate::problem::BuildProblem;
use crate::tool::{InputSchema, Tool, WrittenSchema};
use crate::toolbox::Toolbox;

/// The schema of a tool in its listed form.
pub(super) struct Offered<'t> {
    written: &'t WrittenSchema,
    /// The dialect that it is written in.
    pub(super) dialect: Dialect,
    /// It says less than the tool's own schema.
    is_outline: bool,
}

impl<'t> Offered<'t> {
    pub(super) fn schema(&self) -> &'t str {
        &self.written.text
    }

    pub(super) const fn converted(&self) -> &'t Converted {
        &self.written.converted
    }
}

/// The schema of a tool in a dialect. An external tool falls back to the provider's non-strict dialect, then to an
/// outline there.
///
/// # Errors
///
/// The schema of an own function can't be written, or not even an outline of an external tool's.
pub(super) fn offered(tool: &Tool, dialect: Dialect) -> Result<Offered<'_>, &DialectError> {
    offered_as(tool, tool.seen_schema(), dialect)
}

/// The same for the schema that is seen now.
pub(super) fn offered_as<'t>(
    tool: &Tool,
    schema: &'t InputSchema,
    dialect: Dialect,
) -> Result<Offered<'t>, &'t DialectError> {
    let error = match schema.in_dialect(dialect) {
        Ok(written) => return Ok(Offered { written, dialect, is_outline: false }),
        Err(error) if tool.outside().is_none() => return Err(error),
        Err(error) => error,
    };
    let dialect = relaxed(dialect);
    if let Ok(written) = schema.in_dialect(dialect) {
        return Ok(Offered { written, dialect, is_outline: false });
    }
    let outline = schema.outlined(outline).in_dialect(dialect);
    outline.map(|written| Offered { written, dialect, is_outline: true }).map_err(|_| error)
}

/// The dialect of the same provider that takes the most.
const fn relaxed(dialect: Dialect) -> Dialect {
    match dialect {
        Dialect::OpenAiStrict => Dialect::OpenAi,
        Dialect::AnthropicStrict => Dialect::Anthropic,
        Dialect::GeminiOpenApi => Dialect::Gemini,
        loosest => loosest,
    }
}

impl Toolbox {
    /// The external tools whose schemas a dialect can't express. Each report names the form that
    /// [`Provider::tools_in`](super::Provider::tools_in) lists in place of the full schema: one without `strict`, or an
    /// outline. An outline has names, types and descriptions of the arguments. Calls are still checked against the
    /// whole schema.
    ///
    /// ```
    /// use hpd_host::dialect::Dialect;
    /// use hpd_host::external::{ExternalSource, ExternalTool};
    /// use hpd_host::Toolbox;
    /// use serde_json::json;
    ///
    /// let entry = json!({"$ref": "https://example.com/entry.json"});
    /// let book = json!({"type": "object", "properties": {"entry": entry}});
    /// let book = ExternalTool::new("book", "Books an entry", book);
    /// let toolbox =
    ///     Toolbox::builder().external(ExternalSource::mcp("books", vec![book])).build()?;
    /// assert_eq!(
    ///     toolbox.reports_in(Dialect::OpenAiStrict)[0].to_string(),
    ///     "`MCP_books.book`: the schema can't be written for openai_strict: \
    ///      /properties/entry refers to \"https://example.com/entry.json\", \
    ///      which is not in the schema; an outline of it is listed"
    /// );
    /// # Ok::<(), hpd_host::BuildError>(())
    /// ```
    pub fn reports_in(&self, dialect: Dialect) -> Vec<BuildProblem> {
        let outside = self.all_tools().iter().filter(|tool| tool.outside().is_some());
        outside.filter_map(|tool| report(tool, dialect)).collect()
    }
}

fn report(tool: &Tool, dialect: Dialect) -> Option<BuildProblem> {
    let error = tool.seen_schema().in_dialect(dialect).err()?;
    let instead = match offered(tool, dialect) {
        Ok(Offered { is_outline: true, .. }) => "an outline of it is listed".to_owned(),
        Ok(Offered { dialect, .. }) => format!("it is listed in the form of {dialect}"),
        Err(_) => "the tool is left out".to_owned(),
    };
    Some(BuildProblem::Dialect { id: tool.id().to_string(), problem: error.to_string(), instead })
}

/// Types that are named in an outline.
const TYPES: [&str; 7] = ["string", "number", "integer", "boolean", "array", "object", "null"];

/// The outline of a schema: the arguments themselves, without their contents. Deeper levels are not read.
fn outline(schema: &str) -> String {
    let root = Json::parse(schema).and_then(|root| root.object()).ok();
    let listed = root.as_ref().and_then(|root| root.get("properties")?.object().ok());
    let properties = listed.iter().flat_map(Object::members).map(|(name, property)| {
        let property = property.object().ok();
        let said = |key| property.as_ref().and_then(|property| property.string(key));
        let kind = said("type").filter(|kind| TYPES.contains(&kind.as_ref()));
        let members = [("description", said("description")), ("type", kind)];
        let members: Vec<_> = members.into_iter().filter_map(|(key, text)| Some((key, text?))).collect();
        format!("{}:{}", json!(name), object(&members))
    });
    let properties = properties.collect::<Vec<_>>().join(",");
    let required = root.and_then(|root| root.get("required")?.array().ok()).unwrap_or_default();
    let required: Vec<_> = required.iter().filter_map(|name| name.string().ok()).collect();
    format!(r#"{{"type":"object","properties":{{{properties}}},"required":{}}}"#, json!(required))
}

/// An object of texts, in their order.
fn object(members: &[(&str, Cow<'_, str>)]) -> String {
    let members: Vec<_> = members.iter().map(|(key, text)| format!("\"{key}\":{}", json!(text))).collect();
    format!("{{{}}}", members.join(","))
}

/// The call with arguments for the original schema. Text that is not JSON stays as it is: the check of the call reads
/// it, and parses texts of values too.
pub(super) fn restore(call: RawCall, toolbox: &Toolbox, dialect: Dialect) -> RawCall {
    let Some(Ok(offered)) = toolbox.called(&call).map(|tool| offered(tool, dialect)) else {
        return call;
    };
    let converted = offered.converted();
    if converted.is_restored_as_is() {
        return call;
    }
    let Ok(mut arguments) = Node::parse_object(&call.arguments, &Limits::default()) else { return call };
    converted.restore(&mut arguments);
    let restored = arguments.to_json();
    call.restored(restored)
}
