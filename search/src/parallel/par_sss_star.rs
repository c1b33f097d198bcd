pub(crate) mod process;
