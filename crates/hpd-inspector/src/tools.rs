//! What each tool is, and whether a session sees it.

use std::collections::HashMap;

use axum::Extension;
use axum::extract::{Query, State};
use axum::response::Html;
use hpd_host::journal::RegisteredTool;
use hpd_host::list::{Explanation, ToolReport};
use hpd_host::spec::Risk;
use hpd_host::{Session, Tool, Toolbox};
use maud::{Markup, html};
use serde::Deserialize;
use serde_json::Value;

use crate::access::Csrf;
use crate::inspector::Inspector;
use crate::page::{self, Failed, Place, block, empty, table};
use crate::text::{count, number_of, pretty, segment};

/// Bytes of a token: English words and JSON have about four.
const BYTES_OF_TOKEN: u64 = 4;

#[derive(Debug, Default, Deserialize)]
pub(crate) struct Asked {
    #[serde(default)]
    session: String,
}

pub(crate) async fn page(
    State(inspector): State<Inspector>,
    Extension(csrf): Extension<Csrf>,
    Query(asked): Query<Asked>,
) -> Result<Html<String>, Failed> {
    let body = match &inspector.toolbox {
        Some(toolbox) if asked.session.is_empty() => {
            view(&inspector, toolbox, &Session::new(), "a new session")
        }
        Some(toolbox) => {
            let kept = inspector.sessions.session(&asked.session).await;
            html! {
                @if let Some(session) = &kept {
                    (view(&inspector, toolbox, session, &format!("session {}", asked.session)))
                } @else {
                    p.note {
                        "This process does not keep session " (asked.session) ": the list is that of a new session."
                    }
                    (view(&inspector, toolbox, &Session::with_id(asked.session.as_str()), "a new session"))
                }
            }
        }
        None => registered(&inspector.journal.registered_tools().await?),
    };
    Ok(page::page(&inspector, &csrf, Place::Tools, "Tools", &body))
}

/// The tools as the program wrote them into its journal, where the program is not here.
fn registered(tools: &[RegisteredTool]) -> Markup {
    const WHERE: &str = "Put the inspector into the program, as the documentation of hpd-inspector says: there, this page has \
         permissions, schemas, and what a session sees.";
    html! {
        p.note { "These are the tools that the program wrote into its journal when it started. " (WHERE) }
        @if tools.is_empty() { (empty("The journal has no list of tools: the program made no call yet, or it is older.")) } @else {
            (table(
                "Tools by plugin",
                &html! { th scope="col" { "Tool" } th scope="col" { "Class" } th scope="col" { "Purpose" } },
                &html! {
                    @for tool in tools {
                        tr {
                            th scope="row" { (tool.name) div.dim { (tool.id) } }
                            td {
                                (class_of(tool))
                                @if let Some(risk) = tool.risk { ", " (risk) " risk" }
                            }
                            td { (tool.description) }
                        }
                    }
                },
            ))
        }
    }
}

const fn class_of(tool: &RegisteredTool) -> &'static str {
    match tool.is_write {
        Some(true) => "write",
        Some(false) => "read",
        None => "unclassified",
    }
}

fn view(inspector: &Inspector, toolbox: &Toolbox, session: &Session, of: &str) -> Markup {
    let explained = toolbox.explain(session);
    let listed: HashMap<&str, &Explanation> =
        explained.iter().map(|explained| (explained.tool.as_str(), explained)).collect();
    let tools = toolbox.tools(session);
    let bytes: u64 = tools.iter().map(|tool| bytes_of(tool)).sum();
    let (unclassified, reports) = (toolbox.unclassified(), toolbox.reports());
    html! {
        search {
            form.search action={ (inspector.base) "/tools" } method="get" {
                label { "Session, empty for a new one" input name="session" value=(session.id().unwrap_or_default()) autocomplete="off"; }
                button type="submit" { "Show" }
            }
        }
        p {
            "The model of " (of) " sees " (number_of(len(tools.len()), "tool", "tools")) " in "
            (number_of(bytes, "byte", "bytes")) " of names, descriptions and schemas, about "
            (number_of(bytes.div_ceil(BYTES_OF_TOKEN), "token", "tokens")) ", at four bytes each."
        }
        @if explained.is_empty() { (empty("The toolbox has no tools.")) } @else {
            (table(
                "Tools by container",
                &html! {
                    th scope="col" { "Tool" } th scope="col" { "Class" } th scope="col" { "Permission" }
                    th scope="col" { "Listed" } th scope="col" { "Why" } th.n scope="col" { "Bytes" } th.n scope="col" { "Tokens" }
                },
                &rows(toolbox, &listed),
            ))
        }
        h2 { "Unclassified tools" }
        @if unclassified.is_empty() { (empty("Every tool says whether it writes.")) }
        @else { ul { @for tool in unclassified { li { (tool.id()) } } } }
        h2 { "Reports of the build" }
        @if reports.is_empty() { (empty("The build had nothing to report.")) }
        @else { ul { @for report in reports { li { (report) } } } }
    }
}

