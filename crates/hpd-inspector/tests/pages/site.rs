//! A site with the pages, and a reader who is let in.

use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{Request, Response, StatusCode};
use hpd_host::approval::UserChannel;

use hpd_host::{Outcome, RawCall, Session, Toolbox};
use hpd_inspector::{Inspector, router};
use serde_json::{Value, json};
use tower::ServiceExt;

use crate::books::{Books, builder};

pub(crate) const HOST: &str = "127.0.0.1:7878";

pub(crate) struct Site {
    pub(crate) toolbox: Toolbox,
    pub(crate) session: Arc<Session>,
    pub(crate) app: Router,
    pub(crate) voided: Arc<Mutex<Vec<String>>>,
    pub(crate) cookie: String,
    pub(crate) csrf: String,
}

/// A response: its status, and its text.
pub(crate) struct Page {
    pub(crate) status: StatusCode,
    pub(crate) html: String,
}

impl Page {
    /// The text without tags: one line for each piece.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        for piece in self.html.split('<') {
            let said = piece.split_once('>').map_or(piece, |(_, said)| said);
            if !said.trim().is_empty() {
                text.push_str(said.trim());
                text.push('\n');
            }
        }
        text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&")
    }

    #[track_caller]
    pub(crate) fn assert_has(&self, texts: &[&str]) {
        let all = self.text();
        for text in texts {
            assert!(all.contains(text), "no {text:?} in:\n{all}");
        }
    }
}

impl Site {
    /// With approvals, for the program's only user.
    pub(crate) async fn new() -> Self {
        let books = Books::default();
        let voided = Arc::clone(&books.voided);
        let toolbox = builder(books).build().unwrap();
        Self { voided, ..Self::of(toolbox).await }
    }

    pub(crate) async fn of(toolbox: Toolbox) -> Self {
        let session = Arc::new(Session::with_id("s1"));
        let kept = Arc::clone(&session);
        let inspector = Inspector::of(&toolbox)
            .sessions(move |id: &str| (id == "s1").then(|| Arc::clone(&kept)))
            .approvals(|_| Some(UserChannel::local().via("inspector")));
        Self { toolbox, session, ..Self::with(inspector).await }
    }

    /// For any inspector; the toolbox is an empty one.
    pub(crate) async fn with(inspector: Inspector) -> Self {
        let link = inspector.link(&format!("http://{HOST}")).unwrap();
        let app = router(inspector);
        let path = link.strip_prefix("http://127.0.0.1:7878").unwrap();
        let request = Request::get(path).header("host", HOST).body(Body::empty()).unwrap();
        let response = app.clone().oneshot(request).await.unwrap();
        assert_eq!(response.status(), StatusCode::OK);
        let cookie = response.headers()["set-cookie"].to_str().unwrap();
        assert!(cookie.starts_with("hpd_inspector_"), "{cookie}");
        assert!(cookie.ends_with("; HttpOnly; SameSite=Strict; Path=/; Max-Age=43200"), "{cookie}");
        let cookie = cookie.split(';').next().unwrap().to_owned();
        let toolbox = Toolbox::builder().build().unwrap();
        let session = Arc::new(Session::with_id("s1"));
        let mut site = Self { toolbox, session, app, voided: Arc::default(), cookie, csrf: String::new() };
        let page = site.get("/").await;
        let csrf = page.html.split("name=\"csrf\" content=\"").nth(1).unwrap();
        csrf.split('"').next().unwrap().clone_into(&mut site.csrf);
        site
    }

    pub(crate) async fn call(&self, id: &str, tool: &str, arguments: &str) -> Outcome {
        self.toolbox.call(&self.session, &RawCall::new(id, tool, arguments)).await
    }

    pub(crate) async fn response(&self, request: Request<Body>) -> Response<Body> {
        self.app.clone().oneshot(request).await.unwrap()
    }

    pub(crate) async fn send(&self, request: Request<Body>) -> Page {
        let response = self.response(request).await;
        let status = response.status();
        let bytes = to_bytes(response.into_body(), usize::MAX).await.unwrap();
        Page { status, html: String::from_utf8(bytes.to_vec()).unwrap() }
    }

    /// A page, as the reader's browser asks for it.
    pub(crate) async fn get(&self, path: &str) -> Page {
        let request = Request::get(path).header("host", HOST).header("cookie", &self.cookie);
        self.send(request.body(Body::empty()).unwrap()).await
    }

    /// An answer, as the script of a page sends it.
    pub(crate) async fn answer(&self, path: &str, body: &Value) -> (StatusCode, Value) {
        let request = Request::post(path)
            .header("host", HOST)
            .header("origin", format!("http://{HOST}"))
            .header("cookie", &self.cookie)
            .header("x-hpd-csrf", &self.csrf)
            .header("content-type", "application/json");
        let page = self.send(request.body(Body::from(body.to_string())).unwrap()).await;
        let said = serde_json::from_str(&page.html).unwrap_or_else(|_| json!(page.html));
        (page.status, said)
    }

    /// The address to answer the only open question.
    pub(crate) async fn question(&self) -> String {
        let page = self.get("/approvals").await;
        let action = page.html.split("data-action=\"").nth(1).expect("a question is open");
        action.split('"').next().unwrap().to_owned()
    }
}
