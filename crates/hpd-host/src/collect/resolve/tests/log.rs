//! The log: problems, and never a value.

use hpd_journal::BoxFuture;
use hpd_runtime::Principal;
use serde_json::json;

use super::{Call, address, defaults};
use crate::collect::plan::FieldPlan;
use crate::collect::{MapProfile, PluginConfig, Profile, SourceError};
use hpd_journal::testing::log_lines;

/// A profile that can't be read.
struct Broken;

impl Profile for Broken {
    fn get<'a>(
        &'a self,
        _: &'a Principal,
        _: &'a str,
    ) -> BoxFuture<'a, Result<Option<serde_json::Value>, SourceError>> {
        Box::pin(async { Err(SourceError::new("no connection")) })
    }
}

#[test]
fn a_profile_that_fails_is_said() {
    let lines = log_lines("hpd::collect", tracing::Level::WARN, || {
        drop(Call::new([address()], "{}").profile(Broken).resolve());
    });
    assert_eq!(
        lines,
        ["WARN message=no value from the profile profile_key=\"address\" error=the profile failed \
             why=\"no connection\""]
    );
}

#[test]
fn values_that_do_not_fit_are_said_without_them() {
    let field = FieldPlan { sensitive: true, ..address() };
    let config = PluginConfig::new().default_parameter("address", json!(["s3cret"])).use_defaults_directly();
    let call = Call::new([field], "{}")
        .config(config)
        .profile(MapProfile::new().for_all("address", json!({"s3cret": 1})));
    assert_eq!(
        log_lines("hpd::collect", tracing::Level::WARN, || drop(call.resolve())),
        ["config", "profile"].map(|source| format!(
            "WARN message=a value does not fit its parameter plugin=\"buy\" function=\"place_order\" \
             parameter=\"address\" source={source}"
        ))
    );
}

#[test]
fn nothing_is_said_where_nothing_is_wrong() {
    let call =
        Call::new([address()], r#"{"address": ""}"#).profile(MapProfile::new()).config(defaults("s3cret"));
    assert_eq!(log_lines("hpd::collect", tracing::Level::WARN, || drop(call.resolve())), [] as [&str; 0]);
}
