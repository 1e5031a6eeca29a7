//! Claims of a text about writes, and their detectors.

use std::fmt;
use std::ops::Range;
use std::time::Duration;

use hpd_journal::BoxFuture;

use super::evidence::Evidence;
use super::say::TruthSentences;

/// Whether a claim says that something was done, or that it was not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClaimKind {
    /// Something was done.
    Success,
    /// Something was not done, or could not be done.
    Failure,
}

/// What a claim is about.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum About {
    /// All writes of the turn: "Done!".
    Everything,
    /// These writes, by their places in [`Evidence::writes`].
    Writes(Vec<usize>),
    /// A tool that was not called in this turn, by its name.
    Tool(String),
    /// An action and an object, which are compared with the names of tools.
    Words(AboutWords),
}

/// An action and an object in the words of tool names: lower case, singular.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AboutWords {
    /// The action, with other words for it: for "recorded", the words are `record`, `create`, `add` and more.
    pub actions: Vec<String>,
    /// The object: the payment of "the invoice payment for Acme". Without a noun, its id: `INV-42`.
    pub object: Option<String>,
    /// Other words around it: the invoice of "the invoice payment".
    pub others: Vec<String>,
}

impl AboutWords {
    /// Whether the object has no noun: "it", `INV-42`.
    pub(super) fn has_no_noun(&self) -> bool {
        self.object.as_ref().is_none_or(|object| object.contains(char::is_numeric))
    }
}

/// How a claim says who did something.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum ClaimForm {
    /// In the first person: "I've recorded the payment".
    #[default]
    Speaker,
    /// Otherwise: "The payment was recorded", "Payment recorded". After a read, such a claim may report the read data.
    Report,
    /// As a state: "The payment is recorded". After a read, such a claim is never checked.
    State,
    /// In the first person, before a text that may be the result itself: "I've updated the letter:". It is checked only
    /// against writes of the same turn.
    Announcement,
}

/// A statement that something was done, or could not be.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Claim {
    /// A success or a failure.
    pub kind: ClaimKind,
    /// Its place in the text: a whole sentence. Claims of one sentence have the same span.
    pub span: Range<usize>,
    /// What it is about.
    pub about: About,
    /// How it says who did something.
    pub form: ClaimForm,
}

impl Claim {
    /// A claim of success in the first person.
    pub const fn success(span: Range<usize>, about: About) -> Self {
        Self { kind: ClaimKind::Success, span, about, form: ClaimForm::Speaker }
    }

    /// A claim of failure.
    pub const fn failure(span: Range<usize>, about: About) -> Self {
        Self { kind: ClaimKind::Failure, span, about, form: ClaimForm::Speaker }
    }

    /// The claim in another form.
    #[must_use]
    pub const fn in_form(mut self, form: ClaimForm) -> Self {
        self.form = form;
        self
    }
}

/// Why a detector failed, so that the claims of a text are unknown: for the log alone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DetectorError(String);

impl DetectorError {
    /// An error with its reason.
    pub fn new(reason: impl Into<String>) -> Self {
        Self(reason.into())
    }
}

impl fmt::Display for DetectorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for DetectorError {}

/// Finds claims in the texts of models, for `ModelOptions::claim_detector` of `hpd-host`. It sees the writes of the
/// conversation with their states, so that it can ask a model which of them a sentence is about.
///
/// The evidence decides whether a claim is false: a detector can't remove a sentence about a write that agrees with the
/// journal. If a detector fails or takes longer than its [time limit](Self::time_limit), the final answer is checked by
/// words alone, and the journal notes it.
///
/// A detector that asks a model as a judge:
///
/// ```
/// use hpd_host::guardrail::{About, Claim, ClaimDetector, DetectorError, Evidence};
/// use hpd_host::system::BoxFuture;
///
/// struct Judge;
///
/// /// Your request to a model. Its answer has a line a claim: the sentence and the number of the write, with a tab.
/// async fn ask_model(prompt: String) -> Result<String, std::io::Error> {
///     assert!(prompt.contains("0: create payment: WaitsForConfirmation"));
///     Ok("He registrado el pago.\t0".to_owned())
/// }
///
/// impl ClaimDetector for Judge {
///     fn claims<'a>(
///         &'a self,
///         text: &'a str,
///         evidence: &'a Evidence,
///     ) -> BoxFuture<'a, Result<Vec<Claim>, DetectorError>> {
///         Box::pin(async move {
///             let writes = evidence.writes.iter().enumerate();
///             let writes: Vec<_> = writes.map(|(at, write)| format!("{at}: {}: {:?}", write.label, write.status)).collect();
///             let prompt = format!("Which sentences claim that a write was done?\n{}\n{text}", writes.join("\n"));
///             let answer = ask_model(prompt).await.map_err(|error| DetectorError::new(error.to_string()))?;
///             let claims = answer.lines().filter_map(|line| {
///                 let (sentence, write) = line.split_once('\t')?;
///                 let start = text.find(sentence)?;
///                 Some(Claim::success(start..start + sentence.len(), About::Writes(vec![write.parse().ok()?])))
///             });
///             Ok(claims.collect())
///         })
///     }
/// }
///
/// # use hpd_host::journal::MemoryJournal;
/// # use hpd_host::list::ModelOptions;
/// # use hpd_host::{RawCall, Session, Toolbox, plugin};
/// # struct Bank;
/// # #[plugin]
/// # impl Bank {
/// #     /// Creates a payment.
/// #     #[ai_function(write, risk = low)]
/// #     fn create_payment(&self, /** How much. */ amount: u32) -> String {
/// #         format!("Paid: {amount}")
/// #     }
/// # }
/// # futures_executor::block_on(async {
/// let model = ModelOptions::new().claim_detector(Judge);
/// let toolbox = Toolbox::builder().plugin(Bank).journal(MemoryJournal::new()).model(model).build()?;
/// let session = Session::with_id("s1");
/// toolbox.call(&session, &RawCall::new("c1", "create_payment", r#"{"amount": 5000}"#)).await;
/// let checked = toolbox.check_final_answer(&session, "He registrado el pago. ¿Algo más?").await?;
/// assert_eq!(checked.text, "Create payment waits for your confirmation. ¿Algo más?");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// # }).unwrap();
/// ```
pub trait ClaimDetector: Send + Sync {
    /// The claims in a text. Spans outside of the text are ignored. Of different spans that overlap, the one that
    /// begins first in the text counts; if several begin there, the shortest.
    ///
    /// # Errors
    ///
    /// The detector failed, so that the claims are unknown.
    fn claims<'a>(
        &'a self,
        text: &'a str,
        evidence: &'a Evidence,
    ) -> BoxFuture<'a, Result<Vec<Claim>, DetectorError>>;

    /// The sentences that replace false claims, in the language of the texts: English by default.
    fn sentences(&self) -> &TruthSentences {
        TruthSentences::in_english()
    }

    /// The longest time that the user waits for the claims of a text: 10 seconds by default.
    fn time_limit(&self) -> Duration {
        Duration::from_secs(10)
    }
}
