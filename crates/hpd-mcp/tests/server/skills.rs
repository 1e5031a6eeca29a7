use serde_json::json;

use super::desk::{Lines, server};

#[tokio::test]
async fn skills_and_documents_are_served() {
    let mut client = Lines::stateless(server(), false);
    let listed = client.request("skills/list", json!({})).await;
    let skill = &listed["result"]["skills"][0];
    assert_eq!(skill["uri"], "skill://close-month/SKILL.md");
    assert_eq!(skill["frontmatter"]["metadata"]["hpd-name"], "close_month");
    assert_eq!(skill["resources"].as_array().unwrap().len(), 2);

    let uri = "skill://close-month/references/order.md";
    let read = client.request("resources/read", json!({"uri": uri})).await;
    let contents = json!([{"uri": uri, "mimeType": "text/markdown", "text": "Accruals first."}]);
    assert_eq!(read["result"]["contents"], contents);
    let folder = client.request("resources/directory/read", json!({"uri": "skill://close-month"})).await;
    let children = folder["result"]["resources"].as_array().unwrap();
    let children: Vec<_> = children.iter().map(|child| (&child["uri"], &child["mimeType"])).collect();
    assert_eq!(
        json!(children),
        json!([
            ["skill://close-month/SKILL.md", "text/markdown"],
            ["skill://close-month/references", "inode/directory"],
        ])
    );
    for (method, uri) in [
        ("resources/read", "skill://close-month/../x"),
        ("resources/directory/read", uri),
        ("skills/get", "skill://other/SKILL.md"),
    ] {
        let refused = client.request(method, json!({"uri": uri})).await;
        assert_eq!(refused["error"]["code"], -32602, "{method} {uri}: {refused}");
    }
}
