//! How calls run: their time limits, and the machine's services.

use std::sync::Arc;
use std::time::Duration;

use hpd_journal::{Random, RandomError, SystemRandom, SystemTimer, Timer};

use super::{Toolbox, ToolboxBuilder};

/// The default time limit of a call.
const TIMEOUT: Duration = Duration::from_secs(60);

/// How calls run.
#[derive(Clone)]
pub(crate) struct Running {
    tells_warnings: bool,
    timeout: Duration,
    timer: Arc<dyn Timer>,
    random: Arc<dyn Random>,
}

impl Default for Running {
    fn default() -> Self {
        Self {
            tells_warnings: false,
            timeout: TIMEOUT,
            timer: Arc::new(SystemTimer::default()),
            random: Arc::new(SystemRandom),
        }
    }
}

impl Running {
    pub(super) fn random(&self) -> Arc<dyn Random> {
        Arc::clone(&self.random)
    }
}

impl std::fmt::Debug for Running {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Running").field("timeout", &self.timeout).finish_non_exhaustive()
    }
}

impl ToolboxBuilder {
    /// Whether a model reads the warnings about its arguments beside the result: their repairs and promotions. By
    /// default only the host does, by [`Outcome::warnings`](crate::Outcome::warnings). The note never repeats values,
    /// and has at most five warnings.
    ///
    /// After a text, or parts, the note is a line of its own. A JSON result stays JSON. An object gets the note as its
    /// last member, `argument_warnings`; any other value becomes the member `result` beside it. The structured content
    /// of MCP is the result alone, as its output schema says. Errors, results for the user, and results of forwarded
    /// calls have no note.
    ///
    /// ```
    /// use hpd_host::{RawCall, Session, Toolbox, plugin};
    ///
    /// struct Lamp;
    ///
    /// #[plugin]
    /// impl Lamp {
    ///     /// Whether the lamp would shine.
    ///     #[ai_function]
    ///     fn would_shine(&self, /** Whether it is switched on. */ on: bool) -> String {
    ///         if on { "It would." } else { "It would not." }.to_owned()
    ///     }
    /// }
    ///
    /// # futures_executor::block_on(async {
    /// let toolbox = Toolbox::builder().plugin(Lamp).warnings_to_model(true).build()?;
    /// let outcome = toolbox.call(&Session::new(), &RawCall::new("1", "would_shine", r#"{"on": "true"}"#)).await;
    /// assert_eq!(
    ///     outcome.for_model().text,
    ///     "It would.\n\n[Warnings about the arguments: on: string literal converted to boolean true]"
    /// );
    /// # Ok::<(), hpd_host::BuildError>(())
    /// # }).unwrap();
    /// ```
    #[must_use]
    pub fn warnings_to_model(mut self, told: bool) -> Self {
        self.handling.running.tells_warnings = told;
        self
    }

    /// The time limit of each attempt of a call, unless its function declares a `timeout`: 60 s by default. An earlier
    /// [deadline](crate::TurnContext::deadline) of the turn takes precedence. `Duration::MAX` means no limit.
    ///
    /// A late read has failed. The effect of a late write is unknown, and the model reads this. hpd does not repeat the
    /// call, unless it is `idempotent`.
    ///
    /// Asynchronous functions and handlers are dropped at the time limit. A synchronous function can't be interrupted.
    /// A write, or a function with a `timeout`, runs on its own thread and continues there after the limit. Other
    /// synchronous functions run in place, without a limit.
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use hpd_host::approval::Permission;
    /// use hpd_host::testing::FakeTimer;
    /// use hpd_host::{RawCall, Session, Toolbox, plugin};
    ///
    /// struct Mail;
    ///
    /// #[plugin]
    /// impl Mail {
    ///     /// Sends a message.
    ///     #[ai_function(write, risk = low)]
    ///     async fn send(&self, /** The text. */ text: String) -> String {
    ///         std::future::pending().await
    ///     }
    /// }
    ///
    /// # futures_executor::block_on(async {
    /// let timer = FakeTimer::new();
    /// let mail = Toolbox::builder().plugin(Mail).writes(Permission::Allow).timeout(Duration::from_secs(5)).timer(timer.clone()).build()?;
    /// let (session, call) = (Session::new(), RawCall::new("1", "send", r#"{"text": "Hello"}"#));
    /// let late = async { timer.advance(Duration::from_secs(5)) };
    /// let (outcome, ()) = futures_util::future::join(mail.call(&session, &call), late).await;
    /// assert_eq!(
    ///     outcome.for_model_as_text(),
    ///     "The function was not done within 5 s. Nobody knows whether it took effect. Do NOT call it again. Check first \
    ///      whether it took effect, and tell the user that this is not known."
    /// );
    /// # Ok::<(), hpd_host::BuildError>(())
    /// # }).unwrap();
    /// ```
    #[must_use]
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.handling.running.timeout = timeout;
        self
    }

    /// The timer for time limits: [`SystemTimer`] by default.
    #[must_use]
    pub fn timer(mut self, timer: impl Timer + 'static) -> Self {
        self.handling.running.timer = Arc::new(timer);
        self
    }

    /// Where random bytes come from: [`SystemRandom`] by default.
    #[must_use]
    pub fn random(mut self, random: impl Random + 'static) -> Self {
        self.handling.running.random = Arc::new(random);
        self
    }
}

impl Toolbox {
    /// How long each attempt at a call may take, where its function does not say.
    pub fn timeout(&self) -> Duration {
        self.tools.handling.running.timeout
    }

    /// Whether models read the warnings about their arguments.
    pub(crate) fn tells_warnings(&self) -> bool {
        self.tools.handling.running.tells_warnings
    }

    pub(crate) fn timer(&self) -> &dyn Timer {
        &*self.tools.handling.running.timer
    }

    /// Random bytes.
    ///
    /// # Errors
    ///
    /// The source of random bytes has failed.
    pub(crate) fn random_bytes<const N: usize>(&self) -> Result<[u8; N], RandomError> {
        let mut bytes = [0; N];
        self.tools.handling.running.random.fill(&mut bytes)?;
        Ok(bytes)
    }
}
