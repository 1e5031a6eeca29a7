//! An external tool of fifty properties. Its handler writes the arguments as text, and gives it back.

use std::hint::black_box;

use hpd_bench_cases::{Checks, Contender, Group, payloads, ready};
use hpd_host::external::{Arguments, Classification, ExternalHandler, ExternalSource, ExternalTool};
use hpd_host::system::BoxFuture;
use hpd_host::{CallContext, Output, RawCall, Session, ToolError};

use crate::books::among_a_thousand;
use crate::calls::answer;

struct Records;

impl ExternalHandler for Records {
    fn call<'a>(
        &'a self,
        _name: &'a str,
        arguments: Arguments<'a>,
        _context: &'a CallContext<'a>,
    ) -> BoxFuture<'a, Result<Output, ToolError>> {
        Box::pin(async move { Ok(Output::Text(arguments.to_string())) })
    }
}

pub(super) fn contenders() -> Vec<Contender> {
    let groups = [Group::External, Group::ExternalErrors];
    vec![Contender::new("hpd", Checks::All).on(groups, |group, arguments| {
        let schema = serde_json::from_str(&payloads::record_schema()).expect("the schema is JSON");
        let tool =
            ExternalTool::new(group.tool(), "Creates a record", schema).classified(Classification::Read);
        let records = ExternalSource::list("Records", vec![tool]).handler(Records);
        let toolbox = among_a_thousand(|builder| builder.external(records));
        let (session, call) = (Session::new(), RawCall::new("call_1", group.tool(), arguments));
        move || {
            session.new_user_message();
            answer(ready(toolbox.call(&session, black_box(&call))))
        }
    })]
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    fn answers(group: Group) -> String {
        let contenders = contenders();
        let case = contenders.iter().flat_map(Contender::cases).find(|case| case.group == group).unwrap();
        case.warmed_up()().to_string()
    }

    #[test]
    fn right_arguments_reach_the_handler_with_their_values() {
        let tree = |text: &str| serde_json::from_str::<Value>(text).unwrap();
        assert_eq!(tree(&answers(Group::External)), tree(&payloads::record()));
    }

    #[test]
    fn three_errors_are_found() {
        let text = answers(Group::ExternalErrors);
        for name in ["count_2", "postcode_5", "state_7"] {
            assert!(text.contains(name), "{text}");
        }
    }
}
