//! rmcp's own client.

use std::sync::Mutex;

use hpd_host::{CallContext, Toolbox, plugin};
use hpd_mcp::server::{HpdServer, ListPolicy};
use rmcp::model::{
    CallToolRequestParams, ClientCapabilities, ClientConfig, ElicitRequestParams, ElicitResult,
    ElicitationAction, ErrorData, Implementation, ProgressNotificationParam,
};
use rmcp::service::{NotificationContext, RequestContext, RunningService};
use rmcp::{ClientHandler, RoleClient, ServiceExt};
use serde_json::{Map, Value, json};

use super::desk::{Books, Lines, toolbox};

struct Count;

#[plugin]
impl Count {
    /// Counts.
    #[ai_function(read_only)]
    fn count(
        &self,
        /** To which number. */
        steps: u32,
        #[context] ctx: &CallContext<'_>,
    ) -> u32 {
        for step in 1..=steps {
            ctx.progress(f64::from(step), Some(f64::from(steps)), "");
        }
        steps
    }
}

#[derive(Default)]
struct User {
    steps: Mutex<Vec<f64>>,
}

impl ClientHandler for User {
    fn get_info(&self) -> ClientConfig {
        let can = ClientCapabilities::builder().enable_elicitation().build();
        ClientConfig::new(can, Implementation::new("rmcp", "3"))
    }

    async fn create_elicitation(
        &self,
        request: ElicitRequestParams,
        _: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        let ElicitRequestParams::FormElicitationParams { requested_schema, .. } = request else {
            return Ok(ElicitResult::new(ElicitationAction::Decline));
        };
        let asked = serde_json::to_value(requested_schema).unwrap();
        let fields = asked["properties"].as_object().unwrap();
        let answer = |name: &str| if name == "phrase" { json!("VOID INV-7") } else { json!("555") };
        let content: Map<_, _> = fields.keys().map(|name| (name.clone(), answer(name))).collect();
        Ok(ElicitResult::new(ElicitationAction::Accept).with_content(Value::Object(content)))
    }

    async fn on_progress(&self, params: ProgressNotificationParam, _: NotificationContext<RoleClient>) {
        self.steps.lock().unwrap().push(params.progress);
    }
}

async fn connect(server: HpdServer) -> RunningService<RoleClient, User> {
    let (client, end) = tokio::io::duplex(1 << 16);
    let (read, write) = tokio::io::split(end);
    tokio::spawn(server.serve_lines(read, write));
    User::default().serve(client).await.unwrap()
}

async fn call(client: &RunningService<RoleClient, User>, name: &'static str, arguments: Value) -> String {
    let Value::Object(arguments) = arguments else { panic!() };
    let params = CallToolRequestParams::new(name).with_arguments(arguments);
    let result = client.call_tool(params).await.unwrap();
    serde_json::to_value(&result.content[0]).unwrap()["text"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn rmcp_lists_expands_repairs_and_approves() {
    let books = Books::default();
    let policy = ListPolicy::new().flat_up_to(1, 8_000);
    let client = connect(HpdServer::new(toolbox(&books)).lists(policy)).await;
    let before = client.list_all_tools().await.unwrap();
    assert!(before.iter().all(|tool| tool.name != "add"));
    assert_eq!(call(&client, "Math", json!({})).await, "Math expanded. Functions: add.");
    let after = client.list_all_tools().await.unwrap();
    assert!(after.iter().any(|tool| tool.name == "add"));
    assert_eq!(call(&client, "add", json!({"a": "1", "b": 2})).await, "3");
    assert!(call(&client, "add", json!({"a": "x", "c": 2})).await.contains("b is required"));
    assert_eq!(call(&client, "void_invoice", json!({"invoice": "INV-7"})).await, "INV-7 is void.");
    assert_eq!(call(&client, "delivery_day", json!({})).await, "555, 555");
    assert_eq!(books.runs(), 1);
    let resources = client.list_all_resources().await.unwrap();
    assert!(resources.iter().any(|resource| resource.uri == "skill://close-month/references/order.md"));
}

#[tokio::test]
async fn progress_is_written_before_its_result() {
    let server = HpdServer::new(Toolbox::builder().plugin(Count).build().unwrap());
    let mut client = Lines::begun(server, "unknown", false).await;
    let call = json!({"name": "count", "arguments": {"steps": 50}, "_meta": {"progressToken": "p"}});
    client
        .send(&json!({"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": call}).to_string())
        .await;
    for step in 1..=50 {
        let message = client.message().await;
        assert_eq!(message["params"]["progress"], f64::from(step), "{message}");
    }
    assert_eq!(client.message().await["id"], 7);
}

#[tokio::test]
async fn rmcp_gets_progress() {
    let server = HpdServer::new(Toolbox::builder().plugin(Count).build().unwrap());
    let client = connect(server).await;
    assert_eq!(call(&client, "count", json!({"steps": 50})).await, "50");
    // The client reads in order, but takes notifications in tasks of their own.
    tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    let mut steps = client.service().steps.lock().unwrap().clone();
    steps.sort_by(f64::total_cmp);
    assert_eq!(steps, (1..=50).map(f64::from).collect::<Vec<_>>());
}
