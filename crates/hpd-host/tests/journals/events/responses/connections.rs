//! Clients that are slow, gone, and back.

use std::pin::pin;
use std::time::Duration;

use futures_channel::oneshot;
use futures_executor::block_on;
use futures_util::{FutureExt, StreamExt};
use hpd_host::approval::UserChannel;

use super::desk::{Desk, Ended, names, says, text_of};

#[test]
fn only_the_same_user_comes_back_while_the_work_runs() {
    let desk = Desk::new();
    let (go, gone) = oneshot::channel::<()>();
    let host = async move |mut response: hpd_host::events::responses::ResponseWriter| -> Ended {
        response.text("Hello, ");
        assert!(response.has_reader());
        gone.await?;
        assert!(!response.has_reader());
        response.text("Anna.");
        Ok(())
    };
    let user = Desk::user;
    let (body, work) =
        desk.responses.respond(&desk.toolbox, &desk.session, user(), says("run-1", "Hi"), host).unwrap();
    let mut work = pin!(work);
    assert!(work.as_mut().now_or_never().is_none());
    // The connection breaks; the work goes on.
    drop(body);
    assert!(desk.responses.again(&desk.toolbox, "s1", &user()).is_some());
    assert!(desk.responses.again(&desk.toolbox, "s2", &user()).is_none());
    assert!(desk.responses.again(&desk.toolbox, "s1", &UserChannel::of("ben")).is_none());
    go.send(()).unwrap();
    assert!(work.as_mut().now_or_never().is_some());
    // It is over: nothing is left to come back to.
    assert!(desk.responses.again(&desk.toolbox, "s1", &user()).is_none());
}

#[test]
fn both_connections_read_the_same() {
    let desk = Desk::new();
    let (go, gone) = oneshot::channel::<()>();
    let host = async move |mut response: hpd_host::events::responses::ResponseWriter| -> Ended {
        response.text("Hello, ");
        gone.await?;
        response.text("Anna.");
        Ok(())
    };
    let user = Desk::user;
    let (mut body, work) =
        desk.responses.respond(&desk.toolbox, &desk.session, user(), says("run-1", "Hi"), host).unwrap();
    let mut work = pin!(work);
    assert!(work.as_mut().now_or_never().is_none());
    let first = block_on(body.next()).unwrap().unwrap();
    assert!(first.contains("\"delta\":\"Hello, \""), "{first}");
    let again = desk.responses.again(&desk.toolbox, "s1", &user()).unwrap();
    go.send(()).unwrap();
    block_on(work);
    let rest = text_of(body);
    let whole = text_of(again);
    assert_eq!(first + &rest, whole);
    assert_eq!(names(&whole).last().map(String::as_str), Some("RUN_FINISHED"));
}

#[test]
fn silence_is_broken_by_a_comment() {
    let desk = Desk::new();
    let host = async |_| -> Ended { std::future::pending().await };
    let (mut body, work) = desk
        .responses
        .respond(&desk.toolbox, &desk.session, Desk::user(), says("run-1", "Hi"), host)
        .unwrap();
    let mut work = pin!(work);
    assert!(work.as_mut().now_or_never().is_none());
    while body.next().now_or_never().is_some() {}
    desk.timer.advance(Duration::from_secs(14));
    assert_eq!(body.next().now_or_never(), None);
    desk.timer.advance(Duration::from_secs(1));
    assert_eq!(body.next().now_or_never(), Some(Some(Ok(": \n\n".to_owned()))));
    assert_eq!(body.next().now_or_never(), None);
    desk.timer.advance(Duration::from_secs(15));
    assert_eq!(body.next().now_or_never(), Some(Some(Ok(": \n\n".to_owned()))));
}
