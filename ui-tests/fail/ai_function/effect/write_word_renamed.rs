use hpd_runtime::plugin;

struct Users;

#[plugin(rename_all = "PascalCase")]
impl Users {
    /// Deletes a user.
    #[ai_function]
    fn delete_user(&self) {}

    /// Archives a user.
    #[ai_function(name = "ArchiveUser")]
    fn store(&self) {}
}

struct Mails;

#[plugin(rename_all = "SCREAMING-KEBAB-CASE")]
impl Mails {
    /// Sends a mail.
    #[ai_function]
    fn send_mail(&self) {}
}

fn main() {}
