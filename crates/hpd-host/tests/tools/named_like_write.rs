//! Functions of this program with names of writes, and without a word about their effect.

use hpd_host::error::BuildProblem;
use hpd_host::values::PluginManifest;
use hpd_host::{Toolbox, ai_function, plugin};

#[derive(Default)]
struct Crm;

#[plugin]
impl Crm {
    /// Marks an invoice as paid.
    #[ai_function]
    fn mark_paid() {}

    /// Says whether a mail was sent.
    #[ai_function]
    fn get_send_status() {}

    /// Invites by mail.
    #[ai_function(read_only = false)]
    fn mail_invite() {}

    /// Pays.
    #[ai_function(write, risk = low)]
    fn pay() {}

    /// Computes a return on investment.
    #[ai_function(read_only)]
    fn return_on_investment() {}

    /// Shows a post.
    #[ai_function]
    fn get_post() {}

    /// Lists created contacts.
    #[ai_function]
    fn list_created() {}
}

/// Resolves a name.
#[ai_function(name = "resolve")]
fn address() {}

/// Updates the cache, which changes nothing for the user.
#[ai_function(read_only)]
fn update_cache() {}

fn reports(toolbox: &Toolbox) -> Vec<String> {
    toolbox.reports().iter().map(ToString::to_string).collect()
}

#[test]
fn each_is_reported_with_both_ways_out() {
    let toolbox = Toolbox::builder()
        .plugin_as("sales", Crm)
        .function::<update_cache>()
        .function::<address>()
        .build()
        .unwrap();
    assert_eq!(
        reports(&toolbox),
        [
            "`Crm.mark_paid` is named like a write, by its word `mark`: add `write` with a `risk`, or `read_only` if it changes nothing",
            "`Crm.get_send_status` is named like a write, by its word `send`: add `write` with a `risk`, or `read_only` if it changes nothing",
            "`Crm.mail_invite` is named like a write, by its word `invite`: add `write` with a `risk`, or `read_only` if it changes nothing",
            "`resolve` is named like a write, by its word `resolve`: add `write` with a `risk`, or `read_only` if it changes nothing",
        ]
    );
    assert_eq!(
        toolbox.reports()[0],
        BuildProblem::NamedLikeWrite { id: "Crm.mark_paid".to_owned(), word: "mark" }
    );
    let unclassified: Vec<_> = toolbox.unclassified().into_iter().map(|tool| tool.id().as_str()).collect();
    assert_eq!(unclassified, ["Crm.mark_paid", "Crm.get_send_status", "Crm.mail_invite", "resolve"]);
}

#[test]
fn the_next_snapshot_reports_it_again_and_once() {
    let toolbox = Toolbox::builder().function::<address>().build().unwrap();
    let next = toolbox.to_builder().build().unwrap();
    assert_eq!(reports(&next), reports(&toolbox));
    assert_eq!(reports(&next).len(), 1);
}

#[test]
fn a_manifest_has_the_effects_that_are_declared_or_beyond_doubt() {
    let manifest = PluginManifest::of::<Crm>().unwrap();
    let effects: Vec<_> =
        manifest.capabilities.iter().map(|capability| (capability.id.as_str(), capability.write)).collect();
    assert_eq!(
        effects,
        [
            ("mark_paid", None),
            ("get_send_status", None),
            ("mail_invite", None),
            ("pay", Some(true)),
            ("return_on_investment", Some(false)),
            ("get_post", Some(false)),
            ("list_created", Some(false)),
        ]
    );
}

#[cfg(feature = "yaml")]
#[test]
fn the_file_of_a_manifest_leaves_them_open() {
    let yaml = PluginManifest::of::<Crm>().unwrap().to_yaml();
    let (marked, _) = yaml.split_once("  - id: mail_invite\n").unwrap();
    assert_eq!(
        marked,
        "id: Crm\ntype: inline\ncapabilities:\n  - id: mark_paid\n    description: Marks an invoice as paid.\n  - id: get_send_status\n    description: Says whether a mail was sent.\n"
    );
}
