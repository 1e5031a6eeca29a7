//! Responses of axum.

use axum_core::response::{IntoResponse, Response};
use futures_util::StreamExt;
use hpd_host::events::responses::ClientRequest;
use http::{HeaderMap, StatusCode};

use super::desk::{Desk, Ended, names, says};

async fn text_of(response: Response) -> String {
    let parts = response.into_body().into_data_stream().map(|part| part.unwrap().to_vec());
    String::from_utf8(parts.concat().await).unwrap()
}

#[tokio::test]
async fn a_response_has_the_headers_of_its_protocol() {
    let desk = Desk::new();
    let host = async |mut response: hpd_host::events::responses::ResponseWriter| -> Ended {
        response.text("Hello!");
        Ok(())
    };
    let served = desk.responses.serve(&desk.toolbox, &desk.session, Desk::user(), says("run-1", "Hi"), host);
    assert_eq!(served.status(), StatusCode::OK);
    assert_eq!(served.headers()["content-type"], "text/event-stream");
    assert_eq!(served.headers()["x-accel-buffering"], "no");
    assert!(names(&text_of(served).await).contains(&"TEXT_MESSAGE_CONTENT".to_owned()));

    let body = r#"{"id": "c", "messages": [{"role": "user", "parts": [{"type": "text", "text": "Hi"}]}]}"#;
    let request = ClientRequest::vercel(body).unwrap();
    let served = desk.responses.serve(&desk.toolbox, &desk.session, Desk::user(), request, host);
    assert_eq!(served.headers()["x-vercel-ai-ui-message-stream"], "v1");
    assert_eq!(served.headers()["content-type"], "text/event-stream");
    text_of(served).await;
    let none = desk.responses.serve_again(&desk.toolbox, "s1", &Desk::user());
    assert_eq!(none.status(), StatusCode::NO_CONTENT);
}

#[tokio::test]
async fn a_client_that_goes_leaves_the_loop_to_its_end() {
    let desk = Desk::new();
    let (tell, told) = futures_channel::oneshot::channel();
    let (go, gone) = futures_channel::oneshot::channel::<()>();
    let host = async move |mut response: hpd_host::events::responses::ResponseWriter| -> Ended {
        gone.await?;
        response.text("Hello!");
        response.final_answer().await?;
        tell.send(()).map_err(|()| "nobody waits".into())
    };
    drop(desk.responses.serve(&desk.toolbox, &desk.session, Desk::user(), says("run-1", "Hi"), host));
    let again = desk.responses.serve_again(&desk.toolbox, "s1", &Desk::user());
    assert_eq!(again.status(), StatusCode::OK);
    go.send(()).unwrap();
    told.await.unwrap();
    let text = text_of(again).await;
    assert_eq!(names(&text).last().map(String::as_str), Some("RUN_FINISHED"));
}

#[tokio::test]
async fn mistakes_have_their_status() {
    let bad = ClientRequest::vercel("[]").unwrap_err().into_response();
    assert_eq!(bad.status(), StatusCode::BAD_REQUEST);
    assert_eq!(text_of(bad).await, "The body is none of a chat: id and messages are required.");
    let desk = Desk::new();
    let toolbox = hpd_host::Toolbox::builder().build().unwrap();
    let host = async |_| -> Ended { Ok(()) };
    let served = desk.responses.serve(&toolbox, &desk.session, Desk::user(), says("run-1", "Hi"), host);
    assert_eq!(served.status(), StatusCode::INTERNAL_SERVER_ERROR);
    assert_eq!(text_of(served).await, "");
}

#[tokio::test]
async fn events_continue_after_the_last_one() {
    let desk = Desk::new();
    let host = async |mut response: hpd_host::events::responses::ResponseWriter| -> Ended {
        let call = hpd_host::RawCall::new("call_1", "due", r#"{"customer": "Acme"}"#);
        response.turn(&[call]).await;
        Ok(())
    };
    text_of(desk.responses.serve(&desk.toolbox, &desk.session, Desk::user(), says("run-1", "Hi"), host))
        .await;

    let mut headers = HeaderMap::new();
    headers.insert("last-event-id", "2".parse().unwrap());
    let served = desk.responses.serve_events(&desk.toolbox, "s1", &headers);
    assert_eq!(served.headers()["content-type"], "text/event-stream");
    let mut body = served.into_body().into_data_stream();
    let mut text = String::new();
    while !text.contains("id: 3\n") {
        text.push_str(std::str::from_utf8(&body.next().await.unwrap().unwrap()).unwrap());
    }
    assert!(!text.contains("id: 2\n"), "{text}");

    headers.insert("last-event-id", "two".parse().unwrap());
    let refused = desk.responses.serve_events(&desk.toolbox, "s1", &headers);
    assert_eq!(refused.status(), StatusCode::BAD_REQUEST);
}
