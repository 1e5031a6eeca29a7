//! What a promotion learnt about a value, so that the check after it looks at nothing twice.

/// What is known of a value before it is checked.
#[derive(Debug)]
pub(super) enum Known {
    /// Nothing.
    Nothing,
    /// Of an array: all its items are accepted but for these, in ascending order.
    Items(Vec<(usize, Known)>),
    /// Of an object: something about these members, by their places.
    Members(Vec<(usize, Known)>),
}

impl Known {
    /// What is known of the member at `place`.
    pub(super) fn member(&self, place: usize) -> &Self {
        match self {
            Self::Members(members) => {
                members.iter().find(|(member, _)| *member == place).map_or(&Self::Nothing, |(_, known)| known)
            }
            _ => &Self::Nothing,
        }
    }
}
