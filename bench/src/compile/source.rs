//! The source of a crate of so many functions, written for a library as its users write it.

use std::fmt::Write as _;

use super::library::Library;
use super::shape::Shape;
use super::tool;

/// The source of a program with so many functions, all of which can be called.
pub(super) fn source(library: Library, shape: Shape, functions: u32) -> String {
    let tools = |write: fn(Shape, u32) -> String| each(functions, |number| write(shape, number));
    let body = match library {
        Library::Serde => [&tools(serde_tool), serde_dispatch(functions).as_str(), SERDE_MAIN].concat(),
        Library::Schemars => {
            [&tools(schemars_tool), serde_dispatch(functions).as_str(), &schemas(functions), SCHEMARS_MAIN]
                .concat()
        }
        Library::Hpd => hpd_plugin("hpd_runtime", &tools(hpd_tool)) + HPD_MAIN,
        Library::LlmTool => {
            format!("use llm_tool::llm_tool;\n{}{}", tools(llm_tool_tool), llm_tool_main(functions))
        }
        Library::Rmcp => {
            format!("{RMCP_HEAD}{}{RMCP_IMPL}{}{RMCP_TAIL}", tools(rmcp_arguments), tools(rmcp_tool))
        }
    };
    let own_types = each(functions, |number| tool::own_type(shape, number, derives(library)));
    result_type(library) + &own_types + &body
}

/// The source of a whole program with so many tools, which lists and calls them.
pub(super) fn program(library: Library, functions: u32) -> String {
    let tools = || each(functions, |number| hpd_tool(Shape::Flat, number));
    match library {
        Library::Hpd => result_type(library) + &hpd_plugin("hpd_host", &tools()) + HPD_HOST_MAIN,
        other => source(other, Shape::Flat, functions),
    }
}

/// What a type of a parameter derives.
fn derives(library: Library) -> &'static str {
    match library {
        Library::Serde => "serde::Deserialize",
        _ => "serde::Deserialize, schemars::JsonSchema",
    }
}

fn result_type(library: Library) -> String {
    // rmcp and hpd put the schema of the result into the tool; the others need no more than its text.
    let derives = match library {
        Library::Hpd | Library::Rmcp => "serde::Serialize, schemars::JsonSchema",
        _ => "serde::Serialize",
    };
    format!(
        "#![allow(unused)]\n#[derive({derives})]\npub struct Out {{ pub id: String, pub total: f64, pub n: u64 }}\n"
    )
}

fn each(functions: u32, write: impl Fn(u32) -> String) -> String {
    let mut text = String::new();
    for number in 0..functions {
        text.push_str(&write(number));
    }
    text
}

fn arguments(shape: Shape, number: u32, derives: &str) -> String {
    let mut text = format!("#[derive({derives})]\npub struct Args{number} {{\n");
    for parameter in tool::parameters(shape, number) {
        // Writing to a `String` does not fail.
        let _ = writeln!(
            text,
            "    /// {}\n    pub {}: {},",
            parameter.description, parameter.name, parameter.kind
        );
    }
    text + "}\n"
}

/// A parameter list in which each has its documentation above it.
fn documented_parameters(shape: Shape, number: u32) -> String {
    let mut text = String::new();
    for parameter in tool::parameters(shape, number) {
        // Writing to a `String` does not fail.
        let _ = write!(
            text,
            "\n        /// {}\n        {}: {},",
            parameter.description, parameter.name, parameter.kind
        );
    }
    text
}

fn function_on_arguments(shape: Shape, number: u32) -> String {
    format!(
        "/// {}\npub fn tool_{number}(Args{number} {{ {} }}: Args{number}) -> Out {{ {} }}\n",
        tool::description(number),
        tool::parameter_names(shape, number),
        tool::body(shape, number)
    )
}

fn serde_tool(shape: Shape, number: u32) -> String {
    arguments(shape, number, "serde::Deserialize") + &function_on_arguments(shape, number)
}

fn schemars_tool(shape: Shape, number: u32) -> String {
    arguments(shape, number, "serde::Deserialize, schemars::JsonSchema")
        + &function_on_arguments(shape, number)
}

fn serde_dispatch(functions: u32) -> String {
    let arms = each(functions, |number| {
        format!(
            "    \"tool_{number}\" => serde_json::to_string(&tool_{number}(serde_json::from_str(raw)?)),\n"
        )
    });
    format!(
        "fn call(name: &str, raw: &str) -> Result<String, serde_json::Error> {{ match name {{\n{arms}    _ => Ok(String::new()) }} }}\n"
    )
}

fn schemas(functions: u32) -> String {
    let arms = each(functions, |number| {
        format!(
            "    \"tool_{number}\" => serde_json::to_string(&schemars::schema_for!(Args{number})).unwrap(),\n"
        )
    });
    format!("fn schema(name: &str) -> String {{ match name {{\n{arms}    _ => String::new() }} }}\n")
}

const SERDE_MAIN: &str = "fn main() {
    let args: Vec<String> = std::env::args().collect();
    println!(\"{:?}\", call(&args[1], &args[2]));
}
";

