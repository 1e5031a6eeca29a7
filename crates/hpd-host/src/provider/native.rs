//! Lists of tools with containers in the provider's own words: `OpenAI`'s namespaces, Anthropic's deferred tools. Such a
//! list has every tool from the start, and no call changes it: the provider loads what is deferred.

use hpd_runtime::TurnContext;
use hpd_runtime::dialect::Dialect;
use hpd_runtime::list::ListMode;

use super::Provider;
use super::namespaces::namespaces;
use super::tools::{self, ToolListError};
use crate::listing::ToolList;
use crate::results::estimated_tokens;
use crate::session::Session;
use crate::tool::ToolIndex;
use crate::toolbox::Toolbox;

/// The end of the definition of a deferred tool.
const DEFERRED: &str = r#","defer_loading":true}"#;

impl Provider {
    /// The most tools of a short list: it costs less whole than the turns in which a model finds its tools.
    pub const SHORT_LIST_TOOLS: usize = 20;
    /// The most tokens of a short list, as [estimated](estimated_tokens). Recorded tasks cost less with longer lists in
    /// containers.
    pub const SHORT_LIST_TOKENS: usize = 3_500;

    /// The kind of list for a model: [`ListMode::Native`] if the provider defers tools and the model can load them, or else
    /// [`ListMode::Growing`].
    ///
    /// `OpenAI` defers tools in its Responses API, for GPT-5.4 and later, but not for GPT-5.4 nano. Anthropic does for Claude
    /// Opus, Sonnet and Haiku from 4.5 on, and for Fable and Mythos. Other names give [`ListMode::Growing`], which works
    /// everywhere.
    ///
    /// ```
    /// use hpd_host::Provider;
    /// use hpd_host::list::ListMode;
    ///
    /// assert_eq!(Provider::Anthropic.list_mode("claude-opus-4-5"), ListMode::Native);
    /// assert_eq!(Provider::OpenAiResponses.list_mode("gpt-5.4-mini"), ListMode::Native);
    /// assert_eq!(Provider::OpenAiResponses.list_mode("gpt-5.1"), ListMode::Growing);
    /// assert_eq!(Provider::OpenAiChat.list_mode("gpt-5.4"), ListMode::Growing);
    /// ```
    pub fn list_mode(self, model: &str) -> ListMode {
        let loads = match self {
            // The nano model refuses searches for tools.
            Self::OpenAiResponses => {
                version_after(model, "gpt-") >= Some((5, 4)) && !model.contains("gpt-5.4-nano")
            }
            Self::Anthropic => {
                let of = |family: &str| version_after(model, &format!("claude-{family}-"));
                let families = ["opus", "sonnet", "haiku"];
                families.into_iter().any(|family| of(family) >= Some((4, 5)))
                    || ["claude-fable-", "claude-mythos-"].iter().any(|family| model.contains(family))
            }
            Self::OpenAiChat | Self::Gemini | Self::Mcp => false,
        };
        if loads { ListMode::Native } else { ListMode::Growing }
    }

    /// The kind of list for a model and a toolbox: [`ListMode::Flat`] if the flat list is [short](Self::SHORT_LIST_TOOLS), or else
    /// [`list_mode`](Self::list_mode).
    ///
    /// ```
    /// use hpd_host::list::ListMode;
    /// use hpd_host::{Provider, Session, Toolbox, TurnContext, scope};
    ///
    /// struct Math;
    ///
    /// #[scope("Arithmetic")]
    /// impl Math {
    ///     /// The number of primes.
    ///     #[ai_function(read_only)]
    ///     fn primes(&self) -> u32 {
    ///         25
    ///     }
    /// }
    ///
    /// let toolbox = Toolbox::builder().plugin(Math).build()?;
    /// let session = Session::new();
    /// let mode = Provider::Anthropic.list_mode_for("claude-opus-4-5", &toolbox, &session, &TurnContext::empty());
    /// assert_eq!(mode, ListMode::Flat);
    /// session.set_list_mode(mode);
    /// # Ok::<(), hpd_host::BuildError>(())
    /// ```
    pub fn list_mode_for(
        self,
        model: &str,
        toolbox: &Toolbox,
        session: &Session,
        turn: &TurnContext,
    ) -> ListMode {
        let turn = TurnContext { list: Some(ListMode::Flat), ..turn.clone() };
        let flat = toolbox.tools_with(session, &turn);
        // A long list need not be written for that.
        if flat.len() > Self::SHORT_LIST_TOOLS {
            return self.list_mode(model);
        }
        let flat: Vec<_> = flat.iter().collect();
        let is_short = estimated_tokens(&self.tools(&flat)) <= Self::SHORT_LIST_TOKENS;
        if is_short { ListMode::Flat } else { self.list_mode(model) }
    }

