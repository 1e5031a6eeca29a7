//! The bookkeeper's program with the inspector in it. Calls are typed at the terminal, as a model would make them.
//!
//! ```sh
//! cargo run -p hpd-example-inspector -- --journal journal.db
//! ```
//!
//! | line | meaning |
//! |---|---|
//! | `void_invoice {"InvoiceId": "INV-042"}` | a call of the model |
//! | `> Void the invoice` | a message of the user |
//! | `= Yes` | the user's answer to a question for values |
//! | `< INV-042 is void.` | the final answer of the model, which is checked |
//! | `@chat-2` | another session |
//! | `link` | another link to the pages |
//!
//! `--journal` takes a file, or the address of a PostgreSQL server: then several such programs share one journal. `--port`
//! sets the port. `--pages` is a program without the functions: it records approvals, and the others carry them out.

use std::collections::HashMap;
use std::error::Error;
use std::sync::{Arc, Mutex, PoisonError};

use hpd_examples::bookkeeping::{Bookkeeping, with_previews};
use hpd_examples::finance::{FinancialAnalysisPlugin, FinancialAnalysisSkills};
use hpd_examples::reading::is_address;
use hpd_examples::shopping::Buy;
use hpd_host::approval::UserChannel;
use hpd_host::external::{ExternalSource, ExternalTool};
use hpd_host::journal::{FreeText, Journal, MemoryJournal, PostgresJournal, SqliteJournal};
use hpd_host::outcome::Replied;
use hpd_host::values::MapProfile;
use hpd_host::{Outcome, RawCall, Session, Toolbox, ToolboxBuilder, Values};
use hpd_inspector::{Inspector, router};
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::net::TcpListener;

/// The sessions of this process, by id.
#[derive(Clone, Default)]
struct Sessions(Arc<Mutex<HashMap<String, Arc<Session>>>>);

impl Sessions {
    fn get(&self, id: &str) -> Option<Arc<Session>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(id).map(Arc::clone)
    }

    fn get_or_new(&self, id: &str) -> Arc<Session> {
        let mut sessions = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(sessions.entry(id.to_owned()).or_insert_with(|| Arc::new(Session::with_id(id))))
    }
}

struct Options {
    journal: Option<String>,
    port: u16,
    has_functions: bool,
}

fn options() -> Result<Options, lexopt::Error> {
    use lexopt::prelude::*;
    let mut options = Options { journal: None, port: 0, has_functions: true };
    let mut parser = lexopt::Parser::from_env();
    while let Some(argument) = parser.next()? {
        match argument {
            Long("journal") => options.journal = Some(parser.value()?.string()?),
            Long("port") => options.port = parser.value()?.parse()?,
            Long("pages") => options.has_functions = false,
            other => return Err(other.unexpected()),
        }
    }
    Ok(options)
}

async fn journal(place: Option<&str>) -> Result<Arc<dyn Journal>, Box<dyn Error>> {
    Ok(match place {
        None => Arc::new(MemoryJournal::new()),
        Some(address) if is_address(address) => Arc::new(PostgresJournal::connect(address).await?),
        Some(file) => Arc::new(SqliteJournal::open(file)?),
    })
}

/// The bookkeeper's functions, groups and skills that the model expands, orders with values from a profile, and a tool of
/// the browser that does not say whether it writes.
fn with_functions(builder: ToolboxBuilder) -> ToolboxBuilder {
    let schema = serde_json::json!({"type": "object", "properties": {"page": {"type": "string"}}});
    let tool = ExternalTool::new("print_page", "Prints the page that the user sees", schema);
    with_previews(builder, Arc::new(Bookkeeping::sample()))
        .plugin(FinancialAnalysisPlugin)
        .plugin(FinancialAnalysisSkills::default())
        .plugin(Buy::default())
        .external(ExternalSource::frontend("browser", vec![tool]))
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let options = options()?;
    let profile = MapProfile::new()
        .for_all("address", "123 Main St")
        .for_all("phone", "555-0000")
        .for_all("name", "John");
    let builder = Toolbox::builder()
        .journal(journal(options.journal.as_deref()).await?)
        .values(Values::new().journal_free_text(FreeText::Told).profile(profile));
    let toolbox = if options.has_functions { with_functions(builder) } else { builder }.build()?;
    let sessions = Sessions::default();
    let source = sessions.clone();
    let source = Arc::new(move |id: &str| source.get(id));
    // Approvals that another process records are carried out here.
    let _resuming = toolbox.spawn_resuming(source.clone(), |call| {
        if let Ok(outcome) = call.outcome {
            println!("resumed {}: {}", call.session, in_one_line(&outcome));
        }
    });
    let listener = TcpListener::bind(("127.0.0.1", options.port)).await?;
    let origin = format!("http://{}", listener.local_addr()?);
    let inspector = Inspector::of(&toolbox)
        .sessions(move |id: &str| source(id))
        .approvals(|_request| Some(UserChannel::local().via("inspector")));
    println!("{}", inspector.link(&origin)?);
    let pages = router(inspector.clone());
    tokio::spawn(async move { axum::serve(listener, pages).await });
    type_calls(&toolbox, &sessions, || inspector.link(&origin)).await
}

fn replied(replied: Replied) -> String {
    match replied {
        Replied::Answered(outcome) | Replied::Cancelled(outcome) => {
            format!("{}: {}", outcome.status(), in_one_line(&outcome))
        }
        _ => "this answers no question".to_owned(),
    }
}

fn in_one_line(outcome: &Outcome) -> String {
    outcome.for_model_as_text().replace('\n', " ")
}

/// Makes the calls that are typed, until the input ends.
async fn type_calls<E: Error + 'static>(
    toolbox: &Toolbox,
    sessions: &Sessions,
    link: impl Fn() -> Result<String, E>,
) -> Result<(), Box<dyn Error>> {
    let mut lines = BufReader::new(tokio::io::stdin()).lines();
    let (mut session, mut made) = (sessions.get_or_new("desk"), 0_u32);
    while let Some(line) = lines.next_line().await? {
        if line == "link" {
            println!("{}", link()?);
        } else if let Some(id) = line.strip_prefix('@') {
            session = sessions.get_or_new(id);
        } else if let Some(message) = line.strip_prefix("> ") {
            session.user_says(message);
        } else if let Some(reply) = line.strip_prefix("= ") {
            println!("{}", replied(toolbox.reply(&session, &UserChannel::local().message(reply)).await?));
        } else if let Some(answer) = line.strip_prefix("< ") {
            let checked = toolbox.check_final_answer(&session, answer).await?;
            println!("{}", checked.text.replace('\n', " "));
        } else if let Some((tool, arguments)) = line.split_once(' ') {
            made += 1;
            let call = RawCall::new(format!("call_{made}"), tool, arguments);
            let outcome = toolbox.call(&session, &call).await;
            println!("{}: {}", outcome.status(), in_one_line(&outcome));
        }
    }
    Ok(())
}
