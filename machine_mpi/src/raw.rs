//! The calls of MPI. All `unsafe` of this crate is here.
#![allow(unsafe_code)]

use std::ffi::c_int;
use std::mem::MaybeUninit;
use std::ptr;

use mpi::ffi;

/// What makes Open MPI leave its core to others whenever no mail is there.
const YIELDS: &str = "OMPI_MCA_mpi_yield_when_idle";

/// Joins the job: the rank of this process, and how many there are.
pub fn init() -> Result<(u32, usize), String> {
    let (mut provided, mut rank, mut count) = (0, 0, 0);
    // With more processes than cores, Open MPI leaves the core to others at every look for mail that finds none. A rank that searches
    // looks often, and beside other programs it would hardly search: 1.8 instead of 52 million nodes in 25 s. One that waits leaves
    // the core by itself (`mail::idle`).
    if std::env::var_os(YIELDS).is_none() {
        // SAFETY: MPI does not run yet, and readers in Rust wait. A thread of C code that reads the environment at this moment would not:
        // `Mpi::join` asks its callers to join before they start such threads.
        unsafe { std::env::set_var(YIELDS, "0") };
    }
    // SAFETY: MPI is initialised once, before any other call; null arguments are allowed since MPI 2.
    unsafe {
        let serialized = ffi::MPI_THREAD_SERIALIZED as c_int;
        if ffi::MPI_Init_thread(ptr::null_mut(), ptr::null_mut(), serialized, &mut provided) != 0 {
            return Err("MPI does not start".into());
        }
        if provided < serialized {
            return Err("this MPI may be called by the first thread only; expected one built with threads".into());
        }
        ffi::MPI_Comm_rank(ffi::RSMPI_COMM_WORLD, &mut rank);
        ffi::MPI_Comm_size(ffi::RSMPI_COMM_WORLD, &mut count);
    }
    Ok((rank as u32, count as usize))
}

/// This process is here: are all others?
pub struct Arrival {
    request: ffi::MPI_Request,
}

impl Arrival {
    pub fn begin() -> Result<Arrival, String> {
        let mut request = MaybeUninit::uninit();
        // SAFETY: MPI is initialised, as there is a machine, and sets the request.
        unsafe {
            match ffi::MPI_Ibarrier(ffi::RSMPI_COMM_WORLD, request.as_mut_ptr()) {
                0 => Ok(Arrival { request: request.assume_init() }),
                _ => Err("the other processes cannot be met".into()),
            }
        }
    }

    /// Are all here?
    pub fn is_complete(&mut self) -> bool {
        is_complete(&mut self.request)
    }
}

fn is_complete(request: &mut ffi::MPI_Request) -> bool {
    let mut complete = 0;
    // SAFETY: The request is one of MPI's; a status is not wanted.
    unsafe { ffi::MPI_Test(request, &mut complete, ffi::RSMPI_STATUS_IGNORE) };
    complete != 0
}

/// Leaves the job in order.
pub fn finish() {
    // SAFETY: It is the last call.
    unsafe {
        ffi::MPI_Finalize();
    }
}

/// Ends all processes of the job.
pub fn abort(status: i32) {
    // SAFETY: MPI is initialised.
    unsafe {
        ffi::MPI_Abort(ffi::RSMPI_COMM_WORLD, status);
    }
}

/// A synchronous send that is under way. Its bytes stay where they are until it is complete.
pub struct Sending {
    request: ffi::MPI_Request,
    /// Kept for MPI, which reads it.
    _bytes: Vec<u8>,
}

impl Sending {
    /// Begins to send. The send is complete only when the receiver has begun to read.
    pub fn begin(to: u32, tag: i32, bytes: Vec<u8>) -> Result<Sending, String> {
        let mut request = MaybeUninit::uninit();
        let len = c_int::try_from(bytes.len()).map_err(|_| "a batch of mail is larger than 2 GiB".to_string())?;
        // SAFETY: The bytes live in the heap, and `Sending` keeps them until the request is complete.
        let sent = unsafe {
            ffi::MPI_Issend(
                bytes.as_ptr().cast(),
                len,
                ffi::RSMPI_UINT8_T,
                to as c_int,
                tag,
                ffi::RSMPI_COMM_WORLD,
                request.as_mut_ptr(),
            )
        };
        if sent != 0 {
            return Err(format!("mail to rank {to} cannot be sent"));
        }
        // SAFETY: MPI has set it.
        Ok(Sending { request: unsafe { request.assume_init() }, _bytes: bytes })
    }

    /// Is it complete?
    pub fn is_complete(&mut self) -> bool {
        is_complete(&mut self.request)
    }
}

/// A batch is smaller than this: MPI counts in 31 bits, and no peer may take all memory at once.
pub const MOST_AT_ONCE: usize = 1 << 30;

/// The next batch of mail, if one has come: from which rank, with which tag.
pub fn receive() -> Result<Option<(u32, i32, Vec<u8>)>, String> {
    let mut message = MaybeUninit::uninit();
    let mut status = MaybeUninit::uninit();
    let (mut there, mut len) = (0, 0);
    // SAFETY: What is read of the message and the status was set by the call before.
    unsafe {
        let (any, tag) = (ffi::RSMPI_ANY_SOURCE, ffi::RSMPI_ANY_TAG);
        let world = ffi::RSMPI_COMM_WORLD;
        if ffi::MPI_Improbe(any, tag, world, &mut there, message.as_mut_ptr(), status.as_mut_ptr()) != 0 {
            return Err("mail cannot be looked for".into());
        }
        if there == 0 {
            return Ok(None);
        }
        let (mut message, mut status) = (message.assume_init(), status.assume_init());
        ffi::MPI_Get_count(&status, ffi::RSMPI_UINT8_T, &mut len);
        // Past 31 bits the count is no number.
        if !(0..=MOST_AT_ONCE as i32).contains(&len) {
            return Err(format!("rank {} sent more than {MOST_AT_ONCE} bytes at once", status.MPI_SOURCE));
        }
        let mut bytes = vec![0; len as usize];
        let buffer = bytes.as_mut_ptr().cast();
        if ffi::MPI_Mrecv(buffer, len, ffi::RSMPI_UINT8_T, &mut message, &mut status) != 0 {
            return Err("mail cannot be read".into());
        }
        Ok(Some((status.MPI_SOURCE as u32, status.MPI_TAG, bytes)))
    }
}