    /// The value of `tools` in a request, as a JSON text, for a whole list; schemas are in a dialect, or as they are.
    ///
    /// In the mode [`ListMode::Native`], a container is a namespace of `OpenAI`'s Responses API, with its functions
    /// deferred. For Anthropic, the members of containers are deferred tools, and the answer of a container loads them. For
    /// other providers, and in other modes, the list is that of [`tools`](Self::tools) or [`tools_in`](Self::tools_in).
    ///
    /// The session remembers the dialect of its last native list: what this list left out is not loaded.
    ///
    /// ```
    /// use hpd_host::list::ListMode;
    /// use hpd_host::{Provider, Session, Toolbox, scope};
    ///
    /// struct Math;
    ///
    /// #[scope("Arithmetic")]
    /// impl Math {
    ///     /// The number of primes.
    ///     #[ai_function(read_only)]
    ///     fn primes(&self) -> u32 {
    ///         25
    ///     }
    /// }
    ///
    /// let toolbox = Toolbox::builder().plugin(Math).build()?;
    /// let session = Session::new();
    /// session.set_list_mode(Provider::OpenAiResponses.list_mode("gpt-5.4"));
    /// let tools = Provider::OpenAiResponses.list(&toolbox.tool_list(&session), None)?;
    /// assert!(tools.starts_with(r#"[{"type":"namespace","name":"Math","description":"Arithmetic"#));
    /// assert!(tools.contains(r#""strict":false,"defer_loading":true}]}"#));
    /// assert!(tools.ends_with(r#",{"type":"tool_search"}]"#));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As for [`tools_in`](Self::tools_in).
    pub fn list(self, list: &ToolList, dialect: impl Into<Option<Dialect>>) -> Result<String, ToolListError> {
        let dialect = dialect.into();
        let all: Vec<_> = list.iter().collect();
        let written = match self {
            Self::OpenAiResponses if list.mode() == ListMode::Native => {
                namespaces(list, &tools::definitions(self, &all, dialect)?)
            }
            Self::Anthropic if list.mode() == ListMode::Native => {
                let written = tools::definitions(self, &all, dialect)?;
                let is_deferred = |index: &ToolIndex| list.is_deferred(*index);
                let entries = list.indices().iter().zip(&written);
                let entries =
                    entries.filter_map(|(index, text)| Some((is_deferred(index), text.as_deref()?)));
                array(entries.map(|(is_deferred, text)| entry(text, is_deferred)))
            }
            _ => match dialect {
                Some(dialect) => self.tools_in(&all, dialect)?,
                None => self.tools(&all),
            },
        };
        list.note_dialect(dialect);
        Ok(written)
    }
}

/// A definition, which is an object; deferred or not.
pub(super) fn entry(definition: &str, is_deferred: bool) -> String {
    match definition.strip_suffix('}') {
        Some(open) if is_deferred => format!("{open}{DEFERRED}"),
        _ => definition.to_owned(),
    }
}

pub(super) fn array(entries: impl Iterator<Item = String>) -> String {
    format!("[{}]", entries.collect::<Vec<_>>().join(","))
}

