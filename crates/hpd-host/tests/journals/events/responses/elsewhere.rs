//! Calls that another process makes in the same session: front ends of both protocols hear of them while a call runs.

use std::path::Path;
use std::pin::pin;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_channel::oneshot::{Receiver, Sender, channel};
use futures_executor::block_on;
use futures_util::StreamExt;
use futures_util::future::{Either, select};
use hpd_host::events::responses::{ClientRequest, ResponseWriter, Responses};
use hpd_host::journal::SqliteJournal;
use hpd_host::{RawCall, Session, Toolbox, plugin};
use serde_json::json;

use super::desk::{Desk, Ended, says};

/// A loaded machine takes its time. The usual time is in `bench/INSPECTOR.md`.
const AT_LAST: Duration = Duration::from_secs(20);

/// A bell that rings when it is told to.
#[derive(Default)]
struct Bell(Mutex<Option<Receiver<()>>>);

#[plugin]
impl Bell {
    /// Waits for the bell.
    #[ai_function]
    async fn wait(&self) -> String {
        let rings = self.0.lock().unwrap().take();
        if let Some(rings) = rings {
            let _ = rings.await;
        }
        "It rang.".to_owned()
    }

    /// Looks at the clock.
    #[ai_function]
    fn look() -> String {
        "It is noon.".to_owned()
    }
}

fn toolbox(file: &Path, bell: Bell) -> Toolbox {
    Toolbox::builder().plugin(bell).journal(SqliteJournal::open(file).unwrap()).build().unwrap()
}

/// The text that front ends have of the other process's call, before the call of this process ends.
fn text_of_others(request: ClientRequest) -> String {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("journal.db");
    let (ring, rings): (Sender<()>, _) = channel();
    let (here, there) = (toolbox(&file, Bell(Mutex::new(Some(rings)))), toolbox(&file, Bell::default()));
    let session = Arc::new(Session::with_id("s1"));
    let host = async |mut response: ResponseWriter| -> Ended {
        response.turn(&[RawCall::new("here", "wait", "{}")]).await;
        Ok(())
    };
    let (mut body, work) = Responses::new().respond(&here, &session, Desk::user(), request, host).unwrap();
    let working = std::thread::spawn(move || block_on(work));
    let mut text = String::new();
    let mut is_asked = false;
    let (late, is_late) = channel::<()>();
    let timer = std::thread::spawn(move || {
        std::thread::sleep(AT_LAST);
        drop(late);
    });
    block_on(async {
        let mut is_late = pin!(is_late);
        while !text.contains("It is noon.") {
            // The call of this process is in the response before the other one is made.
            if text.contains("wait") && !is_asked {
                is_asked = true;
                there.call(&Session::with_id("s1"), &RawCall::new("there", "look", "{}")).await;
            }
            match select(body.next(), is_late.as_mut()).await {
                Either::Left((Some(Ok(frame)), _)) => text.push_str(&frame),
                Either::Left((other, _)) => panic!("the response ended: {other:?} after {text}"),
                Either::Right(_) => panic!("nothing came: {text}"),
            }
        }
    });
    ring.send(()).unwrap();
    working.join().unwrap();
    drop((body, timer));
    text
}

#[test]
fn ag_ui_hears_of_calls_of_other_processes() {
    let text = text_of_others(says("run-1", "Hi"));
    assert!(text.contains("\"toolCallName\":\"look\""), "{text}");
}

#[test]
fn the_ai_sdk_hears_of_calls_of_other_processes() {
    let message = json!({"id": "1", "role": "user", "parts": [{"type": "text", "text": "Hi"}]});
    let body = json!({"id": "thread-7", "messages": [message], "trigger": "submit-message"});
    let text = text_of_others(ClientRequest::vercel(body.to_string()).unwrap());
    assert!(text.contains("\"toolName\":\"look\""), "{text}");
}
