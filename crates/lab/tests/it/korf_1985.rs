//! Korf's hundred 15-puzzles, as they are listed.

use tilescope_lab::published::korf_1985::{GOAL, Instance, instances};
use tilescope_puzzle::Solvability;
use tilescope_puzzle::notation::parse_board;

#[test]
fn the_table_has_a_hundred_instances_and_four_misprints() {
    let instances: Vec<Instance> = instances().collect();
    let numbers: Vec<usize> = instances.iter().map(|instance| instance.number).collect();
    assert_eq!(numbers, (1..=100).collect::<Vec<_>>());
    for Instance { number, start, .. } in &instances {
        assert!(
            Solvability::new(start, &parse_board(GOAL).unwrap()).is_solvable(),
            "{number}"
        );
    }
    let misprints = instances.iter().filter(|i| i.nodes.0 != i.nodes.1);
    let misprints: Vec<usize> = misprints.map(|instance| instance.number).collect();
    assert_eq!(misprints, [22, 88, 89, 98]);
    let sum: u64 = instances.iter().map(|instance| instance.nodes.1).sum();
    assert_eq!(sum, 36_302_808_031, "the sum that came with the table");
}
