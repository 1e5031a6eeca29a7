use hpd_runtime::plugin;

struct Users;

#[plugin]
impl Users {
    /// Deletes a user.
    #[ai_function]
    fn delete_user(&self) {}

    /// Forgets a user.
    #[ai_function(name = "remove_user")]
    fn forget(&self) {}

    /// Brings the cache up to date.
    #[ai_function(name = "refresh")]
    fn update_cache(&self) {}

    /// Creates a user: one mistake, although both names have a word.
    #[ai_function(name = "create_user")]
    fn insert_user(&self) {}

    /// Mails a user.
    #[ai_function(read_only = false)]
    fn send_mail(&self) {}

    /// Voids.
    #[ai_function(idempotent, destructive)]
    async fn r#void(&self) {}

    /// The second version.
    #[ai_function]
    fn delete2(&self) {}
}

fn main() {}
