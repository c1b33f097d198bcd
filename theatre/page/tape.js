// @ts-check
// Reads a tape: recorded searches of one problem, as columns behind a JSON head. `theatre/README.md` defines the format.

/** What happens in a search. */
export const Kind = Object.freeze({
  ENTER: 0,
  LEAF: 1,
  UPDATE: 2,
  CUT: 3,
  RESEARCH: 4,
  EXIT: 5,
  STORED: 6,
  RECALL: 7,
  EXPANDED: 8,
  ITERATION: 9,
  GOAL: 10,
});

/** Why a search left children out: the codes of a cut event. */
export const CutCode = Object.freeze({ BETA: 0, IGNORE_LEFT: 1, PROVE_BEST: 2, SOLVED: 3 });

/** What a word of a sentence is. */
export const MarkKind = Object.freeze({ VERB: 0, VALUE: 1, NODE: 2 });

/**
 * @typedef {object} Nodes the nodes that all searches of a tape share, parents before children, the root first
 * @property {Uint32Array} parent
 * @property {Uint16Array} number which child of its parent a node is, from 0
 * @property {Uint16Array} children how many; 0 for a leaf
 * @property {Int32Array} value of leaves
 * @property {string[]} moves the move that leads to a node, for games
 */
/**
 * @typedef {object} Events
 * @property {Uint8Array} kind
 * @property {Uint32Array} node
 * @property {Int32Array} child
 * @property {Int32Array} a
 * @property {Int32Array} b
 * @property {Uint16Array} rank
 * @property {Uint32Array} time in leaf-times
 */
/**
 * @typedef {object} Reasons why a search cut; one row for each cut
 * @property {Uint32Array} event
 * @property {Uint8Array} kind
 * @property {Uint8Array} side
 * @property {Uint32Array} leftOut how many children the visit has not come to
 * @property {Int32Array} has
 * @property {Uint32Array} here
 * @property {Int32Array} above
 * @property {Uint32Array} at the node where the other side holds something better
 * @property {string[]} text
 */
/**
 * @typedef {object} Marks the words of sentences that are more than text, in order
 * @property {Uint32Array} reason the row of `Reasons`
 * @property {Uint8Array} kind
 * @property {Uint32Array} from where it begins in the sentence
 * @property {Uint32Array} to
 * @property {Int32Array} value the value, or the node
 */
/**
 * @typedef {object} Spans bars on lanes
 * @property {Uint32Array} rank
 * @property {Uint32Array} start
 * @property {Uint32Array} end
 * @property {Uint32Array} job
 */
/**
 * @typedef {object} Jobs
 * @property {Uint32Array} node
 * @property {Uint32Array} of
 * @property {Uint8Array} wasted
 */
/**
 * @typedef {object} RunHead
 * @property {string} method the text that is read back
 * @property {string} title
 * @property {string} kind
 * @property {boolean} best_first
 * @property {'MAX' | 'MIN' | null} [chooser] the side whose merits direct a best-first search
 * @property {boolean} parallel
 * @property {string | null} machine
 * @property {number} processors
 * @property {string} unit of time
 * @property {[number, number][]} [iterations] of a puzzle: bound, and states generated
 * @property {number} length in leaf-times, until the answer was known
 * @property {number | null} value
 * @property {string | null} best
 * @property {number[]} line
 * @property {string[]} line_text
 * @property {Record<string, any>} counters
 * @property {Record<string, any> | null} machinery
 * @property {string | null} cap why the recording ended before the search
 * @property {string | null} stopped
 * @property {string} command
 */
/** @typedef {{head: RunHead, events: Events, reasons: Reasons, marks: Marks, spans: Spans, jobs: Jobs}} RecordedRun */
/**
 * @typedef {object} Tape
 * @property {{kind?: string, game: string, position: string, depth: number | null, whole: boolean, named: boolean, command: string, [more: string]: any}} head
 * @property {Nodes} nodes
 * @property {RecordedRun[]} runs
 */

const SCHEMA = 'provebest-tape/1';
/** @type {Record<string, (buffer: ArrayBuffer, at: number, count: number) => any>} */
const READERS = {
  u8: (buffer, at, count) => new Uint8Array(buffer, at, count),
  u16: (buffer, at, count) => new Uint16Array(buffer, at, count),
  u32: (buffer, at, count) => new Uint32Array(buffer, at, count),
  i32: (buffer, at, count) => new Int32Array(buffer, at, count),
  text: (buffer, at, count) => lines(new TextDecoder().decode(new Uint8Array(buffer, at, count))),
};

