//! Recorded tasks, played in each way: what their requests hold, and how much of it a provider has to read anew.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt::Write as _;
use std::rc::Rc;

use futures_executor::block_on;
use hpd_host::list::ListMode;
use hpd_host::outcome::OutcomeKind;
use hpd_host::{Output, Provider, RawCall, Session, Tool, Toolbox};
use serde_json::{Value, json};

use crate::recorded::{Call, Recorded};
use crate::{Failure, tokens};

/// Tasks that are played.
const TASKS: usize = 30;
/// The result of each call: the recordings have none.
const RESULT: usize = 400;

/// The ways to the tools.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Flat,
    Containers,
    Native,
    Search,
}

const WAYS: [(Way, &str); 4] =
    [(Way::Flat, "flat"), (Way::Containers, "containers"), (Way::Native, "native"), (Way::Search, "search")];

/// Sums over all requests.
#[derive(Default)]
struct Sums {
    requests: usize,
    extra: usize,
    bytes: usize,
    tokens: usize,
    /// Tokens behind the bytes that a request shares with the one before.
    fresh: usize,
    /// Bytes of lists, and of them those that the next list begins with.
    list: usize,
    kept: usize,
}

/// The costs of the first tasks that use several tools, with a toolbox without a search, and one with it, with 0 to 2 turns that lead nowhere.
pub(crate) fn table(toolboxes: [&Toolbox; 2], recorded: &Recorded) -> Result<String, Failure> {
    let [toolbox, with_search] = toolboxes;
    let tasks = recorded.tasks(toolbox);
    let several = |calls: &&Vec<&Call>| calls.iter().any(|call| call.tool != calls[0].tool);
    let tasks: Vec<_> = tasks.values().filter(several).take(TASKS).collect();
    let mut out = format!(
        "{} tasks; sums over all requests.\n\n\
         | way | vain turns | requests | of them to find tools | bytes sent | tokens in context | tokens read anew | prefix of lists kept |\n\
         |---|---:|---:|---:|---:|---:|---:|---:|\n",
        tasks.len()
    );
    let counted = Counted::default();
    for (way, name) in WAYS {
        let toolbox = if way == Way::Search { with_search } else { toolbox };
        for vain in 0..3 {
            if way == Way::Flat && vain > 0 {
                continue;
            }
            let mut sums = Sums::default();
            for calls in &tasks {
                Played::new(toolbox, way, (&mut sums, &counted)).play(calls, vain)?;
            }
            let Sums { requests, extra, bytes, tokens, fresh, list, kept } = sums;
            let kept = (kept * 1000).checked_div(list).unwrap_or(1000);
            let (whole, tenth) = (kept / 10, kept % 10);
            // Writing into a `String` can't fail.
            let _ = writeln!(
                out,
                "| {name} | {vain} | {requests} | {extra} | {bytes} | {tokens} | {fresh} | {whole}.{tenth} % |"
            );
        }
    }
    out.push('\n');
    Ok(out)
}

/// Tokens of texts, each counted once: requests repeat their texts.
#[derive(Default)]
struct Counted(RefCell<HashMap<String, usize>>);

impl Counted {
    fn tokens(&self, text: &str) -> usize {
        if let Some(known) = self.0.borrow().get(text) {
            return *known;
        }
        let count = tokens(text);
        self.0.borrow_mut().insert(text.to_owned(), count);
        count
    }
}

/// A task on its way.
struct Played<'a> {
    toolbox: &'a Toolbox,
    way: Way,
    session: Session,
    sums: &'a mut Sums,
    messages: Vec<String>,
    /// The list and the context of the request before.
    before: Option<(String, Vec<String>)>,
    counted: &'a Counted,
    /// A native list, and its tools.
    native: Option<(String, Rc<Vec<Value>>)>,
    ids: usize,
}

impl<'a> Played<'a> {
    fn new(toolbox: &'a Toolbox, way: Way, (sums, counted): (&'a mut Sums, &'a Counted)) -> Self {
        let session = Session::new();
        session.set_list_mode(match way {
            Way::Flat => ListMode::Flat,
            Way::Containers | Way::Search => ListMode::Growing,
            Way::Native => ListMode::Native,
        });
        let messages = vec![json!({ "role": "user", "content": "Please do it." }).to_string()];
        Self { toolbox, way, session, sums, messages, before: None, counted, native: None, ids: 0 }
    }

    fn play(&mut self, calls: &[&Call], vain: usize) -> Result<(), Failure> {
        for _ in 0..vain {
            self.look_in_vain()?;
        }
        for call in calls {
            let tool = call.tool_in(self.toolbox).ok_or("a tool is missing")?;
            self.find(call, tool)?;
            self.request()?;
            self.call(tool.name(), &call.arguments, tool)?;
        }
        self.request()
    }

    /// The turns until a tool can be called.
    fn find(&mut self, call: &Call, tool: &Tool) -> Result<(), Failure> {
        match self.way {
            Way::Flat => Ok(()),
            Way::Containers | Way::Native => {
                let container = self.container_of(tool).ok_or("a container is missing")?;
                if self.messages.iter().any(|message| message.contains(&format!("\"name\":\"{container}\"")))
                {
                    return Ok(());
                }
                self.extra(&container, "{}")
            }
            Way::Search => {
                let is_listed =
                    self.toolbox.tools(&self.session).iter().any(|listed| listed.id() == tool.id());
                if is_listed {
                    return Ok(());
                }
                self.extra("search_tools", &json!({ "query": call.in_words() }).to_string())?;
                let is_found =
                    self.toolbox.tools(&self.session).iter().any(|listed| listed.id() == tool.id());
                // What a search does not find is found in its container.
                match self.container_of(tool).filter(|_| !is_found) {
                    Some(container) => self.extra(&container, "{}"),
                    None => Ok(()),
                }
            }
        }
    }

