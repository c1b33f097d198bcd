// The library as wasm, where it has been built: `theatre/wasm/build` writes it to `theatre/dist`.
import { readFile } from 'node:fs/promises';

const place = new URL('../../dist/theatre.wasm', import.meta.url);

/** `(request) => bytes`, or null if there is no library here. */
export async function library() {
  const bytes = await readFile(place).catch(() => null);
  if (bytes === null) return null;
  const { instance } = await WebAssembly.instantiate(bytes, { env: { now_ms: () => performance.now() } });
  const core = instance.exports;
  return (request) => {
    const question = new TextEncoder().encode(JSON.stringify(request)),
      at = core.alloc(question.length);
    new Uint8Array(core.memory.buffer, at, question.length).set(question);
    const ok = core.request(at, question.length) === 1;
    const out = new Uint8Array(core.memory.buffer, core.out_ptr(), core.out_len()).slice();
    if (!ok) throw new Error(new TextDecoder().decode(out));
    return out;
  };
}

/** The same for JSON. */
export const json = (bytes) => JSON.parse(new TextDecoder().decode(bytes));

export const MISSING = 'there is no theatre/dist/theatre.wasm: build it with theatre/wasm/build';
