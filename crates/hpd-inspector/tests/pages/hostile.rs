//! Texts of models and tools that would like to run.

use std::collections::HashSet;

use crate::site::Site;

/// The texts that the browser check has, too.
fn payloads() -> Vec<String> {
    serde_json::from_str(include_str!("../../browser/hostile.json")).unwrap()
}

/// The elements of the pages. Nothing else may be in one.
const ELEMENTS: [&str; 54] = [
    "!DOCTYPE",
    "a",
    "article",
    "b",
    "body",
    "button",
    "caption",
    "code",
    "dd",
    "del",
    "details",
    "div",
    "dl",
    "dt",
    "figcaption",
    "figure",
    "form",
    "h1",
    "h2",
    "h3",
    "h4",
    "head",
    "header",
    "html",
    "img",
    "input",
    "ins",
    "label",
    "li",
    "line",
    "link",
    "main",
    "meta",
    "nav",
    "noscript",
    "ol",
    "option",
    "p",
    "pre",
    "progress",
    "rect",
    "script",
    "search",
    "section",
    "select",
    "span",
    "strong",
    "summary",
    "svg",
    "table",
    "tbody",
    "td",
    "text",
    "th",
];
const MORE: [&str; 5] = ["thead", "time", "title", "tr", "ul"];

/// The tags of a page that are not ours: of another element, or with an attribute that runs.
fn foreign(html: &str) -> Vec<&str> {
    let is_ours = |tag: &str| {
        let name = tag.trim_start_matches('/').split([' ', '>']).next().unwrap_or_default();
        let is_known = ELEMENTS.contains(&name) || MORE.contains(&name);
        let tag = tag.split('>').next().unwrap_or_default();
        // What is between quotes is a value.
        let outside: String = tag.split('"').step_by(2).collect();
        let runs =
            outside.split(' ').any(|attribute| attribute.starts_with("on") || attribute.starts_with("src"));
        let is_own_source = name == "script" || name == "img";
        is_known && (!runs || is_own_source) && !tag.contains("=\"javascript:") && !outside.contains("style=")
    };
    html.split('<').skip(1).filter(|tag| !is_ours(tag)).collect()
}

#[test]
fn the_check_finds_what_is_not_ours() {
    for payload in [
        "<iframe>",
        "<a href=\"javascript:x\">",
        "<b style=\"x\">",
        "<p onclick=\"x\">",
        "<input onfocus=x autofocus>",
    ] {
        assert_eq!(foreign(payload).len(), 1, "{payload}");
    }
    assert_eq!(foreign("<p title=\"onclick\">&lt;iframe&gt;</p>"), [""; 0]);
}

#[tokio::test]
async fn nothing_of_a_tool_s_output_becomes_a_tag() {
    let site = Site::new().await;
    let payloads = payloads();
    assert_eq!(payloads.iter().collect::<HashSet<_>>().len(), 40);
    for (number, payload) in payloads.iter().enumerate() {
        site.session.user_says(payload);
        let arguments = serde_json::json!({ "contact": payload }).to_string();
        site.call(&format!("c{number}{payload}"), "get_all_invoices", &arguments).await;
        site.call(&format!("d{number}"), payload, "{}").await;
        let write = serde_json::json!({ "AccountId": payload, "Amount": payload }).to_string();
        site.call(&format!("e{number}"), "create_payment", &write).await;
        let asked = serde_json::json!({ "invoice": payload }).to_string();
        site.call(&format!("f{number}"), "void_invoice", &asked).await;
    }
    for path in [
        "/",
        "/session/s1",
        "/session/s1/thinking",
        "/search?text=alert",
        "/search?text=%3Cimg%20onerror%3Dx%3E",
        "/health",
        "/health?tool=%3Cscript%3E",
        "/blocked",
        "/approvals",
        "/call/2",
        "/tools?session=%3Cscript%3E",
        "/journal",
        "/%3Cscript%3E",
    ] {
        let html = site.get(path).await.html;
        assert!(html.contains("</html>"), "{path}");
        assert_eq!(foreign(&html), [""; 0], "{path}");
        let forms = usize::from(["/approvals", "/journal"].contains(&path));
        assert_eq!(html.matches("<noscript").count(), forms, "{path}");
        assert_eq!((html.matches("<script").count(), html.matches("<img").count()), (1, 1), "{path}");
    }
}

#[tokio::test]
async fn a_session_id_stays_one_part_of_an_address() {
    let site = Site::new().await;
    let id = "../<b>?x=1#y/%2e";
    let session = hpd_host::Session::with_id(id);
    site.toolbox
        .call(&session, &hpd_host::RawCall::new("c1", "get_all_invoices", r#"{"contact": "A"}"#))
        .await;
    let page = site.get("/").await;
    let link = page.html.split("href=\"/session/").nth(1).unwrap().split('"').next().unwrap().to_owned();
    let page = site.get(&format!("/session/{link}")).await;
    page.assert_has(&[id, "get_all_invoices"]);
}
