//! The names of plugins and their members: internally, by the instance; for models, with a prefix and in one spelling.

use hpd_runtime::__private::ReferredFunction;
use hpd_runtime::spec::{FnRef, FunctionInfo, PluginRef, QualifiedId, ScopeSpec, SkillInfo};

use super::plugins::{Plugins, Registered};

impl Registered {
    /// The plugin's name, or that of the instance where there are several: the first half of qualified ids.
    pub(super) fn name(&self) -> &str {
        self.instance.as_deref().unwrap_or_else(|| self.plugin.name())
    }

    /// The qualified id of a member.
    pub(super) fn id(&self, member: &str) -> QualifiedId {
        QualifiedId::new(Some(self.name()), member)
    }
}

impl Plugins {
    /// The model's name of a member.
    pub(super) fn member_name(&self, registered: &Registered, name: &str) -> String {
        let name = self.spelt(name);
        match &registered.prefix {
            Some(prefix) => format!("{prefix}__{name}"),
            None => name,
        }
    }

    /// The model's name of the container. An instance's own name is the host's, and stays unchanged.
    pub(super) fn container_name(&self, registered: &Registered, scope: &ScopeSpec) -> String {
        match &registered.instance {
            Some(instance) => instance.clone(),
            None => self.spelt(scope.name.unwrap_or_else(|| registered.plugin.name())),
        }
    }

    /// The names that a model may put before the name of a member.
    pub(super) fn owner_names(&self, registered: &Registered) -> Vec<String> {
        let plugin = &registered.plugin;
        let scope = plugin.scope().map(|scope| self.container_name(registered, scope));
        let names =
            [Some(registered.name().to_owned()), Some(plugin.name().to_owned()), registered.prefix.clone()];
        names.into_iter().chain([scope]).flatten().collect()
    }

    /// A name of this program as the model sees it.
    pub(super) fn spelt(&self, name: &str) -> String {
        self.spelling.map_or_else(|| name.to_owned(), |spelling| spelling.apply(name))
    }

    /// The instance that a reference means: the only one, or the referring one for its own plugin. Otherwise, it is the
    /// instance under the plugin's own name. `None` if there is none of these.
    pub(super) fn home(&self, reference: &PluginRef, from: Option<&Registered>) -> Option<&Registered> {
        let mut all = self.instances(reference);
        let first = all.next()?;
        let others: Vec<_> = all.collect();
        if others.is_empty() {
            return Some(first);
        }
        let own = from.filter(|from| from.plugin.type_id() == reference.type_id);
        let is_meant = |other: &&Registered| match own {
            Some(own) => other.name() == own.name(),
            None => other.instance.is_none(),
        };
        std::iter::once(first).chain(others).find(is_meant)
    }

    /// The function that a skill's reference means in this toolbox.
    pub(super) fn referred(&self, function: &FnRef, from: &Registered) -> ReferredFunction {
        let Some(reference) = function.plugin.map(|plugin| plugin()) else {
            return ReferredFunction { name: self.spelt(function.name), plugin: None };
        };
        match self.home(&reference, Some(from)) {
            Some(home) => ReferredFunction {
                name: self.member_name(home, function.name),
                plugin: Some(home.name().to_owned()),
            },
            // The build fails: the plugin is missing, or it is open which instance is meant.
            None => {
                ReferredFunction { name: function.name.to_owned(), plugin: Some(reference.name.to_owned()) }
            }
        }
    }

    /// The model's name of a skill that another one refers to.
    pub(super) fn skill_name(&self, skill: &SkillInfo, from: &Registered) -> String {
        let home = self.home(&(skill.plugin)(), Some(from));
        home.map_or_else(|| skill.name.to_owned(), |home| self.member_name(home, skill.name))
    }

    /// The qualified id of a skill that another one refers to.
    pub(super) fn skill_id(&self, skill: &SkillInfo, from: &Registered) -> Option<QualifiedId> {
        self.home(&(skill.plugin)(), Some(from)).map(|home| home.id(skill.name))
    }

    /// For each parameter that another function yields: that function's name in this toolbox. If several instances have
    /// it, all of them are named.
    pub(super) fn obtained(
        &self,
        info: &FunctionInfo,
        from: Option<&Registered>,
    ) -> Vec<(&'static str, String)> {
        let name_of = |function: &FnRef| {
            let Some(reference) = function.plugin.map(|plugin| plugin()) else {
                return self.spelt(function.name);
            };
            if let Some(home) = self.home(&reference, from) {
                return self.member_name(home, function.name);
            }
            let all = self.instances(&reference).map(|home| self.member_name(home, function.name));
            let all: Vec<_> = all.collect();
            if all.is_empty() { self.spelt(function.name) } else { all.join(" or ") }
        };
        let params = info.params.iter();
        params.filter_map(|param| Some((param.name, name_of(param.obtain?)))).collect()
    }
}
