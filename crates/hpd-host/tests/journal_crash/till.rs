//! A plugin whose effects are lines of a file, so that they outlive the process.

#![allow(clippy::unused_async, reason = "synchronous writes run on threads of their own, which takes time")]
#![allow(clippy::unused_self, reason = "tools of a till are its methods")]

use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use hpd_host::approval::Permission;
use hpd_host::journal::Journal;
use hpd_host::values::{MapConfig, PluginConfig};
use hpd_host::{Approval, CallContext, Toolbox, ToolboxBuilder, Values, plugin};

use crate::stop::reach;

/// A till with a list of its effects.
pub(crate) struct Till {
    effects: PathBuf,
}

#[plugin]
impl Till {
    /// Looks inside.
    #[ai_function]
    fn look(&self) -> String {
        "There is enough.".to_owned()
    }

    /// Puts something in. Nobody is asked.
    #[ai_function(write, risk = low)]
    async fn put(
        &self,
        /** How much. */
        amount: u32,
        #[context] context: &CallContext<'_>,
    ) -> String {
        self.act(&format!("put {amount}"), context)
    }

    /// Takes something out. The user is asked.
    #[ai_function(write, risk = low)]
    async fn take(
        &self,
        /** How much. */
        amount: u32,
        #[context] context: &CallContext<'_>,
    ) -> String {
        self.act(&format!("take {amount}"), context)
    }

    /// Fills it up. Nobody is asked, and it may be done twice.
    #[ai_function(write, risk = low, idempotent)]
    async fn fill(
        &self,
        /** Up to how much. */
        amount: u32,
        #[context] context: &CallContext<'_>,
    ) -> String {
        self.act(&format!("fill {amount}"), context)
    }

    /// Sets the code. The user is asked.
    #[ai_function(write, risk = low)]
    async fn set_code(
        &self,
        /** The code. */
        #[param(sensitive)]
        code: String,
        #[context] context: &CallContext<'_>,
    ) -> String {
        self.act(&format!("code of {}", code.len()), context)
    }
}

impl Till {
    pub(crate) fn new(effects: &Path) -> Self {
        Self { effects: effects.to_owned() }
    }

    /// Has the effect: one line, written whole by one call of the system.
    fn act(&self, what: &str, context: &CallContext<'_>) -> String {
        reach("before the effect");
        let key = context.idempotency_key().expect("a write has one");
        let file = OpenOptions::new().append(true).create(true).open(&self.effects);
        let mut file = file.expect("the file of effects can be opened");
        file.write_all(format!("{key} {what}\n").as_bytes()).expect("the file of effects can be written");
        reach("after the effect");
        format!("Done: {what}.")
    }
}

/// How often each call had its effect, by its idempotency key.
pub(crate) fn effects(file: &Path) -> BTreeMap<String, u32> {
    let text = fs::read_to_string(file).unwrap_or_default();
    let mut counts = BTreeMap::new();
    for line in text.lines() {
        let key = line.split(' ').next().unwrap_or_default();
        *counts.entry(key.to_owned()).or_default() += 1;
    }
    counts
}

/// A till in its toolbox.
pub(crate) fn toolbox(effects: &Path, journal: impl Journal + 'static) -> Toolbox {
    builder(effects).journal(journal).build().expect("nothing is wrong with it")
}

pub(crate) fn builder(effects: &Path) -> ToolboxBuilder {
    let code = PluginConfig::new().default_parameter("code", "swordfish").use_default_directly_for(["code"]);
    Toolbox::builder()
        .plugin(Till::new(effects))
        .approval(
            Approval::new()
                .permission("Till.put", Permission::Allow)
                .permission("Till.fill", Permission::Allow),
        )
        .values(Values::new().config(MapConfig::new().with("Till", code)))
        // Calls of killed processes stay pending.
        .approval(Approval::new().max_pending_calls(10_000))
}
