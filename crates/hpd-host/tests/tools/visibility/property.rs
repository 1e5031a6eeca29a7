//! Lists, calls and explanations agree with the naive rules, for any registration, expansion and policy.

use std::collections::BTreeSet;

use hpd_host::list::{Access, ExpandedContainers, ListMode, ToolOrder, VisibilityPolicy};
use hpd_host::{CallError, Session, Toolbox, ToolboxBuilder, TurnContext};
use proptest::prelude::*;
use proptest::sample::{select, subsequence};

use super::id;
use super::naive::{PLUGINS, Question};
use super::world::{Alpha, Beta, Closed, Delta, Gamma, Open, free, lone};
use crate::support;

type Set = BTreeSet<String>;

/// Ids to expand: all containers, and some tools that can't be expanded.
const IDS: [&str; 12] = [
    "Alpha",
    "Beta",
    "Gamma",
    "Delta",
    "Closed",
    "Delta.ds",
    "Open.s1",
    "Open.s2",
    "Closed.t1",
    "Closed.t2",
    "Alpha.a1",
    "External",
];

#[derive(Debug, Clone)]
struct Case {
    /// In the order of registration.
    explicit: Vec<&'static str>,
    /// Expansions and collapses, in order.
    steps: Vec<(&'static str, bool)>,
    containers: ExpandedContainers,
    order: ToolOrder,
    never: Vec<&'static str>,
    list: ListMode,
}

fn cases() -> impl Strategy<Value = Case> {
    let names: Vec<_> = PLUGINS.iter().map(|plugin| plugin.name).collect();
    let explicit = subsequence(names, 0..=8).prop_shuffle();
    let steps = prop::collection::vec((select(IDS.to_vec()), prop::bool::weighted(0.8)), 0..12);
    let never = subsequence(vec!["ALPHA", "delta", "Gamma", "cLOSED", "open.S2", "Beta", "Closed.T1"], 0..=2);
    let never = prop_oneof![3 => Just(Vec::new()), 1 => never];
    let containers = select(vec![ExpandedContainers::Keep, ExpandedContainers::Hide]);
    let order = select(vec![ToolOrder::Stable, ToolOrder::ByName]);
    let list =
        prop_oneof![4 => Just(ListMode::Growing), 1 => Just(ListMode::Constant), 2 => Just(ListMode::Flat)];
    (explicit, steps, containers, order, never, list).prop_map(
        |(explicit, steps, containers, order, never, list)| Case {
            explicit,
            steps,
            containers,
            order,
            never,
            list,
        },
    )
}

fn register(builder: ToolboxBuilder, name: &str) -> ToolboxBuilder {
    match name {
        "Alpha" => builder.plugin(Alpha),
        "Beta" => builder.plugin(Beta),
        "Gamma" => builder.plugin(Gamma),
        "Delta" => builder.plugin(Delta),
        "Open" => builder.plugin(Open),
        "Closed" => builder.plugin(Closed),
        "free" => builder.function::<free>(),
        "lone" => builder.function::<lone>(),
        other => unreachable!("{other} is no plugin"),
    }
}

impl Case {
    fn policy(&self) -> VisibilityPolicy {
        VisibilityPolicy::new()
            .expanded_containers(self.containers)
            .order(self.order)
            .never_collapse(&self.never)
            .list(self.list)
    }

    fn toolbox(&self, policy: VisibilityPolicy) -> Toolbox {
        let builder = Toolbox::builder().visibility(policy);
        self.explicit.iter().fold(builder, |builder, name| register(builder, name)).build().unwrap()
    }

