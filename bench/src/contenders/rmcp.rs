//! `rmcp`: its router, called in process, without a transport.

use std::hint::black_box;
use std::rc::Rc;

use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::handler::server::tool::ToolCallContext;
use rmcp::handler::server::wrapper::{Json, Parameters};
use rmcp::model::{CallToolRequestParams, CallToolResponse, CallToolResult, JsonObject, NumberOrString};
use rmcp::service::{Peer, RequestContext, RunningService, serve_directly};
use rmcp::{RoleServer, ServerHandler, tool, tool_handler, tool_router};
use tokio::runtime::Runtime;

use super::limit::text;
use crate::harness::{Answer, Case, Group, ready};
use crate::types::{AddArgs, AddOut, InvoiceArgs, InvoiceOut, JournalArgs, JournalOut};

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

pub(super) fn cases() -> Vec<Case> {
    let mut cases: Vec<Case> =
        Group::GOOD.map(|group| called(group, "rmcp ToolRouter, Json result", group.tool())).into();
    cases.extend(Group::GOOD.map(|group| called(group, "rmcp ToolRouter, String result", text_tool(group))));
    cases.extend(Group::BAD.map(|group| called(group, "rmcp ToolRouter, first error only", group.tool())));
    cases
}

fn text_tool(group: Group) -> &'static str {
    match group {
        Group::Add => "add_text",
        Group::Journal => "create_journal_entry_text",
        Group::Invoice | Group::ThreeErrors | Group::ThreeErrorsFull => "create_invoice_text",
    }
}

fn called(group: Group, contender: &'static str, tool: &'static str) -> Case {
    Case::new(group, contender, move || {
        let (server, payload) = (Server::start(), group.payload());
        move || Answer::Text(text(&server.call(tool, black_box(&payload))))
    })
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

    fn call(&self, tool: &'static str, payload: &str) -> CallToolResult {
        let arguments: JsonObject = serde_json::from_str(payload).expect("the payload is a JSON object");
        let context = ToolCallContext::new(
            &self.books,
            CallToolRequestParams::new(tool).with_arguments(arguments),
            RequestContext::new(NumberOrString::Number(1), self.peer.clone()),
        );
        match ready(self.books.tool_router.call(context)).expect("the router knows the tool") {
            CallToolResponse::Complete(result) => result,
            _ => unreachable!("the tools answer at once"),
        }
    }
}