const SCHEMARS_MAIN: &str = "fn main() {
    let args: Vec<String> = std::env::args().collect();
    println!(\"{:?} {}\", call(&args[1], &args[2]), schema(&args[1]));
}
";

fn hpd_plugin(krate: &str, tools: &str) -> String {
    format!(
        "#[derive(Default)]
pub struct Operations;
/// Operations on contacts.
#[{krate}::plugin]
impl Operations {{
{tools}}}
"
    )
}

fn hpd_tool(shape: Shape, number: u32) -> String {
    format!(
        "    /// {}\n    #[ai_function]\n    pub fn tool_{number}(&self,{}\n    ) -> Out {{ {} }}\n",
        tool::description(number),
        documented_parameters(shape, number),
        tool::body(shape, number)
    )
}

/// A bound plugin reaches every function of its table; `black_box` keeps the table from being seen through.
const HPD_MAIN: &str = "fn main() {
    let plugin = std::hint::black_box(hpd_runtime::spec::BoundPlugin::new(Operations));
    println!(\"{}\", plugin.functions().len());
}
";

const HPD_HOST_MAIN: &str = "fn main() {
    let args: Vec<String> = std::env::args().collect();
    let toolbox = hpd_host::Toolbox::builder().plugin(Operations).build().unwrap();
    let session = hpd_host::Session::new();
    let raw = hpd_host::RawCall::new(\"1\", args[1].as_str(), args[2].as_str());
    let mut call = Box::pin(toolbox.call(&session, &raw));
    let mut waker = std::task::Context::from_waker(std::task::Waker::noop());
    if let std::task::Poll::Ready(outcome) = call.as_mut().poll(&mut waker) {
        println!(\"{}\", outcome.for_model_as_text());
    }
    println!(\"{}\", hpd_host::Provider::Mcp.tools(&toolbox.tools(&session)));
}
";

fn llm_tool_tool(shape: Shape, number: u32) -> String {
    format!(
        "/// {}\n#[llm_tool]\npub fn tool_{number}({}\n    ) -> Out {{ {} }}\n",
        tool::description(number),
        documented_parameters(shape, number),
        tool::body(shape, number)
    )
}

fn llm_tool_main(functions: u32) -> String {
    let registrations = each(functions, |number| format!("    registry.register(Tool{number});\n"));
    format!(
        "fn main() {{
    let args: Vec<String> = std::env::args().collect();
    let mut registry = llm_tool::ToolRegistry::new();
{registrations}    let context = llm_tool::ToolContext::new();
    let mut call = Box::pin(registry.dispatch_str(&args[1], &args[2], &context));
    let mut waker = std::task::Context::from_waker(std::task::Waker::noop());
    if let std::task::Poll::Ready(result) = call.as_mut().poll(&mut waker) {{
        println!(\"{{:?}}\", result.map(|output| output.content().to_string()).map_err(|error| error.to_string()));
    }}
    println!(\"{{}}\", registry.definitions().len());
}}
"
    )
}

const RMCP_HEAD: &str = "use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::handler::server::wrapper::{Json, Parameters};
use rmcp::{ServerHandler, tool, tool_handler, tool_router};
";

fn rmcp_arguments(shape: Shape, number: u32) -> String {
    arguments(shape, number, "serde::Deserialize, schemars::JsonSchema")
}

const RMCP_IMPL: &str = "#[derive(Clone)]
pub struct Server { tool_router: ToolRouter<Self> }
#[tool_router]
impl Server {
";

fn rmcp_tool(shape: Shape, number: u32) -> String {
    format!(
        "    /// {}\n    #[tool]\n    pub fn tool_{number}(&self, Parameters(Args{number} {{ {} }}): Parameters<Args{number}>) -> Json<Out> {{ Json({}) }}\n",
        tool::description(number),
        tool::parameter_names(shape, number),
        tool::body(shape, number)
    )
}

const RMCP_TAIL: &str = "}
#[tool_handler(router = self.tool_router)]
impl ServerHandler for Server {}
fn main() {
    let server = Server { tool_router: Server::tool_router() };
    println!(\"{}\", serde_json::to_string(&server.tool_router.list_all()).unwrap().len());
}
";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_library_gets_as_many_documented_functions_as_asked_for() {
        for library in Library::ALL {
            for (shape, own_types) in [(Shape::Flat, 0), (Shape::Nested, 7)] {
                let source = source(library, shape, 7);
                assert_eq!(source.matches("fn tool_").count(), 7, "{}", library.name());
                assert_eq!(source.matches("/// Runs the operation number").count(), 7, "{}", library.name());
                assert_eq!(source.matches("/// Price of one unit").count(), 7, "{}", library.name());
                assert_eq!(source.matches("pub struct Line").count(), own_types, "{}", library.name());
            }
        }
    }

    #[test]
    fn a_whole_program_of_hpd_has_a_host() {
        let program = program(Library::Hpd, 3);
        assert_eq!(program.matches("fn tool_").count(), 3);
        assert!(program.contains("#[hpd_host::plugin]") && program.contains("toolbox.call("), "{program}");
    }
}
