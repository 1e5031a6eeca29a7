use hpd_runtime::ModelError;

#[derive(ModelError)]
#[model_error("There is no room {}.")]
struct NoRoom(u32);

fn main() {}
