//! Idempotency keys.

use std::collections::BTreeSet;

use hpd_host::ToolError;
use hpd_host::system::{Random, RandomError, System};

use crate::running::desk::{Act, office, office_with};

const WRITES: [&str; 5] = ["write", "write_later", "write_local", "put", "put_later"];

#[test]
fn both_attempts_at_a_call_have_the_same_key() {
    for name in WRITES {
        let office = office([Act::Fail(ToolError::new("Closed.").did_not_run())]);
        office.call(name);
        let keys: Vec<_> = office.script.attempts().into_iter().map(|attempt| attempt.key).collect();
        let [Some(first), Some(second)] = keys.as_slice() else { panic!("{name}: {keys:?}") };
        assert_eq!(first, second);
        assert_eq!(first.len(), 32);
        assert!(first.bytes().all(|byte| byte.is_ascii_hexdigit()), "{first}");
    }
}

#[test]
fn each_call_has_a_key_of_its_own() {
    let office = office([]);
    for name in WRITES.repeat(10) {
        office.call(name);
    }
    let keys: BTreeSet<_> = office.script.attempts().into_iter().filter_map(|attempt| attempt.key).collect();
    assert_eq!(keys.len(), 50);
}

#[test]
fn what_only_reads_has_no_key() {
    for name in ["read", "read_timed", "read_later"] {
        let office = office([]);
        office.call(name);
        assert_eq!(office.script.attempts()[0].key, None, "{name}");
    }
}

struct Broken;

impl Random for Broken {
    fn fill(&self, _: &mut [u8]) -> Result<(), RandomError> {
        Err(RandomError("the device is gone".to_owned()))
    }
}

#[test]
fn a_write_without_a_key_does_not_run() {
    let office = office_with([], |builder| builder.system(System::new().random(Broken)));
    for name in WRITES {
        let outcome = office.call(name);
        assert_eq!(
            outcome.for_model_as_text(),
            format!(
                "'{name}' can't be carried out right now. It did not run. Do not call it again. Tell the user that it \
                 can't be done right now."
            )
        );
        assert_eq!(outcome.for_host()["source"], "no random bytes: the device is gone");
    }
    assert_eq!(office.script.attempts(), []);
    assert_eq!(office.call("read").for_model().text, "done: hi");
}
