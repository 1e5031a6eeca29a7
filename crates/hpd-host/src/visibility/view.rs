//! The rest of a toolbox after list filters, for one turn.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use hpd_runtime::TurnContext;
use rustc_hash::{FxHashMap, FxHashSet};

use super::explain::Rule;
use super::plan::{Plan, Standing};
use crate::filter::{ListFilterIndex, ListFilters};
use crate::tool::{Place, Role, Tool, ToolIndex, partial_container};

/// The rest of a toolbox after list filters, for one turn: which tools are hidden, and containers without their hidden
/// members.
#[derive(Debug)]
pub(crate) struct View {
    /// No other view of the program has it; 0 where nothing is hidden.
    number: u64,
    /// By index of the tool.
    hidden: Box<[Option<Hidden>]>,
    /// The containers of which a member is hidden.
    containers: FxHashMap<ToolIndex, Tool>,
    /// Tools that are listed from the start because of a container that is never collapsed, if that container is hidden
    /// here. They are listed while another container is expanded.
    waiting: FxHashSet<ToolIndex>,
    /// A conversation of this view can come to call a tool with sensitive parameters.
    reaches_sensitive: bool,
}

/// Why list filters leave a tool out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Hidden {
    /// A filter does not show it.
    Filter(ListFilterIndex),
    /// A filter does not show the container that it lies in.
    Inside(ToolIndex, ListFilterIndex),
    /// It is a container, and no member is left.
    Empty,
}

/// The input for the decisions of list filters.
#[derive(Clone, Copy)]
pub(crate) struct Filtered<'t> {
    pub(crate) tools: &'t [Tool],
    pub(crate) plan: &'t Plan,
    pub(crate) filters: &'t ListFilters,
}

impl View {
    fn new(filtered: Filtered<'_>, hidden: Box<[Option<Hidden>]>) -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let is_hidden = |tool: ToolIndex| hidden[tool].is_some();
        let lost_some = |tool: &ToolIndex| members(filtered.tools, *tool).iter().any(|&it| is_hidden(it));
        let containers = filtered.plan.containers().filter(|&tool| !is_hidden(tool)).filter(lost_some);
        let partial = |tool| Some((tool, partial_container(filtered.tools, tool, is_hidden)?));
        let containers = containers.filter_map(partial).collect();
        let hides_some = hidden.iter().any(Option::is_some);
        let number = if hides_some { NEXT.fetch_add(1, Ordering::Relaxed) } else { 0 };
        let waiting: FxHashSet<_> =
            (0..filtered.tools.len()).filter(|&tool| filtered.waits(tool, &hidden)).collect();
        let waits = |tool| waiting.contains(&tool);
        let mut sensitive = filtered.plan.sensitive_within_reach(filtered.tools, is_hidden, waits);
        let reaches_sensitive = sensitive.next().is_some();
        drop(sensitive);
        Self { number, hidden, containers, waiting, reaches_sensitive }
    }

    pub(crate) const fn reaches_sensitive(&self) -> bool {
        self.reaches_sensitive
    }

    pub(crate) const fn number(&self) -> u64 {
        self.number
    }

    pub(crate) fn hidden(&self, tool: ToolIndex) -> Option<Hidden> {
        self.hidden[tool]
    }

    pub(crate) fn is_waiting(&self, tool: ToolIndex) -> bool {
        !self.waiting.is_empty() && self.waiting.contains(&tool)
    }

    /// A container as it is seen, where that is not the whole.
    pub(crate) fn container(&self, tool: ToolIndex) -> Option<&Tool> {
        self.containers.get(&tool)
    }
}

impl Filtered<'_> {
    /// Asks the filters about all tools.
    fn ask(self, turn: &TurnContext) -> Box<[Option<Hidden>]> {
        let Self { tools, plan, filters } = self;
        let denials = tools.iter().enumerate().map(|(index, tool)| filters.denial(index, tool, turn));
        let denials: Vec<_> = denials.collect();
        let mut hidden: Box<[_]> = (0..tools.len())
            .map(|tool| denials[tool].map(Hidden::Filter).or_else(|| inside(tools, &denials, tool)))
            .collect();
        if hidden.iter().all(Option::is_none) {
            return hidden;
        }
        // A container may be empty because those inside it are.
        while hide_empty(tools, plan, &mut hidden) {}
        hidden
    }

    /// Whether all containers are hidden for whose sake a tool is listed from the start.
    fn waits(self, tool: ToolIndex, hidden: &[Option<Hidden>]) -> bool {
        let Self { tools, plan, .. } = self;
        plan.standing(tool) == Standing::Always(Rule::NeverCollapse)
            && plan
                .never_collapsed_around(tools, &tools[tool], |container| hidden[container].is_none())
                .is_none()
    }
}

