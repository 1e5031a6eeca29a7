//! A program's rules for tools whose servers check little or nothing.

mod amount;
mod apply;
mod balance;
#[cfg(feature = "yaml")]
mod file;
mod schema;
mod tool_rules;

use std::collections::BTreeMap;

pub(crate) use amount::Amount;
pub(crate) use apply::{AppliedRules, RuleNote, apply_rules};
pub(crate) use balance::Balance;
#[cfg(feature = "yaml")]
pub use file::RulesError;
#[cfg(feature = "yaml")]
pub(crate) use file::{LENIENCIES, RISKS};
pub use tool_rules::ToolRules;
pub(crate) use tool_rules::{FieldRules, WriteRule};

/// Rules for the tools of one source, by the source's names for them.
///
/// They are merged into the schemas: the model sees exactly the checked schema. A server that accepts anything gets
/// only meaningful calls. With the feature `yaml`, [`Rules::from_yaml`] reads them from a file.
///
/// ```
/// use hpd_host::spec::Risk;
/// use hpd_host::external::{ExternalSource, ExternalTool, Rules, ToolRules};
/// use hpd_host::{RawCall, Session, Toolbox};
/// use serde_json::json;
///
/// let lax =
///     ExternalTool::new("create_payment", "Records a payment", json!({"type": "object"}));
/// let rules = Rules::new().tool(
///     "create_payment",
///     ToolRules::new()
///         .write(Risk::Low)
///         .required(["AccountId", "Amount"])
///         .non_empty(["Applications"]),
/// );
/// let toolbox = Toolbox::builder()
///     .external(ExternalSource::mcp("books", vec![lax]).rules(rules))
///     .build()?;
///
/// let call = RawCall::new("1", "create_payment", r#"{"AccountId": "ACC-1", "Amount": ""}"#);
/// let error = toolbox.check(&Session::new(), &call).unwrap_err();
/// assert_eq!(
///     error.to_string().lines().take(3).collect::<Vec<_>>(),
///     [
///         "Invalid arguments:",
///         "- Amount must not be empty",
///         "- Applications is required (expected: a non-empty array)"
///     ]
/// );
/// # Ok::<(), hpd_host::BuildError>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
#[must_use]
pub struct Rules {
    pub(crate) tools: BTreeMap<String, ToolRules>,
}

impl Rules {
    /// No rules.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds the rules of a tool, in place of earlier ones for it.
    pub fn tool(mut self, name: impl Into<String>, rules: ToolRules) -> Self {
        self.tools.insert(name.into(), rules);
        self
    }

    /// Reads rules from a YAML text. `file` is its name in errors.
    ///
    /// ```yaml
    /// tools:
    ///   create_payment:
    ///     write: true                     # or false: it only reads
    ///     risk: low                       # low, medium or high; a write needs one
    ///     required: [AccountId, Amount]   # present, not null, not empty
    ///     non_empty_array: [Applications] # an array with at least one item
    ///     above: {Amount: 0}
    ///     hints: {Amount: The amount that arrived}
    ///     obtain: {Applications: get_all_invoices}
    ///   void_invoice:
    ///     write: true
    ///     risk: high
    ///     confirm_phrase: VOID {InvoiceId}
    ///     required: [InvoiceId]
    /// ```
    ///
    /// | key of a tool | value |
    /// |---|---|
    /// | `write`, `risk`, `confirm_phrase` | [`ToolRules::write`], [`ToolRules::read`], [`ToolRules::confirm_phrase`] |
    /// | `title`, `question`, `preview` | [`ToolRules::title`]; [`ToolRules::question`]; a list of names, as for [`ToolRules::preview`] |
    /// | `required`, `non_empty`, `non_empty_array`, `sensitive`, `confirm_if_uncertain` | lists of fields |
    /// | `at_least`, `above`, `min_items`, `one_of`, `hints`, `obtain`, `profile_keys`, `config_keys`, `ask` | a value for each field |
    /// | `balanced` | `{items: Lines, left: DebitAmount, right: CreditAmount}`, or a list of such |
    /// | `leniency`, `unknown_fields` | `strict`, `safe` or `lenient`; `reject`, `warn` or `pass` (also `allow`) |
    ///
    /// # Errors
    ///
    /// All problems of the text, each with its line: unknown keys, values of the wrong type, rules that contradict each
    /// other.
    #[cfg(feature = "yaml")]
    pub fn from_yaml(file: &str, text: &str) -> Result<Self, RulesError> {
        file::read(file, text)
    }
}
