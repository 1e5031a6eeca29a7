//! The journal of a toolbox.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use hpd_runtime::spec::Risk;

use super::{Tool, Toolbox};
use crate::journal::{Journal, RegisteredTool};

impl Toolbox {
    /// Where everything that happens to calls is kept, if it is.
    pub fn journal(&self) -> Option<&Arc<dyn Journal>> {
        self.safeguards().journal.as_ref()
    }

    /// Whether a journal or a trace hears of a call, or list filters have to be asked about it.
    #[inline]
    pub(crate) fn is_watched(&self) -> bool {
        self.safeguards().journal.is_some() || crate::telemetry::is_on() || self.has_to_be_narrowed()
    }

    /// The tools that there are, for the journal; once, unless it was [not told](Self::note_not_registered).
    pub(crate) fn tools_to_register(&self) -> Option<Vec<RegisteredTool>> {
        let is_registered = self.safeguards().is_registered.swap(true, Ordering::Relaxed);
        (!is_registered).then(|| self.all_tools().iter().map(registered).collect())
    }

    /// The journal was not told of the tools.
    pub(crate) fn note_not_registered(&self) {
        self.safeguards().is_registered.store(false, Ordering::Relaxed);
    }
}

fn registered(tool: &Tool) -> RegisteredTool {
    RegisteredTool {
        name: tool.name().to_owned(),
        id: tool.id().to_string(),
        plugin: tool.plugin().map(str::to_owned),
        description: tool.description().to_owned(),
        is_write: (!tool.is_unclassified()).then(|| tool.is_write()),
        risk: tool.risk().map(|risk| match risk {
            Risk::Low => "low",
            Risk::Medium => "medium",
            Risk::High => "high",
        }),
    }
}
