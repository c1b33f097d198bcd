//! todo
/// todo
pub struct HashDistributedAStar;
