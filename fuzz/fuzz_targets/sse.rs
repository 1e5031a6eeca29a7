//! Server-sent events: with any texts, a record is read back as one event, unchanged.
#![no_main]

use hpd_fuzz::check_sse;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| check_sse(data));
