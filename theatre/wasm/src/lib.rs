//! The theatre for a page: `alloc` room for a request, write it there, call `request`, and read the answer at `out_ptr`, `out_len` bytes
//! long. The page does so in a worker, which it throws away to call a search off.

use std::cell::RefCell;

thread_local! {
    static OUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Room for a request of this many bytes. `request` takes it back.
#[unsafe(no_mangle)]
pub extern "C" fn alloc(len: usize) -> *mut u8 {
    let room: Box<[u8]> = vec![0; len].into();
    Box::into_raw(room).cast()
}

/// Answers the request that stands at `ptr`. 1 if the output is the answer, 0 if it is the text of an error.
///
/// # Safety
///
/// `ptr` is what `alloc(len)` returned, and was not used for another request.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn request(ptr: *mut u8, len: usize) -> u32 {
    // SAFETY: by the contract this is the box that `alloc` gave away.
    let request: Box<[u8]> = unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(ptr, len)) };
    let (is_answer, out) = match provebest_theatre::answer(&request) {
        Ok(answer) => (1, answer),
        Err(error) => (0, error.to_string().into_bytes()),
    };
    OUT.set(out);
    is_answer
}

/// Where the output stands, until the next request.
#[unsafe(no_mangle)]
pub extern "C" fn out_ptr() -> *const u8 {
    OUT.with_borrow(|out| out.as_ptr())
}

/// How many bytes the output has.
#[unsafe(no_mangle)]
pub extern "C" fn out_len() -> usize {
    OUT.with_borrow(Vec::len)
}
