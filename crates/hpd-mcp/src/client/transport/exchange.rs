//! What a request carries beside rmcp's types: texts that are neither parsed nor written again.
//!
//! rmcp gives each request its id, and pairs it with the response. The texts go past it: arguments are written as they
//! were checked, with every digit of their numbers, and a result is kept as the server wrote it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use rmcp::model::{
    CancelledNotificationParam, ClientJsonRpcMessage, ClientNotification, ClientRequest, GetExtensions,
    JsonRpcMessage, NumberOrString, ProgressToken, RequestId, RequestMetaObject, ServerJsonRpcMessage,
    ServerResult,
};
use serde::Deserialize;
use serde_json::value::RawValue;
use tokio::sync::mpsc;

/// Beside a request, in its extensions.
#[derive(Clone)]
pub(crate) struct Exchange(Arc<Inside>);

struct Inside {
    /// The name and the arguments of a call.
    call: Option<(String, String)>,
    result: OnceLock<Answer>,
    progress: Option<mpsc::Sender<Update>>,
}

/// The answer to a request.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// The text of the result.
    Result(String),
    /// It was too long to be read.
    TooLong,
}

/// A message of a server about the progress of a call.
#[derive(Debug)]
pub(crate) struct Update {
    pub(crate) done: f64,
    pub(crate) total: Option<f64>,
    pub(crate) message: Option<String>,
}

/// As many messages wait for a caller that is slower than the server. Further ones are dropped.
const UPDATES: usize = 256;

impl Exchange {
    /// A request whose result is kept as a text.
    pub(crate) fn new() -> Self {
        Self(Arc::new(Inside { call: None, result: OnceLock::new(), progress: None }))
    }

    /// A call, with its progress.
    pub(crate) fn call(name: &str, arguments: &str) -> (Self, mpsc::Receiver<Update>) {
        let (sender, receiver) = mpsc::channel(UPDATES);
        let call = Some((name.to_owned(), arguments.to_owned()));
        (Self(Arc::new(Inside { call, result: OnceLock::new(), progress: Some(sender) })), receiver)
    }

    /// The answer, if the transport keeps texts.
    pub(crate) fn result(&self) -> Option<&Answer> {
        self.0.result.get()
    }

    /// A message of progress; it is dropped if the caller is too slow.
    pub(crate) fn report(&self, update: Update) {
        if let Some(sender) = &self.0.progress {
            // The caller is too slow, or gone.
            let _ = sender.try_send(update);
        }
    }
}

/// The requests that wait for their responses.
#[derive(Default)]
pub(crate) struct Wire {
    waiting: Mutex<HashMap<i64, Exchange>>,
}

/// The outer members of a message.
#[derive(Deserialize)]
struct Head<'a> {
    #[serde(borrow, default)]
    id: Option<&'a RawValue>,
    #[serde(borrow, default)]
    method: Option<&'a RawValue>,
    #[serde(borrow, default)]
    result: Option<&'a RawValue>,
    #[serde(borrow, default)]
    params: Option<&'a RawValue>,
}

/// Of `notifications/progress`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Params {
    progress_token: serde_json::Value,
    progress: f64,
    #[serde(default)]
    total: Option<f64>,
    #[serde(default)]
    message: Option<String>,
}

/// A message that was read.
pub(crate) enum Read {
    /// rmcp treats it.
    Message(Box<ServerJsonRpcMessage>),
    /// It was progress.
    Done,
    /// It is not a message; the reason.
    Unreadable(String),
}

impl Wire {
    /// The line of a message, with its end.
    pub(crate) fn write(&self, message: &ClientJsonRpcMessage) -> std::io::Result<Vec<u8>> {
        let text = match message {
            JsonRpcMessage::Request(request) => {
                let exchange = request.request.extensions().get::<Exchange>();
                match (exchange, &request.id) {
                    (Some(exchange), RequestId::Number(id)) => {
                        self.waiting().insert(*id, exchange.clone());
                        match &exchange.0.call {
                            Some(call) => Some(written_call(*id, call, &request.request)?),
                            None => None,
                        }
                    }
                    _ => None,
                }
            }
            JsonRpcMessage::Notification(sent) => {
                if let ClientNotification::CancelledNotification(cancelled) = &sent.notification {
                    self.forget(&cancelled.params);
                }
                None
            }
            _ => None,
        };
        let mut line = match text {
            Some(text) => text,
            None => serde_json::to_vec(message)?,
        };
        line.push(b'\n');
        Ok(line)
    }

    fn forget(&self, cancelled: &CancelledNotificationParam) {
        if let Some(RequestId::Number(id)) = &cancelled.request_id {
            self.waiting().remove(id);
        }
    }

