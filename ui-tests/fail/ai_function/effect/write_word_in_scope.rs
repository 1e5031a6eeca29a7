use hpd_runtime::scope;

struct Users;

#[scope("Users")]
impl Users {
    #[ai_function(idempotnt)]
    fn delete_user(
        &mut self,
        /// Which one.
        #[param(range(min = 9, max = 1))]
        id: u32,
    ) -> u32 {
        id
    }

    /// Removes a user.
    #[ai_function(name = "remove user")]
    fn forget(&self) {}

    /// Lists users.
    #[ai_function]
    fn list_users(&self, filter: &str) -> usize {
        filter.len()
    }
}

fn main() {}
