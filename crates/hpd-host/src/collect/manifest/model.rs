//! A plugin's declarations, as data.

use hpd_runtime::args::Leniency;
use hpd_runtime::spec::Risk;
use serde_json::{Map, Value};

use crate::external::{ToolAnnotations, UnknownFields};

/// A plugin's declarations as data: for a file that other programs read, or for functions whose code runs in another
/// program.
///
/// [`of`](Self::of) exports a Rust plugin. [`into_source`](Self::into_source) imports it as external tools with the
/// same declarations. The feature `yaml` adds a text form. A manifest never contains configuration values.
///
/// It omits properties of code: checks in Rust, time limits, skills and containers.
///
/// ```
/// use hpd_host::values::PluginManifest;
/// use hpd_host::plugin;
///
/// struct Shop;
///
/// #[plugin(name = "buy")]
/// impl Shop {
///     /// Places an order.
///     #[ai_function]
///     fn place_order(
///         &self,
///         /** What to buy. */
///         #[param(ask = "What should I buy?")]
///         item: String,
///     ) -> String {
///         item
///     }
/// }
///
/// let manifest = PluginManifest::of::<Shop>()?;
/// assert_eq!(manifest.id, "buy");
/// assert_eq!(
///     manifest.capabilities[0].parameters[0].ask.as_deref(),
///     Some("What should I buy?")
/// );
/// # Ok::<(), hpd_host::schema::SchemaError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
pub struct PluginManifest {
    /// The plugin's name, as configuration and qualified ids use it.
    pub id: String,
    /// A name for people.
    pub name: Option<String>,
    /// The purpose of the plugin.
    pub description: String,
    /// The way the plugin runs: `inline` in this program, or a host's own kind.
    pub kind: Option<String>,
    /// Its functions.
    pub capabilities: Vec<CapabilityManifest>,
}

/// The declarations of one function.
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
pub struct CapabilityManifest {
    /// The name by which the function is called.
    pub id: String,
    /// A name for people.
    pub name: Option<String>,
    /// The purpose, for the model.
    pub description: String,
    /// Whether it writes; `None` if it is unclassified.
    pub write: Option<bool>,
    /// The risk, which a write must have.
    pub risk: Option<Risk>,
    /// The phrase that the user types; only with [`Risk::High`].
    pub confirm_phrase: Option<String>,
    /// The question to the user, with `{parameter}` placeholders; only for a write.
    pub question: Option<String>,
    /// The names in the question that are no parameters.
    pub preview: Vec<String>,
    /// How forgiving the reading of arguments is; `None` for the toolbox's leniency.
    pub leniency: Option<Leniency>,
    /// What happens to arguments without a parameter; `None` for [`UnknownFields::Reject`].
    pub unknown_fields: Option<UnknownFields>,
    /// The function's own hints.
    pub annotations: ToolAnnotations,
    /// The parameters, in the order of declaration.
    pub parameters: Vec<ParameterManifest>,
    /// Further keywords of the schema of all arguments: `$defs`.
    pub schema: Map<String, Value>,
}

/// The declarations of one parameter.
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
#[expect(clippy::struct_excessive_bools, reason = "each is a declaration by itself")]
pub struct ParameterManifest {
    /// The key in the arguments.
    pub name: String,
    /// A name for people.
    pub title: Option<String>,
    /// The purpose, for the model.
    pub description: Option<String>,
    /// The types of JSON Schema; empty if the schema has no `type`.
    pub types: Vec<String>,
    /// The call can't be made without it.
    pub required: bool,
    /// A required text or list may be empty.
    pub allow_empty: bool,
    /// The key of the user's profile that may fill it.
    pub profile_key: Option<String>,
    /// The key of the plugin's configuration that may fill it.
    pub config_key: Option<String>,
    /// A value that the user neither gave nor confirmed is not used without asking. Values that a configuration fills
    /// directly (`use_default_directly_for`, `use_defaults_directly`) are the exception.
    pub confirm_if_uncertain: bool,
    /// Never echoed, logged or shown.
    pub sensitive: bool,
    /// The question that gets the value from the user.
    pub ask: Option<String>,
    /// How the value is obtained, in words for the model.
    pub hint: Option<String>,
    /// The function that yields the value.
    pub obtain: Option<String>,
    /// A value to show as an example.
    pub example: Option<Value>,
    /// The value that is used if no source has one.
    pub default: Option<Value>,
    /// The only values that it may have.
    pub one_of: Option<Vec<Value>>,
    /// Further keywords of its schema.
    pub schema: Map<String, Value>,
}
