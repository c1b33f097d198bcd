// @ts-check
// A leaf under the hand: its value changes, and the searches run again, as fast as answers come. Only the last value is asked for.
import { Superseded } from 'theatre/ask';

/** @typedef {import('theatre/tree').Tree} Tree */

export class LeafDrag {
  /**
   * @param {(position: string) => Promise<void>} search runs the searches again on another tree
   * @param {{failed: (error: unknown) => void, ended: () => void}} hooks
   */
  constructor(search, hooks) {
    this.search = search;
    this.hooks = hooks;
    /** The tree as it was when the leaf was taken. @type {Tree | null} */
    this.tree = null;
    /** @type {Map<number, number>} */
    this.changed = new Map();
    this.asking = false;
    this.held = false;
  }

  /** @param {Tree} tree @param {number} leaf @param {number} value */
  async move(tree, leaf, value) {
    this.held = true;
    this.tree ??= tree;
    this.changed.set(leaf, value);
    if (this.asking) return;
    this.asking = true;
    try {
      for (let asked = ''; this.tree.text(this.changed) !== asked;) {
        asked = this.tree.text(this.changed);
        await this.search(asked);
      }
    } catch (error) {
      if (!(error instanceof Superseded)) this.hooks.failed(error);
    }
    this.asking = false;
    if (!this.held) this.#end();
  }

  /** The leaf is let go. */
  drop() {
    this.held = false;
    if (!this.asking && this.tree !== null) this.#end();
  }

  #end() {
    this.tree = null;
    this.changed = new Map();
    this.hooks.ended();
  }
}
