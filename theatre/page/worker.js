// @ts-check
// The library as wasm, in a worker: a question as JSON text in, bytes out.

/** @typedef {{memory: WebAssembly.Memory, alloc(length: number): number, request(at: number, length: number): number, out_ptr(): number, out_len(): number}} Exports */

/** @type {Promise<Exports> | null} */
let library = null;

/** @param {WebAssembly.Module} module @returns {Promise<Exports>} */
async function load(module) {
  const instance = await WebAssembly.instantiate(module, { env: { now_ms: () => performance.now() } });
  return /** @type {Exports} */ (/** @type {unknown} */ (instance.exports));
}

/** @param {Exports} core @param {string} request */
function answer(core, request) {
  const question = new TextEncoder().encode(request);
  const at = core.alloc(question.length);
  new Uint8Array(core.memory.buffer, at, question.length).set(question);
  const ok = core.request(at, question.length) === 1;
  const bytes = new Uint8Array(core.memory.buffer, core.out_ptr(), core.out_len()).slice();
  return ok ? { ok, bytes } : { ok, text: new TextDecoder().decode(bytes) };
}

addEventListener('message', async ({ data }) => {
  if (data.module) {
    library = load(data.module);
    return;
  }
  if (library === null) throw new Error('a question before the library');
  postMessage(answer(await library, data.request));
});
