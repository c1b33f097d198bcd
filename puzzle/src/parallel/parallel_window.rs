//! todo
/// todo
pub struct ParallelWindow;
