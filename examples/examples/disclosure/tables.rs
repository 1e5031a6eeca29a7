//! The tables of costs: by way, by the size of the list, and by the length of the conversation.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt::Write as _;

use hpd_host::list::ListMode;
use hpd_host::results::estimated_tokens;
use hpd_host::{Provider, Session, Tool, Toolbox};
use serde_json::Value;

use crate::recorded::Call;
use crate::tools::Server;
use crate::transcript::{Counted, Played, Sums, Way};
use crate::{Failure, SERVERS};

const WAYS: [(Way, &str); 5] = [
    (Way::Flat, "flat"),
    (Way::Containers, "containers"),
    (Way::Native, "native"),
    (Way::Constant, "constant"),
    (Way::Search, "search"),
];
/// Tools of other servers in a list.
const OTHERS: [usize; 8] = [0, 2, 4, 6, 8, 12, 16, 32];
/// Exchanges before a task.
const EXCHANGES: [usize; 7] = [0, 1, 2, 3, 4, 8, 16];

/// Tasks, each with its calls.
pub(crate) type Tasks<'a> = [Vec<&'a Call>];

/// The costs of tasks with a toolbox without a search, and one with it, with 0 to 2 turns that lead nowhere.
pub(crate) fn ways(toolboxes: [&Toolbox; 2], tasks: &Tasks<'_>) -> Result<String, Failure> {
    let [toolbox, with_search] = toolboxes;
    let mut out = format!(
        "{} tasks; sums over all requests.\n\n\
         | way | vain turns | requests | of them to find tools | bytes sent | tokens in context | tokens read anew | prefix of lists kept |\n\
         |---|---:|---:|---:|---:|---:|---:|---:|\n",
        tasks.len()
    );
    let counted = Counted::default();
    for (way, name) in WAYS {
        let toolbox = if way == Way::Search { with_search } else { toolbox };
        for vain in 0..3 {
            if way == Way::Flat && vain > 0 {
                continue;
            }
            let mut sums = Sums::default();
            for (place, calls) in tasks.iter().enumerate() {
                let vain = vain_tools(toolbox, calls, place, vain);
                Played::new(toolbox, way, (&mut sums, &counted)).play(calls, &vain)?;
            }
            let Sums { requests, extra, bytes, tokens, fresh, list, kept } = sums;
            let kept = (kept * 1000).checked_div(list).unwrap_or(1000);
            let (whole, tenth) = (kept / 10, kept % 10);
            // Writing into a `String` can't fail.
            let _ = writeln!(
                out,
                "| {name} | {vain} | {requests} | {extra} | {bytes} | {tokens} | {fresh} | {whole}.{tenth} % |"
            );
        }
    }
    out.push('\n');
    Ok(out)
}

/// Tools that a task does not need, of other containers than its own, and each of another one.
fn vain_tools<'t>(toolbox: &'t Toolbox, calls: &[&Call], place: usize, count: usize) -> Vec<&'t Tool> {
    let mut known: Vec<_> = calls.iter().filter_map(|call| call.tool_in(toolbox)?.plugin()).collect();
    // A lone tool of a source is listed without a container.
    let has_container = |tool: &&Tool| {
        toolbox
            .all_tools()
            .iter()
            .any(|other| other.is_container() && Some(other.id().as_str()) == tool.plugin())
    };
    let functions: Vec<_> =
        toolbox.all_tools().iter().filter(|tool| !tool.is_container()).filter(has_container).collect();
    // Each task begins at another place of the list.
    let start = (place * 37) % functions.len().max(1);
    let mut found = Vec::new();
    for tool in functions.iter().cycle().skip(start).take(functions.len()) {
        if let Some(plugin) = tool.plugin().filter(|plugin| found.len() < count && !known.contains(plugin)) {
            known.push(plugin);
            found.push(*tool);
        }
    }
    found
}

/// Lists of tools by the names of servers.
type Lists<'a> = dyn Fn(&[&str]) -> Result<Vec<Server>, String> + 'a;

/// The costs of tasks by the size of the list: the tools of their server, and some of others.
pub(crate) fn sizes(
    toolbox: &dyn Fn(Vec<Server>) -> Result<Toolbox, Failure>,
    lists: &Lists<'_>,
    tasks: &Tasks<'_>,
) -> Result<String, Failure> {
    let mut out = String::from("## By the size of the list\n\n");
    for (title, others) in [("the benchmarks", &SERVERS[2..6]), ("GitHub", &SERVERS[..1])] {
        let _ = writeln!(
            out,
            "The tools of the task's server, and some of {title}; means of {} tasks.\n\n\
             | others | tools | tokens of the flat list | estimated | anew: flat | containers | native | constant | in context: flat | containers | native | constant |\n\
             |---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|",
            tasks.len()
        );
        let counted = Counted::default();
        for count in OTHERS {
            let mut toolboxes = HashMap::new();
            for calls in tasks {
                let own = calls[0].toolset.as_str();
                if let Entry::Vacant(vacant) = toolboxes.entry(own) {
                    vacant.insert(toolbox(with_others(lists, own, others, count)?)?);
                }
            }
            let _ = writeln!(out, "| {count} | {} |", size(&toolboxes, tasks, &counted)?);
        }
        out.push('\n');
    }
    Ok(out)
}

