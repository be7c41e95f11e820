//! The table of commands is in order.

use super::*;

#[test]
fn no_two_commands_have_the_same_name_or_keys() {
    for (i, entry) in COMMANDS.iter().enumerate() {
        for other in &COMMANDS[..i] {
            assert_ne!(entry.command, other.command);
            assert_ne!(entry.name, other.name);
            for keys in entry.keys {
                assert!(
                    !other.keys.contains(keys),
                    "{} and {}",
                    entry.name,
                    other.name
                );
            }
        }
    }
}

#[test]
fn every_command_is_in_the_table() {
    // The last variant tells how many there are.
    assert_eq!(COMMANDS.len(), Command::About as usize + 1);
}
