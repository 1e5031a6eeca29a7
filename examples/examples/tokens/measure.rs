//! The cost of a toolbox's lists.

use std::collections::HashSet;

use hpd_host::{Provider, Session, Tool, Toolbox};

use crate::counter::Encoding;

/// The cost of a toolbox's lists.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Measured {
    pub(crate) name: String,
    pub(crate) rows: Vec<Row>,
    /// How many tools there are, without containers.
    pub(crate) tools: usize,
    /// All of them listed, without containers.
    pub(crate) full: usize,
    /// The list of a session before any expansion.
    pub(crate) start: usize,
    /// The same with one container expanded: the dearest.
    pub(crate) turn: usize,
}

/// A container, or the tools that are always listed.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Row {
    /// `None` for the tools that are always listed.
    pub(crate) container: Option<String>,
    /// How many tools are revealed.
    pub(crate) tools: usize,
    /// Their cost in each turn after the expansion.
    pub(crate) inside: usize,
    /// The container's own cost in each turn.
    pub(crate) line: usize,
    /// The cost of the container's answer, which the model reads once, at the expansion.
    pub(crate) answer: usize,
}

/// Measures a toolbox. Lists are written as a request to `OpenAI` has them; each text is counted whole.
pub(crate) fn measure(name: String, toolbox: &Toolbox, encoding: Encoding) -> Measured {
    let cost = |tools: &[&Tool]| encoding.count(&Provider::OpenAiChat.tools(tools));
    let functions: Vec<_> = toolbox.all_tools().iter().filter(|tool| !tool.is_container()).collect();
    let at_start = toolbox.tools(&Session::new());
    let mut rows = Vec::new();
    let always: Vec<_> = at_start.iter().copied().filter(|tool| !tool.is_container()).collect();
    if !always.is_empty() {
        rows.push(Row { container: None, tools: always.len(), inside: cost(&always), line: 0, answer: 0 });
    }
    let mut turn = cost(&at_start);
    for container in toolbox.all_tools().iter().filter(|tool| tool.is_container()) {
        let session = Session::new();
        let Some(expansion) = toolbox.expand(&session, container.id()) else { continue };
        let revealed = revealed(&at_start, &toolbox.tools(&session));
        turn = turn.max(cost(&toolbox.tools(&session)));
        rows.push(Row {
            container: Some(container.name().to_owned()),
            tools: revealed.len(),
            inside: cost(&revealed),
            line: cost(&[container]),
            answer: encoding.count(&expansion.to_string()),
        });
    }
    Measured { name, rows, tools: functions.len(), full: cost(&functions), start: cost(&at_start), turn }
}

/// The tools that are listed now and were not before.
fn revealed<'t>(before: &[&Tool], now: &[&'t Tool]) -> Vec<&'t Tool> {
    let before: HashSet<_> = before.iter().map(|tool| tool.id()).collect();
    now.iter().copied().filter(|tool| !before.contains(tool.id())).collect()
}

#[cfg(test)]
mod tests {
    use hpd_examples::bookkeeping::Bookkeeping;
    use hpd_examples::math::Math;
    use hpd_host::{Provider, Session, Toolbox};

    use super::measure;
    use crate::counter::Encoding;

    #[test]
    fn each_figure_is_the_length_of_a_list_that_a_model_gets() {
        let toolbox = Toolbox::builder().plugin(Math).plugin(Bookkeeping::default()).build().unwrap();
        let measured = measure("both".to_owned(), &toolbox, Encoding::Characters);
        let tokens = |text: &str| Encoding::Characters.count(text);

        let session = Session::new();
        assert_eq!(measured.start, tokens(&Provider::OpenAiChat.tools(&toolbox.tools(&session))));
        session.expand(toolbox.tool("Math").unwrap().id());
        assert_eq!(measured.turn, tokens(&Provider::OpenAiChat.tools(&toolbox.tools(&session))));
        let functions: Vec<_> = toolbox.all_tools().iter().filter(|tool| tool.name() != "Math").collect();
        assert_eq!(measured.full, tokens(&Provider::OpenAiChat.tools(&functions)));
        assert_eq!(measured.tools, functions.len());

        let [always, math] = &measured.rows[..] else { panic!("{measured:?}") };
        assert_eq!((always.container.as_deref(), always.tools), (None, functions.len() - 7));
        assert_eq!((math.container.as_deref(), math.tools), (Some("Math"), 7));
        let answer = "Math expanded. Functions: Add, Multiply, Abs, Square, Subtract, Min, SolveQuadratic.";
        assert_eq!(math.answer, tokens(answer));
    }

    #[test]
    fn without_containers_nothing_is_saved() {
        let toolbox = Toolbox::builder().plugin(Bookkeeping::default()).build().unwrap();
        let measured = measure("bookkeeping".to_owned(), &toolbox, Encoding::Characters);
        assert_eq!((measured.start, measured.turn), (measured.full, measured.full));
        assert_eq!(measured.rows.len(), 1);
    }
}
