//! Expanded containers, with the order of expansion and of last use.

use hpd_runtime::__private::order;
use hpd_runtime::spec::QualifiedId;
use rustc_hash::FxHashMap;

/// The expanded containers of a session.
#[derive(Debug, Default)]
pub(crate) struct Expansions {
    expanded: FxHashMap<QualifiedId, Expanded>,
    /// Counts expansions and uses, so that each has a number of its own.
    clock: u64,
    revision: u64,
    /// What was collapsed, for the journal; none twice.
    collapsed: Vec<QualifiedId>,
}

/// One of them, by the clock of its session.
#[derive(Debug, Clone, Copy)]
struct Expanded {
    since: u64,
    used: u64,
    /// Only a text from outside says so: it permits nothing.
    is_claimed: bool,
}

impl Expansions {
    /// Containers in the order of their expansion, none twice. Only a text from outside has the claimed ones.
    pub(super) fn from_order(
        containers: Vec<QualifiedId>,
        is_claimed: impl Fn(&QualifiedId) -> bool,
    ) -> Self {
        let mut expansions = Self::default();
        for container in containers {
            expansions.insert(&container);
            if let Some(expanded) = expansions.expanded.get_mut(&container) {
                expanded.is_claimed = is_claimed(&container);
            }
        }
        // The restored state is the start, not a change.
        expansions.revision = 0;
        expansions
    }

    pub(crate) fn contains(&self, container: &QualifiedId) -> bool {
        self.expanded.contains_key(container)
    }

    /// Whether it is expanded, and more than a text from outside says so.
    pub(crate) fn permits(&self, container: &QualifiedId) -> bool {
        self.expanded.get(container).is_some_and(|expanded| !expanded.is_claimed)
    }

    /// Those of which only a text from outside says so, in the order of expansion.
    pub(super) fn claimed(&self) -> Vec<&QualifiedId> {
        let mut claimed = self.in_order();
        claimed.retain(|container| !self.permits(container));
        claimed
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.expanded.is_empty()
    }

    /// Expands a container. Returns whether the container was not expanded before. Both are a use.
    pub(crate) fn insert(&mut self, container: &QualifiedId) -> bool {
        if self.touch(container) {
            if let Some(expanded) = self.expanded.get_mut(container) {
                expanded.is_claimed = false;
            }
            return false;
        }
        self.clock += 1;
        self.revision += 1;
        self.collapsed.retain(|id| id != container);
        self.expanded
            .insert(container.clone(), Expanded { since: self.clock, used: self.clock, is_claimed: false });
        true
    }

    /// Notes a use of a container; whether it is expanded.
    pub(crate) fn touch(&mut self, container: &QualifiedId) -> bool {
        let Some(expanded) = self.expanded.get_mut(container) else { return false };
        self.clock += 1;
        expanded.used = self.clock;
        true
    }

    pub(crate) fn remove(&mut self, container: &QualifiedId) -> bool {
        let was_expanded = self.expanded.remove(container).is_some();
        self.revision += u64::from(was_expanded);
        if was_expanded {
            self.collapsed.push(container.clone());
        }
        was_expanded
    }

    pub(super) fn clear(&mut self) {
        self.revision += u64::from(!self.is_empty());
        let collapsed: Vec<_> = self.in_order().into_iter().cloned().collect();
        self.collapsed.extend(collapsed);
        self.expanded.clear();
    }

    /// What was collapsed since this was asked last, unless it is expanded again.
    pub(crate) fn take_collapsed(&mut self) -> Vec<QualifiedId> {
        std::mem::take(&mut self.collapsed)
    }

    /// In the order of expansion.
    pub(crate) fn in_order(&self) -> Vec<&QualifiedId> {
        self.sorted_by(|expanded| expanded.since)
    }

    /// The least recently used one first.
    pub(crate) fn by_use(&self) -> Vec<&QualifiedId> {
        self.sorted_by(|expanded| expanded.used)
    }

    /// Notes a change of the list that is none of the expansions.
    pub(super) const fn note_change(&mut self) {
        self.revision += 1;
    }

    pub(crate) const fn revision(&self) -> u64 {
        self.revision
    }

    fn sorted_by(&self, key: impl Fn(&Expanded) -> u64) -> Vec<&QualifiedId> {
        let mut sorted: Vec<_> = self.expanded.iter().collect();
        order::sort_by_key(&mut sorted, |(_, expanded)| key(expanded));
        sorted.into_iter().map(|(container, _)| container).collect()
    }
}
