// @ts-check
// Where answers come from. The page knows it here and nowhere else: the server that serves it, wasm inside the file, or tapes
// inside the file. One question has one answer, whoever gives it.

/** @typedef {{source: 'server' | 'wasm' | 'tapes', start?: string, lab?: boolean, tapes?: {request: any, id: string}[]}} Config */

/** What the library answers to a question it refuses: its own message, with a caret under the place. */
export class Refusal extends Error {}

/** Nobody answers. */
export class NoAnswer extends Error {}

/** A newer question took the place of this one. */
export class Superseded extends Error {}

/** @returns {Config} */
export function readConfig() {
  const text = document.getElementById('config')?.textContent ?? '';
  try {
    return { source: 'server', ...JSON.parse(text) };
  } catch {
    return { source: 'server' };
  }
}

/** @typedef {(request: any, signal: AbortSignal) => Promise<Uint8Array>} Answerer */

const SILENT = 'The server does not answer. Start it again with `provebest theatre`, then try again.';

/** The server ends a search when the same asker asks again. */
function ownName() {
  const numbers = crypto.getRandomValues(new Uint32Array(4));
  return `page-${[...numbers].map((number) => number.toString(36)).join('-')}`;
}

/** @param {string} name @param {any} request @param {AbortSignal} signal */
async function byServer(name, request, signal) {
  try {
    const headers = { 'Content-Type': 'application/json', 'X-Asker': name };
    const response = await fetch('/answer', {
      method: 'POST',
      body: JSON.stringify(request),
      headers,
      signal,
      cache: 'no-store',
    });
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (response.ok) return bytes;
    const text = new TextDecoder().decode(bytes).trimEnd();
    if (response.status === 400) throw new Refusal(text);
    if (response.status === 409) throw new Superseded();
    throw new NoAnswer(`The server answers with an error: ${response.status} ${text}`);
  } catch (error) {
    if (error instanceof Refusal || error instanceof NoAnswer || error instanceof Superseded) throw error;
    if (signal.aborted) throw new Superseded();
    throw new NoAnswer(SILENT);
  }
}

/** The results of the laboratory: from the server, or from inside the file. @param {Config} config @returns {Promise<any>} */
export async function labResults(config) {
  if (config.source !== 'server') return JSON.parse(new TextDecoder().decode(await embedded('lab')));
  const response = await fetch('/lab.json', { cache: 'no-store' }).catch(() => {
    throw new NoAnswer(SILENT);
  });
  if (!response.ok) throw new NoAnswer(`The server has no results: ${response.status}.`);
  return response.json();
}

/** Bytes written in an element as base64, packed or not. @param {string} id @returns {Promise<Uint8Array>} */
async function embedded(id) {
  const element = document.getElementById(id);
  if (element === null) throw new NoAnswer(`This file has no part named ${id}.`);
  const text = atob((element.textContent ?? '').trim());
  const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  if (element.dataset.packed !== 'gzip') return bytes;
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** The library, compiled once for all workers. @type {Promise<WebAssembly.Module> | null} */
let library = null;

/** A worker with the library in it. A search blocks it, so it is thrown away to cancel. @returns {Answerer} */
function byWorker() {
  /** @type {Worker | null} */
  let worker = null;
  const start = async () => {
    library ??= embedded('wasm').then((bytes) => WebAssembly.compile(/** @type {BufferSource} */ (bytes)));
    const module = await library;
    worker = new Worker(import.meta.resolve('theatre/worker'), { type: 'module' });
    worker.postMessage({ module });
    return worker;
  };
  return async (request, signal) => {
    const active = worker ?? (await start());
    if (signal.aborted) throw new Superseded();
    return new Promise((resolve, reject) => {
      const leave = () => {
        active.onmessage = null;
        active.onerror = null;
        signal.removeEventListener('abort', abort);
      };
      const abort = () => {
        leave();
        active.terminate();
        worker = null;
        reject(new Superseded());
      };
      active.onmessage = ({ data }) => {
        leave();
        if (data.ok) resolve(data.bytes);
        else reject(new Refusal(data.text));
      };
      active.onerror = (event) => {
        leave();
        active.terminate();
        worker = null;
        reject(new NoAnswer(`The search inside this page failed: ${event.message ?? 'the worker ended'}.`));
      };
      signal.addEventListener('abort', abort);
      active.postMessage({ request: JSON.stringify(request) });
    });
  };
}

/** The same question, however its fields are ordered. @param {any} value @returns {string} */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  return `{${Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`)
    .join(',')}}`;
}

/** @param {Config} config @returns {Answerer} */
function byTapes(config) {
  const ids = new Map((config.tapes ?? []).map(({ request, id }) => [canonical(request), id]));
  return async (request) => {
    const id = ids.get(canonical(request));
    if (id === undefined)
      throw new Refusal('This file has only the searches it was made with. `provebest theatre` runs any other.');
    return embedded(id);
  };
}

/** Asks questions of one kind; a new one ends the one before it. */
export class Asker {
  /** @param {Config} config */
  constructor(config) {
    const name = ownName();
    /** @type {Answerer} */
    this.answer =
      config.source === 'wasm'
        ? byWorker()
        : config.source === 'tapes'
          ? byTapes(config)
          : (request, signal) => byServer(name, request, signal);
    /** @type {AbortController | null} */
    this.underWay = null;
  }

  /** @param {any} request @returns {Promise<Uint8Array>} */
  async ask(request) {
    this.cancel();
    const mine = new AbortController();
    this.underWay = mine;
    try {
      return await this.answer(request, mine.signal);
    } finally {
      if (this.underWay === mine) this.underWay = null;
    }
  }

  /** @param {any} request @returns {Promise<any>} */
  async askJson(request) {
    return JSON.parse(new TextDecoder().decode(await this.ask(request)));
  }

  cancel() {
    this.underWay?.abort();
  }
}