/** The lines of a text column; the last line ends with a line feed too. @param {string} text */
function lines(text) {
  if (text === '') return [];
  return (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
}

/** Do these bytes look like a tape? @param {Uint8Array} bytes */
export function looksLikeTape(bytes) {
  return bytes.length > 8 && bytes[4] === 0x7b && bytes[0] + bytes[1] * 256 + bytes[2] * 65536 < bytes.length;
}

/**
 * @param {Uint8Array} bytes
 * @returns {Tape}
 */
export function readTape(bytes) {
  // Columns are aligned to 4 bytes from the start of the file, which must then be the start of a buffer.
  const buffer = bytes.slice().buffer;
  if (buffer.byteLength < 8) throw new Error('not a tape: the file is too short');
  const length = new DataView(buffer).getUint32(0, true);
  if (length > buffer.byteLength - 4) throw new Error('not a tape: its head is longer than the file');
  /** @type {any} */
  let head;
  try {
    head = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(new Uint8Array(buffer, 4, length)));
  } catch {
    throw new Error('not a tape: its head is no JSON');
  }
  if (head?.schema !== SCHEMA) throw new Error(`a tape of another kind: ${String(head?.schema)}; expected ${SCHEMA}`);
  const start = (4 + length + 3) & ~3;
  /** @type {Map<string, any>} */
  const columns = new Map();
  for (const [name, type, offset, count] of head.columns) {
    const size = { u8: 1, text: 1, u16: 2, u32: 4, i32: 4 }[/** @type {'u8'} */ (type)];
    if (size === undefined) throw new Error(`column ${name} has the unknown type ${type}`);
    if (start + offset + count * size > buffer.byteLength) throw new Error(`the tape ends inside column ${name}`);
    columns.set(name, READERS[type](buffer, start + offset, count));
  }
  const nodes = {
    parent: need(columns, 'nodes.parent'),
    number: need(columns, 'nodes.number'),
    children: need(columns, 'nodes.children'),
    value: need(columns, 'nodes.value'),
    moves: columns.get('nodes.moves') ?? [],
  };
  return { head, nodes, runs: head.runs.map((/** @type {RunHead} */ run, /** @type {number} */ k) => readRun(columns, run, k)) };
}

/**
 * @param {Map<string, any>} columns
 * @param {RunHead} head
 * @param {number} k
 * @returns {RecordedRun}
 */
function readRun(columns, head, k) {
  const column = (/** @type {string} */ name) => need(columns, `runs.${k}.${name}`);
  const optional = (/** @type {string} */ name, /** @type {any} */ Type) => columns.get(`runs.${k}.${name}`) ?? new Type(0);
  return {
    head,
    events: {
      kind: column('kind'),
      node: column('node'),
      child: column('child'),
      a: column('a'),
      b: column('b'),
      rank: column('rank'),
      time: column('time'),
    },
    reasons: {
      event: optional('reason.event', Uint32Array),
      kind: optional('reason.kind', Uint8Array),
      side: optional('reason.side', Uint8Array),
      leftOut: optional('reason.left_out', Uint32Array),
      has: optional('reason.has', Int32Array),
      here: optional('reason.here', Uint32Array),
      above: optional('reason.above', Int32Array),
      at: optional('reason.at', Uint32Array),
      text: optional('reason.text', Array),
    },
    marks: {
      reason: optional('mark.reason', Uint32Array),
      kind: optional('mark.kind', Uint8Array),
      from: optional('mark.from', Uint32Array),
      to: optional('mark.to', Uint32Array),
      value: optional('mark.value', Int32Array),
    },
    spans: {
      rank: optional('span.rank', Uint32Array),
      start: optional('span.start', Uint32Array),
      end: optional('span.end', Uint32Array),
      job: optional('span.job', Uint32Array),
    },
    jobs: {
      node: optional('job.node', Uint32Array),
      of: optional('job.of', Uint32Array),
      wasted: optional('job.wasted', Uint8Array),
    },
  };
}

/** @param {Map<string, any>} columns @param {string} name */
function need(columns, name) {
  const column = columns.get(name);
  if (column === undefined) throw new Error(`the tape has no column ${name}`);
  return column;
}
