//! Values of sensitive parameters, in everything that anybody reads beside the function.

use std::fmt::{Debug, Write};
use std::sync::{Arc, Mutex};

use futures_executor::block_on;
use hpd_host::outcome::Replied;
use hpd_host::values::{MapConfig, MapProfile, PluginConfig};
use hpd_host::{Outcome, Values, plugin};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

use crate::collect::shop::{Shop, anna};
use crate::support::log::with_subscriber;

/// A vault.
struct Vault;

#[plugin(name = "vault")]
#[expect(unused_variables, reason = "what it does with them does not count")]
impl Vault {
    /// Opens a safe.
    #[ai_function]
    fn open(
        &self,
        /// The safe.
        safe: String,
        /// The pin.
        #[param(
            sensitive,
            profile_key = "pin",
            config_key = "pin",
            length(min = 4, max = 40),
            ask = "What is the pin?"
        )]
        pin: String,
        /// The codes.
        #[param(sensitive, profile_key = "codes")]
        codes: Vec<String>,
    ) -> &'static str {
        "It is open."
    }

    /// Closes a safe.
    #[ai_function(write, risk = low)]
    fn lock(
        &self,
        /// The pin.
        #[param(sensitive, profile_key = "pin", config_key = "pin")]
        pin: String,
    ) -> &'static str {
        "It is closed."
    }
}

/// Writes down every span and event of all crates.
#[derive(Clone, Default)]
struct Recorder(Arc<Mutex<String>>);

struct Fields<'a>(&'a mut String);

impl Visit for Fields<'_> {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        write!(self.0, " {}={value:?}", field.name()).unwrap();
    }
}

impl Subscriber for Recorder {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }

    fn new_span(&self, span: &Attributes<'_>) -> Id {
        span.record(&mut Fields(&mut self.0.lock().unwrap()));
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, values: &Record<'_>) {
        values.record(&mut Fields(&mut self.0.lock().unwrap()));
    }

    fn event(&self, event: &Event<'_>) {
        event.record(&mut Fields(&mut self.0.lock().unwrap()));
    }

    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}
}

/// Everything that is read of an outcome.
fn read(outcome: &Outcome) -> String {
    format!(
        "{} {} {:?} {} {outcome:?}",
        outcome.for_model().text,
        outcome.for_model_as_text(),
        outcome.for_user(),
        outcome.for_host(),
    )
}

/// Where a secret comes from.
const SOURCES: [&str; 5] = ["profile", "config", "model", "wrong", "user"];

/// Calls with a secret from one source, and everything that can be read then.
fn everything(source: &str, secret: &str) -> String {
    let profile = match source {
        "profile" => MapProfile::new().of(anna(), "pin", secret).of(anna(), "codes", vec![secret.to_owned()]),
        "wrong" => MapProfile::new().of(anna(), "pin", secret.len()).of(anna(), "codes", secret),
        _ => MapProfile::new(),
    };
    let settings = match source {
        "config" => PluginConfig::new().setting("pin", secret),
        _ => PluginConfig::new(),
    };
    let settings = Arc::new(MapConfig::new().with("vault", settings));
    let shop =
        Shop::of(|builder| builder.plugin(Vault).values(Values::new().profile(profile).config(settings)));
    let sent = match source {
        "model" => format!(r#"{{"safe":"A","pin":"{secret}","codes":["{secret}"]}}"#),
        "wrong" => format!(r#"{{"safe":"A","pin":["{secret}"],"codes":{{"{secret}":1}}}}"#),
        _ => r#"{"safe":"A"}"#.to_owned(),
    };
    let mut out = String::new();
    for (function, sent) in [("open", sent.as_str()), ("lock", &sent.replace(r#""safe":"A","#, ""))] {
        let outcome = shop.call(function, sent);
        out.push_str(&read(&outcome));
        let said = if source == "user" { secret } else { "yes" };
        match shop.reply(said) {
            Replied::Answered(outcome) | Replied::Cancelled(outcome) => out.push_str(&read(&outcome)),
            other => write!(out, "{other:?}").unwrap(),
        }
        let check = hpd_host::RawCall::new("1", function, sent);
        if let Err(error) = shop.toolbox.check(&shop.session, &check) {
            write!(out, "{error} {error:?}").unwrap();
        }
        shop.session.new_user_message();
    }
    let pending = block_on(shop.toolbox.pending_calls(&shop.session, &shop.user)).unwrap();
    write!(out, "{pending:?} {:?} {} {:?}", shop.session, shop.session.to_json(), shop.toolbox).unwrap();
    out
}

#[test]
fn a_hundred_secrets_are_nowhere_to_be_read() {
    let recorder = Recorder::default();
    with_subscriber(recorder.clone(), || {
        for index in 0..100 {
            let source = SOURCES[index % SOURCES.len()];
            let secret = format!("s3cret-{index}-{}", "x".repeat(index % 7));
            let read = everything(source, &secret);
            let at = read.find("s3cret").map(|at| &read[at.saturating_sub(200)..]);
            assert_eq!(at, None, "{source}");
        }
    });
    let log = recorder.0.lock().unwrap();
    assert!(log.contains("vault.open"), "calls are logged");
    assert!(!log.contains("s3cret"), "{log}");
}

#[test]
fn a_secret_is_confirmed_without_being_shown() {
    let profile =
        MapProfile::new().of(anna(), "pin", "s3cret").of(anna(), "codes", vec!["s3cret".to_owned()]);
    let shop = Shop::of(|builder| builder.plugin(Vault).values(Values::new().profile(profile)));
    let outcome = shop.call("open", r#"{"safe":"A"}"#);
    assert_eq!(
        outcome.for_user().as_deref(),
        Some("I have your pin as in your profile and codes as in your profile. Is that correct?")
    );
    assert_eq!(shop.answered("yes"), "It is open.");
}
