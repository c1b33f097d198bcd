// @ts-check
// The same as words: the tree as an outline, and the last events. For screen readers, and for everybody who prefers reading.
import { make } from 'theatre/dom';
import { rendered } from 'theatre/sentence-view';
import { Kind } from 'theatre/tape';
import { boundsWords, countText, counted } from 'theatre/values';
import { sentence } from 'theatre/why';

/** @typedef {import('theatre/replay').Replay} Replay */
/** @typedef {import('theatre/state').State} State */

const LAST = 12;
let made = 0;

export class Outline {
  /** @param {Replay} run @param {(node: number) => void} point called when a node gets the focus */
  constructor(run, point) {
    this.id = `outline-${++made}`;
    this.run = run;
    this.point = point;
    /** Opened and closed by hand; all others are open on the path that is searched. @type {Map<number, boolean>} */
    this.opened = new Map();
    this.focused = 0;
    this.shown = '';
    this.tree = make('ul', {
      role: 'tree',
      'aria-label': `The tree as ${run.title} has seen it`,
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.#key(event),
      onclick: (/** @type {MouseEvent} */ event) => this.#click(event),
    });
    this.body = make('tbody');
    this.element = make(
      'div.outline',
      { hidden: true },
      this.tree,
      make(
        'table',
        {},
        make('caption', {}, `The last events of ${run.title}`),
        make('thead', {}, make('tr', {}, make('th', { scope: 'col' }, 'event'), make('th', { scope: 'col' }, 'what happened'))),
        this.body,
      ),
    );
  }

  /** @param {State} state */
  update(state) {
    this.state = state;
    const key = `${state.events} ${[...this.opened].join(' ')}`;
    if (this.shown === key) return;
    this.shown = key;
    const had = this.tree.contains(document.activeElement);
    const path = new Set();
    for (let node = state.place[0]; node !== 0; node = this.run.tree.parent[node]) path.add(node);
    path.add(0);
    this.path = path;
    this.tree.replaceChildren(this.#item(0, 1, 1, 1));
    this.#focus(this.#itemOf(this.focused) ?? this.#itemOf(0), had);
    this.#fillTable(state.events);
  }

  /** @param {number} node */
  #isOpen(node) {
    return this.opened.get(node) ?? this.path?.has(node) ?? false;
  }

  /** @param {number} node @param {number} level @param {number} place @param {number} size @returns {HTMLLIElement} */
  #item(node, level, place, size) {
    const { tree } = this.run,
      state = /** @type {State} */ (this.state);
    const children = tree.listed(node).filter((child) => state.seen[child]),
      open = this.#isOpen(node);
    const inside = children.length > 0 && open,
      group = `${this.id}-${node}`;
    const item = make(
      'span',
      {
        role: 'treeitem',
        'data-node': node,
        'aria-level': level,
        'aria-posinset': place,
        'aria-setsize': size,
        tabindex: -1,
        'aria-expanded': children.length > 0 ? String(open) : undefined,
        'aria-owns': inside ? group : undefined,
      },
      this.words(node),
    );
    return make(
      'li',
      { role: 'none' },
      item,
      inside &&
        make(
          'ul',
          { role: 'group', id: group },
          ...children.map((child, k) => this.#item(child, level + 1, k + 1, children.length)),
        ),
    );
  }

  #isDone() {
    return (this.state?.events ?? 0) >= this.run.count;
  }

  /** A node in words. @param {number} node */
  words(node) {
    const { tree } = this.run,
      state = /** @type {State} */ (this.state);
    if (tree.puzzle)
      return `${node === 0 ? 'start' : tree.title(node)}, ${tree.ply[node]} + ${tree.value[node]} = ${tree.total(node)}${!this.#isDone() && state.place.includes(node) ? ', expanded now' : ''}`;
    const cut = state.cut[node] >= 0 ? tree.unvisited(node, state.seen) : 0;
    const left = cut > 0 ? `, ${counted(cut, 'child', 'children')} cut off` : '';
    const now = state.events > 0 && !this.#isDone() && state.place.includes(node) ? ', searched now' : '';
    return `${tree.side(node)} ${tree.title(node)}, ${boundsWords(state.low[node], state.high[node])}${left}${now}`;
  }

  /** @param {number} events */
  #fillTable(events) {
    const rows = [];
    for (let event = events - 1; event >= 0 && rows.length < LAST; event--) {
      if (this.run.events.kind[event] === Kind.STORED) continue;
      rows.push(
        make(
          'tr',
          {},
          make('td', {}, countText(event + 1)),
          make('td', {}, ...rendered(sentence(this.run, event + 1), this.run.tree)),
        ),
      );
    }
    if (rows.length === 0) rows.push(make('tr', {}, make('td', {}, '0'), make('td', {}, 'Nothing has been looked at yet.')));
    this.body.replaceChildren(...rows);
  }

  /** @param {number} node @returns {HTMLElement | null} */
  #itemOf(node) {
    return this.tree.querySelector(`[data-node="${node}"]`);
  }

  /** @param {any} item @param {boolean} [really] */
  #focus(item, really = true) {
    if (!item) return;
    for (const other of this.tree.querySelectorAll('[tabindex="0"]')) other.tabIndex = -1;
    item.tabIndex = 0;
    this.focused = Number(item.dataset.node);
    if (really) {
      item.focus({ preventScroll: false });
      this.point(this.focused);
    }
  }

  /** @param {number} node @param {boolean} open */
  #open(node, open) {
    this.opened.set(node, open);
    this.focused = node;
    this.update(/** @type {State} */ (this.state));
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const item = /** @type {HTMLElement} */ (event.target).closest('[role=treeitem]');
    if (!(item instanceof HTMLElement)) return;
    this.#focus(item);
    if (item.hasAttribute('aria-expanded')) this.#open(Number(item.dataset.node), item.getAttribute('aria-expanded') === 'false');
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const item = /** @type {HTMLElement} */ (event.target).closest('[role=treeitem]');
    if (!(item instanceof HTMLElement) || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    const all = [...this.tree.querySelectorAll('[role=treeitem]')],
      k = all.indexOf(item),
      node = Number(item.dataset.node);
    const expanded = item.getAttribute('aria-expanded');
    switch (event.key) {
      case 'ArrowDown':
        this.#focus(all[k + 1]);
        break;
      case 'ArrowUp':
        this.#focus(all[k - 1]);
        break;
      case 'Home':
        this.#focus(all[0]);
        break;
      case 'End':
        this.#focus(all[all.length - 1]);
        break;
      case 'ArrowRight':
        if (expanded === 'false') this.#open(node, true);
        else if (expanded === 'true') this.#focus(all[k + 1]);
        break;
      case 'ArrowLeft':
        if (expanded === 'true') this.#open(node, false);
        else if (node !== 0) this.#focus(this.#itemOf(this.run.tree.parent[node]));
        break;
      case 'Enter':
        if (expanded !== null) this.#open(node, expanded === 'false');
        break;
      default:
        return;
    }
    event.preventDefault();
    event.stopPropagation();
  }
}
