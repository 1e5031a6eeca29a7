//! The journal of a toolbox.

use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};

use hpd_journal::Clock;
use hpd_journal::journal::{Journal, RegisteredTool};
use hpd_runtime::spec::Risk;

use super::Toolbox;
use crate::tool::Tool;

/// The tools to register in the journal: those of all snapshots of a toolbox. Sessions with lists of their own write
/// into one journal.
#[derive(Debug, Default)]
pub(crate) struct Registry(Mutex<Registered>);

#[derive(Debug, Default)]
struct Registered {
    tools: Vec<RegisteredTool>,
    is_told: bool,
}

impl Registry {
    /// Adds the tools of a snapshot. All of them, if the journal does not know them yet.
    fn add(&self, tools: &[Tool]) -> Option<Vec<RegisteredTool>> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Registered { tools: all, is_told } = &mut *known;
        let places: HashMap<_, _> = all
            .iter()
            .enumerate()
            .map(|(place, tool)| ((tool.id.clone(), tool.name.clone()), place))
            .collect();
        for tool in tools.iter().map(registered) {
            match places.get(&(tool.id.clone(), tool.name.clone())) {
                Some(&place) if all[place] == tool => continue,
                Some(&place) => all[place] = tool,
                None => all.push(tool),
            }
            *is_told = false;
        }
        (!std::mem::replace(is_told, true)).then(|| all.clone())
    }

    fn note_not_told(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).is_told = false;
    }
}

impl Toolbox {
    /// The journal of all events of calls, if there is one.
    pub fn journal(&self) -> Option<&Arc<dyn Journal>> {
        self.safeguards().journal.as_ref()
    }

    /// The clock by which calls expire.
    pub fn clock(&self) -> &Arc<dyn Clock> {
        &self.safeguards().clock
    }

    /// The tools to register in the journal, if it does not know them. Returned once, unless the registration
    /// [failed](Self::note_not_registered).
    pub(crate) fn tools_to_register(&self) -> Option<Vec<RegisteredTool>> {
        let is_registered = self.safeguards().is_registered.swap(true, Ordering::Relaxed);
        if is_registered { None } else { self.safeguards().registry.add(self.all_tools()) }
    }

    /// Registering the tools failed.
    pub(crate) fn note_not_registered(&self) {
        self.safeguards().registry.note_not_told();
        self.safeguards().is_registered.store(false, Ordering::Relaxed);
    }
}

fn registered(tool: &Tool) -> RegisteredTool {
    RegisteredTool::new(tool.name().to_owned(), tool.id().to_string(), tool.description().to_owned())
        .plugin(tool.plugin().map(str::to_owned))
        .is_write((!tool.is_unclassified()).then(|| tool.is_write()))
        .risk(tool.risk().map(|risk| match risk {
            Risk::Low => "low",
            Risk::Medium => "medium",
            Risk::High => "high",
        }))
}
