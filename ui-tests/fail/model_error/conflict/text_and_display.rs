use hpd_runtime::ModelError;

#[derive(ModelError)]
#[model_error("There is no room.", display)]
struct NoRoom;

fn main() {}
