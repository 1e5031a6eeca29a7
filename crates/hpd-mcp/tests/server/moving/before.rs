use rmcp::handler::server::wrapper::Parameters;
use rmcp::{ServerHandler, tool, tool_handler, tool_router};

#[derive(Clone, Default)]
pub(crate) struct Shop;

#[derive(serde::Deserialize, schemars::JsonSchema)]
pub(crate) struct PriceRequest {
    /// The item.
    item: String,
    /// How many.
    quantity: u32,
}

#[tool_router]
impl Shop {
    /// The price of some items, in cents.
    #[tool]
    fn price(
        &self,
        Parameters(PriceRequest { item, quantity }): Parameters<PriceRequest>,
    ) -> Result<String, String> {
        if item != "tea" {
            return Err(format!("There is no {item}. There is tea."));
        }
        Ok((quantity * 350).to_string())
    }
}

#[tool_handler]
impl ServerHandler for Shop {}
