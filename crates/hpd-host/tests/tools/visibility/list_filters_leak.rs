//! Whatever is denied, no text that a model reads names it.

use futures_executor::block_on;
use hpd_host::filter::{Filters, ListContext};
use hpd_host::list::{ListMode, ModelOptions, Recovery, VisibilityPolicy};
use hpd_host::{Provider, RawCall, Session, Toolbox, TurnContext};

use super::world::{Alpha, Beta, Closed, Delta, Gamma, Open, lone};

/// A row of numbers that is the same in every run.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 33
    }
}

fn world(hidden: Vec<String>, recovery: Recovery, list: ListMode) -> Toolbox {
    let filter = move |tool: &ListContext<'_>| !hidden.iter().any(|id| id == tool.id().as_str());
    let builder = Toolbox::builder().plugin(Alpha).plugin(Beta).plugin(Gamma).plugin(Delta).plugin(Open);
    let builder = builder
        .plugin(Closed)
        .function::<lone>()
        .model(ModelOptions::new().recovery(recovery))
        .filters(Filters::new().list(filter));
    builder.visibility(VisibilityPolicy::new().list(list)).build().unwrap()
}

/// Whether a text has a name as a word.
fn names(text: &str, name: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == name)
}

/// Everything that a model reads in a conversation in which it calls a name in several ways.
fn read(toolbox: &Toolbox, name: &str, group: &str) -> Vec<String> {
    let turn = TurnContext::default();
    let session = Session::new();
    let mut texts = Vec::new();
    for container in ["Alpha", "Delta", "Gamma", "Closed", "s2", "ds", "t1"] {
        for arguments in [r#"{"x":1}"#, "{}"] {
            let call = RawCall::new("1", container, arguments);
            texts.push(block_on(toolbox.call_with(&session, &turn, &call)).for_model().text.into_owned());
        }
    }
    for called in [format!("{group}.{name}x"), format!("{name}x"), format!("{group}__{name}y")] {
        let call = RawCall::new("1", called.as_str(), "{}");
        texts.push(block_on(toolbox.call_with(&session, &turn, &call)).for_model().text.into_owned());
    }
    let list = toolbox.tools_with(&session, &turn);
    texts.extend(list.iter().map(|tool| {
        format!("{} {} {}", tool.name(), tool.description(), serde_json::to_string(tool.metadata()).unwrap())
    }));
    texts.push(Provider::Mcp.tools(&list.iter().collect::<Vec<_>>()));
    texts
}

#[test]
fn no_text_names_what_is_denied() {
    let ids: Vec<_> = {
        let toolbox = world(Vec::new(), Recovery::Reject, ListMode::Growing);
        toolbox.all_tools().iter().map(|tool| (tool.id().to_string(), tool.name().to_owned())).collect()
    };
    let mut numbers = Numbers(7);
    let mut seen = 0;
    for round in 0..120 {
        let hidden: Vec<_> = ids.iter().filter(|_| numbers.next().is_multiple_of(4)).cloned().collect();
        let recovery = [Recovery::Reject, Recovery::Expand, Recovery::ExpandAndRun][round % 3];
        let list = [ListMode::Growing, ListMode::Constant][round % 2];
        let toolbox = world(hidden.iter().map(|(id, _)| id.clone()).collect(), recovery, list);
        for (id, name) in &hidden {
            let group = id.split('.').next().unwrap();
            for text in read(&toolbox, name, group) {
                // A call of a container that is denied repeats its name.
                let echo = format!("There is no tool '{name}'");
                let is_echo = text.contains(&echo) || text.contains(&format!(r#""tool_name":"{name}""#));
                // Metadata says which plugin a tool is of, and the author's words may be the plugin's name.
                let is_group = !id.contains('.');
                assert!(is_echo || is_group || !names(&text, name), "{id} of {hidden:?}: {text}");
                seen += 1;
            }
        }
    }
    assert!(seen > 1000, "{seen}");
}
