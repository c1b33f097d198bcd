// @ts-check
// A recorded search on the tree: its state is a function of the tape and a moment, so going back costs what going on does.
import { State } from 'theatre/state';
import { CutCode, Kind } from 'theatre/tape';
import { INFINITE, NONE } from 'theatre/values';

/** @typedef {import('theatre/tree').Tree} Tree */
/** @typedef {import('theatre/tape').RecordedRun} RecordedRun */

/** Keyframes of a tape; a jump replays at most this part of it. */
const KEYFRAMES = 24;
const LEAST_BETWEEN = 2048;

/** @typedef {{time: number, low: number, high: number}} RootBounds from a time on, this is proved of the root */

export class Replay {
  /** @param {Tree} tree @param {RecordedRun} run */
  constructor(tree, run) {
    this.tree = tree;
    this.head = run.head;
    this.title = run.head.title;
    this.events = run.events;
    this.count = run.events.kind.length;
    this.reasons = run.reasons;
    this.marks = run.marks;
    this.spans = run.spans;
    this.jobs = run.jobs;
    this.parallel = run.head.parallel;
    this.processors = Math.max(1, run.head.processors ?? 1);
    this.length = Math.max(1, run.head.length);
    /** When the last work ended: processors may be at work when the answer is known. */
    this.end = Math.max(
      this.length,
      run.events.time[this.count - 1] ?? 0,
      run.spans.end.reduce((most, end) => Math.max(most, end), 0),
    );
    /** The row of `reasons` of an event. @type {Map<number, number>} */
    this.reasonOf = new Map();
    this.reasons.event.forEach((event, row) => this.reasonOf.set(event, row));
    /** The name of the method without its settings. */
    this.method = run.head.method.split(',')[0];
    /** Events that look at a leaf, in order. @type {number[]} */
    this.leafEvents = [];
    /** When children were left out. @type {number[]} */
    this.cutTimes = [];
    /** @type {RootBounds[]} */
    this.squeeze = [];
    /** @type {State[] | null} */
    this.keyframes = null;
    this.between = Math.max(LEAST_BETWEEN, Math.ceil(this.count / KEYFRAMES));
    /** @type {State | null} */
    this.current = null;
    /** Against one processor, once that is known. @type {number | null} */
    this.speedup = null;
    /** The state at the end. */
    this.last = this.#measure();
    this.distinctLeaves = this.last.leaves;
  }

  start() {
    return new State(this.tree.count, this.processors);
  }

