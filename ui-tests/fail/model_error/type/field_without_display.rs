use hpd_runtime::ModelError;

struct Room;

#[derive(ModelError)]
#[model_error("There is no room {0}.")]
struct NoRoom(Room);

fn main() {}
