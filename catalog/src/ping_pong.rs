//! What messages cost on a machine: letters of several sizes go to and fro between rank 0 and rank 1.

use provebest::AnyMachine;
use provebest_machine::{Failure, Machine, Processor, Program, Rank, Time};
use serde::{Deserialize, Serialize};

#[cfg(feature = "mpi")]
use crate::ranks;

/// What messages of a size cost, in the time of the machine: nanoseconds on real ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MessageCost {
    /// The size.
    pub bytes: usize,
    /// Half of the time from a letter to its answer.
    pub one_way: Time,
    /// What the sender is busy with one of many letters.
    pub send: Time,
    /// What the receiver is busy with one of many letters, at most: it may have to wait for the sender.
    pub receive: Time,
}

/// The sizes of letters.
const SIZES: [usize; 4] = [16, 64, 1024, 16_384];

/// Measures what messages cost, on a machine of two processors at least; `rounds` times for each size.
///
/// ```
/// use provebest_catalog::message_costs;
/// let costs = message_costs(&"sim:2,latency=1000,send=30,receive=20".parse()?, 10)?;
/// assert!(costs.iter().all(|cost| (cost.one_way, cost.send) == (1050, 30) && cost.receive >= 20));
/// assert!(message_costs(&"sim:1".parse()?, 10)?.is_empty(), "one processor sends nothing");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn message_costs(machine: &AnyMachine, rounds: u32) -> Result<Vec<MessageCost>, Failure> {
    let program = PingPong { rounds: rounds.max(2) };
    let run = match machine {
        AnyMachine::Simulated(machine) => machine.run(&program)?,
        AnyMachine::Threads(machine) => machine.run(&program)?,
        #[cfg(feature = "mpi")]
        AnyMachine::Mpi(machine) => {
            ranks::ask_for_messages(machine, program.rounds)?;
            machine.run(&program)?
        }
        _ => return Ok(Vec::new()),
    };
    Ok(run.answers.into_iter().next().unwrap_or_default())
}

/// What every processor runs; those beyond the second do nothing.
pub(crate) struct PingPong {
    pub(crate) rounds: u32,
}

impl Program<Vec<u8>> for PingPong {
    type Answer = Vec<MessageCost>;

    async fn run(&self, me: &dyn Processor<Vec<u8>>) -> Vec<MessageCost> {
        let rounds = u64::from(self.rounds);
        let mut costs = Vec::new();
        for bytes in SIZES.into_iter().filter(|_| me.count() > 1 && me.rank().index() < 2) {
            let letter = || vec![7_u8; bytes];
            if me.rank() == Rank::FIRST {
                let start = me.now();
                for _ in 0..rounds {
                    me.send(Rank(1), letter());
                    me.receive().await;
                }
                let one_way = (me.now() - start) / (2 * rounds);
                let start = me.now();
                for _ in 0..rounds {
                    me.send(Rank(1), letter());
                }
                // Where time is simulated, it passes when the sender works.
                me.work(provebest_machine::Work::default()).await;
                let send = (me.now() - start) / rounds;
                let answer = me.receive().await;
                let receive = answer.try_into().map_or(0, Time::from_le_bytes);
                costs.push(MessageCost { bytes, one_way, send, receive });
            } else {
                for _ in 0..rounds {
                    let letter = me.receive().await;
                    me.send(Rank::FIRST, letter);
                }
                me.receive().await;
                let start = me.now();
                for _ in 1..rounds {
                    me.receive().await;
                }
                let receive = (me.now() - start) / (rounds - 1);
                me.send(Rank::FIRST, receive.to_le_bytes().to_vec());
            }
        }
        costs
    }
}
