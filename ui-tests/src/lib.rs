//! The shared part of the cases in `pass`: a call as a host makes it, without a host.

#![forbid(unsafe_code)]

use std::pin::pin;
use std::task::{Context, Poll, Waker};

use hpd_runtime::__private::{ArgumentPlan, Reader};
use hpd_runtime::__private::{PreparedCall, prepare};
use hpd_runtime::args::Limits;
use hpd_runtime::schema::SchemaSettings;
use hpd_runtime::spec::{AiFunction, FunctionSpec};
use hpd_runtime::{CallContext, Output, Plugin, RawCall, TurnContext};

/// Calls a function of a plugin.
///
/// # Errors
///
/// The error for the model: there is no such function, the arguments are wrong, or the function failed.
pub fn call<P: Plugin>(plugin: &P, name: &str, arguments: &str) -> Result<Output, String> {
    let function = P::SPEC.functions.iter().find(|function| function.info.name == name);
    let function = function.ok_or_else(|| format!("there is no function {name}"))?;
    run(function, plugin, arguments)
}

/// Calls a free function.
///
/// # Errors
///
/// As [`call`].
pub fn call_free<F: AiFunction>(arguments: &str) -> Result<Output, String> {
    run(F::SPEC, &(), arguments)
}

/// The input schema of a function, as models see it.
///
/// # Errors
///
/// There is no such function, or its table contradicts itself.
pub fn schema<P: Plugin>(name: &str) -> Result<serde_json::Value, String> {
    let function = P::SPEC.functions.iter().find(|function| function.info.name == name);
    let function = function.ok_or_else(|| format!("there is no function {name}"))?;
    plan_of(function).map(|plan| plan.schema().published_value())
}

fn plan_of<P>(function: &FunctionSpec<P>) -> Result<ArgumentPlan, String> {
    let plan = ArgumentPlan::new(function.info, &SchemaSettings::default(), Limits::default());
    plan.map_err(|error| error.to_string())
}

fn run<P>(function: &FunctionSpec<P>, instance: &P, arguments: &str) -> Result<Output, String> {
    let plan = plan_of(function)?;
    let call = RawCall::new("call_1", function.info.name, arguments);
    let turn = TurnContext::empty();
    let context = CallContext::new(&call, &turn);
    let mut reader = Reader::new(&call.arguments, &plan);
    let result = match prepare(function, instance, &mut reader, &context) {
        Ok(PreparedCall::Sync(work)) => work(),
        Ok(PreparedCall::Send(future)) => block_on(future),
        Ok(PreparedCall::Local(future)) => block_on(future),
        Err(_) => return Err(format!("{:?}", reader.into_response())),
    };
    result.map_err(|failure| failure.message)
}

/// The futures of the cases wait for nothing but other tasks of their own.
fn block_on<F: Future>(future: F) -> F::Output {
    let mut future = pin!(future);
    let mut context = Context::from_waker(Waker::noop());
    loop {
        if let Poll::Ready(output) = future.as_mut().poll(&mut context) {
            return output;
        }
    }
}
