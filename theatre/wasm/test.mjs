// Asks a wasm file: node test.mjs FILE.wasm REQUESTS.json OUT
// REQUESTS is an array of texts. OUT gets, for each, a byte (1 answer, 0 error), the length as a u32, and the bytes.
import { readFileSync, writeFileSync } from 'node:fs';

const [file, requests, out] = process.argv.slice(2);
const { instance } = await WebAssembly.instantiate(readFileSync(file), {});
const { alloc, request, out_ptr, out_len, memory } = instance.exports;
const parts = [];
for (const text of JSON.parse(readFileSync(requests, 'utf8'))) {
  const bytes = Buffer.from(text);
  const at = alloc(bytes.length) >>> 0;
  new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
  const answered = request(at, bytes.length);
  const head = Buffer.alloc(5);
  head.writeUInt8(answered, 0);
  head.writeUInt32LE(out_len() >>> 0, 1);
  parts.push(head, Buffer.from(new Uint8Array(memory.buffer, out_ptr() >>> 0, out_len() >>> 0)));
}
writeFileSync(out, Buffer.concat(parts));
