// @ts-check
// What each processor did when, as bars: from the leaf visits, and from the machine's own record where there is one.
import { NONE } from 'theatre/values';

/** @typedef {import('theatre/replay').Replay} Replay */
/**
 * @typedef {object} Bar
 * @property {number} from
 * @property {number} to
 * @property {number} rootChild whose colour it has; -1 for work on the root itself
 * @property {boolean} wasted
 * @property {number} node what was worked on: the job's node, or the leaf
 */
/** @typedef {{bars: Bar[], times: Uint32Array, leaves: Uint32Array}} Lane bars in order, and every leaf with the time at which it was done */

/** @type {WeakMap<Replay, Lane[]>} */
const made = new WeakMap();

/** A lane for each processor. @param {Replay} run @returns {Lane[]} */
export function lanesOf(run) {
  let lanes = made.get(run);
  if (lanes === undefined) made.set(run, (lanes = build(run)));
  return lanes;
}

/** @param {Replay} run @returns {Lane[]} */
function build(run) {
  const times = Array.from({ length: run.processors }, () => /** @type {number[]} */ ([]));
  const leaves = Array.from({ length: run.processors }, () => /** @type {number[]} */ ([]));
  for (const event of run.leafEvents) {
    const rank = Math.min(run.events.rank[event], run.processors - 1);
    times[rank].push(run.events.time[event]);
    leaves[rank].push(run.events.node[event]);
  }
  const lanes = times.map((list, rank) => ({
    bars: /** @type {Bar[]} */ ([]),
    times: Uint32Array.from(list),
    leaves: Uint32Array.from(leaves[rank]),
  }));
  if (run.spans.rank.length === 0) lanes.forEach((lane) => fill(run, lane, 0, run.end, -1, false, false));
  run.spans.rank.forEach((rank, k) => {
    if (rank >= lanes.length) return;
    const job = run.spans.job[k],
      known = job !== NONE && job < run.jobs.node.length;
    const node = known && run.jobs.node[job] !== NONE ? run.jobs.node[job] : -1;
    fill(run, lanes[rank], run.spans.start[k], run.spans.end[k], node, known && run.jobs.wasted[job] === 1, true);
  });
  return lanes;
}

/** Adds a span, in the colours of the leaves in it. @param {Replay} run @param {Lane} lane @param {number} from @param {number} to @param {number} node @param {boolean} wasted @param {boolean} all is the time between leaves work too? */
function fill(run, lane, from, to, node, wasted, all) {
  const rootOf = (/** @type {number} */ at) => (at < 0 ? -1 : run.tree.rootChild[at]);
  const add = (/** @type {number} */ start, /** @type {number} */ end, /** @type {number} */ at) => {
    const last = lane.bars[lane.bars.length - 1],
      rootChild = rootOf(at);
    const same =
      last && last.to === start && last.rootChild === rootChild && last.wasted === wasted && (node < 0 || last.node === node);
    if (same) last.to = end;
    else lane.bars.push({ from: start, to: end, rootChild, wasted, node: node < 0 ? at : node });
  };
  let at = from;
  for (let k = firstAfter(lane.times, from); k < lane.times.length && lane.times[k] <= to; k++) {
    // A leaf takes one leaf-time; the states that a puzzle's node gives rise to take one each.
    const end = lane.times[k],
      start = run.tree.puzzle ? at : Math.max(at, end - 1);
    if (all && start > at) add(at, start, node);
    if (end > start) add(start, end, lane.leaves[k]);
    at = Math.max(at, end);
  }
  if (all && at < to) add(at, to, node);
}

/** The first of the sorted times that is later. @param {Uint32Array} times @param {number} time */
function firstAfter(times, time) {
  let low = 0,
    high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle] <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The bar of a lane at this time, or null. @param {Lane} lane @param {number} time */
export function barAt(lane, time) {
  return lane.bars.find((bar) => bar.from <= time && time < bar.to) ?? null;
}

/** The leaf of a lane at this time, or -1. @param {Lane} lane @param {number} time */
export function leafAt(lane, time) {
  const k = firstAfter(lane.times, time);
  return k < lane.times.length && lane.times[k] - 1 <= time ? lane.leaves[k] : -1;
}

/** Which processors are at work at this time. @param {Replay} run @param {number} time */
export function busyAt(run, time) {
  return lanesOf(run).map((lane) => lane.bars.some((bar) => bar.from < time && time <= bar.to));
}

/** Leaf-times of work that helped nobody. @param {Replay} run */
export function wastedTime(run) {
  let sum = 0;
  for (const lane of lanesOf(run)) for (const bar of lane.bars) if (bar.wasted) sum += bar.to - bar.from;
  return sum;
}
