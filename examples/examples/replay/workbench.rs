//! The toolboxes that calls are replayed against.

use std::collections::HashMap;
use std::sync::Arc;

use futures_executor::block_on;
use hpd_examples::bookkeeping::{Bookkeeping, with_previews};
use hpd_examples::finance::{FinancialAnalysisPlugin, FinancialAnalysisSkills};
use hpd_examples::math::Math;
use hpd_host::approval::{Answer, Question, UserChannel};
use hpd_host::external::ExternalSource;
use hpd_host::list::ModelOptions;
use hpd_host::outcome::OutcomeKind;
use hpd_host::{Approval, BuildError, Limits, Session, Toolbox};

use crate::input::RecordedCall;
use crate::options::Options;
use crate::output::Line;
use crate::tools::{self, Server};

/// The toolboxes for the replay: one with the example plugins, or one for each server of external tools, since servers
/// may use the same names.
pub(crate) struct Workbench {
    benches: Vec<Bench>,
    by_server: HashMap<String, usize>,
    check: bool,
}

struct Bench {
    toolbox: Toolbox,
    session: Session,
}

impl Workbench {
    pub(crate) fn new(options: &Options) -> Result<Self, Box<dyn std::error::Error>> {
        let mut workbench = Self { benches: Vec::new(), by_server: HashMap::new(), check: options.check };
        if options.tools.is_empty() {
            let plugins = Toolbox::builder()
                .plugin(Math)
                .plugin(FinancialAnalysisPlugin)
                .plugin(FinancialAnalysisSkills::default())
                // Recorded calls are no conversation: an error in one means nothing for the next.
                .limits(Limits::new().corrections(u32::MAX))
                .approval(Approval::new().max_pending_calls(usize::MAX));
            let plugins = with_previews(plugins, Arc::new(Bookkeeping::sample()));
            workbench.add(
                plugins.model(ModelOptions::new().leniency(options.leniency)).build()?,
                options.expand_all,
            );
        }
        for path in &options.tools {
            for server in tools::read(path, &options.writes)? {
                let name = server.name.clone();
                let toolbox = of_server(server, options)?;
                workbench.by_server.insert(name, workbench.benches.len());
                workbench.add(toolbox, options.expand_all);
            }
        }
        Ok(workbench)
    }

    /// The problems of external tools.
    pub(crate) fn reports(&self) -> impl Iterator<Item = String> {
        self.benches.iter().flat_map(|bench| bench.toolbox.reports()).map(ToString::to_string)
    }

    /// Puts a call through the path.
    pub(crate) fn answer(&self, recorded: &RecordedCall) -> Line {
        let Some(Bench { toolbox, session }) = self.bench(recorded) else {
            return Line::unknown_toolset(recorded);
        };
        let id = recorded.id.clone();
        let call = &recorded.call;
        if self.check {
            return match toolbox.check(session, call) {
                Ok(checked) => Line::checked(id, call.name.clone(), checked),
                Err(error) => Line::error(id, call.name.clone(), &error),
            };
        }
        let outcome = block_on(toolbox.call(session, call));
        if let OutcomeKind::Confirm(question) = &outcome.kind {
            decline(toolbox, session, question);
        }
        let checked = toolbox.check(session, call).ok();
        Line::answered(id, outcome, checked.and_then(|checked| checked.arguments))
    }

    /// The toolbox of a call: the one of its server. Without a server, the first that has a tool of the name.
    fn bench(&self, recorded: &RecordedCall) -> Option<&Bench> {
        if let (Some(toolset), false) = (&recorded.toolset, self.by_server.is_empty()) {
            return self.by_server.get(toolset).map(|index| &self.benches[*index]);
        }
        let has_tool = |bench: &&Bench| bench.toolbox.tool(&recorded.call.name).is_some();
        self.benches.iter().find(has_tool).or_else(|| self.benches.first())
    }

    fn add(&mut self, toolbox: Toolbox, expand_all: bool) {
        let session = Session::new();
        if expand_all {
            for container in toolbox.all_tools().iter().filter(|tool| tool.is_container()) {
                session.expand(container.id());
            }
        }
        self.benches.push(Bench { toolbox, session });
    }
}

/// Answers a question with no: there is no user to ask, and the next call does not wait.
fn decline(toolbox: &Toolbox, session: &Session, question: &Question) {
    let answer = Answer::cancel(question);
    // The store is in memory, and the question is its newest.
    let _ = block_on(toolbox.decide(session, &UserChannel::local().decision(answer)));
}

fn of_server(server: Server, options: &Options) -> Result<Toolbox, BuildError> {
    let source = ExternalSource::mcp(server.name, server.list);
    Toolbox::builder().external(source).model(ModelOptions::new().leniency(options.leniency)).build()
}
