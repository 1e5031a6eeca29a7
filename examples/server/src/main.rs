//! A page that holds a conversation with a model: `cargo run -p hpd-example-server`, then open the printed address and say
//! "Void INV-042". `--model-url http://localhost:11434/v1 --model NAME` takes a service of OpenAI's form for the script.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::State;
use axum::response::{Html, Response};
use axum::routing::{get, post};
use hpd_host::approval::UserChannel;
use hpd_host::args::StopReason;
use hpd_host::events::responses::{BadRequest, ClientRequest, ResponseWriter, Responses};
use hpd_host::journal::SqliteJournal;
use hpd_host::{Provider, Session, Toolbox, plugin};
use serde_json::{Value, from_str, json};

struct Books;

#[plugin]
impl Books {
    /// Voids an invoice. It can't be undone.
    #[ai_function(write, risk = high, confirm_phrase = "VOID {invoice}")]
    fn void_invoice(
        /** Its number. */
        invoice: String,
    ) -> String {
        format!("{invoice} is void.")
    }
}

type Failure = Box<dyn std::error::Error + Send + Sync>;
/// A session, and the messages for the model.
type Conversation = (Arc<Session>, Arc<tokio::sync::Mutex<Vec<Value>>>);

/// The service's address and the model's name; without an address, a script plays the model.
type Model = (String, String);
type App = (Toolbox, Responses, Model, Arc<Mutex<HashMap<String, Conversation>>>);

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let mut options: HashMap<_, _> =
        [("--model-url", ""), ("--model", ""), ("--port", "8080"), ("--journal", "server.db")].into();
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    for pair in arguments.chunks(2) {
        let option = options.get_mut(&*pair[0]).ok_or_else(|| format!("there is no option {}", pair[0]))?;
        *option = pair.get(1).ok_or_else(|| format!("{} needs a value", pair[0]))?;
    }
    tracing_subscriber::fmt().with_writer(std::io::stderr).init();
    let journal = SqliteJournal::open(options["--journal"])?;
    let toolbox = Toolbox::builder().plugin(Books).journal(journal).build()?;
    let _housekeeping = toolbox.spawn_housekeeping(std::time::Duration::from_secs(60));
    let model = (options["--model-url"].to_owned(), options["--model"].to_owned());
    let app: App = (toolbox, Responses::new(), model, Arc::default());
    let page = get(async || Html(include_str!("page.html")));
    let listener = tokio::net::TcpListener::bind(("127.0.0.1", options["--port"].parse()?)).await?;
    println!("http://{}", listener.local_addr()?);
    let routes = axum::Router::new().route("/", page).route("/agent", post(agent));
    Ok(axum::serve(listener, routes.with_state(app)).await?)
}

async fn agent(State(app): State<App>, body: String) -> Result<Response, BadRequest> {
    let (toolbox, responses, model, conversations) = app;
    let request = ClientRequest::ag_ui(body)?;
    let id = request.conversation().to_owned();
    let mut conversations = conversations.lock().unwrap_or_else(PoisonError::into_inner);
    let new = || (Arc::new(Session::with_id(&*id)), Arc::default());
    let (session, messages) = conversations.entry(id.clone()).or_insert_with(new).clone();
    // A real server has a login. Here whoever reaches the page is the user.
    let user = UserChannel::of("you").via("page");
    Ok(responses.serve(&toolbox, &session, user, request, async move |response| {
        converse(model, &mut *messages.lock().await, response).await
    }))
}

/// The agent's loop.
async fn converse(
    model: Model,
    messages: &mut Vec<Value>,
    mut response: ResponseWriter,
) -> Result<(), Failure> {
    let news = response.news().iter().map(|outcome| outcome.for_model_as_text().into_owned());
    messages.extend(news.map(|text| json!({"role": "system", "content": text})));
    messages.extend(response.request().text().map(|text| json!({"role": "user", "content": text})));
    loop {
        let list = response.tools();
        let tools = Provider::OpenAiChat.tools(&list.iter().collect::<Vec<_>>());
        let (model, sent) = (model.clone(), messages.clone());
        let reply = tokio::task::spawn_blocking(move || ask(&model, &sent, &tools)).await??;
        let reply = Provider::OpenAiChat.read(&reply)?;
        response.text(&reply.text().unwrap_or_default());
        messages.extend(reply.history.iter().map(|message| json!(message)));
        if reply.stop_reason == StopReason::Paused {
            // The provider goes on once it has its message back.
            continue;
        }
        if reply.calls.is_empty() {
            return Ok(());
        }
        let outcomes = response.turn(&reply.calls).await;
        messages.extend(Provider::OpenAiChat.results(&outcomes).iter().map(|result| json!(result)));
    }
}

/// The model's next message. The script voids what the user names, and repeats what it hears of the tool.
fn ask((url, model): &Model, messages: &[Value], tools: &str) -> Result<String, Failure> {
    if !url.is_empty() {
        let body = json!({"model": model, "messages": messages, "tools": from_str::<Value>(tools)?});
        let key = format!("Bearer {}", std::env::var("OPENAI_API_KEY").unwrap_or_default());
        let request = ureq::post(format!("{url}/chat/completions")).content_type("application/json");
        let mut answer = request.header("authorization", key).send(body.to_string())?;
        return Ok(answer.body_mut().read_to_string()?);
    }
    let last = messages.last().ok_or("nobody has said anything")?;
    let text = last["content"].as_str().unwrap_or_default();
    let message = match text.split_once("Void ").filter(|_| last["role"] == "user") {
        Some((_, invoice)) => {
            let function =
                json!({"name": "void_invoice", "arguments": json!({"invoice": invoice}).to_string()});
            let id = format!("call_{}", messages.len());
            json!({"role": "assistant", "tool_calls": [{"id": id, "type": "function", "function": function}]})
        }
        None => json!({"role": "assistant", "content": text}),
    };
    Ok(message.to_string())
}
