//! Nonces, phrases and sensitive values are in no response but the open question's own.

use hpd_host::approval::{PendingFilter, PendingReason, UserChannel};
use hpd_host::outcome::OutcomeKind;
use serde_json::json;

use crate::site::Site;

#[tokio::test]
async fn no_response_has_a_nonce_a_phrase_or_a_sensitive_value() {
    let site = Site::new().await;
    site.session.user_says("Void it");
    site.call("c1", "void_invoice", r#"{"invoice": "INV-042"}"#).await;
    let asked = site.call("c2", "update_contact", r#"{"contact": "Acme", "code": "86421357"}"#).await;
    // The value that is uncertain is confirmed first.
    let OutcomeKind::AskUser(question) = &asked.kind else { panic!("{}", asked.status()) };
    let (pending, user) = (question.pending().unwrap(), UserChannel::local());
    let values = json!({"code": "86421357"}).as_object().unwrap().clone();
    let asked = site.toolbox.answer_values(&site.session, pending, values, &user).await.unwrap();
    assert_eq!(asked.status(), "confirm");
    let rows = site.toolbox.journal().unwrap().list(&PendingFilter::default()).await.unwrap();
    let nonces: Vec<_> = rows
        .iter()
        .filter_map(|row| match &row.awaits {
            PendingReason::Approval { nonce, .. } => Some(nonce.clone()),
            _ => None,
        })
        .collect();
    assert_eq!(nonces.len(), 2);
    let paths = [
        "/",
        "/session/s1",
        "/session/s1/thinking",
        "/call/2",
        "/search?text=void",
        "/health",
        "/tools",
        "/blocked",
        "/journal",
        "/export.jsonl",
    ];
    for path in paths {
        let page = site.get(path).await;
        assert!(nonces.iter().all(|nonce| !page.html.contains(nonce.as_str())), "{path}");
        assert!(!page.html.contains("VOID INV-042"), "{path}");
        assert!(!page.html.contains("86421357"), "{path}");
    }
    let page = site.get("/approvals").await;
    assert!(page.html.contains("VOID INV-042"));
    assert!(nonces.iter().all(|nonce| !page.html.contains(nonce.as_str())));
    assert!(!page.html.contains("86421357"));
    let (_, said) = site.answer(&site.question().await, &json!({"choice": "cancel"})).await;
    assert!(nonces.iter().all(|nonce| !said.to_string().contains(nonce.as_str())));
}
