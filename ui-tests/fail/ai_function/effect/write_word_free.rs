use hpd_runtime::ai_function;

/// Deletes a user.
#[ai_function]
fn delete_user() {}

/// Forgets a user.
#[ai_function(name = "remove_user")]
async fn forget() {}

/// Uploads a file.
#[ai_function(read_only = false)]
fn upload(path: String) -> String {
    path
}

fn main() {
    delete_user();
}
