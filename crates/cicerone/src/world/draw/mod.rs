//! Pictures of a world and a route on it.
