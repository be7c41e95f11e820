//! The options that each algorithm is tried with.

use tilescope_search::{self as search, About, Applies, Options};

/// Every choice of every option, with the others at their defaults; the defaults first.
pub fn variants(about: &About) -> Vec<Options> {
    let defaults = about.defaults();
    let mut variants = vec![defaults.clone()];
    for applies in about.options {
        let defaults = || defaults.clone();
        match *applies {
            Applies::Duplicates(choices) => {
                variants.extend(choices[1..].iter().map(|&duplicates| Options {
                    duplicates,
                    ..defaults()
                }))
            }
            Applies::TieBreaking(choices) => {
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
            Applies::Combining(choices) => {
                variants.extend(choices[1..].iter().map(|&combining| Options {
                    combining,
                    ..defaults()
                }))
            }
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

/// Each choice of duplicates, of ties and of goal tests with each of the others; the defaults
/// first.
pub fn products(about: &About) -> Vec<Options> {
    let mut products = vec![about.defaults()];
    for applies in about.options {
        match *applies {
            Applies::Duplicates(choices) => {
                products = each(choices, &products, |options, it| options.duplicates = it);
            }
            Applies::TieBreaking(choices) => {
                products = each(choices, &products, |options, it| options.ties = it);
            }
            Applies::GoalTest(choices) => {
                products = each(choices, &products, |options, it| options.goal_test = it);
            }
            _ => {}
        }
    }
    products
}

/// Each choice in all of `options`.
fn each<T: Copy>(choices: &[T], options: &[Options], set: fn(&mut Options, T)) -> Vec<Options> {
    let with = |choice: T| {
        options.iter().cloned().map(move |mut options| {
            set(&mut options, choice);
            options
        })
    };
    choices.iter().copied().flat_map(with).collect()
}
