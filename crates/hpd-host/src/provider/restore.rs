//! Answers to schemas in a dialect, turned back into answers to the schemas that calls are checked against.

use hpd_runtime::RawCall;
use hpd_runtime::args::{Limits, Node};
use hpd_runtime::dialect::Dialect;

use super::offered::offered;
use crate::toolbox::Toolbox;

/// The call with arguments for the original schema. Text that is not JSON stays as it is: the check of the call reads
/// it, and parses texts of values too.
pub(super) fn restore(call: RawCall, toolbox: &Toolbox, dialect: Dialect) -> RawCall {
    let Some(Ok(offered)) = toolbox.tool(&call.name).map(|tool| offered(tool, dialect)) else {
        return call;
    };
    let converted = offered.converted();
    if converted.is_restored_as_is() {
        return call;
    }
    let Ok(mut arguments) = Node::parse_object(&call.arguments, &Limits::default()) else { return call };
    converted.restore(&mut arguments);
    let restored = arguments.to_json();
    call.restored(restored)
}
