//! Pages of long sessions, and figures.

use hpd_host::RawCall;

use crate::site::Site;

async fn reads(site: &Site, count: usize) {
    for number in 0..count {
        let call = RawCall::new(format!("c{number}"), "get_all_invoices", r#"{"contact": "A"}"#);
        site.toolbox.call(&site.session, &call).await;
    }
}

#[tokio::test]
async fn each_call_of_a_long_session_is_on_one_page() {
    let site = Site::new().await;
    reads(&site, 400).await;
    let (mut path, mut cards) = ("/session/s1".to_owned(), Vec::new());
    for _ in 0..10 {
        let page = site.get(&path).await;
        let ids = page.html.split("<article class=\"card\" id=\"c-").skip(1);
        cards.extend(ids.map(|id| id.split('"').next().unwrap().parse::<u64>().unwrap()));
        let Some(next) =
            page.html.split("\" rel=\"next\"").next().filter(|_| page.html.contains("rel=\"next\""))
        else {
            break;
        };
        path = next.rsplit("href=\"").next().unwrap().to_owned();
    }
    cards.sort_unstable();
    let count = cards.len();
    cards.dedup();
    // The turn, and the calls.
    assert_eq!((count, cards.len()), (401, 401));

    // And back again.
    let (mut path, mut pages) = ("/session/s1?after=0".to_owned(), Vec::new());
    while let Some(next) = {
        let page = site.get(&path).await;
        pages.push(page.html.matches("<article").count());
        page.html
            .split("\" rel=\"prev\"")
            .next()
            .filter(|_| page.html.contains("rel=\"prev\""))
            .map(str::to_owned)
    } {
        path = next.rsplit("href=\"").next().unwrap().to_owned();
    }
    assert_eq!((pages.iter().sum::<usize>(), pages.last()), (401, Some(&0)));
    site.get(&path).await.assert_has(&["There are no newer calls."]);
}

#[tokio::test]
async fn figures_are_kept_and_get_new_events() {
    let site = Site::new().await;
    reads(&site, 3).await;
    site.get("/health?span=all").await.assert_has(&["7 events", "get_all_invoices"]);
    reads(&site, 2).await;
    site.get("/health?span=all").await.assert_has(&["11 events"]);
    let page = site.get("/health?span=all&tool=get_all_invoices").await;
    page.assert_has(&["Calls by day", "of get_all_invoices"]);
    assert!(page.html.contains("<rect class=\"pass\""), "{}", page.html);
}
