//! The server that the guide "Migration" begins with.

use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::handler::server::wrapper::{Json, Parameters};
use rmcp::model::ErrorData;
use rmcp::{tool, tool_router};

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct WeatherRequest {
    city: String,
}

#[derive(serde::Serialize, schemars::JsonSchema)]
struct Report {
    celsius: f64,
}

#[derive(Clone)]
pub struct Weather {
    tool_router: ToolRouter<Self>,
}

#[tool_router]
impl Weather {
    pub fn new() -> Self {
        Self { tool_router: Self::tool_router() }
    }

    #[tool(description = "The weather in a city")]
    async fn weather(
        &self,
        Parameters(request): Parameters<WeatherRequest>,
    ) -> Result<Json<Report>, ErrorData> {
        let celsius = self
            .measure(&request.city)
            .ok_or_else(|| ErrorData::invalid_params("there is no such city", None))?;
        Ok(Json(Report { celsius }))
    }
}

impl Weather {
    fn measure(&self, city: &str) -> Option<f64> {
        (city == "Bonn").then_some(12.5)
    }
}

fn main() {
    println!("{} tool", Weather::new().tool_router.list_all().len());
}
