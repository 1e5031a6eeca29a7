//! A toolbox, and a client that writes and reads lines.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use hpd_host::external::{Arguments, Classification, ExternalHandler, ExternalSource, ExternalTool};
use hpd_host::system::BoxFuture;
use hpd_host::values::MapProfile;
use hpd_host::{CallContext, Output, ToolError, Toolbox, Values, plugin, scope};
use hpd_mcp::server::HpdServer;
use rmcp::ServerHandler;
use serde_json::{Value, json};
use tokio::io::{
    AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, ReadHalf, WriteHalf, duplex, split,
};

#[derive(Default)]
pub(crate) struct Math;

#[scope("Arithmetic")]
impl Math {
    /// Adds two numbers.
    #[ai_function(read_only)]
    pub(crate) fn add(
        &self,
        /** The first number. */
        a: i64,
        /** The second number. */
        b: i64,
    ) -> i64 {
        a + b
    }
}

/// Counts what ran.
#[derive(Clone, Default)]
pub(crate) struct Books(pub(crate) Arc<AtomicUsize>);

#[plugin]
impl Books {
    /// Voids an invoice.
    #[ai_function(write, risk = high, confirm_phrase = "VOID {invoice}")]
    fn void_invoice(
        &self,
        /** The invoice. */
        invoice: String,
    ) -> String {
        self.0.fetch_add(1, Ordering::SeqCst);
        format!("{invoice} is void.")
    }

    /// Creates a note.
    #[ai_function(write, risk = low)]
    fn create_note(
        &self,
        /** Its text. */
        text: String,
    ) -> String {
        self.0.fetch_add(1, Ordering::SeqCst);
        format!("Noted: {text}")
    }

    /// Looks up when an order would arrive.
    #[ai_function(read_only)]
    fn delivery_day(
        &self,
        /** The address. */
        #[param(profile_key = "address", confirm_if_uncertain)]
        address: String,
        /** The phone number. */
        #[param(profile_key = "phone")]
        phone: String,
    ) -> String {
        format!("{address}, {phone}")
    }
}

/// Repeats its arguments as they reach it.
struct Echo;

impl ExternalHandler for Echo {
    fn call<'a>(
        &'a self,
        _: &'a str,
        arguments: Arguments<'a>,
        _: &'a CallContext<'a>,
    ) -> BoxFuture<'a, Result<Output, ToolError>> {
        Box::pin(async move { Ok(Output::Json(arguments.text().to_owned())) })
    }
}

fn echo() -> ExternalSource {
    let schema =
        json!({"type": "object", "properties": {"amount": {"type": "number"}}, "required": ["amount"]});
    let amount = ExternalTool::new("amount", "Repeats an amount", schema).classified(Classification::Read);
    ExternalSource::list("Echo", vec![amount]).handler(Echo)
}

/// The end of a month.
pub(crate) struct Closing;

#[plugin]
impl Closing {
    /// Closes a month.
    #[skill(
        functions(Math::add),
        instructions = "Add up first.",
        documents(document(id = "order", description = "The steps.", text = "Accruals first."))
    )]
    fn close_month() {}
}

impl Books {
    pub(crate) fn runs(&self) -> usize {
        self.0.load(Ordering::SeqCst)
    }
}

pub(crate) fn toolbox(books: &Books) -> Toolbox {
    let values = Values::new().profile(MapProfile::new().for_all("address", "123 Main St"));
    let builder = Toolbox::builder().plugin(Math).plugin(books.clone()).plugin(Closing);
    builder.external(echo()).values(values).build().unwrap()
}

pub(crate) fn server() -> HpdServer {
    HpdServer::new(toolbox(&Books::default()))
}

/// A client of lines.
pub(crate) struct Lines {
    read: BufReader<ReadHalf<DuplexStream>>,
    write: WriteHalf<DuplexStream>,
    pub(crate) next: u64,
    /// What every request says about the client, since 2026-07-28.
    meta: Option<Value>,
}

fn capabilities(asks: bool) -> Value {
    if asks { json!({"elicitation": {"form": {}}}) } else { json!({}) }
}

impl Lines {
    pub(crate) fn of<H: ServerHandler>(server: HpdServer<H>) -> Self {
        let (client, end) = duplex(1 << 20);
        let (read, write) = split(end);
        tokio::spawn(server.serve_lines(read, write));
        let (read, write) = split(client);
        Self { read: BufReader::new(read), write, next: 1, meta: None }
    }

    /// A client with `initialize`.
    pub(crate) async fn begun<H: ServerHandler>(server: HpdServer<H>, name: &str, asks: bool) -> Self {
        let mut client = Self::of(server);
        let info = json!({"name": name, "version": "1"});
        let params =
            json!({"protocolVersion": "2025-11-25", "capabilities": capabilities(asks), "clientInfo": info});
        let begun = client.request("initialize", params).await;
        assert_eq!(begun["result"]["protocolVersion"], "2025-11-25", "{begun}");
        client.send(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#).await;
        client
    }

    /// A client of 2026-07-28.
    pub(crate) fn stateless<H: ServerHandler>(server: HpdServer<H>, asks: bool) -> Self {
        let meta = json!({
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
            "io.modelcontextprotocol/clientCapabilities": capabilities(asks),
        });
        Self { meta: Some(meta), ..Self::of(server) }
    }

    pub(crate) async fn send(&mut self, line: &str) {
        self.write.write_all(line.as_bytes()).await.unwrap();
        self.write.write_all(b"\n").await.unwrap();
    }

    pub(crate) async fn line(&mut self) -> String {
        let mut line = String::new();
        let read = self.read.read_line(&mut line);
        tokio::time::timeout(std::time::Duration::from_secs(20), read).await.expect("an answer").unwrap();
        line
    }

    pub(crate) async fn message(&mut self) -> Value {
        let line = self.line().await;
        serde_json::from_str(&line).unwrap_or_else(|_| panic!("{line}"))
    }

    /// The answer to a request; notifications before it are dropped.
    pub(crate) async fn request(&mut self, method: &str, mut params: Value) -> Value {
        if let Some(meta) = &self.meta {
            params["_meta"] = meta.clone();
        }
        let id = self.next;
        self.next += 1;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}).to_string()).await;
        loop {
            let message = self.message().await;
            if message["id"] == id && message.get("method").is_none() {
                return message;
            }
        }
    }

    pub(crate) async fn call(&mut self, name: &str, arguments: Value) -> Value {
        self.request("tools/call", json!({"name": name, "arguments": arguments})).await
    }

    /// The text of a call's result.
    pub(crate) async fn text(&mut self, name: &str, arguments: Value) -> String {
        text(&self.call(name, arguments).await)
    }

    pub(crate) async fn names(&mut self) -> Vec<String> {
        let listed = self.request("tools/list", json!({})).await;
        let tools = listed["result"]["tools"].as_array().unwrap_or_else(|| panic!("{listed}"));
        tools.iter().map(|tool| tool["name"].as_str().unwrap().to_owned()).collect()
    }
}

pub(crate) fn text(answer: &Value) -> String {
    answer["result"]["content"][0]["text"].as_str().unwrap_or_else(|| panic!("{answer}")).to_owned()
}
