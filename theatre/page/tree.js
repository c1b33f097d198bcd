// @ts-check
// The tree on the stage: its shape, its names, and where every node stands. All searches of a tape share it.
import { NONE, Scale } from 'theatre/values';

/** @typedef {import('theatre/tape').Tape} Tape */

export class Tree {
  /** @param {Pick<Tape, 'head' | 'nodes'>} tape */
  constructor({ head, nodes }) {
    /** Is there no opponent? Then the value of a node is the least that is still needed from there. */
    this.puzzle = head.kind === 'puzzle';
    this.whole = head.whole;
    this.named = head.named && nodes.moves.length > 0;
    this.count = nodes.parent.length;
    this.parent = nodes.parent;
    this.number = nodes.number;
    this.children = nodes.children;
    this.value = nodes.value;
    this.moves = nodes.moves;
    this.ply = new Uint16Array(this.count);
    /** Which move of the root a node is below; -1 for the root. */
    this.rootChild = new Int16Array(this.count).fill(-1);
    this.firstChild = new Uint32Array(this.count + 1);
    for (let node = 0; node < this.count; node++) this.firstChild[node + 1] = this.firstChild[node] + this.children[node];
    /** The nodes of all children, node by node; -1 where the tape does not list one. */
    this.childNodes = new Int32Array(this.firstChild[this.count]).fill(-1);
    this.height = 1;
    for (let node = 1; node < this.count; node++) {
      const parent = this.parent[node];
      if (parent >= node || this.number[node] >= this.children[parent]) throw new Error(`node ${node} has no place in the tree`);
      this.ply[node] = this.ply[parent] + 1;
      this.height = Math.max(this.height, this.ply[node]);
      this.childNodes[this.firstChild[parent] + this.number[node]] = node;
      this.rootChild[node] = parent === 0 ? this.number[node] : this.rootChild[parent];
    }
    /** Where a node begins and ends, in slots. */
    this.left = new Float64Array(this.count);
    this.right = new Float64Array(this.count);
    /** From left to right. @type {number[]} */
    this.leaves = [];
    this.slots = this.#layOut();
    this.scale = Scale.of(
      this.puzzle
        ? Array.from({ length: this.count }, (_, node) => this.total(node))
        : this.leaves.map((leaf) => this.value[leaf]),
    );
  }

  /** A slot for each leaf from left to right; an inner node spans its leaves. Children that are not listed share a narrow slot. */
  #layOut() {
    let at = 0;
    const next = new Uint16Array(this.count);
    let node = 0;
    while (node !== NONE) {
      if (next[node] === 0) this.left[node] = at;
      if (this.children[node] === 0) {
        this.leaves.push(node);
        at += 1;
      }
      let child = -1,
        unlisted = 0;
      while (next[node] < this.children[node] && child < 0) {
        child = this.childNodes[this.firstChild[node] + next[node]++];
        if (child < 0) unlisted++;
      }
      if (unlisted > 0) at += Math.min(1, unlisted / 4);
      if (child >= 0) {
        node = child;
        continue;
      }
      this.right[node] = Math.max(at, this.left[node] + 0.25);
      at = this.right[node];
      node = this.parent[node];
    }
    return at;
  }

  /** @param {number} node @param {number} number @returns {number} -1 if the tape does not list it */
  child(node, number) {
    return number < this.children[node] ? this.childNodes[this.firstChild[node] + number] : -1;
  }

  /** The children that are listed. @param {number} node */
  listed(node) {
    const all = this.childNodes.subarray(this.firstChild[node], this.firstChild[node + 1]);
    return Array.from(all).filter((child) => child >= 0);
  }

  /** How many children no visit has reached. @param {number} node @param {Uint8Array} seen */
  unvisited(node, seen) {
    return this.children[node] - this.listed(node).filter((child) => seen[child]).length;
  }

  /** @param {number} node */
  isLeaf(node) {
    return this.children[node] === 0;
  }

  /** Does MAX move here? @param {number} node */
  isMax(node) {
    return this.ply[node] % 2 === 0;
  }

  /** Of a puzzle: the moves so far and the least that is still needed. @param {number} node */
  total(node) {
    return this.ply[node] + this.value[node];
  }

  /** @param {number} node */
  side(node) {
    return this.puzzle ? 'state' : this.isLeaf(node) ? 'leaf' : this.isMax(node) ? 'MAX' : 'MIN';
  }

  /** The numbers of the children from the root down, from 0. @param {number} node */
  path(node) {
    /** @type {number[]} */
    const path = [];
    for (let at = node; at !== 0; at = this.parent[at]) path.unshift(this.number[at]);
    return path;
  }

  /** The node at the end of a path, as far as it is listed. @param {number[]} path */
  at(path) {
    let node = 0;
    for (const number of path) {
      const child = this.child(node, number);
      if (child < 0) break;
      node = child;
    }
    return node;
  }

  /** `2.1`: the first child of the second child of the root. @param {number} node */
  name(node) {
    return node === 0
      ? 'root'
      : this.path(node)
          .map((number) => number + 1)
          .join('.');
  }

  /** The node of such a name, or -1. @param {string} name */
  find(name) {
    if (name === 'root') return 0;
    let node = 0;
    for (const part of name.split('.')) {
      if (!/^[1-9][0-9]*$/.test(part)) return -1;
      node = this.child(node, Number(part) - 1);
      if (node < 0) return -1;
    }
    return node;
  }

  /** A node as people call it: by its moves in a game, by its name in a tree. @param {number} node */
  title(node) {
    if (node === 0 || !this.named) return this.name(node);
    const moves = [];
    for (let at = node; at !== 0; at = this.parent[at]) moves.unshift(this.moves[at]);
    return moves.join(' ');
  }

  /** The move to a child in its shortest form. @param {number} node @param {number} number */
  moveText(node, number) {
    const child = this.child(node, number);
    return this.named && child >= 0 ? this.moves[child] : String(number + 1);
  }

  /** Is `node` the node `top` or below it? @param {number} node @param {number} top */
  isWithin(node, top) {
    while (node > top) node = this.parent[node];
    return node === top;
  }

  /** The middle of a node, in slots. @param {number} node */
  middle(node) {
    return (this.left[node] + this.right[node]) / 2;
  }

  /** The leaf over this slot, or -1. @param {number} slot */
  leafAt(slot) {
    let low = 0,
      high = this.leaves.length - 1;
    while (low <= high) {
      const mid = (low + high) >> 1,
        leaf = this.leaves[mid];
      if (slot < this.left[leaf]) high = mid - 1;
      else if (slot >= this.right[leaf]) low = mid + 1;
      else return leaf;
    }
    return -1;
  }

  /** The minimax value of every node; only for a tree that is listed whole. @returns {Int32Array} */
  values() {
    if (!this.whole) throw new Error('the values of a tree that is not listed whole');
    const values = Int32Array.from(this.value);
    for (let node = this.count - 1; node >= 0; node--) {
      if (this.isLeaf(node)) continue;
      const children = this.listed(node).map((child) => values[child]);
      values[node] = this.isMax(node) ? Math.max(...children) : Math.min(...children);
    }
    return values;
  }

  /** The tree as text, with other values for some leaves. @param {Map<number, number>} [changed] @returns {string} */
  text(changed = new Map()) {
    /** @type {(node: number) => string} */
    const write = (node) =>
      this.isLeaf(node) ? String(changed.get(node) ?? this.value[node]) : `[${this.listed(node).map(write).join(',')}]`;
    return write(0);
  }
}