  /** What is proved of the root over time, and all leaf visits. */
  #measure() {
    const state = this.start();
    this.squeeze.push({ time: 0, low: -INFINITE, high: INFINITE });
    for (let event = 0; event < this.count; event++) {
      const kind = this.events.kind[event];
      this.apply(state, event);
      if (this.isCut(event)) this.cutTimes.push(this.events.time[event]);
      if (kind === Kind.LEAF || kind === Kind.EXPANDED) this.leafEvents.push(event);
      const last = this.squeeze[this.squeeze.length - 1];
      const { low, high } = this.tree.puzzle ? this.#lengths(last, event) : { low: state.low[0], high: state.high[0] };
      if (low !== last.low || high !== last.high) this.squeeze.push({ time: this.events.time[event], low, high });
    }
    return state;
  }

  /** What a round, an expansion or a goal proves of the length of the shortest solution. @param {RootBounds} last @param {number} event */
  #lengths(last, event) {
    const { kind, a, b } = this.events;
    if (kind[event] === Kind.GOAL)
      return { low: this.head.best_first ? a[event] : last.low, high: Math.min(last.high, a[event]) };
    const bound = kind[event] === Kind.ITERATION || (kind[event] === Kind.EXPANDED && this.head.best_first) ? b[event] : last.low;
    return { low: Math.max(last.low, bound), high: last.high };
  }

  /** One event forward. @param {State} state @param {number} event */
  apply(state, event) {
    const { kind, node, a, b, child, rank } = this.events;
    const at = node[event];
    state.events = event + 1;
    if (kind[event] === Kind.STORED) {
      state.stored = a[event];
      return;
    }
    if (at === NONE || at >= this.tree.count) return;
    state.place[Math.min(rank[event], this.processors - 1)] = at;
    switch (kind[event]) {
      case Kind.ENTER:
        state.seen[at] = 1;
        state.open[at] = 1;
        state.alpha[at] = a[event];
        state.beta[at] = b[event];
        state.visits[at]++;
        state.cut[at] = -1;
        break;
      case Kind.LEAF:
        state.leafVisits++;
        state.visits[at]++;
        if (!state.seen[at]) {
          state.seen[at] = 1;
          state.leaves++;
        }
        state.low[at] = state.high[at] = a[event];
        this.#prove(state, at);
        break;
      case Kind.RECALL:
        state.seen[at] = 1;
        state.recalls++;
        break;
      case Kind.EXPANDED:
        state.seen[at] = 1;
        state.leaves++;
        // The root is generated first.
        state.leafVisits = Math.max(1, state.leafVisits) + a[event];
        state.bound = b[event];
        break;
      case Kind.ITERATION:
        // Each round begins with nothing.
        state.seen.fill(0);
        state.bound = a[event];
        state.cuts++;
        break;
      case Kind.GOAL:
        state.seen[at] = 1;
        state.goal = at;
        break;
      case Kind.CUT:
        // Children that were seen before are passed by, and the visit goes on.
        if (a[event] === CutCode.IGNORE_LEFT) break;
        state.cut[at] = child[event];
        if (this.isCut(event)) state.cuts++;
        state.open[at] = 0;
        break;
      case Kind.EXIT:
        state.open[at] = 0;
        break;
    }
  }

  /** Carries what a leaf proves up to the root. @param {State} state @param {number} leaf */
  #prove(state, leaf) {
    const { tree } = this;
    for (let node = tree.parent[leaf]; node !== NONE; node = tree.parent[node]) {
      const max = tree.isMax(node),
        worst = max ? -INFINITE : INFINITE;
      let low = worst,
        high = worst;
      for (let slot = tree.firstChild[node]; slot < tree.firstChild[node + 1]; slot++) {
        const child = tree.childNodes[slot];
        const childLow = child < 0 ? -INFINITE : state.low[child],
          childHigh = child < 0 ? INFINITE : state.high[child];
        if (max ? childLow > low : childLow < low) low = childLow;
        if (max ? childHigh > high : childHigh < high) high = childHigh;
      }
      if (low === state.low[node] && high === state.high[node]) return;
      state.low[node] = low;
      state.high[node] = high;
    }
  }

  /** The state after the first `events` events. It changes with the next call. @param {number} events @returns {State} */
  seek(events) {
    const goal = Math.max(0, Math.min(this.count, events));
    if (this.keyframes === null) this.#keep();
    let state = this.current;
    if (state === null || state.events > goal || goal - state.events > this.between) {
      const frames = /** @type {State[]} */ (this.keyframes);
      state = frames[Math.min(frames.length - 1, Math.floor(goal / this.between))].copy();
    }
    for (let event = state.events; event < goal; event++) this.apply(state, event);
    this.current = state;
    return state;
  }

  #keep() {
    const state = this.start();
    this.keyframes = [state.copy()];
    for (let event = 0; event < this.count; event++) {
      this.apply(state, event);
      if ((event + 1) % this.between === 0) this.keyframes.push(state.copy());
    }
  }

  /** How many events have happened at this time. @param {number} time */
  eventsAt(time) {
    let low = 0,
      high = this.count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.events.time[middle] <= time) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The time after some events. @param {number} events */
  timeOf(events) {
    return events === 0 ? 0 : this.events.time[Math.min(events, this.count) - 1];
  }

  /** Did this event leave children out, or begin a round of a puzzle? @param {number} event */
  isCut(event) {
    return this.leftOut(event) > 0 || this.events.kind[event] === Kind.ITERATION;
  }

  /** How many children a cut left out. @param {number} event */
  leftOut(event) {
    const row = this.reasonOf.get(event);
    return row === undefined ? 0 : this.reasons.leftOut[row];
  }

  /** The window as it is now on the path to a node: what was asked, narrowed by what was found since. @param {State} state @param {number} node */
  windowAt(state, node) {
    const { tree } = this;
    if (tree.isLeaf(node) && node !== 0) node = tree.parent[node];
    let alpha = state.alpha[node],
      beta = state.beta[node];
    for (let at = node; at !== NONE; at = tree.parent[at]) {
      if (!state.open[at] && at !== node) continue;
      if (tree.isMax(at)) {
        if (state.low[at] > alpha) alpha = Math.min(state.low[at], beta);
      } else if (state.high[at] < beta) beta = Math.max(state.high[at], alpha);
    }
    return { alpha, beta, node };
  }

  /** The best line as nodes, from the root down. */
  line() {
    const nodes = [0];
    if (this.tree.puzzle) return this.#solution();
    for (const number of this.head.line ?? []) {
      const child = this.tree.child(nodes[nodes.length - 1], number);
      if (child < 0) break;
      nodes.push(child);
    }
    return nodes;
  }

  /** The way to the solution of a puzzle. */
  #solution() {
    const nodes = [0];
    for (const move of this.head.line_text ?? []) {
      const child = this.tree.listed(nodes[nodes.length - 1]).find((each) => this.tree.moves[each] === move);
      if (child === undefined) break;
      nodes.push(child);
    }
    return nodes;
  }
}
