use hpd_runtime::ModelError;

#[derive(ModelError)]
#[model_error(did_not_run, "There is no room.")]
struct NoRoom;

fn main() {}
