use hpd_runtime::ModelError;

#[derive(ModelError)]
#[model_error("There is no room.")]
#[model_error("The room is gone.")]
struct NoRoom;

fn main() {}
