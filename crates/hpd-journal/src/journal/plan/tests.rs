//! Which index leads to a page, and which ranges have it.

use super::{Lead, PART, Plan, RANGES, needs_comparison, plan, ranges_of_parts, within};
use crate::journal::EventFilter;
use crate::system::Timestamp;

fn page() -> EventFilter {
    EventFilter::default().limit(10)
}

fn window() -> EventFilter {
    page().from(Timestamp::from_millis(1))
}

#[test]
fn ranges_are_those_of_parts_between_the_entries_of_the_filter() {
    assert_eq!(ranges_of_parts(&window(), &[(0, 0), (2, 4)]), [(0, PART), (2 * PART - 1, 5 * PART)]);
    let between = window().after_entry(100).before_entry(3_000);
    assert_eq!(ranges_of_parts(&between, &[(0, 0), (2, 4)]), [(100, PART), (2 * PART - 1, 3_000)]);
    assert_eq!(ranges_of_parts(&window(), &[]), []);
    let open = u64::try_from(i64::MAX).unwrap();
    assert_eq!(ranges_of_parts(&window(), &[(3, open)]), [(3 * PART - 1, u64::MAX)]);
    // No range reaches into a later one.
    assert_eq!(ranges_of_parts(&window(), &[(0, open), (2, 2)]), [(0, 2 * PART), (2 * PART - 1, 3 * PART)]);
    let newest = window().newest(true);
    assert_eq!(ranges_of_parts(&newest, &[(2, 2), (0, open)]), [(2 * PART - 1, 3 * PART), (0, 2 * PART)]);
}

#[test]
fn too_many_ranges_end_with_one_for_the_rest() {
    let mut parts: Vec<_> = (0..=RANGES as u64).map(|part| (2 * part, 2 * part)).collect();
    let ranges = ranges_of_parts(&window(), &parts);
    assert_eq!(ranges.len(), RANGES + 1);
    assert_eq!(ranges[RANGES], (16 * PART - 1, u64::MAX));
    parts.reverse();
    let ranges = ranges_of_parts(&window().newest(true), &parts);
    assert_eq!((ranges[0], ranges[RANGES]), ((16 * PART - 1, 17 * PART), (0, PART)));
}

#[test]
fn the_condition_with_the_fewest_entries_leads() {
    let filter = page().session("s".to_owned()).kinds(vec!["mcq"]).tenant("t".to_owned());
    let all = [(0, u64::MAX)];
    assert!(needs_comparison(&filter, &all));
    let lead = |many: &[Option<u64>]| plan(&filter, all.to_vec(), many).lead;
    assert_eq!(lead(&[Some(2_000), Some(9_000), Some(3_000)]), Lead::Kinds);
    assert_eq!(lead(&[Some(2_000), Some(9_000), None]), Lead::Tenant);
    assert_eq!(lead(&[None, Some(9_000), None]), Lead::Session);
    let newest = filter.clone().newest(true);
    let many = [Some(9_000), Some(500), Some(8_000)];
    assert_eq!(plan(&newest, all.to_vec(), &many).lead, Lead::Kinds);
}

#[test]
fn nothing_is_compared_where_one_condition_leads_anyway() {
    let all = [(0, u64::MAX)];
    for filter in [
        page(),
        window(),
        page().session("s".to_owned()),
        page().turn("t".to_owned()).session("s".to_owned()),
        EventFilter::default().session("s".to_owned()).tenant("t".to_owned()),
    ] {
        assert!(!needs_comparison(&filter, &all), "{filter:?}");
    }
    let short = window().session("s".to_owned()).tenant("t".to_owned());
    assert!(!needs_comparison(&short, &[(2_047, 3_072)]));
}

#[test]
fn a_session_in_a_short_window_is_found_by_the_window() {
    let filter = window().session("s".to_owned());
    let short = vec![(2_047, 3_072), (4_095, 5_120)];
    assert_eq!(plan(&filter, short.clone(), &[]), Plan { lead: Lead::Entries, ranges: short });
    let long = vec![(0, 100_000), (200_000, 300_000)];
    let hull = Plan { lead: Lead::Session, ranges: vec![(0, 300_000)] };
    assert_eq!(plan(&filter, long.clone(), &[]), hull);
    assert_eq!(plan(&filter.newest(true), long.into_iter().rev().collect(), &[]), hull);
}

#[test]
fn a_range_limits_a_filter() {
    let filter = page().after_entry(5);
    assert_eq!(within(&filter, (5, u64::MAX), Some(10)), filter);
    let narrow = within(&filter, (7, 9), Some(3));
    assert_eq!(narrow, EventFilter::default().limit(3).after_entry(7).before_entry(9));
}