    /// Reads a message. The results of waiting requests stay texts.
    pub(crate) fn read(&self, text: &str) -> Read {
        let head: Head<'_> = match serde_json::from_str(text) {
            Ok(head) => head,
            Err(error) => return Read::Unreadable(error.to_string()),
        };
        let method = head.method.map(RawValue::get);
        if method == Some(r#""notifications/progress""#) {
            self.route(head.params);
            return Read::Done;
        }
        if method.is_none()
            && let Some(id) = head.id.and_then(|id| number(id.get()))
            && let Some(exchange) = self.waiting().remove(&id)
            && let Some(result) = head.result
        {
            return Read::Message(Box::new(ended(&exchange, id, Answer::Result(result.get().to_owned()))));
        }
        match serde_json::from_str(text) {
            Ok(message) => Read::Message(Box::new(message)),
            Err(error) => Read::Unreadable(error.to_string()),
        }
    }

    /// The answer to the request whose answer was too long, by the ends of that one.
    #[cold]
    pub(crate) fn too_long(&self, ends: &str) -> Option<ServerJsonRpcMessage> {
        let mut waiting = self.waiting();
        let only = || waiting.keys().next().copied().filter(|_| waiting.len() == 1);
        let id = AnswerEnds::of(ends)?.id.or_else(only)?;
        let exchange = waiting.remove(&id)?;
        Some(ended(&exchange, id, Answer::TooLong))
    }

    /// Progress goes to its call in the order of the messages, and before the result.
    fn route(&self, params: Option<&RawValue>) {
        let Some(Ok(progress)) = params.map(|params| serde_json::from_str::<Params>(params.get())) else {
            return;
        };
        let token = progress.progress_token.to_string();
        let exchange = number(&token).and_then(|id| self.waiting().get(&id).cloned());
        if let Some(exchange) = exchange {
            let Params { progress: done, total, message, .. } = progress;
            exchange.report(Update { done, total, message });
        }
    }

    fn waiting(&self) -> std::sync::MutexGuard<'_, HashMap<i64, Exchange>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Ends a request.
fn ended(exchange: &Exchange, id: i64, answer: Answer) -> ServerJsonRpcMessage {
    // An id is given once: nothing was set before.
    let _ = exchange.0.result.set(answer);
    ServerJsonRpcMessage::response(ServerResult::empty(()), RequestId::Number(id))
}

/// What the ends of an answer say.
struct AnswerEnds {
    /// In front of its result or behind it, if it is in one of these places.
    id: Option<i64>,
}