/// The container around a tool that a filter does not show, at any depth. A skill does not count: it only refers to its
/// tools.
fn inside(tools: &[Tool], denials: &[Option<ListFilterIndex>], tool: ToolIndex) -> Option<Hidden> {
    let mut place = tools[tool].reveal.place;
    // Containers never lie in each other in a circle.
    while let Place::Scope { container, .. } | Place::Container { outer: Some(container), .. } = place {
        if let Some(filter) = denials[container] {
            return Some(Hidden::Inside(container, filter));
        }
        place = tools[container].reveal.place;
    }
    None
}

/// Hides containers that lost all members; whether there were some.
fn hide_empty(tools: &[Tool], plan: &Plan, hidden: &mut [Option<Hidden>]) -> bool {
    let mut found = false;
    for container in plan.containers() {
        let members = members(tools, container);
        let is_empty = !members.is_empty() && members.iter().all(|&member| hidden[member].is_some());
        if is_empty && hidden[container].is_none() {
            hidden[container] = Some(Hidden::Empty);
            found = true;
        }
    }
    found
}

fn members(tools: &[Tool], container: ToolIndex) -> &[ToolIndex] {
    match &tools[container].role {
        Role::Container(role) => &role.members,
        Role::Function(_) | Role::Bridge(_) => &[],
    }
}

/// Views that are kept for reuse. The filters' answers are never kept, only the resulting views.
#[derive(Debug, Default)]
pub(crate) struct Views {
    /// The last used one first.
    recent: Mutex<Vec<Arc<View>>>,
    /// Those of turns without a principal: the toolbox lends their containers.
    borrowed: OnceLock<Box<Borrowed>>,
}

#[derive(Debug)]
struct Borrowed {
    view: Arc<View>,
    next: OnceLock<Box<Borrowed>>,
}

/// Views that are kept: as many as there are roles in a large program.
const KEPT: usize = 64;

impl Views {
    /// Asks the filters, and finds or creates the view for their answers.
    pub(crate) fn view(&self, filtered: Filtered<'_>, turn: &TurnContext) -> Arc<View> {
        // Filters are the host's code: they are asked before the lock is taken.
        let hidden = filtered.ask(turn);
        let known = |views: &mut Vec<Arc<View>>| {
            let at = views.iter().position(|view| view.hidden == hidden)?;
            views[..=at].rotate_right(1);
            views.first().cloned()
        };
        if let Some(view) = known(&mut self.recent.lock().unwrap_or_else(PoisonError::into_inner)) {
            return view;
        }
        let view = Arc::new(View::new(filtered, hidden));
        self.keep(Arc::clone(&view));
        view
    }

    /// Keeps a new view, in place of the one that was not used for longest.
    fn keep(&self, view: Arc<View>) {
        let mut recent = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        recent.truncate(KEPT - 1);
        recent.insert(0, view);
    }

    /// The same view, for as long as the toolbox lives. They are those of turns without a principal, so that they are
    /// few.
    pub(crate) fn lend(&self, view: &Arc<View>) -> &View {
        let mut place = &self.borrowed;
        loop {
            let link =
                place.get_or_init(|| Box::new(Borrowed { view: Arc::clone(view), next: OnceLock::new() }));
            if link.view.hidden == view.hidden {
                return &link.view;
            }
            place = &link.next;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_views_are_kept_as_there_are_roles_in_a_large_program() {
        let views = Views::default();
        for number in 1..=KEPT as u64 + 1 {
            views.keep(Arc::new(View {
                number,
                hidden: Box::default(),
                containers: FxHashMap::default(),
                waiting: FxHashSet::default(),
                reaches_sensitive: false,
            }));
        }
        let numbers = views.recent.lock().unwrap().iter().map(|view| view.number).collect::<Vec<_>>();
        assert_eq!(numbers, (2..=65).rev().collect::<Vec<u64>>());
    }
}
