//! Texts of models and tools that would like to run.

use crate::site::Site;

/// Payloads, each with a mark that would be in a tag.
fn payloads() -> Vec<String> {
    let shapes = [
        "<img src=x onerror=alert(N)>",
        "<script>alert(N)</script>",
        "</pre><svg onload=alert(N)>",
        "\"><iframe srcdoc='<script>alert(N)</script>'>",
        "'-alert(N)-'",
        "<a href=\"javascript:alert(N)\">N</a>",
        "<!--<img src=x onerror=alert(N)>",
        "<details open ontoggle=alert(N)>",
        "data: {\"id\":\"c-1\",\"html\":\"<b>N</b>\"}\n\n",
        "&lt;img src=x onerror=alert(N)&gt;",
    ];
    (0..40).map(|number| shapes[number % 10].replace('N', &number.to_string())).collect()
}

#[tokio::test]
async fn nothing_of_a_tool_s_output_becomes_a_tag() {
    let site = Site::new().await;
    for (number, payload) in payloads().iter().enumerate() {
        site.session.user_says(payload);
        let arguments = serde_json::json!({ "contact": payload }).to_string();
        site.call(&format!("c{number}{payload}"), "get_all_invoices", &arguments).await;
        site.call(&format!("d{number}"), payload, "{}").await;
    }
    for path in ["/", "/session/s1", "/session/s1/thinking", "/search?text=alert", "/health"] {
        let html = site.get(path).await.html;
        for tag in ["<img", "<svg onload", "<iframe", "<a href=\"javascript", "<details open", "<b>", "<!--"]
        {
            assert!(!html.contains(tag), "{path}: {tag}");
        }
        assert_eq!(html.matches("<script").count(), 1, "{path}");
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
