//! The one place where a job's keys become types: packing × algorithm × heuristic × observer.
