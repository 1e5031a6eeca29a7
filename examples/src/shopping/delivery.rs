//! The plugin as another program, described by a manifest.

use hpd_host::external::{Arguments, ExternalHandler, ExternalSource};
use hpd_host::reexports::serde_json;
use hpd_host::system::BoxFuture;
use hpd_host::values::{ManifestError, PluginManifest};
use hpd_host::{CallContext, Output, ToolError};
use serde::Deserialize;

use super::{Buy, Order};

const MANIFEST: &str = include_str!("plugin.yaml");

/// Takes orders for the manifest's tools.
struct Delivery(Buy);

/// The arguments of `place_order`.
#[derive(Deserialize)]
struct Placed {
    item: String,
    address: String,
    phone: String,
    contact_name: String,
    payment_method: Option<String>,
}

impl ExternalHandler for Delivery {
    fn call<'a>(
        &'a self,
        name: &'a str,
        arguments: Arguments<'a>,
        _: &'a CallContext<'a>,
    ) -> BoxFuture<'a, Result<Output, ToolError>> {
        Box::pin(async move {
            if name != "place_order" {
                return Err(ToolError::new(format!("There is no tool '{name}'.")));
            }
            let wrong = |_| ToolError::new("The order can't be read.");
            let Placed { item, address, phone, contact_name, payment_method } =
                serde_json::from_str(arguments.text()).map_err(wrong)?;
            let order = Order { item, address, phone, contact_name, payment_method };
            Ok(Output::Text(self.0.take(order)))
        })
    }
}

/// The tools of the manifest, whose orders `buy` takes.
///
/// # Errors
///
/// The manifest can't be read.
pub fn delivery(buy: Buy) -> Result<ExternalSource, ManifestError> {
    Ok(PluginManifest::from_yaml("plugin.yaml", MANIFEST)?.into_source(Delivery(buy)))
}
