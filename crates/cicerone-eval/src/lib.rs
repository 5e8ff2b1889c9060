//! How good each stage of the guide is, measured on people's demonstrations.

pub mod selection;
