//! The names of layouts: of those that ship, and which the user can give.

/// The layouts that ship, in the order of their keys. The first one is shown at the first start.
pub const SHIPPED: [&str; 3] = ["Standard", "Research", "Play"];

/// The greatest number of the user's own: as many as there are keys for.
pub const MAX_OWN: usize = 6;

/// The greatest length of a name, in characters.
pub const MAX_LENGTH: usize = 40;

/// Why a layout can't be saved under `name`, beside `own` of the user's; in a sentence.
pub fn refusal(name: &str, own: &[String]) -> Option<String> {
    let name = name.trim();
    if name.is_empty() {
        return Some("Type a name.".into());
    }
    if SHIPPED.iter().any(|it| it.eq_ignore_ascii_case(name)) {
        return Some(format!(
            "{name} is a layout that ships. Choose another name."
        ));
    }
    let is_new = own.iter().all(|other| other != name);
    (is_new && own.len() >= MAX_OWN)
        .then(|| format!("There are {MAX_OWN} saved layouts, which is the most. Delete one first."))
}

#[cfg(test)]
mod tests {
    use super::refusal;

    #[test]
    fn names_that_ship_no_name_and_a_seventh_are_refused() {
        let own = |n: usize| (0..n).map(|i| i.to_string()).collect::<Vec<_>>();
        let is_refused = |name: &str, n| refusal(name, &own(n)).is_some();
        assert!(is_refused("  ", 0));
        assert!(is_refused("play", 0));
        assert!(!is_refused("Mine", 5));
        assert!(is_refused("Mine", 6));
        assert!(!is_refused("3", 6), "it replaces one");
    }
}
