use hpd_runtime::ModelError;

#[derive(ModelError)]
#[model_error("")]
struct NoRoom;

fn main() {}