/// The tools of one server, and the first ones of others.
fn with_others(lists: &Lists<'_>, own: &str, others: &[&str], count: usize) -> Result<Vec<Server>, String> {
    let mut servers = lists(&[own])?;
    let mut left = count;
    for name in others.iter().filter(|name| **name != own) {
        for mut server in lists(&[name])? {
            server.list.tools.truncate(left);
            left -= server.list.tools.len();
            servers.extend(Some(server).filter(|server| !server.list.tools.is_empty()));
        }
    }
    Ok(servers)
}

/// What tasks cost with the toolboxes of their servers.
fn size(toolboxes: &HashMap<&str, Toolbox>, tasks: &Tasks<'_>, counted: &Counted) -> Result<String, Failure> {
    let (mut tools, mut listed, mut estimated) = (0, 0, 0);
    let mut sums = [Sums::default(), Sums::default(), Sums::default(), Sums::default()];
    for calls in tasks {
        let toolbox = toolboxes.get(calls[0].toolset.as_str()).ok_or("a toolbox is missing")?;
        let (count, text) = flat(toolbox);
        tools += count;
        listed += counted.tokens(&text);
        estimated += estimated_tokens(&text);
        for ((way, _), sums) in WAYS.into_iter().zip(&mut sums) {
            Played::new(toolbox, way, (sums, counted)).play(calls, &[])?;
        }
    }
    let means = [tools, listed, estimated].into_iter().chain(sums.iter().map(|sums| sums.fresh));
    let means =
        means.chain(sums.iter().map(|sums| sums.tokens)).map(|sum| mean(sum, tasks.len()).to_string());
    Ok(means.collect::<Vec<_>>().join(" | "))
}

fn mean(sum: usize, of: usize) -> usize {
    (sum + of / 2).checked_div(of).unwrap_or(0)
}

/// The number of tools of a flat list, and its text, as the bound of a short list counts them.
fn flat(toolbox: &Toolbox) -> (usize, String) {
    let session = Session::new();
    session.set_list_mode(ListMode::Flat);
    let list = toolbox.tool_list(&session);
    let tools: Vec<_> = list.iter().collect();
    (tools.len(), Provider::Anthropic.tools(&tools))
}

/// What precedes a task: exchanges without calls, or other tasks.
pub(crate) fn conversations(toolbox: &Toolbox, tasks: &Tasks<'_>) -> Result<String, Failure> {
    let counted = Counted::default();
    let session = Session::new();
    session.set_list_mode(ListMode::Native);
    let list: Vec<Value> =
        serde_json::from_str(&Provider::Anthropic.list(&toolbox.tool_list(&session), None)?)?;
    let reader = list.iter().find(|tool| tool["name"] == "read_result").ok_or("read_result is missing")?;
    let mut out = format!(
        "## By the length of the conversation\n\nThe definition of `read_result` takes {} tokens.\n\n\
         | before the task | conversations | anew: containers | native | in context: containers | native |\n\
         |---|---:|---:|---:|---:|---:|\n",
        counted.tokens(&reader.to_string())
    );
    for exchanges in EXCHANGES {
        let conversations: Vec<_> = tasks.iter().map(std::slice::from_ref).collect();
        let costs = costs(toolbox, &conversations, exchanges, &counted)?;
        let _ = writeln!(out, "| {exchanges} exchanges of 1 KB | {} | {costs} |", conversations.len());
    }
    // Neighbours are tasks of different lists.
    for others in 0..3 {
        let conversations: Vec<_> =
            tasks.chunks(3).map(|tasks| &tasks[..=others.min(tasks.len() - 1)]).collect();
        let costs = costs(toolbox, &conversations, 0, &counted)?;
        let _ = writeln!(out, "| {others} tasks of other containers | {} | {costs} |", conversations.len());
    }
    out.push('\n');
    Ok(out)
}

/// What conversations cost in two ways.
fn costs(
    toolbox: &Toolbox,
    conversations: &[&Tasks<'_>],
    exchanges: usize,
    counted: &Counted,
) -> Result<String, Failure> {
    let mut both = [Sums::default(), Sums::default()];
    for (way, sums) in [Way::Containers, Way::Native].into_iter().zip(&mut both) {
        for tasks in conversations {
            let mut played = Played::new(toolbox, way, (&mut *sums, counted));
            played.talk(exchanges)?;
            for (place, calls) in tasks.iter().enumerate() {
                if place > 0 {
                    played.ask_again();
                }
                played.play(calls, &[])?;
            }
        }
    }
    let [containers, native] = both;
    let sums = [containers.fresh, native.fresh, containers.tokens, native.tokens];
    Ok(sums.map(|sum| mean(sum, conversations.len()).to_string()).join(" | "))
}
