//! The observer that counts, samples, obeys limits, and is paused and stopped.
