//! Where values of users come from, and where they are kept.

use std::sync::Arc;

use hpd_journal::journal::FreeText;

use super::replace;
use crate::collect::{ConfigSource, Profile, ReplyWords};

/// Where the values of users come from, and where they are kept: a group of settings of a toolbox.
///
/// ```
/// use hpd_host::values::MapProfile;
/// use hpd_host::{Principal, RawCall, Session, Toolbox, TurnContext, Values, plugin};
///
/// struct Letters;
///
/// #[plugin]
/// impl Letters {
///     /// Writes a greeting.
///     #[ai_function]
///     fn greet(
///         &self,
///         /** The user's city. */
///         #[param(profile_key = "city")]
///         city: String,
///     ) -> String {
///         format!("Greetings from {city}!")
///     }
/// }
///
/// # futures_executor::block_on(async {
/// let profile = MapProfile::new().of(Principal::new("ann"), "city", "Lisbon");
/// let toolbox =
///     Toolbox::builder().plugin(Letters).values(Values::new().profile(profile)).build()?;
///
/// let turn = TurnContext::on_behalf_of(Principal::new("ann"));
/// let outcome =
///     toolbox.call_with(&Session::new(), &turn, &RawCall::new("1", "greet", "{}")).await;
/// assert_eq!(outcome.for_model().text, "Greetings from Lisbon!");
/// # Ok::<(), hpd_host::BuildError>(())
/// # }).unwrap();
/// ```
#[derive(Clone, Default)]
#[non_exhaustive]
pub struct Values {
    pub(in crate::toolbox) profile: Option<Arc<dyn Profile>>,
    pub(in crate::toolbox) remember: bool,
    pub(in crate::toolbox) config: Option<Arc<dyn ConfigSource>>,
    pub(in crate::toolbox) words: Option<ReplyWords>,
    pub(in crate::toolbox) free_text: Option<FreeText>,
    pub(in crate::toolbox) traces_contents: Option<bool>,
}

impl Values {
    /// No settings: the model alone gives values.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Where values of users come from: parameters with a `profile_key` are filled from it.
    #[must_use]
    pub fn profile(mut self, profile: impl Profile + 'static) -> Self {
        self.profile = Some(Arc::new(profile));
        self
    }

    /// Stores in the [profile](Self::profile) the values that users give or confirm when they are
    /// [asked](crate::Toolbox::reply), for parameters with a `profile_key`. Nothing else is ever stored, and nothing
    /// without this setting. If storing fails, the failure is logged and the call continues.
    #[must_use]
    pub const fn remember_confirmed_values(mut self) -> Self {
        self.remember = true;
        self
    }

    /// The source of configuration values: for parameters with a `config_key`, and for default parameters.
    #[must_use]
    pub fn config(mut self, config: impl ConfigSource + 'static) -> Self {
        self.config = Some(Arc::new(config));
        self
    }

    /// The user's words for yes, no and cancel: English by default.
    #[must_use]
    pub fn reply_words(mut self, words: ReplyWords) -> Self {
        self.words = Some(words);
        self
    }

    /// Whether the [journal](crate::ToolboxBuilder::journal) records user texts and models' false claims. By default
    /// only in conversations that can't reach a tool with a sensitive parameter; the toolbox [reports](crate::Toolbox::reports)
    /// these tools until this is set.
    #[must_use]
    pub const fn journal_free_text(mut self, free_text: FreeText) -> Self {
        self.free_text = Some(free_text);
        self
    }

    /// Whether the `tracing` span of a call has the attributes `gen_ai.tool.call.arguments` and `gen_ai.tool.call.result`:
    /// it has not by default. They are masked as in the journal: known parameters that are not sensitive are shown, and
    /// sensitive values in them are `[hidden]`. The result of a tool with sensitive parameters is hidden as a whole. Each
    /// text has at most 64 KiB. Spans that resume an earlier call have neither.
    ///
    /// Arguments and results may hold personal data that no parameter marks.
    ///
    /// ```
    /// use hpd_host::{Toolbox, Values};
    ///
    /// let toolbox = Toolbox::builder().values(Values::new().trace_contents(true)).build();
    /// # assert!(toolbox.is_ok());
    /// ```
    #[must_use]
    pub const fn trace_contents(mut self, traced: bool) -> Self {
        self.traces_contents = Some(traced);
        self
    }

    /// Takes over what a newer group says.
    pub(in crate::toolbox) fn merge(&mut self, newer: Self) {
        replace(&mut self.profile, newer.profile);
        self.remember |= newer.remember;
        replace(&mut self.config, newer.config);
        replace(&mut self.words, newer.words);
        replace(&mut self.free_text, newer.free_text);
        replace(&mut self.traces_contents, newer.traces_contents);
    }
}