/// The tools, each container before its members.
fn in_tree(toolbox: &Toolbox) -> Vec<ToolReport<'_>> {
    let mut reports = toolbox.tools_report();
    let place = |report: &ToolReport<'_>| report.tool.id().as_str().to_owned();
    reports.sort_by_cached_key(place);
    reports
}

/// A line for each tool, below its container or a line for its plugin.
fn rows(toolbox: &Toolbox, listed: &HashMap<&str, &Explanation>) -> Markup {
    let reports = in_tree(toolbox);
    let root =
        |report: &ToolReport<'_>| report.tool.id().as_str().split('.').next().unwrap_or_default().to_owned();
    let roots: Vec<_> = reports.iter().map(root).collect();
    html! {
        @for (at, (report, root)) in reports.iter().zip(&roots).enumerate() {
            @let is_first = at.checked_sub(1).and_then(|before| roots.get(before)) != Some(root);
            @if is_first && root != report.tool.id().as_str() {
                tr.group { th scope="rowgroup" colspan="7" { (root) } }
            }
            (row(report, listed.get(report.tool.id().as_str()).copied()))
            @for member in elsewhere(toolbox, report.tool) {
                (member_row(report.tool, member, listed.get(member.id().as_str()).copied()))
            }
        }
    }
}

/// What a container reveals and has its row below another one: the functions of a skill, a container in a container.
fn elsewhere<'t>(toolbox: &'t Toolbox, container: &Tool) -> impl Iterator<Item = &'t Tool> {
    let begin = format!("{}.", container.id());
    let is_below = move |member: &Tool| {
        member.id().as_str().strip_prefix(&begin).is_some_and(|rest| !rest.contains('.'))
    };
    toolbox.members(container).filter(move |member| !is_below(member))
}

/// A line for a tool that a container reveals, with a link to the tool's own line.
fn member_row(container: &Tool, member: &Tool, explained: Option<&Explanation>) -> Markup {
    html! {
        tr.member {
            th scope="row" class={ "depth-" (depth_of(container) + 1) } {
                "↳ " a href={ "#" (anchor_of(member)) } { (member.name()) }
                div.dim { (member.id()) }
            }
            td colspan="2" { "Revealed by " (container.name()) "; see its own line" }
            @match explained {
                Some(explained) => { (listed_cell(explained)) }
                None => { td { "–" } }
            }
            td colspan="3" {}
        }
    }
}

fn listed_cell(explained: &Explanation) -> Markup {
    html! { td.listed { (if explained.visible { "✅ listed" } else { "– hidden" }) } }
}

/// How far a tool is indented: below its container, or below the line of its plugin.
fn depth_of(tool: &Tool) -> usize {
    tool.id().as_str().matches('.').count().min(3)
}

fn anchor_of(tool: &Tool) -> String {
    format!("t-{}", segment(tool.id().as_str()))
}

fn row(report: &ToolReport<'_>, explained: Option<&Explanation>) -> Markup {
    let tool = report.tool;
    let class = report.classification.map_or("calls tools", |class| class.as_str());
    let bytes = bytes_of(tool);
    html! {
        tr id=(anchor_of(tool)) {
            th scope="row" class={ "depth-" (depth_of(tool)) } {
                (tool.name()) @if tool.is_container() { " " span.dim { (if tool.is_skill() { "(skill)" } else { "(container)" }) } }
                div.dim { (tool.id()) }
                details { summary { "What the model reads" } p { (tool.description()) } (block(&schema(tool))) }
            }
            td { (class) @if let Some(risk) = report.risk { ", " (risk_word(risk)) " risk" } div.dim { (report.reason) } }
            td { (if tool.is_blocked() { "blocked" } else { report.permission.as_str() }) }
            @match explained {
                Some(explained) => {
                    (listed_cell(explained))
                    td { (explained.reason()) }
                }
                None => { td { "–" } td { "This session does not have it." } }
            }
            td.n { (count(bytes)) }
            td.n { (count(bytes.div_ceil(BYTES_OF_TOKEN))) }
        }
    }
}

const fn risk_word(risk: Risk) -> &'static str {
    match risk {
        Risk::Low => "low",
        Risk::Medium => "medium",
        Risk::High => "high",
    }
}

fn schema(tool: &Tool) -> String {
    let schema: Option<Value> = serde_json::from_str(tool.input_schema()).ok();
    schema.map_or_else(|| tool.input_schema().to_owned(), |schema| pretty(&schema))
}

/// What a model reads of a tool.
fn bytes_of(tool: &Tool) -> u64 {
    len(tool.name().len() + tool.description().len() + tool.input_schema().len())
}

fn len(length: usize) -> u64 {
    u64::try_from(length).unwrap_or(u64::MAX)
}
