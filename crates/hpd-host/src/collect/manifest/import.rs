//! From a manifest to tools.

use super::{CapabilityManifest, PluginManifest};
use crate::external::{
    Classification, ExternalHandler, ExternalSource, ExternalTool, Rules, ToolRules, UnknownFields,
};

impl PluginManifest {
    /// Tools with the manifest's declarations as rules, whose calls go to `handler`. The source has the manifest's id:
    /// configuration of the plugin applies to the source.
    pub fn into_source(self, handler: impl ExternalHandler + 'static) -> ExternalSource {
        let rules = self.rules();
        let tools: Vec<_> = self.capabilities.iter().map(CapabilityManifest::tool).collect();
        let source = ExternalSource::list(self.id, tools).rules(rules).handler(handler);
        if self.description.is_empty() { source } else { source.description(self.description) }
    }

    /// Declarations beyond the schemas, as rules for external tools: for a source that lists its own schemas.
    pub fn rules(&self) -> Rules {
        let rules = Rules::new();
        self.capabilities
            .iter()
            .fold(rules, |rules, capability| rules.tool(&capability.id, capability.rules()))
    }
}

impl CapabilityManifest {
    fn tool(&self) -> ExternalTool {
        ExternalTool {
            title: self.name.clone(),
            annotations: self.annotations,
            classification: match self.write {
                Some(true) => Classification::Write,
                Some(false) => Classification::Read,
                None => Classification::Unclassified,
            },
            written: Some(self.written().into()),
            ..ExternalTool::new(&self.id, &self.description, self.to_schema())
        }
    }

    fn rules(&self) -> ToolRules {
        let mut rules = match (self.write, self.risk) {
            (Some(false), _) => ToolRules::new().read(),
            (_, Some(risk)) => ToolRules::new().write(risk),
            (_, None) => ToolRules::new(),
        };
        rules.confirm_phrase.clone_from(&self.confirm_phrase);
        rules.question.clone_from(&self.question);
        rules.preview.clone_from(&self.preview);
        rules.leniency = self.leniency;
        rules.unknown_fields = self.unknown_fields.filter(|said| *said != UnknownFields::Reject);
        for parameter in &self.parameters {
            let is_said = [
                &parameter.profile_key,
                &parameter.config_key,
                &parameter.ask,
                &parameter.hint,
                &parameter.obtain,
            ];
            if !parameter.sensitive
                && !parameter.confirm_if_uncertain
                && is_said.iter().all(|key| key.is_none())
                && parameter.default.is_none()
            {
                continue;
            }
            let field = rules.field(&parameter.name);
            field.sensitive = parameter.sensitive;
            field.confirm_if_uncertain = parameter.confirm_if_uncertain;
            field.profile_key.clone_from(&parameter.profile_key);
            field.config_key.clone_from(&parameter.config_key);
            field.ask.clone_from(&parameter.ask);
            field.hint.clone_from(&parameter.hint);
            field.obtain.clone_from(&parameter.obtain);
            field.default.clone_from(&parameter.default);
        }
        rules
    }
}
