//! The program. All of it is in the library beside it, which needs no more of the searches than their signatures: both are
//! compiled at the same time.

use std::process::ExitCode;

fn main() -> ExitCode {
    provebest_cli::main()
}
