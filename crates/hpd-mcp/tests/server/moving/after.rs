use hpd_host::plugin;

#[derive(Clone, Default)]
pub(crate) struct Shop;

#[plugin]
impl Shop {
    /// The price of some items, in cents.
    #[ai_function(read_only)]
    fn price(
        &self,
        /** The item. */
        item: String,
        /** How many. */
        quantity: u32,
    ) -> Result<String, String> {
        if item != "tea" {
            return Err(format!("There is no {item}. There is tea."));
        }
        Ok((quantity * 350).to_string())
    }
}