impl AnswerEnds {
    /// `None` if the message is no answer.
    fn of(ends: &str) -> Option<Self> {
        let read = |text: &str| {
            let head: Head<'_> = serde_json::from_str(text).ok()?;
            head.method.is_none().then(|| Self { id: head.id.and_then(|id| number(id.get())) })
        };
        let body = [r#""result""#, r#""error""#].iter().filter_map(|member| ends.find(member)).min()?;
        let in_front = read(&format!("{}}}", ends[..body].trim_end().trim_end_matches(',')))?;
        // Members behind the result are short.
        let behind = || {
            let mut ids = ends.rmatch_indices(r#""id""#);
            ids.find_map(|(at, _)| read(&format!("{{{}", &ends[at..]))?.id)
        };
        Some(Self { id: in_front.id.or_else(behind) })
    }
}

/// A number, which some servers send as a text.
fn number(text: &str) -> Option<i64> {
    text.trim_matches('"').parse().ok()
}

/// A call with the text of its arguments. Its id is the token of its progress, too.
fn written_call(
    id: i64,
    (name, arguments): &(String, String),
    request: &ClientRequest,
) -> std::io::Result<Vec<u8>> {
    let mut meta = request.extensions().get::<RequestMetaObject>().cloned().unwrap_or_default();
    meta.set_progress_token(ProgressToken(NumberOrString::Number(id)));
    let mut line = Vec::with_capacity(128 + name.len() + arguments.len());
    line.extend_from_slice(br#"{"jsonrpc":"2.0","id":"#);
    line.extend_from_slice(id.to_string().as_bytes());
    line.extend_from_slice(br#","method":"tools/call","params":{"_meta":"#);
    serde_json::to_writer(&mut line, &meta)?;
    line.extend_from_slice(br#","name":"#);
    serde_json::to_writer(&mut line, name)?;
    line.extend_from_slice(br#","arguments":"#);
    // A line is a message: no text of arguments has a line break outside of a string, or one inside unescaped.
    line.extend(arguments.bytes().filter(|byte| !matches!(byte, b'\n' | b'\r')));
    line.extend_from_slice(b"}}");
    Ok(line)
}

#[cfg(test)]
mod tests {
    use rmcp::model::{
        CallToolRequest, CallToolRequestParams, ClientJsonRpcMessage, ClientRequest, RequestId,
    };

    use super::{Answer, Exchange, Read, Wire};

    fn sent(wire: &Wire, arguments: &str) -> (String, Exchange, tokio::sync::mpsc::Receiver<super::Update>) {
        let (exchange, updates) = Exchange::call("pay", arguments);
        let mut request = CallToolRequest::new(CallToolRequestParams::new("pay"));
        request.extensions.insert(exchange.clone());
        let message =
            ClientJsonRpcMessage::request(ClientRequest::CallToolRequest(request), RequestId::Number(7));
        (String::from_utf8(wire.write(&message).unwrap()).unwrap(), exchange, updates)
    }

    #[test]
    fn arguments_keep_every_digit_and_the_order_of_keys() {
        let arguments = r#"{"z":12345678901234567890.1234567890,"a":1}"#;
        let (line, ..) = sent(&Wire::default(), arguments);
        let meta = r#"{"progressToken":7}"#;
        assert_eq!(
            line,
            format!(
                "{{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tools/call\",\"params\":{{\"_meta\":{meta},\
                 \"name\":\"pay\",\"arguments\":{arguments}}}}}\n"
            )
        );
    }

    #[test]
    fn a_result_stays_the_text_of_the_server() {
        let wire = Wire::default();
        let (_, exchange, _updates) = sent(&wire, "{}");
        let result = r#"{"content": [], "structuredContent": {"z": 1.10, "a": 2}}"#;
        let read = wire.read(&format!(r#"{{"jsonrpc":"2.0","id":"7","result":{result}}}"#));
        assert!(matches!(read, Read::Message(_)));
        assert_eq!(exchange.result(), Some(&Answer::Result(result.to_owned())));
    }

    #[test]
    fn an_answer_that_is_too_long_ends_its_request() {
        for ends in [
            r#"{"jsonrpc":"2.0","id":7,"result":{"content":[{"text":"xxx"}]}}"#,
            r#"{"id": "7" , "result" : {"content":[{"text":"{\"id\":8}"}],"structuredContent":{"id":8}}}"#,
            r#"{"result":{"content":[{"text":"x {\"id\":8}"}],"structuredContent":{"id":8}},"jsonrpc":"2.0","id":7}"#,
            r#"{"result":{"rows":[{"id":8},{"id":9}]},"id":7,"jsonrpc":"2.0"} "#,
            r#"{"jsonrpc":"2.0","id":7,"error":{"code":-32603,"message":"xxx"}}"#,
            // Where nothing names the id, the one request that waits is meant.
            r#"{"result":{"content":[{"text":"xxx"#,
        ] {
            let wire = Wire::default();
            let (_, exchange, _updates) = sent(&wire, "{}");
            assert!(wire.too_long(ends).is_some(), "{ends}");
            assert_eq!(exchange.result(), Some(&Answer::TooLong));
            assert!(wire.too_long(ends).is_none());
        }
    }

    #[test]
    fn another_long_message_ends_no_request() {
        let wire = Wire::default();
        let (_, exchange, _updates) = sent(&wire, "{}");
        for ends in [
            r#"{"jsonrpc":"2.0","id":8,"result":{"content":[{"text":"xxx"}]}}"#,
            r#"{"jsonrpc":"2.0","id":8,"error":{"code":-32603,"message":"xxx"}}"#,
            r#"{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"error","data":"xxx"}}"#,
            r#"{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"xxx"}}"#,
            r#"{"method":"sampling/createMessage","params":{"a":"xxx"},"jsonrpc":"2.0","id":7}"#,
            "a line of a log, xxx",
        ] {
            assert!(wire.too_long(ends).is_none(), "{ends}");
        }
        assert_eq!(exchange.result(), None);
    }

    #[test]
    fn progress_comes_in_order_and_before_the_result() {
        let wire = Wire::default();
        let (_, _exchange, mut updates) = sent(&wire, "{}");
        for done in 1..=3 {
            let read = wire.read(&format!(
                r#"{{"jsonrpc":"2.0","method":"notifications/progress","params":{{"progressToken":7,"progress":{done},"total":3}}}}"#
            ));
            assert!(matches!(read, Read::Done));
        }
        wire.read(r#"{"jsonrpc":"2.0","id":7,"result":{"content":[]}}"#);
        let steps: Vec<_> =
            std::iter::from_fn(|| updates.try_recv().ok()).map(|update| update.done).collect();
        assert_eq!(steps, [1.0, 2.0, 3.0]);
    }

    #[test]
    fn a_line_that_is_no_message_is_not_read() {
        let Read::Unreadable(reason) = Wire::default().read("Server started on stdio") else {
            panic!("it is no message")
        };
        assert_eq!(reason, "expected value at line 1 column 1");
    }
}
