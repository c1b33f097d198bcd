// @ts-check
// OPEN of SSS* and DUAL*. It is not recorded: it follows from the events.
import { CutCode, Kind } from 'theatre/tape';
import { INFINITE, NONE } from 'theatre/values';

/** @typedef {import('theatre/replay').Replay} Replay */
/** @typedef {{solved: boolean, merit: number}} Descriptor */

/** Above so many events OPEN is not shown. */
const MOST_EVENTS = 60_000;
const BETWEEN = 512;

export class OpenList {
  /** @param {Replay} run */
  constructor(run) {
    this.run = run;
    /** DUAL* is SSS* with the sides exchanged. */
    this.dual = run.head.chooser === 'MIN';
    this.worst = this.dual ? -INFINITE : INFINITE;
    /** @type {Map<number, Descriptor>} */
    this.open = new Map();
    this.events = 0;
    /** @type {Map<number, Descriptor>[]} */
    this.kept = [];
    this.#restart();
  }

  /** The list of a search that has one that can be shown, or null. @param {Replay} run */
  static of(run) {
    const has = (run.method === 'sss-star' || run.method === 'dual-star') && !run.parallel;
    return has && run.count <= MOST_EVENTS ? new OpenList(run) : null;
  }

  #restart() {
    this.open = new Map([[0, { solved: false, merit: this.worst }]]);
    this.events = 0;
    this.kept[0] = new Map(this.open);
  }

  /** OPEN after the first `events` events. @param {number} events */
  at(events) {
    if (events < this.events) {
      const frame = Math.min(this.kept.length - 1, Math.floor(events / BETWEEN));
      this.open = new Map(this.kept[frame]);
      this.events = frame * BETWEEN;
    }
    while (this.events < events) {
      this.#apply(this.events++);
      if (this.events % BETWEEN === 0 && this.kept.length === this.events / BETWEEN) this.kept.push(new Map(this.open));
    }
    return this.open;
  }

  /** The entries, the next one to be taken first. @param {number} events @returns {[number, Descriptor][]} */
  sorted(events) {
    const direction = this.dual ? 1 : -1,
      { tree } = this.run;
    return [...this.at(events)].sort(([a, x], [b, y]) => direction * (x.merit - y.merit) || tree.left[a] - tree.left[b]);
  }

  /** Does the side that tries every child move here? @param {number} node */
  #triesAll(node) {
    return this.run.tree.isMax(node) !== this.dual;
  }

  /** @param {number} top */
  #meritBelow(top) {
    for (const [node, entry] of this.open) if (this.run.tree.isWithin(node, top)) return entry.merit;
    return null;
  }

  /** @param {number} top */
  #clearBelow(top) {
    for (const node of this.open.keys()) if (this.run.tree.isWithin(node, top)) this.open.delete(node);
  }

  /** @param {number} event */
  #apply(event) {
    const { tree, events } = this.run;
    const node = events.node[event],
      kind = events.kind[event];
    if (kind === Kind.ENTER || kind === Kind.LEAF) {
      const parent = tree.parent[node];
      let merit = this.open.get(node)?.merit ?? null;
      if (node !== 0 && !this.#triesAll(parent)) {
        // The next child of a node where the other side moves takes the place of what its elder sibling left.
        merit ??= this.#meritBelow(parent);
        this.#clearBelow(parent);
      } else this.open.delete(node);
      for (let above = parent; above !== NONE; above = tree.parent[above]) {
        const entry = this.open.get(above);
        if (entry === undefined) continue;
        merit ??= entry.merit;
        this.open.delete(above);
      }
      if (kind === Kind.LEAF) {
        const value = events.a[event],
          before = merit ?? this.worst;
        this.open.set(node, { solved: true, merit: this.dual ? Math.max(before, value) : Math.min(before, value) });
        return;
      }
      const asked = this.dual ? events.a[event] : events.b[event];
      const live = this.#triesAll(node) ? tree.listed(node) : [node];
      for (const each of live) this.open.set(each, { solved: false, merit: asked });
    } else if (kind === Kind.CUT && events.a[event] === CutCode.SOLVED) {
      const merit = this.#meritBelow(tree.child(node, events.child[event])) ?? this.worst;
      this.#clearBelow(node);
      this.open.set(node, { solved: true, merit });
    }
  }
}
