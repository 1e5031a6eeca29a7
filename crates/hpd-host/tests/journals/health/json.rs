//! The figures as JSON.

use crate::health::day::day;
use crate::health::events::{counted, of_turn};

#[test]
fn figures_are_json() {
    let health = counted(&day());
    insta::assert_snapshot!(serde_json::to_string_pretty(&health).unwrap());
}

#[test]
fn of_nothing_no_rate_is_a_number() {
    let health = serde_json::to_string(&of_turn([])).unwrap();
    assert_eq!(
        health,
        concat!(
            r#"{"first":null,"last":null,"events":0,"write_block":{"count":0,"of":0,"rate":null},"#,
            r#""self_correction":{"count":0,"of":0,"rate":null},"failure_after_validation":{"count":0,"of":0,"rate":null},"#,
            r#""passed_writes":{"ok":0,"error":0,"unknown":0,"rejected":0,"cancelled":0,"blocked":0,"expired":0},"retries":0,"#,
            r#""questions":{"asked":0,"answered":0,"expired":0,"closed":0,"open":0,"unheld":0},"guardrails":{},"warnings":{},"#,
            r#""errors":{},"error_types":{},"functions":[],"by":"hour","periods":[],"has_older_periods":false}"#,
        )
    );
}
