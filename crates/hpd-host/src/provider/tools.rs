//! Tools in each provider's form. The definition of a tool is written once for each form, and kept beside its schema: a
//! list copies texts.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use hpd_runtime::dialect::{Dialect, DialectError};
use hpd_runtime::output::JsonText;
use hpd_runtime::spec::Hints;

use super::Provider;
use super::answer::raw;
use super::json::Json;
use super::offered::offered_as;
use crate::class::Classification;
use crate::external::ToolAnnotations;
use crate::tool::{Definition, Form, FunctionRole, InputSchema, Role, Tool};

/// Why a list of tools can't be written in a dialect.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ToolListError {
    /// The dialect is another provider's.
    WrongDialect {
        /// The provider whose list was requested.
        provider: Provider,
        /// The dialect.
        dialect: Dialect,
    },
    /// The schema of a function of this program can't be written in the dialect.
    Schema {
        /// The tool's name.
        tool: String,
        /// Why not.
        error: DialectError,
    },
}

impl fmt::Display for ToolListError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::WrongDialect { provider, dialect } => {
                let own: Vec<_> = dialects(*provider).iter().map(|dialect| dialect.as_str()).collect();
                write!(f, "\"{dialect}\" is another provider's dialect: use {}", own.join(" or "))
            }
            Self::Schema { tool, error } => write!(f, "{tool}: {error}"),
        }
    }
}

impl std::error::Error for ToolListError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::WrongDialect { .. } => None,
            Self::Schema { error, .. } => Some(error),
        }
    }
}

/// The dialects that a provider takes.
const fn dialects(provider: Provider) -> &'static [Dialect] {
    match provider {
        Provider::OpenAiChat | Provider::OpenAiResponses => &[Dialect::OpenAi, Dialect::OpenAiStrict],
        Provider::Anthropic => &[Dialect::Anthropic, Dialect::AnthropicStrict],
        Provider::Gemini => &[Dialect::Gemini, Dialect::GeminiOpenApi],
        Provider::Mcp => &[Dialect::Mcp],
    }
}

/// A tool and its schema in the form that is asked for.
struct Entry<'t> {
    tool: &'t Tool,
    schema: &'t str,
    /// The dialect of its schema; `None` for the schema as it is.
    dialect: Option<Dialect>,
}

/// The array of tools of a request, with their schemas as they are.
pub(super) fn write(provider: Provider, tools: &[&Tool]) -> String {
    let schemas: Vec<_> = tools.iter().map(|tool| tool.seen_schema()).collect();
    let form = (provider as u8, None);
    let mut new = NewDefinitions::default();
    for (tool, schema) in tools.iter().zip(&schemas).filter(|(_, schema)| !schema.is_defined(form)) {
        new.add(provider, schema, &Entry { tool, schema: schema.text(), dialect: None });
    }
    new.keep(form);
    write_list(provider, &schemas, form)
}

/// The array of tools of a request, in a dialect.
pub(super) fn write_in(
    provider: Provider,
    tools: &[&Tool],
    dialect: Dialect,
) -> Result<String, ToolListError> {
    if !dialects(provider).contains(&dialect) {
        return Err(ToolListError::WrongDialect { provider, dialect });
    }
    let schemas: Vec<_> = tools.iter().map(|tool| tool.seen_schema()).collect();
    let form = (provider as u8, Some(dialect));
    let mut new = NewDefinitions::default();
    for (tool, schema) in tools.iter().zip(&schemas).filter(|(_, schema)| !schema.is_defined(form)) {
        match offered_as(tool, schema, dialect) {
            Ok(offered) => {
                let entry = Entry { tool, schema: offered.schema(), dialect: Some(offered.dialect) };
                new.add(provider, schema, &entry);
            }
            // An external tool that can't be listed.
            Err(_) if tool.outside().is_some() => schema.keep_definition(form, None),
            Err(error) => {
                let (tool, error) = (tool.name().to_owned(), error.clone());
                return Err(ToolListError::Schema { tool, error });
            }
        }
    }
    new.keep(form);
    Ok(write_list(provider, &schemas, form))
}

/// The definition of each tool of a list; `None` for an external tool that can't be listed.
pub(super) fn definitions(
    provider: Provider,
    tools: &[&Tool],
    dialect: Option<Dialect>,
) -> Result<Vec<Option<String>>, ToolListError> {
    let one = |tool: &&Tool| {
        let tool = std::slice::from_ref(tool);
        let list = match dialect {
            Some(dialect) => write_in(provider, tool, dialect)?,
            None => write(provider, tool),
        };
        let entry = list.strip_prefix('[').and_then(|list| list.strip_suffix(']')).unwrap_or_default();
        Ok((!entry.is_empty()).then(|| entry.to_owned()))
    };
    tools.iter().map(one).collect()
}

/// Definitions that no list has had yet, as a part of the list.
#[derive(Default)]
struct NewDefinitions<'t> {
    list: String,
    places: Vec<(&'t InputSchema, Range<usize>)>,
}

impl<'t> NewDefinitions<'t> {
    fn add(&mut self, provider: Provider, schema: &'t InputSchema, entry: &Entry<'_>) {
        if !self.list.is_empty() {
            self.list.push(',');
        }
        let start = self.list.len();
        write_tool(provider, entry, &mut self.list);
        self.places.push((schema, start..self.list.len()));
    }

    fn keep(self, form: Form) {
        if self.places.is_empty() {
            return;
        }
        let list: Arc<str> = self.list.into();
        for (schema, place) in self.places {
            schema.keep_definition(form, Definition::new(Arc::clone(&list), place));
        }
    }
}