    /// The session after each step, and its expanded containers.
    fn replay(
        &self,
        mut look: impl FnMut(&Session, &Set) -> Result<(), TestCaseError>,
    ) -> Result<(), TestCaseError> {
        let (session, mut expanded) = (Session::new(), Set::new());
        look(&session, &expanded)?;
        for &(container, expands) in &self.steps {
            if expands {
                session.expand(&id(container));
                expanded.insert(container.to_owned());
            } else {
                session.collapse(&id(container));
                expanded.remove(container);
            }
            look(&session, &expanded)?;
        }
        Ok(())
    }
}

fn ids<'t>(tools: impl IntoIterator<Item = &'t hpd_host::Tool>) -> Vec<String> {
    tools.into_iter().map(|tool| tool.id().to_string()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn lists_calls_and_explanations_agree_with_the_naive_rules(case in cases()) {
        let toolbox = case.toolbox(case.policy());
        let plain = case.toolbox(VisibilityPolicy::new());
        let explicit: Set = case.explicit.iter().map(|&name| name.to_owned()).collect();
        let never: Set = case.never.iter().map(|name| name.to_lowercase()).collect();
        case.replay(|session, expanded| {
            let question = Question { explicit: &explicit, expanded, containers: case.containers, never: &never, list: case.list };
            let listed = ids(toolbox.tools(session));
            let visible = question.visible();
            prop_assert_eq!(&listed.iter().cloned().collect::<Set>(), &visible);
            prop_assert_eq!(listed.len(), visible.len(), "no tool is listed twice");
            prop_assert_eq!(&ids(plain.tools_under(session, &case.policy())), &listed);
            for mode in [ListMode::Growing, ListMode::Constant, ListMode::Flat] {
                let turn = TurnContext { list: Some(mode), ..TurnContext::default() };
                let by_turn = ids(toolbox.tools_with(session, &turn).iter());
                prop_assert_eq!(&by_turn, &ids(toolbox.tools_under(session, &case.policy().list(mode))));
                let explained = toolbox.explain_with(session, &turn).into_iter().filter(|said| said.visible);
                let explained: Set = explained.map(|said| said.tool.to_string()).collect();
                prop_assert_eq!(&explained, &by_turn.into_iter().collect::<Set>(), "{:?}", mode);
            }

            let explained: Set = toolbox.explain(session).into_iter().filter(|said| said.visible).map(|said| said.tool.to_string()).collect();
            prop_assert_eq!(&explained, &visible);

            let reachable = question.reachable();
            let callable = if case.list == ListMode::Flat { question.reachable() } else { question.callable() };
            let open = TurnContext { access: Some(Access::Open), ..TurnContext::default() };
            for tool in toolbox.all_tools().iter().filter(|tool| tool.name() != "call_function") {
                let checked = toolbox.check(session, &support::call(tool.name(), "{}"));
                let is_hidden = matches!(checked, Err(CallError::HiddenTool(_)));
                prop_assert_eq!(is_hidden, !callable.contains(tool.id().as_str()), "{}", tool.id());
                let checked = toolbox.check_with(session, &open, &support::call(tool.name(), "{}"));
                let is_hidden = matches!(checked, Err(CallError::HiddenTool(_)));
                prop_assert_eq!(is_hidden, !reachable.contains(tool.id().as_str()), "open: {}", tool.id());
            }
            Ok(())
        })?;
    }

    #[test]
    fn lists_by_name_are_sorted(case in cases()) {
        let toolbox = case.toolbox(case.policy().order(ToolOrder::ByName));
        case.replay(|session, _| {
            let names: Vec<_> = toolbox.tools(session).iter().map(|tool| tool.name()).collect();
            prop_assert!(names.is_sorted(), "{names:?}");
            Ok(())
        })?;
    }

    #[test]
    fn a_list_starts_with_the_one_before_it_as_long_as_nothing_is_collapsed(case in cases()) {
        let policy = case.policy().order(ToolOrder::Stable).expanded_containers(ExpandedContainers::Keep);
        let toolbox = case.toolbox(policy);
        let (mut before, mut before_expanded) = (Vec::new(), Set::new());
        case.replay(|session, expanded| {
            let listed = ids(toolbox.tools(session));
            if before_expanded.is_subset(expanded) {
                prop_assert!(listed.starts_with(&before), "{before:?} {listed:?}");
            }
            (before, before_expanded) = (listed, expanded.clone());
            Ok(())
        })?;
    }
}