/// The version in a model's name, after a prefix of it: `4-5`, `5.4`, `4-20250514`, which is a date. The `35` of Azure's
/// `gpt-35-turbo` is none.
fn version_after(model: &str, prefix: &str) -> Option<(u32, u32)> {
    let rest = &model[model.find(prefix)? + prefix.len()..];
    let mut numbers = rest.split(|c: char| !c.is_ascii_digit());
    let major = numbers.next()?.parse().ok()?;
    let minor = numbers.next().and_then(|minor| minor.parse().ok()).filter(|&minor| minor < 100);
    (major < 10).then_some((major, minor.unwrap_or(0)))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::external::{ExternalSource, ExternalTool};

    #[test]
    fn a_list_is_short_within_both_bounds() {
        let mode = |tools: usize, words: usize| {
            let tool = |number| {
                ExternalTool::new(format!("t{number}"), "word ".repeat(words), json!({ "type": "object" }))
            };
            let list: Vec<_> = (0..tools).map(tool).collect();
            let toolbox = Toolbox::builder().external(ExternalSource::list("Tools", list)).build().unwrap();
            let flat: Vec<_> = toolbox.all_tools().iter().filter(|tool| !tool.is_container()).collect();
            let tokens = estimated_tokens(&Provider::Anthropic.tools(&flat));
            (
                tokens,
                Provider::Anthropic.list_mode_for(
                    "claude-opus-4-5",
                    &toolbox,
                    &Session::new(),
                    &TurnContext::empty(),
                ),
            )
        };
        assert_eq!(mode(20, 1).1, ListMode::Flat);
        assert_eq!(mode(21, 1).1, ListMode::Native);
        let by_words: Vec<_> = (0..400).step_by(5).map(|words| mode(10, words)).collect();
        let (short, long): (Vec<_>, Vec<_>) = by_words.into_iter().partition(|(tokens, _)| *tokens <= 3_500);
        assert!(!short.is_empty() && short.iter().all(|(_, mode)| *mode == ListMode::Flat), "{short:?}");
        assert!(!long.is_empty() && long.iter().all(|(_, mode)| *mode == ListMode::Native), "{long:?}");
    }

    #[test]
    fn models_that_load_tools_are_known_by_their_version() {
        for (provider, model, loads) in [
            (Provider::OpenAiResponses, "gpt-5.4", true),
            (Provider::OpenAiResponses, "gpt-5.4-mini-2026-03-17", true),
            (Provider::OpenAiResponses, "gpt-5.4-nano", false),
            (Provider::OpenAiResponses, "gpt-5.4-nano-2026-03-17", false),
            (Provider::OpenAiResponses, "openai/gpt-5.4-nano", false),
            (Provider::OpenAiResponses, "gpt-5.10", true),
            (Provider::OpenAiResponses, "gpt-6", true),
            (Provider::OpenAiResponses, "gpt-5", false),
            (Provider::OpenAiResponses, "gpt-4.1", false),
            (Provider::OpenAiResponses, "gpt-35-turbo", false),
            (Provider::OpenAiResponses, "o3", false),
            (Provider::Anthropic, "claude-sonnet-4-20250514", false),
            (Provider::Anthropic, "claude-opus-4-1-20250805", false),
            (Provider::Anthropic, "claude-sonnet-4-5-20250929", true),
            (Provider::Anthropic, "claude-opus-5", true),
            (Provider::Anthropic, "claude-fable-5-1", true),
            (Provider::Anthropic, "claude-mythos-preview", true),
            (Provider::Anthropic, "anthropic.claude-opus-4-5-20251101-v1:0", true),
            (Provider::Anthropic, "claude-haiku-4-5", true),
            (Provider::Anthropic, "claude-haiku-4", false),
            (Provider::Anthropic, "claude-3-5-sonnet-20241022", false),
            (Provider::Gemini, "gemini-3-pro", false),
        ] {
            let mode = if loads { ListMode::Native } else { ListMode::Growing };
            assert_eq!(provider.list_mode(model), mode, "{model}");
        }
    }
}
