//! Recorded tasks, played in each way: what their requests hold, and how much of it a provider has to read anew.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use futures_executor::block_on;
use hpd_host::list::ListMode;
use hpd_host::outcome::OutcomeKind;
use hpd_host::{Output, Provider, RawCall, Session, Tool, Toolbox};
use serde_json::{Value, json};

use crate::native_list::NativeList;
use crate::recorded::Call;
use crate::{Failure, tokens};

/// The result of each call: the recordings have none.
const RESULT: usize = 400;

/// The text of an exchange without calls.
const EXCHANGE: usize = 1_000;

/// The ways to the tools.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    Flat,
    Containers,
    Native,
    /// A list that never changes, with `call_function`.
    Constant,
    Search,
}

/// Sums over all requests.
#[derive(Default)]
pub(crate) struct Sums {
    pub(crate) requests: usize,
    pub(crate) extra: usize,
    pub(crate) bytes: usize,
    pub(crate) tokens: usize,
    /// Tokens behind the bytes that a request shares with the one before.
    pub(crate) fresh: usize,
    /// Bytes of lists, and of them those that the next list begins with.
    pub(crate) list: usize,
    pub(crate) kept: usize,
}

/// Tokens of texts, each counted once: requests repeat their texts.
#[derive(Default)]
pub(crate) struct Counted(RefCell<HashMap<String, usize>>);

impl Counted {
    pub(crate) fn tokens(&self, text: &str) -> usize {
        if let Some(known) = self.0.borrow().get(text) {
            return *known;
        }
        let count = tokens(text);
        self.0.borrow_mut().insert(text.to_owned(), count);
        count
    }
}

/// A conversation on its way.
pub(crate) struct Played<'a> {
    toolbox: &'a Toolbox,
    way: Way,
    session: Session,
    sums: &'a mut Sums,
    messages: Vec<String>,
    /// The list and the context of the request before.
    before: Option<(String, Vec<String>)>,
    counted: &'a Counted,
    native: Option<Rc<NativeList>>,
    ids: usize,
}

impl<'a> Played<'a> {
    pub(crate) fn new(toolbox: &'a Toolbox, way: Way, (sums, counted): (&'a mut Sums, &'a Counted)) -> Self {
        let session = Session::new();
        session.set_list_mode(match way {
            Way::Flat => ListMode::Flat,
            Way::Containers | Way::Search => ListMode::Growing,
            Way::Native => ListMode::Native,
            Way::Constant => ListMode::Constant,
        });
        let messages = vec![json!({ "role": "user", "content": "Please do it." }).to_string()];
        Self { toolbox, way, session, sums, messages, before: None, counted, native: None, ids: 0 }
    }

    /// Exchanges without calls, of a kilobyte each.
    pub(crate) fn talk(&mut self, exchanges: usize) -> Result<(), Failure> {
        for exchange in 0..exchanges {
            self.request()?;
            let text = format!("{exchange}: {}", "An answer of some length. ".repeat(EXCHANGE / 26));
            self.messages.push(json!({ "role": "assistant", "content": text }).to_string());
            self.messages.push(json!({ "role": "user", "content": "Go on." }).to_string());
        }
        Ok(())
    }

    /// The model's last words on a task, and the next one.
    pub(crate) fn ask_again(&mut self) {
        self.messages.push(json!({ "role": "assistant", "content": "Done." }).to_string());
        self.messages.push(json!({ "role": "user", "content": "And now the next." }).to_string());
    }

    /// A task, behind turns that look for tools which it does not need.
    pub(crate) fn play(&mut self, calls: &[&Call], vain: &[&Tool]) -> Result<(), Failure> {
        for tool in vain {
            self.look_in_vain(tool)?;
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
            Way::Containers | Way::Native | Way::Constant => {
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
                // A call without arguments leaves its name alone.
                let words = Some(call.argument_words()).filter(|words| !words.is_empty());
                let query = words.unwrap_or_else(|| call.in_words());
                self.extra("search_tools", &json!({ "query": query }).to_string())?;
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

    /// A turn for a tool that does not help: its container, or a search for it.
    fn look_in_vain(&mut self, tool: &Tool) -> Result<(), Failure> {
        if self.way == Way::Search {
            let query = tool.original_name().replace('_', " ");
            return self.extra("search_tools", &json!({ "query": query }).to_string());
        }
        let container = self.container_of(tool).ok_or("a container is missing")?;
        self.extra(&container, "{}")
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
        let raw = if self.way == Way::Constant {
            let arguments: Value = serde_json::from_str(arguments)?;
            self.said("call_function", &json!({ "name": name, "arguments": arguments }).to_string())
        } else {
            self.said(name, arguments)
        };
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

    /// What the model reads: tools that are not deferred, and the others where a message refers to them.
    fn native_context(&mut self, list: &str) -> Result<Vec<String>, Failure> {
        // A native list never changes.
        let native = match &self.native {
            Some(known) if known.is(list) => Rc::clone(known),
            _ => Rc::new(NativeList::read(list)?),
        };
        self.native = Some(Rc::clone(&native));
        let messages = self.messages.iter().map(|message| native.loaded(message));
        Ok(std::iter::once(native.first().to_owned()).chain(messages).collect())
    }
}

/// The bytes that two texts begin with.
fn common(one: &str, other: &str) -> usize {
    let same = one.bytes().zip(other.bytes()).take_while(|(one, other)| one == other).count();
    (0..=same).rev().find(|&at| other.is_char_boundary(at)).unwrap_or(0)
}
