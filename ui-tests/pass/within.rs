//! Containers in containers. The outer one may be declared later, in another module, and in another way.

use hpd_runtime::{Plugin, plugin, scope};

struct Room;

#[scope("A room.", within = house::House<u8>)]
impl Room {
    /// Lights the room.
    #[ai_function]
    fn light(&self) {}
}

#[scope("A cupboard.", within = Room)]
struct Cupboard;

#[plugin]
impl Cupboard {}

mod house {
    pub(crate) struct House<T>(T);

    #[hpd_runtime::scope("A house.")]
    impl<T: Send + Sync> House<T> {
        fn _inside(&self) -> &T {
            &self.0
        }
    }
}

fn main() {
    let outer = |scope: Option<&hpd_runtime::spec::ScopeSpec>| scope?.within.map(|outer| outer().name);
    assert_eq!(outer(Room::SPEC.scope), Some("House"));
    assert_eq!(outer(Cupboard::SPEC.scope), Some("Room"));
    assert_eq!(outer(house::House::<u8>::SPEC.scope), None);
}
