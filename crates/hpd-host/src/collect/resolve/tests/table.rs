//! Every combination of sources and marks, against a model that says the rules once more and as plainly as can be.

use hpd_runtime::args::Node;
use hpd_runtime::values::Provenance;

use super::{Call, address, defaults, node, profile};
use crate::collect::plan::FieldPlan;
use crate::collect::{MapProfile, PluginConfig};

/// The available values and marks.
#[derive(Debug, Clone, Copy)]
#[expect(clippy::struct_excessive_bools, reason = "all combinations are tried")]
struct Case {
    supplied: bool,
    sent: bool,
    said: bool,
    profile: bool,
    config: bool,
    default: bool,
    required: bool,
    confirm: bool,
    sensitive: bool,
    all_directly: bool,
    listed: bool,
}

impl Case {
    fn all() -> impl Iterator<Item = Self> {
        (0..1_u32 << 11).map(|bits| {
            let bit = |index: u32| bits >> index & 1 == 1;
            Self {
                supplied: bit(0),
                sent: bit(1),
                said: bit(2),
                profile: bit(3),
                config: bit(4),
                default: bit(5),
                required: bit(6),
                confirm: bit(7),
                sensitive: bit(8),
                all_directly: bit(9),
                listed: bit(10),
            }
        })
    }

    fn expected(self) -> Expected {
        let is_mentioned = self.sent && self.said && !self.supplied;
        let is_hidden = self.listed && self.config;
        let is_direct = (self.listed || self.all_directly) && self.config;
        let source = [
            (self.supplied, Provenance::User),
            (is_mentioned, Provenance::Mentioned),
            (self.sent && !is_hidden, Provenance::Model),
            (is_direct, Provenance::Config),
            (self.profile, Provenance::Profile),
            (self.config, Provenance::Config),
            (self.default, Provenance::Declared),
        ];
        let source = source.into_iter().find_map(|(there, source)| there.then_some(source));
        let is_certain = match source {
            Some(Provenance::User) => true,
            Some(Provenance::Config) => is_direct,
            _ => false,
        };
        Expected {
            source,
            is_missing: self.required && source.is_none(),
            is_asked: (self.confirm || self.sensitive || (is_mentioned && is_hidden))
                && source.is_some()
                && !is_certain,
            is_refused: self.sent && is_hidden && !self.supplied && !is_mentioned,
        }
    }

    fn found(self) -> (Expected, Option<String>) {
        let field = FieldPlan {
            required: self.required,
            confirm_if_uncertain: self.confirm,
            sensitive: self.sensitive,
            default: self.default.then(|| node("\"default\"")),
            ..address()
        };
        let mut call = Call::new([field], if self.sent { r#"{"address": "model"}"# } else { "{}" });
        if self.supplied {
            call = call.supplied("address", "\"user\"");
        }
        if self.said {
            call = call.said("the model");
        }
        let mut config = if self.config { defaults("config") } else { PluginConfig::new() };
        if self.all_directly {
            config = config.use_defaults_directly();
        }
        if self.listed {
            config = config.use_default_directly_for(["address"]);
        }
        let call =
            call.config(config).profile(if self.profile { profile("profile") } else { MapProfile::new() });
        let resolution = call.resolve();
        let found = Expected {
            source: resolution.provenance.get("address").copied(),
            is_missing: !resolution.missing.is_empty(),
            is_asked: !resolution.uncertain.is_empty(),
            is_refused: !resolution.refused.is_empty(),
        };
        (found, resolution.arguments.get("address").and_then(Node::as_str).map(str::to_owned))
    }
}

#[derive(Debug, PartialEq, Eq)]
struct Expected {
    source: Option<Provenance>,
    is_missing: bool,
    is_asked: bool,
    is_refused: bool,
}

#[test]
fn every_combination_is_as_the_rules_say() {
    for case in Case::all() {
        let expected = case.expected();
        let value = match expected.source {
            Some(Provenance::Mentioned) => Some("model"),
            source => source.map(Provenance::as_str),
        };
        let value = value.map(str::to_owned);
        assert_eq!(case.found(), (expected, value), "{case:?}");
    }
}