    /// A container that does not help, or a search.
    fn look_in_vain(&mut self) -> Result<(), Failure> {
        if self.way == Way::Search {
            return self.extra("search_tools", r#"{"query": "weather forecast"}"#);
        }
        let known = |name: &str| self.messages.iter().any(|message| message.contains(name));
        let tools = self.toolbox.tools(&self.session);
        let other = tools.iter().rev().find(|tool| tool.is_container() && !known(tool.name()));
        let name = other.map(|tool| tool.name().to_owned());
        name.map_or(Ok(()), |name| self.extra(&name, "{}"))
    }

    fn container_of(&self, tool: &Tool) -> Option<String> {
        let source = tool.plugin()?;
        let container = self.toolbox.all_tools().iter().find(|tool| tool.id().as_str() == source)?;
        Some(container.name().to_owned())
    }

    fn extra(&mut self, name: &str, arguments: &str) -> Result<(), Failure> {
        self.request()?;
        self.sums.extra += 1;
        let raw = self.said(name, arguments);
        let outcome = block_on(self.toolbox.call(&self.session, &raw));
        self.messages
            .extend(Provider::Anthropic.results(&[outcome]).iter().map(|message| message.get().to_owned()));
        Ok(())
    }

    /// A recorded call, with a result of the usual length.
    fn call(&mut self, name: &str, arguments: &str, tool: &Tool) -> Result<(), Failure> {
        let raw = self.said(name, arguments);
        let outcome = block_on(self.toolbox.call(&self.session, &raw));
        if !matches!(outcome.kind, OutcomeKind::Forward(_)) {
            return Err(format!("{}: {}", tool.id(), outcome.for_model_as_text()).into());
        }
        let result = Output::Text("result ".repeat(RESULT / 7));
        let outcome = block_on(self.toolbox.complete(&self.session, &raw.id, Ok(result)))?;
        self.messages
            .extend(Provider::Anthropic.results(&[outcome]).iter().map(|message| message.get().to_owned()));
        Ok(())
    }

    /// The model's message with a call.
    fn said(&mut self, name: &str, arguments: &str) -> RawCall {
        self.ids += 1;
        let id = format!("toolu_{:04}", self.ids);
        let input: Value = serde_json::from_str(arguments).unwrap_or_default();
        let block = json!({ "type": "tool_use", "id": id, "name": name, "input": input });
        self.messages.push(json!({ "role": "assistant", "content": [block] }).to_string());
        RawCall::new(id, name, arguments)
    }

    /// A request: the list, and the conversation until now.
    fn request(&mut self) -> Result<(), Failure> {
        let tools = self.toolbox.tool_list(&self.session);
        let list = Provider::Anthropic.list(&tools, None)?;
        let mut context = match self.way {
            Way::Native => self.native_context(&list)?,
            _ => vec![list.clone()],
        };
        if self.way != Way::Native {
            context.extend_from_slice(&self.messages);
        }
        self.sums.requests += 1;
        self.sums.bytes += list.len() + self.messages.iter().map(|message| message.len() + 1).sum::<usize>();
        self.sums.tokens += context.iter().map(|piece| self.counted.tokens(piece)).sum::<usize>();
        let (list_before, before) = self.before.take().unwrap_or_default();
        self.sums.fresh += self.fresh(&before, &context);
        self.sums.list += list_before.len();
        self.sums.kept += common(&list_before, &list);
        self.before = Some((list, context));
        Ok(())
    }

    /// The tokens behind what two contexts begin with.
    fn fresh(&self, before: &[String], context: &[String]) -> usize {
        let same = before.iter().zip(context).take_while(|(one, other)| one == other).count();
        let Some(first) = context.get(same) else { return 0 };
        let kept = before.get(same).map_or(0, |other| common(other, first));
        let rest = context[same + 1..].iter().map(|piece| self.counted.tokens(piece));
        self.counted.tokens(&first[kept..]) + rest.sum::<usize>()
    }

    /// What the model reads: tools that are not deferred first, and the others where a message refers to them.
    fn native_context(&mut self, list: &str) -> Result<Vec<String>, Failure> {
        // A native list never changes.
        let tools = match &self.native {
            Some((known, tools)) if known == list => tools.clone(),
            _ => Rc::new(serde_json::from_str::<Vec<Value>>(list)?),
        };
        self.native = Some((list.to_owned(), Rc::clone(&tools)));
        let is_deferred = |tool: &&Value| tool["defer_loading"] == true;
        let first: Vec<_> = tools.iter().filter(|tool| !is_deferred(tool)).collect();
        let mut context = vec![serde_json::to_string(&first)?];
        for message in &self.messages {
            context.push(message.clone());
            for tool in tools.iter().filter(is_deferred) {
                let reference = format!(r#"{{"type":"tool_reference","tool_name":{}}}"#, tool["name"]);
                if message.contains(&reference) {
                    context.push(tool.to_string());
                }
            }
        }
        Ok(context)
    }
}

/// The bytes that two texts begin with.
fn common(one: &str, other: &str) -> usize {
    let same = one.bytes().zip(other.bytes()).take_while(|(one, other)| one == other).count();
    (0..=same).rev().find(|&at| other.is_char_boundary(at)).unwrap_or(0)
}
