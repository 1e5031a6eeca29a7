use hpd_runtime::ModelError;

#[derive(ModelError)]
struct NotFound(u32);

fn main() {}
