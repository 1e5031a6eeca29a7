//! Server-sent events: whatever texts are in a record, it is read back as one event, as it was.
#![no_main]

use hpd_fuzz::check_sse;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| check_sse(data));
