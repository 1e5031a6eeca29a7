use hpd_runtime::ModelError;

#[derive(ModelError)]
#[model_error(display)]
struct NoRoom;

fn main() {}
