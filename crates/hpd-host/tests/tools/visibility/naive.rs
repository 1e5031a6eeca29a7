//! The rules once more, with nothing but sets of names: the tools that a list must hold.

use std::collections::BTreeSet;

use hpd_host::list::{ExpandedContainers, ListMode};

type Set = BTreeSet<String>;

/// A plugin of `world`.
pub(crate) struct Plugin {
    pub(crate) name: &'static str,
    scoped: bool,
    within: Option<&'static str>,
    members: &'static [(&'static str, &'static [&'static str])],
}

/// Members with their references; a free function is a plugin with itself as its only member.
pub(crate) const PLUGINS: [Plugin; 8] = [
    Plugin {
        name: "Alpha",
        scoped: true,
        within: None,
        members: &[("Alpha.a1", &[]), ("Alpha.a2", &[]), ("Alpha.a3", &[])],
    },
    Plugin {
        name: "Beta",
        scoped: false,
        within: None,
        members: &[("Beta.b1", &[]), ("Beta.b2", &[]), ("Beta.b3", &[])],
    },
    Plugin { name: "Gamma", scoped: true, within: Some("Delta"), members: &[("Gamma.c1", &[])] },
    Plugin {
        name: "Delta",
        scoped: true,
        within: None,
        members: &[("Delta.d1", &[]), ("Delta.ds", &["Alpha.a1", "Beta.b1"])],
    },
    Plugin {
        name: "Open",
        scoped: false,
        within: None,
        members: &[
            ("Open.s1", &["Alpha.a1", "Alpha.a2"]),
            ("Open.s2", &["Beta.b2", "free", "Delta.ds", "Open.s1"]),
        ],
    },
    Plugin {
        name: "Closed",
        scoped: true,
        within: None,
        members: &[("Closed.t1", &["Beta.b2", "Gamma.c1"]), ("Closed.t2", &["Open.s2"])],
    },
    Plugin { name: "free", scoped: false, within: None, members: &[("free", &[])] },
    Plugin { name: "lone", scoped: false, within: None, members: &[("lone", &[])] },
];

/// The input of the rules.
pub(crate) struct Question<'a> {
    pub(crate) explicit: &'a Set,
    pub(crate) expanded: &'a Set,
    pub(crate) containers: ExpandedContainers,
    /// In lower case.
    pub(crate) never: &'a Set,
    pub(crate) list: ListMode,
}

impl Question<'_> {
    /// Explicit plugins, the plugins that their skills refer to, and so on.
    fn registered(&self) -> Set {
        let mut registered = self.explicit.clone();
        loop {
            let known = PLUGINS.iter().filter(|plugin| registered.contains(plugin.name));
            let references = known.flat_map(|plugin| plugin.members).flat_map(|(_, references)| *references);
            let found: Set = references.map(|id| home(id)).collect();
            if found.is_subset(&registered) {
                return registered;
            }
            registered.extend(found);
        }
    }

    fn is_never_collapsed(&self, container: &str) -> bool {
        self.never.contains(&container.to_lowercase())
    }

    /// Whether an expanded skill refers to the member, or one that is never collapsed.
    fn is_shown_by_a_skill(&self, member: &str, registered: &Set) -> bool {
        PLUGINS.iter().filter(|plugin| registered.contains(plugin.name)).any(|plugin| {
            plugin.members.iter().any(|(skill, references)| {
                references.contains(&member)
                    && (self.expanded.contains(*skill) || self.is_never_collapsed(skill))
            })
        })
    }

    fn shows_member(&self, plugin: &Plugin, member: &str, registered: &Set) -> bool {
        let explicit = self.explicit.contains(plugin.name);
        let by_skill = self.is_shown_by_a_skill(member, registered);
        let by_container = plugin.scoped && self.expanded.contains(plugin.name);
        if plugin.scoped && !self.is_never_collapsed(plugin.name) {
            return by_container || by_skill;
        }
        explicit || by_skill || by_container
    }

    fn shows_container(&self, plugin: &Plugin) -> bool {
        if !plugin.scoped || self.is_never_collapsed(plugin.name) || !self.explicit.contains(plugin.name) {
            return false;
        }
        match plugin.within {
            Some(outer) if self.explicit.contains(outer) && !self.is_never_collapsed(outer) => {
                self.expanded.contains(outer)
            }
            _ => true,
        }
    }

    /// The callable tools: the tools that would be listed if expanded ones were not hidden, and the expanded ones.
    pub(crate) fn callable(&self) -> Set {
        let registered = self.registered();
        let mut callable = Set::new();
        for plugin in PLUGINS.iter().filter(|plugin| registered.contains(plugin.name)) {
            if self.shows_container(plugin) || (plugin.scoped && self.expanded.contains(plugin.name)) {
                callable.insert(plugin.name.to_owned());
            }
            for (member, references) in plugin.members {
                let is_expanded = !references.is_empty() && self.expanded.contains(*member);
                if self.shows_member(plugin, member, &registered) || is_expanded {
                    callable.insert((*member).to_owned());
                }
            }
        }
        callable
    }

    /// The tools that some sequence of expansions makes callable.
    pub(crate) fn reachable(&self) -> Set {
        let mut expanded = self.expanded.clone();
        loop {
            let callable = Question { expanded: &expanded, ..*self }.callable();
            let found: Set = callable.iter().filter(|id| is_container(id)).cloned().collect();
            if found.is_subset(&expanded) {
                return callable;
            }
            expanded.extend(found);
        }
    }

    /// The ids of the tools that are listed.
    pub(crate) fn visible(&self) -> Set {
        if self.list == ListMode::Constant {
            let nothing = Set::new();
            let start = Question { expanded: &nothing, list: ListMode::Growing, ..*self };
            let mut visible = start.visible();
            visible.insert("call_function".to_owned());
            return visible;
        }
        if self.list == ListMode::Flat {
            let nothing = Set::new();
            let reachable = Question { expanded: &nothing, ..*self }.reachable();
            let is_scope =
                |id: &String| PLUGINS.iter().any(|plugin| plugin.scoped && plugin.name == id.as_str());
            return reachable.into_iter().filter(|id| !is_scope(id)).collect();
        }
        let registered = self.registered();
        let mut visible = Set::new();
        for plugin in PLUGINS.iter().filter(|plugin| registered.contains(plugin.name)) {
            if self.shows_container(plugin) {
                visible.insert(plugin.name.to_owned());
            }
            for (member, _) in plugin.members {
                if self.shows_member(plugin, member, &registered) {
                    visible.insert((*member).to_owned());
                }
            }
        }
        match self.containers {
            ExpandedContainers::Keep => visible,
            ExpandedContainers::Hide => {
                visible.into_iter().filter(|id| !(self.expanded.contains(id) && is_container(id))).collect()
            }
        }
    }
}

/// A session keeps any id; only containers are hidden for being expanded.
fn is_container(id: &str) -> bool {
    PLUGINS.iter().any(|plugin| {
        let is_skill =
            plugin.members.iter().any(|(member, references)| *member == id && !references.is_empty());
        is_skill || (plugin.scoped && plugin.name == id)
    })
}

fn home(id: &str) -> String {
    id.split('.').next().unwrap_or(id).to_owned()
}
