//! Pages of long sessions, and figures.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use hpd_host::journal::{Erasure, MemoryJournal};
use hpd_host::testing::{Asked, Tapped};
use hpd_host::{RawCall, Session};

use crate::books::{Books, builder};
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
    // Another span is of the same function.
    assert!(page.html.contains("href=\"/health?span=week&amp;tool=get_all_invoices\""), "{}", page.html);
    page.assert_has(&["Calls by day", "of get_all_invoices"]);
    assert!(page.html.contains("<rect class=\"pass\""), "{}", page.html);
}

#[tokio::test]
async fn figures_lack_what_was_erased_or_removed() {
    let site = Site::new().await;
    let journal = site.toolbox.journal().unwrap();
    reads(&site, 3).await;
    let other = Session::with_id("s2");
    let call = RawCall::new("c1", "postage", "{}");
    site.toolbox.call(&other, &call).await;
    for span in ["all", "day"] {
        site.get(&format!("/health?span={span}")).await.assert_has(&["postage", "get_all_invoices"]);
    }
    journal.erase(&Erasure::Session("s2".to_owned()), "the user asked for it").await.unwrap();
    for span in ["all", "day"] {
        let page = site.get(&format!("/health?span={span}")).await;
        // Those of the first session, and the event of the erasure.
        page.assert_has(&["8 events", "get_all_invoices"]);
        assert!(!page.text().contains("postage"), "{}", page.text());
    }
    site.toolbox.call(&other, &call).await;
    let last = journal.head().await.unwrap().number;
    site.get("/health?span=all").await.assert_has(&["postage", "get_all_invoices"]);
    journal.prune_through(last - 1, "they were old").await.unwrap();
    let page = site.get("/health?span=all").await;
    page.assert_has(&["2 events", "postage"]);
    assert!(!page.text().contains("get_all_invoices"), "{}", page.text());
}

/// While the rest is counted again, the page says from when its figures are.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn figures_from_before_an_erasure_are_said_to_be_so() {
    let is_slow = Arc::new(AtomicBool::new(false));
    let tap = {
        let is_slow = Arc::clone(&is_slow);
        move |asked: &Asked<'_>| {
            if matches!(asked, Asked::Read(_)) && is_slow.load(Ordering::SeqCst) {
                std::thread::sleep(Duration::from_millis(150));
            }
            Ok(())
        }
    };
    let journal = Tapped::new(MemoryJournal::new(), tap);
    let site = Site::of(builder(Books::default()).journal(journal).build().unwrap()).await;
    reads(&site, 3).await;
    site.toolbox.call(&Session::with_id("s2"), &RawCall::new("c1", "postage", "{}")).await;
    site.get("/health?span=all").await.assert_has(&["postage"]);
    let journal = site.toolbox.journal().unwrap();
    journal.erase(&Erasure::Session("s2".to_owned()), "the user asked for it").await.unwrap();
    is_slow.store(true, Ordering::SeqCst);
    let said = "Contents were erased or removed on";
    let mut pages = Vec::new();
    for _ in 0..50 {
        let text = site.get("/health?span=all").await.text();
        let is_ready = !text.contains("postage");
        pages.push(text);
        if is_ready {
            break;
        }
    }
    let (last, before) = pages.split_last().unwrap();
    assert!(before.iter().any(|text| text.contains(said)), "{before:#?}");
    assert!(last.contains("8 events") && !last.contains(said), "{last}");
}