/// The array of all definitions that there are in a form.
fn write_list(provider: Provider, schemas: &[&InputSchema], form: Form) -> String {
    let mut definitions = schemas.iter().filter_map(|schema| schema.definition(form));
    // Neighbours in the list that had them first are copied in one piece.
    let mut pieces = Vec::new();
    if let Some(mut first) = definitions.next() {
        let mut last = first;
        for next in definitions {
            if !last.is_before(next) {
                pieces.push(first.up_to(last));
                first = next;
            }
            last = next;
        }
        pieces.push(first.up_to(last));
    }
    let (open, close) = match provider {
        // All functions are in one tool, and a tool without functions is refused.
        Provider::Gemini if !pieces.is_empty() => (r#"[{"functionDeclarations":["#, "]}]"),
        _ => ("[", "]"),
    };
    let length = pieces.iter().map(|piece| piece.len() + 1).sum::<usize>();
    let mut out = String::with_capacity(open.len() + length + close.len());
    out.push_str(open);
    for (index, piece) in pieces.iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        out.push_str(piece);
    }
    out.push_str(close);
    out
}

fn write_tool(provider: Provider, entry: &Entry<'_>, out: &mut String) {
    let Entry { tool, schema, dialect } = *entry;
    let strict = matches!(dialect, Some(Dialect::OpenAiStrict | Dialect::AnthropicStrict));
    let (open, key, close) = match provider {
        Provider::OpenAiChat => (r#"{"type":"function","function":{"#, "parameters", "}}"),
        Provider::OpenAiResponses => (r#"{"type":"function","#, "parameters", "}"),
        Provider::Anthropic => ("{", "input_schema", "}"),
        Provider::Gemini if dialect == Some(Dialect::GeminiOpenApi) => ("{", "parameters", "}"),
        Provider::Gemini => ("{", "parametersJsonSchema", "}"),
        Provider::Mcp => ("{", "inputSchema", "}"),
    };
    out.push_str(open);
    write_member("name", raw(&tool.name()).get(), out);
    out.push(',');
    if let (Provider::Mcp, Some(title)) = (provider, tool.title()) {
        write_member("title", raw(&title).get(), out);
        out.push(',');
    }
    write_member("description", raw(&tool.description()).get(), out);
    // Gemini refuses an object without properties, but accepts a function without parameters.
    if provider != Provider::Gemini || takes_something(schema) {
        out.push(',');
        write_member(key, schema, out);
    }
    match provider {
        _ if strict => out.push_str(r#","strict":true"#),
        // There, tools are strict unless they say that they are not.
        Provider::OpenAiResponses => out.push_str(r#","strict":false"#),
        Provider::Mcp => {
            write_annotations(tool, out);
            write_described(tool, out);
        }
        _ => {}
    }
    out.push_str(close);
}

/// Whether a schema has anything else than an empty list of properties.
fn takes_something(schema: &str) -> bool {
    let properties =
        Json::parse(schema).and_then(|schema| schema.object()).ok().and_then(|root| root.get("properties"));
    properties.and_then(|properties| properties.object().ok()).is_none_or(|properties| !properties.is_empty())
}

/// `json` is a JSON text.
fn write_member(key: &str, json: &str, out: &mut String) {
    out.push('"');
    out.push_str(key);
    out.push_str("\":");
    out.push_str(json);
}

/// What MCP's clients read of a tool beside its arguments: the schema of its results, and what its source says.
fn write_described(tool: &Tool, out: &mut String) {
    let members = [
        ("outputSchema", tool.output_schema()),
        ("icons", tool.icons().map(JsonText::as_str)),
        ("_meta", tool.source_meta().map(JsonText::as_str)),
    ];
    for (key, json) in members {
        if let Some(json) = json {
            out.push(',');
            write_member(key, json, out);
        }
    }
    if let Some(support) = tool.task_support() {
        out.push_str(r#","execution":{"taskSupport":""#);
        out.push_str(support.as_str());
        out.push_str("\"}");
    }
}

/// Hints for MCP's clients. Undeclared hints keep their defaults, except that writes are never reads. Clients approve
/// reads unseen, so only own functions with `read_only` are marked as such. Without that word, a function's effect is
/// unknown. A container may be called in place of a member, and a source may declare itself harmless.
fn write_annotations(tool: &Tool, out: &mut String) {
    let said = said_of(tool);
    let writes = tool.classification() == Some(Classification::Write);
    let hints = [
        ("readOnlyHint", if writes { Some(false) } else { said.read_only }),
        ("destructiveHint", said.destructive),
        ("idempotentHint", said.idempotent),
        ("openWorldHint", said.open_world),
    ];
    let mut separator = r#","annotations":{"#;
    for (key, value) in hints {
        if let Some(value) = value {
            out.push_str(separator);
            write_member(key, if value { "true" } else { "false" }, out);
            separator = ",";
        }
    }
    if separator == "," {
        out.push('}');
    }
}

/// The hints of a function or of a tool's source.
fn said_of(tool: &Tool) -> ToolAnnotations {
    let Role::Function(FunctionRole::Here(function)) = &tool.role else {
        return ToolAnnotations { read_only: None, ..tool.annotations().unwrap_or_default() };
    };
    let info = function.plan.info();
    let Hints { read_only, destructive, open_world } = info.hints;
    ToolAnnotations { read_only, destructive, idempotent: info.idempotent.then_some(true), open_world }
}
