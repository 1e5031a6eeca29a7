//! The ways in which a sensitive value comes into a conversation, and the conversation for each.

use std::sync::Arc;

use hpd_host::approval::{Answer, PendingView, UserChannel};
use hpd_host::journal::{FreeText, Journal};
use hpd_host::outcome::{OutcomeKind, Replied};
use hpd_host::values::{MapConfig, MapProfile, PluginConfig};
use hpd_host::{Approval, Outcome, RawCall, Session, Toolbox, Values};
use serde_json::json;

use super::channels::Seen;
use super::vault::{Leak, Lock, Vault};

/// The source of a function's sensitive value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Source {
    Model,
    Profile,
    Config,
}

/// A way in: where the value comes from, and who repeats it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Way {
    /// A sensitive argument, and what the function does with it.
    Argument(Source, Leak),
    /// The user's message has it, before and after a call shows that it is sensitive.
    Message,
    /// The preview of a write shows it.
    Preview,
    /// The model repeats it in an argument that is not sensitive, to a function that fails with it.
    Repeated,
}

impl Way {
    pub(crate) const ALL: [Self; 18] = [
        Self::Argument(Source::Model, Leak::Nothing),
        Self::Argument(Source::Model, Leak::Result),
        Self::Argument(Source::Model, Leak::Message),
        Self::Argument(Source::Model, Leak::Cause),
        Self::Argument(Source::Model, Leak::Panic),
        Self::Argument(Source::Profile, Leak::Nothing),
        Self::Argument(Source::Profile, Leak::Result),
        Self::Argument(Source::Profile, Leak::Message),
        Self::Argument(Source::Profile, Leak::Cause),
        Self::Argument(Source::Profile, Leak::Panic),
        Self::Argument(Source::Config, Leak::Nothing),
        Self::Argument(Source::Config, Leak::Result),
        Self::Argument(Source::Config, Leak::Message),
        Self::Argument(Source::Config, Leak::Cause),
        Self::Argument(Source::Config, Leak::Panic),
        Self::Message,
        Self::Preview,
        Self::Repeated,
    ];

    const fn source(self) -> Source {
        match self {
            Self::Argument(source, _) => source,
            Self::Message | Self::Preview | Self::Repeated => Source::Model,
        }
    }

    const fn leak(self) -> Leak {
        match self {
            Self::Argument(_, leak) => leak,
            Self::Message | Self::Preview | Self::Repeated => Leak::Nothing,
        }
    }
}

/// A conversation in which a value comes in by one way.
pub(crate) struct Talk<'t> {
    pub(crate) way: Way,
    pub(crate) secret: &'t str,
    pub(crate) session: Session,
    pub(crate) toolbox: Toolbox,
}

impl<'t> Talk<'t> {
    /// `journal` is shared by all conversations.
    pub(crate) fn new<J: Journal + 'static>(
        way: Way,
        number: usize,
        secret: &'t str,
        journal: &Arc<J>,
    ) -> Self {
        let profile = match way.source() {
            Source::Profile => MapProfile::new().for_all("code", secret),
            Source::Model | Source::Config => MapProfile::new(),
        };
        let config = match way.source() {
            Source::Config => PluginConfig::new().setting("code", secret),
            Source::Model | Source::Profile => PluginConfig::new(),
        };
        let config = Arc::new(MapConfig::new().with("vault", config));
        let values = Values::new().profile(profile).config(config);
        let values = match way {
            Way::Message => values.journal_free_text(FreeText::Told),
            _ => values,
        };
        let lock = Lock { leaks: way == Way::Preview };
        let toolbox = Toolbox::builder()
            .plugin(Vault(way.leak()))
            .values(values)
            .approval(Approval::new().preview("vault.set_lock", lock))
            .journal(Arc::clone(journal))
            .build()
            .unwrap();
        let session = Session::with_id(format!("{way:?} {number}"));
        Self { way, secret, session, toolbox }
    }

    /// The whole conversation. What anybody reads of it is noted.
    pub(crate) async fn run(&self, seen: &mut Seen) {
        match self.way {
            Way::Message => self.session.user_says(&format!("Open it: {}", self.secret)),
            _ => self.session.user_says("Open the vault."),
        }
        let code = match self.way.source() {
            Source::Model => json!({ "code": self.secret }),
            Source::Profile | Source::Config => json!({}),
        };
        self.call("open_vault", &code.to_string(), seen).await;
        self.claim().await;
        for tool in ["open_later", "set_lock"] {
            self.call(tool, &code.to_string(), seen).await;
        }
        if self.way == Way::Message {
            self.session.user_says(&format!("Was it {}?", self.secret));
        }
        let label = if self.way == Way::Repeated { self.secret } else { "nothing" };
        self.call("look_at_shelf", &json!({ "label": label }).to_string(), seen).await;
        seen.receipt(&self.toolbox.receipt(&self.session).await.unwrap());
    }

    async fn call(&self, tool: &str, arguments: &str, seen: &mut Seen) {
        let call = RawCall::new(tool, tool, arguments);
        if let Ok(checked) = self.toolbox.check(&self.session, &call) {
            seen.warnings(&checked.warnings);
        }
        let mut outcome = self.toolbox.call(&self.session, &call).await;
        while let OutcomeKind::AskUser(_) = &outcome.kind {
            seen.outcome(&outcome);
            self.views(seen).await;
            let replied =
                self.toolbox.reply(&self.session, &UserChannel::local().message("yes")).await.unwrap();
            let Replied::Answered(answered) = replied else { panic!("{replied:?}") };
            outcome = *answered;
        }
        seen.outcome(&outcome);
        if let OutcomeKind::Confirm(_) = &outcome.kind {
            self.confirm(&outcome, seen).await;
        }
    }

    /// The user's yes, twice: the second one repeats the outcome.
    async fn confirm(&self, asked: &Outcome, seen: &mut Seen) {
        let OutcomeKind::Confirm(question) = &asked.kind else { return };
        self.views(seen).await;
        // What a preview shows may be strange enough for a high risk, which asks for a phrase.
        let answer = Answer::confirm(question);
        let answer = match question.phrase() {
            Some(phrase) => answer.typed(phrase),
            None => answer,
        };
        let decision = UserChannel::local().decision(answer);
        for _ in 0..2 {
            seen.outcome(&self.toolbox.decide(&self.session, &decision).await.unwrap());
        }
    }

    /// The calls that wait, as the user and as others see them.
    async fn views(&self, seen: &mut Seen) {
        let own = self.toolbox.pending_calls(&self.session, &UserChannel::local()).await.unwrap();
        for view in &own {
            seen.view(view);
        }
        let open = self.toolbox.answerable(&UserChannel::local()).await.unwrap();
        let own = |view: &&PendingView| Some(&*view.owner.session) == self.session.id();
        open.iter().filter(own).for_each(|view| seen.view(view));
    }

    /// A false statement of the model, before any write.
    async fn claim(&self) {
        let answer = format!("I've updated your lock to {}.", self.secret);
        let checked = self.toolbox.check_final_answer(&self.session, &answer).await.unwrap();
        let has_claims = checked.triggered.iter().any(|triggered| !triggered.claims.is_empty());
        // A value with sentences of its own may make another sentence of it.
        assert!(has_claims || !self.secret.bytes().all(|byte| byte.is_ascii_digit()), "{answer}");
    }
}
