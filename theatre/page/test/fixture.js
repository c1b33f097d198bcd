// Searches written for tests, and the tapes they make: nothing here is taken from the library.
import { INFINITE, NONE } from 'theatre/values';

/** The nodes of a tree written as nested arrays, in the order of a tape. */
export function nodesOf(tree) {
  const nodes = { parent: [], number: [], children: [], value: [] };
  const add = (part, parent, number) => {
    const id = nodes.parent.length,
      leaf = !Array.isArray(part);
    nodes.parent.push(parent);
    nodes.number.push(number);
    nodes.children.push(leaf ? 0 : part.length);
    nodes.value.push(leaf ? part : -0x80000000);
    if (!leaf) part.forEach((child, k) => add(child, id, k));
  };
  add(tree, NONE, 0);
  return nodes;
}

/** Alpha-beta over nested arrays, as the events of a tape. */
export function alphaBetaEvents(tree) {
  const events = [];
  const nodes = nodesOf(tree);
  const childOf = (id, number) => nodes.parent.findIndex((parent, k) => parent === id && nodes.number[k] === number);
  let time = 0;
  const search = (part, id, alpha, beta, max) => {
    if (!Array.isArray(part)) {
      time++;
      events.push({ kind: 1, node: id, child: -1, a: part, b: 0, time });
      return part;
    }
    events.push({ kind: 0, node: id, child: -1, a: alpha, b: beta, time });
    let best = max ? -INFINITE : INFINITE;
    for (const [number, child] of part.entries()) {
      const value = search(child, childOf(id, number), alpha, beta, !max);
      if (max ? value > best : value < best) {
        best = value;
        events.push({ kind: 2, node: id, child: number, a: best, b: 0, time });
      }
      if (max) alpha = Math.max(alpha, best);
      else beta = Math.min(beta, best);
      if (alpha >= beta) {
        events.push({ kind: 3, node: id, child: number, a: 0, b: 0, time, leftOut: part.length - number - 1 });
        break;
      }
    }
    events.push({ kind: 5, node: id, child: -1, a: best, b: 0, time });
    return best;
  };
  const value = search(tree, 0, -INFINITE, INFINITE, true);
  return { events, value, time };
}

const TYPES = { u8: Uint8Array, u16: Uint16Array, u32: Uint32Array, i32: Int32Array };

/** A tape of these columns: `[name, type, values]`, where text is a string. */
export function writeTape(head, columns) {
  let offset = 0;
  const parts = columns.map(([name, type, values]) => {
    const bytes = type === 'text' ? new TextEncoder().encode(values) : new Uint8Array(TYPES[type].from(values).buffer);
    const part = { entry: [name, type, offset, type === 'text' ? bytes.length : values.length], bytes, offset };
    offset += (bytes.length + 3) & ~3;
    return part;
  });
  const text = new TextEncoder().encode(JSON.stringify({ ...head, columns: parts.map((part) => part.entry) }));
  const start = (4 + text.length + 3) & ~3,
    whole = new Uint8Array(start + offset);
  new DataView(whole.buffer).setUint32(0, text.length, true);
  whole.set(text, 4);
  for (const part of parts) whole.set(part.bytes, start + part.offset);
  return whole;
}

/** The tape of alpha-beta on a tree; `more` are further columns of its run. */
export function alphaBetaTape(tree, more = []) {
  const nodes = nodesOf(tree),
    { events, value, time } = alphaBetaEvents(tree);
  const column = (name, type, pick) => [`runs.0.${name}`, type, events.map(pick)];
  const head = {
    schema: 'provebest-tape/1',
    game: 'tree',
    position: JSON.stringify(tree),
    depth: 2,
    nodes: nodes.parent.length,
    whole: true,
    named: false,
    runs: [
      {
        method: 'alpha-beta',
        title: 'alpha-beta',
        kind: 'sequential, depth-first',
        best_first: false,
        parallel: false,
        machine: null,
        processors: 1,
        length: time,
        value,
        best: '1',
        line: [0],
        line_text: ['1'],
        counters: { leaf_visits: time },
        machinery: null,
        cap: null,
        stopped: null,
        command: '',
      },
    ],
  };
  const cuts = [...events.keys()].filter((k) => events[k].kind === 3);
  return writeTape(head, [
    ['nodes.parent', 'u32', nodes.parent],
    ['nodes.number', 'u16', nodes.number],
    ['nodes.children', 'u16', nodes.children],
    ['nodes.value', 'i32', nodes.value],
    column('kind', 'u8', (event) => event.kind),
    column('node', 'u32', (event) => event.node),
    column('child', 'i32', (event) => event.child),
    column('a', 'i32', (event) => event.a),
    column('b', 'i32', (event) => event.b),
    column('rank', 'u16', () => 0),
    column('time', 'u32', (event) => event.time),
    ['runs.0.reason.event', 'u32', cuts],
    ['runs.0.reason.left_out', 'u32', cuts.map((k) => events[k].leftOut)],
    ...more,
  ]);
}

/** Numbers by chance that are the same in every run. */
export function chance(seed) {
  let state = seed >>> 0 || 1;
  return (below) => {
    state ^= state << 13;
    state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state % below;
  };
}

/** A tree by chance, with leaves at any depth. */
export function randomTree(random, depth) {
  if (depth === 0 || random(5) === 0) return random(41) - 20;
  return Array.from({ length: 1 + random(4) }, () => randomTree(random, depth - 1));
}

/** Plain minimax. */
export function minimax(tree, max = true) {
  if (!Array.isArray(tree)) return tree;
  const values = tree.map((child) => minimax(child, !max));
  return max ? Math.max(...values) : Math.min(...values);
}

export const TEXTBOOK = [
  [3, 12, 8],
  [2, 4, 6],
  [14, 5, 2],
];
