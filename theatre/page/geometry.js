// @ts-check
// Where things stand in a pane: the tree above, the skyline of its leaves below, both over the same slots.

/** @typedef {import('theatre/tree').Tree} Tree */

/** Above so many nodes links are a smear, and the tree is drawn as an icicle. */
export const MOST_LINKS = 4000;

const LABELS = 48;
const SIDE = 12;

export class Geometry {
  /** @param {Tree} tree @param {number} width @param {number} height */
  constructor(tree, width, height) {
    this.tree = tree;
    this.width = width;
    this.height = height;
    this.icicle = tree.count > MOST_LINKS;
    this.from = SIDE;
    this.to = width - SIDE - LABELS;
    this.slot = (this.to - this.from) / tree.slots;
    const skyline = Math.min(130, height * 0.3);
    this.top = this.icicle ? 6 : 16;
    /** Is there room for the values of leaves? */
    this.valued = !this.icicle && this.slot >= 26;
    this.bottom = height - skyline - (this.valued ? 36 : 20);
    this.skyTop = height - skyline - 2;
    this.skyBottom = height - 12;
    this.row = (this.bottom - this.top) / (tree.height + 1);
  }

  /** @param {number} slot */
  x(slot) {
    return this.from + slot * this.slot;
  }

  /** @param {number} node */
  middle(node) {
    return this.x(this.tree.middle(node));
  }

  /** @param {number} ply */
  y(ply) {
    if (this.icicle) return this.top + (ply + 0.5) * this.row;
    return this.top + (ply / this.tree.height) * (this.bottom - this.top);
  }

  /** Pixels from side to side of all that is below a node. @param {number} node */
  room(node) {
    return (this.tree.right[node] - this.tree.left[node]) * this.slot;
  }

  /** @param {number} node */
  radius(node) {
    return Math.max(0.9, Math.min(9 - Math.min(6, this.tree.ply[node]), this.room(node) * 0.32));
  }

  /** The height of a value on the skyline. @param {number} value */
  valueY(value) {
    return this.skyBottom - this.tree.scale.height(value) * (this.skyBottom - this.skyTop);
  }

  /** The value at a height of the skyline. @param {number} y */
  valueAt(y) {
    return this.tree.scale.value((this.skyBottom - y) / (this.skyBottom - this.skyTop));
  }

  /** @param {number} y */
  inSkyline(y) {
    return y > this.skyTop - 10;
  }

  /** The leaf under the pointer in the skyline, or -1. @param {number} x @param {number} y */
  leafAt(x, y) {
    return this.inSkyline(y) && x >= this.from && x < this.to ? this.tree.leafAt((x - this.from) / this.slot) : -1;
  }

  /** The node under the pointer, or -1. @param {number} x @param {number} y @param {Uint8Array} seen */
  nodeAt(x, y, seen) {
    const { tree } = this;
    if (this.inSkyline(y)) return this.leafAt(x, y);
    if (this.icicle) {
      const ply = Math.floor((y - this.top) / this.row),
        slot = (x - this.from) / this.slot;
      if (ply < 0 || ply > tree.height) return -1;
      for (let node = 0; node < tree.count; node++)
        if (tree.ply[node] === ply && tree.left[node] <= slot && slot < tree.right[node]) return node;
      return -1;
    }
    let best = -1,
      least = 14 * 14;
    for (let node = 0; node < tree.count; node++) {
      const dx = this.middle(node) - x,
        dy = this.y(tree.ply[node]) - y;
      // A node that was seen is nearer than one that was not.
      const distance = dx * dx + dy * dy + (seen[node] ? 0 : 8);
      if (distance < least) {
        least = distance;
        best = node;
      }
    }
    return best;
  }
}
