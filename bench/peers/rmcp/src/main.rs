//! `rmcp`: its router, called in process, without a transport.

use std::hint::black_box;
use std::rc::Rc;

use hpd_bench_cases::types::{AddArgs, AddOut, InvoiceArgs, InvoiceOut, JournalArgs, JournalOut};
use hpd_bench_cases::{Answer, Checks, Contender, Group, ready, text};
use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::handler::server::tool::ToolCallContext;
use rmcp::handler::server::wrapper::{Json, Parameters};
use rmcp::model::{CallToolRequestParams, CallToolResponse, JsonObject, NumberOrString};
use rmcp::service::{Peer, RequestContext, RunningService, serve_directly};
use rmcp::{RoleServer, ServerHandler, tool, tool_handler, tool_router};
use tokio::runtime::Runtime;

#[derive(Clone)]
struct Books {
    tool_router: ToolRouter<Self>,
}

#[expect(clippy::unused_self, reason = "the router calls methods")]
#[tool_router]
impl Books {
    /// Adds two numbers
    #[tool]
    fn add(&self, Parameters(arguments): Parameters<AddArgs>) -> Json<AddOut> {
        Json(arguments.run())
    }

    /// Creates an invoice
    #[tool]
    fn create_invoice(&self, Parameters(arguments): Parameters<InvoiceArgs>) -> Json<InvoiceOut> {
        Json(arguments.run())
    }

    /// Creates a journal entry
    #[tool]
    fn create_journal_entry(&self, Parameters(arguments): Parameters<JournalArgs>) -> Json<JournalOut> {
        Json(arguments.run())
    }

    /// Adds two numbers, as plain text
    #[tool]
    fn add_text(&self, Parameters(arguments): Parameters<AddArgs>) -> String {
        text(&arguments.run())
    }

    /// Creates an invoice, as plain text
    #[tool]
    fn create_invoice_text(&self, Parameters(arguments): Parameters<InvoiceArgs>) -> String {
        text(&arguments.run())
    }

    /// Creates a journal entry, as plain text
    #[tool]
    fn create_journal_entry_text(&self, Parameters(arguments): Parameters<JournalArgs>) -> String {
        text(&arguments.run())
    }
}

#[tool_handler(router = self.tool_router)]
impl ServerHandler for Books {}

hpd_bench_cases::program!(contenders);

fn contenders() -> Vec<Contender> {
    vec![
        Contender::new("rmcp, Json result", Checks::Types)
            .on(Group::CALLS, |group, arguments| called(group.tool(), arguments)),
        Contender::new("rmcp, String result", Checks::Types)
            .on(Group::GOOD, |group, arguments| called(text_tool(group), arguments)),
    ]
}

fn text_tool(group: Group) -> &'static str {
    match group {
        Group::Add => "add_text",
        Group::Journal => "create_journal_entry_text",
        _ => "create_invoice_text",
    }
}

fn called(tool: &'static str, arguments: &str) -> impl FnMut() -> Answer + use<> {
    let (server, arguments) = (Server::start(), arguments.to_owned());
    move || Answer::Text(server.call(tool, black_box(&arguments)))
}

/// A server without a connected client. The router asks for the peer of a call, and only a running server has one.
struct Server {
    books: Books,
    peer: Peer<RoleServer>,
    /// Kept so that the peer stays valid, as it is in a server.
    _running: Rc<(RunningService<RoleServer, Books>, Runtime)>,
}

impl Server {
    fn start() -> Self {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .build()
            .expect("a runtime without drivers needs nothing of the system");
        let books = Books { tool_router: Books::tool_router() };
        let (_client, server) = tokio::io::duplex(64);
        let running = {
            let _entered = runtime.enter();
            serve_directly::<RoleServer, _, _, _, _>(books.clone(), tokio::io::split(server), None)
        };
        Self { books, peer: running.peer().clone(), _running: Rc::new((running, runtime)) }
    }

    fn call(&self, tool: &'static str, arguments: &str) -> String {
        let arguments: JsonObject = serde_json::from_str(arguments).expect("the payload is a JSON object");
        let context = ToolCallContext::new(
            &self.books,
            CallToolRequestParams::new(tool).with_arguments(arguments),
            RequestContext::new(NumberOrString::Number(1), self.peer.clone()),
        );
        match ready(self.books.tool_router.call(context)) {
            Ok(CallToolResponse::Complete(result)) => text(&result),
            Ok(_) => unreachable!("the tools answer at once"),
            Err(error) => text(&error),
        }
    }
}
