// @ts-check
// What is known of a search after some events.
import { INFINITE } from 'theatre/values';

export class State {
  /** @param {number} nodes @param {number} processors */
  constructor(nodes, processors) {
    /** Events so far. */
    this.events = 0;
    this.seen = new Uint8Array(nodes);
    /** Is the node being searched? */
    this.open = new Uint8Array(nodes);
    /** What the leaves seen so far prove. */
    this.low = new Int32Array(nodes).fill(-INFINITE);
    this.high = new Int32Array(nodes).fill(INFINITE);
    /** The window of the last visit. */
    this.alpha = new Int32Array(nodes).fill(-INFINITE);
    this.beta = new Int32Array(nodes).fill(INFINITE);
    /** The child after which the last visit left the others out; -1 for none. */
    this.cut = new Int32Array(nodes).fill(-1);
    this.visits = new Uint16Array(nodes);
    /** Where each processor is. */
    this.place = new Uint32Array(processors);
    this.leaves = 0;
    this.leafVisits = 0;
    this.cuts = 0;
    this.recalls = 0;
    this.stored = 0;
    /** Of a puzzle: the bound of the round, and the solution. */
    this.bound = 0;
    this.goal = -1;
  }

  copy() {
    const copy = Object.assign(Object.create(State.prototype), this);
    for (const name of /** @type {const} */ (['seen', 'open', 'low', 'high', 'alpha', 'beta', 'cut', 'visits', 'place'])) {
      copy[name] = this[name].slice();
    }
    return /** @type {State} */ (copy);
  }
}
