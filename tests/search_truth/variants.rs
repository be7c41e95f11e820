//! The options that each algorithm is tried with.

use tilescope::search::{self, About, Applies, Duplicates, Options, Ties};

/// Every choice of every option, with the others at their defaults; and all duplicates with all
/// ties.
pub fn variants(about: &About) -> Vec<Options> {
    let defaults = about.defaults();
    let mut variants = vec![defaults.clone()];
    variants.extend(duplicates_with_ties(about));
    for applies in about.options {
        let defaults = || defaults.clone();
        match *applies {
            Applies::Duplicates(choices) => {
                variants.extend(choices[1..].iter().map(|&duplicates| Options {
                    duplicates,
                    ..defaults()
                }))
            }
            Applies::Ties(choices) => {
                variants.extend(
                    choices[1..]
                        .iter()
                        .map(|&ties| Options { ties, ..defaults() }),
                );
            }
            Applies::GoalTest(choices) => {
                variants.extend(choices[1..].iter().map(|&goal_test| Options {
                    goal_test,
                    ..defaults()
                }))
            }
            Applies::Weight => variants.extend([0.0, 0.5, 1.0, 1.337, 5.0].map(|weight| {
                let weight = search::Weight::new(weight).expect("a weight");
                Options {
                    weight,
                    ..defaults()
                }
            })),
            Applies::BeamWidth => {
                variants.extend([1, 7].map(|beam_width| Options {
                    beam_width,
                    ..defaults()
                }));
            }
            Applies::BeamOrder(choices) => {
                variants.extend(choices[1..].iter().map(|&beam_order| Options {
                    beam_order,
                    ..defaults()
                }))
            }
            Applies::Climb(choices) => variants.extend(choices[1..].iter().map(|&climb| Options {
                climb,
                ..defaults()
            })),
            Applies::NodeBudget => variants.extend([50, 400].map(|node_budget| Options {
                node_budget,
                ..defaults()
            })),
            Applies::Sideways => variants.push(Options {
                sideways: 20,
                ..defaults()
            }),
            Applies::DepthLimit(_)
            | Applies::Restarts
            | Applies::Temperature
            | Applies::Cooling
            | Applies::Steps
            | Applies::Seed
            | Applies::Threads => {}
        }
    }
    variants
}

/// Those choices of both that are no default, where an algorithm has both.
fn duplicates_with_ties(about: &About) -> Vec<Options> {
    let mut of_duplicates: &[Duplicates] = &[];
    let mut of_ties: &[Ties] = &[];
    for applies in about.options {
        match *applies {
            Applies::Duplicates(choices) => of_duplicates = &choices[1..],
            Applies::Ties(choices) => of_ties = &choices[1..],
            _ => {}
        }
    }
    let pairs = (of_duplicates.iter())
        .flat_map(|&duplicates| of_ties.iter().map(move |&ties| (duplicates, ties)));
    pairs
        .map(|(duplicates, ties)| Options {
            duplicates,
            ties,
            ..about.defaults()
        })
        .collect()
}
