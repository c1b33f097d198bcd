// @ts-check
// A pane: one search of the tree. Its method, its count of leaves, the tree and the skyline, the sentence, OPEN, the board, the outline.
import { byId, make, setText } from 'theatre/dom';
import { Geometry } from 'theatre/geometry';
import { drawIcicle } from 'theatre/icicle';
import { busyAt } from 'theatre/lane-bars';
import { methodChoice, methodsFor } from 'theatre/method-choice';
import { OpenList } from 'theatre/open';
import { Outline } from 'theatre/outline';
import { drawTotals } from 'theatre/totals';
import { drawSkyline } from 'theatre/skyline';
import { rendered } from 'theatre/sentence-view';
import { prepare } from 'theatre/theme';
import { drawTree } from 'theatre/tree-view';
import { boundsText, countText, counted, isInfinite, noun, scoreText } from 'theatre/values';
import { ending, recentCut, sentence, textOf } from 'theatre/why';

/** @typedef {import('theatre/replay').Replay} Replay */
/** @typedef {import('theatre/method-choice').Choice} Choice */

/** A reason stays this long while the search goes on, so that it can be read. */
const READING = 2600;
/** The next cut may take its place after this. */
const NEXT = 800;
const MOST_OPEN = 7;
/** Heights of a picture, in pixels. */
const LEAST = 260;
const MOST = 600;

/**
 * @typedef {object} PaneEvents what a pane tells
 * @property {(choice: Choice) => void} choose another method, setting or machine
 * @property {(node: number) => void} point a node is under the pointer, or -1
 * @property {(leaf: number, value: number) => void} drag a leaf has another value
 * @property {() => void} drop the leaf is let go
 * @property {(node: number) => void} pick a node was clicked
 */

export class Pane {
  /** @param {Replay} run @param {Choice} choice @param {any} catalog @param {string} game @param {string} label @param {PaneEvents} tell */
  constructor(run, choice, catalog, game, label, tell) {
    this.tell = tell;
    this.canvas = make('canvas', { role: 'img', 'aria-label': `The tree as ${run.title} sees it` });
    this.count = make('span.count');
    this.says = make('p.says');
    this.list = make('p.open');
    this.board = make('div.board', { hidden: true });
    this.tip = make('div.tip', { hidden: true, 'aria-hidden': 'true' });
    this.choice = methodChoice(catalog, choice, label, (changed) => tell.choose(changed), methodsFor(catalog, game));
    this.run = run;
    this.openList = OpenList.of(run);
    this.outline = new Outline(run, (node) => this.tell.point(node));
    /** The reason that is shown, and since when. */
    this.held = { event: -1, since: -Infinity };
    /** The sentence that is shown, as text. */
    this.spoken = '';
    this.counted = '';
    /** @type {Geometry | null} */
    this.geometry = null;
    /** @type {import('theatre/state').State | null} */
    this.state = null;
    this.top = make('div.top', {}, this.choice, this.count);
    this.below = make('div.below', {}, make('div.words', {}, this.says, this.list), this.board);
    this.element = make(
      'section.pane',
      { 'aria-label': `${label}: ${run.title}` },
      this.top,
      make('div.picture', {}, this.canvas, this.tip),
      this.below,
      this.outline.element,
    );
    this.#listen();
  }

  /** Another recording in the same place. @param {Replay} run */
  load(run) {
    this.run = run;
    this.openList = OpenList.of(run);
    this.held = { event: -1, since: -Infinity };
    const outline = new Outline(run, (node) => this.tell.point(node));
    this.outline.element.replaceWith(outline.element);
    outline.opened = this.outline.opened;
    outline.focused = this.outline.focused;
    this.outline = outline;
    this.spoken = '';
  }

  /** Pixels that are not the picture. */
  get around() {
    return this.top.offsetHeight + this.below.offsetHeight + 20;
  }

  /** Can leaves be dragged? */
  get movable() {
    return !this.run.tree.puzzle && this.run.tree.whole && !this.run.tree.named && !(this.geometry?.icicle ?? true);
  }

  #listen() {
    let held = -1,
      from = 0,
      moved = false;
    const place = (/** @type {PointerEvent} */ event) => {
      const box = this.canvas.getBoundingClientRect();
      return { x: event.clientX - box.left, y: event.clientY - box.top };
    };
    this.canvas.addEventListener('pointermove', (/** @type {PointerEvent} */ event) => {
      const { x, y } = place(event);
      if (!this.geometry || !this.state) return;
      if (held >= 0) {
        // A click is no drag.
        moved ||= Math.abs(y - from) > 3;
        if (moved) this.tell.drag(held, this.geometry.valueAt(y));
        return;
      }
      const node = this.geometry.nodeAt(x, y, this.state.seen);
      this.canvas.style.cursor = this.movable && this.geometry.leafAt(x, y) >= 0 ? 'ns-resize' : '';
      this.#showTip(node, x, y);
      this.tell.point(node);
    });
    this.canvas.addEventListener('pointerdown', (/** @type {PointerEvent} */ event) => {
      const { x, y } = place(event);
      if (!this.geometry || !this.state) return;
      const leaf = this.geometry.leafAt(x, y);
      if (this.movable && leaf >= 0) {
        [held, from, moved] = [leaf, y, false];
        this.tip.hidden = true;
        this.canvas.setPointerCapture(event.pointerId);
      } else {
        const node = this.geometry.nodeAt(x, y, this.state.seen);
        if (node >= 0) this.tell.pick(node);
      }
    });
    // A finger on a leaf drags it; anywhere else it scrolls the page.
    const touch = (/** @type {TouchEvent} */ event) => {
      const box = this.canvas.getBoundingClientRect(),
        finger = event.touches[0];
      if (this.movable && this.geometry && this.geometry.leafAt(finger.clientX - box.left, finger.clientY - box.top) >= 0)
        event.preventDefault();
    };
    this.canvas.addEventListener('touchstart', touch, { passive: false });
    const release = () => {
      const leaf = held;
      held = -1;
      if (leaf >= 0 && moved) this.tell.drop();
      else if (leaf >= 0) this.tell.pick(leaf);
    };
    this.canvas.addEventListener('pointerup', release);
    this.canvas.addEventListener('pointercancel', release);
    this.canvas.addEventListener('pointerleave', () => {
      this.tip.hidden = true;
      if (held < 0) this.tell.point(-1);
    });
  }

  /** @param {number} node @param {number} x @param {number} y */
  #showTip(node, x, y) {
    this.tip.hidden = node < 0;
    if (node < 0) return;
    const { tree } = this.run,
      state = /** @type {import('theatre/state').State} */ (this.state);
    const known = tree.puzzle
      ? `${tree.ply[node]} + ${tree.value[node]} = ${tree.total(node)}, ${state.seen[node] ? 'expanded' : 'not expanded'}`
      : tree.isLeaf(node)
        ? scoreText(tree.value[node])
        : boundsText(state.low[node], state.high[node]) || (state.seen[node] ? 'nothing proved' : 'not looked at');
    const window =
      !tree.puzzle &&
      !tree.isLeaf(node) &&
      state.seen[node] &&
      !this.run.head.best_first &&
      !(isInfinite(state.alpha[node]) && isInfinite(state.beta[node]))
        ? ` · asked (${scoreText(state.alpha[node])}, ${scoreText(state.beta[node])})`
        : '';
    setText(this.tip, `${tree.side(node)} ${tree.title(node)}: ${known}${window}`);
    this.tip.style.left = `${Math.min(x + 12, this.canvas.clientWidth - this.tip.offsetWidth - 4)}px`;
    this.tip.style.top = `${Math.max(0, y - 30)}px`;
  }

  /** The event whose reason is shown now, or -1. @param {number} events @param {boolean} playing @param {number} now */
  #reasonToShow(events, playing, now) {
    if (this.run.parallel && playing) return -1;
    const { event, since } = this.held,
      latest = recentCut(this.run, events, playing ? 12 : 1);
    const stays = playing && event >= 0 && event < events && now - since < (latest > event ? NEXT : READING);
    if (!stays) this.held = { event: latest, since: now };
    return this.held.event;
  }

  /** @param {{events: number, time: number, height: number, playing: boolean, outline: boolean, cursor: number, now: number}} how */
  draw({ events, time, height, playing, outline, cursor, now }) {
    const { run } = this,
      { tree } = run,
      state = run.seek(events),
      done = events >= run.count;
    this.state = state;
    const reason = this.#reasonToShow(events, playing, now);
    const open = this.openList?.at(events) ?? null,
      busy = run.parallel ? busyAt(run, time) : null;
    this.canvas.parentElement?.toggleAttribute('hidden', outline);
    this.outline.element.hidden = !outline;
    if (outline) {
      this.outline.element.style.maxHeight = `${height}px`;
      this.outline.update(state);
    } else {
      const { g, width, density } = prepare(this.canvas, height);
      this.geometry = new Geometry(tree, width, height);
      if (this.geometry.icicle) drawIcicle(g, this.geometry, run, state, { density, cursor });
      else if (tree.puzzle) drawTree(g, this.geometry, run, state, { reason: -1, open: null, busy, cursor, done });
      else {
        const row = reason >= 0 ? (run.reasonOf.get(reason) ?? -1) : -1;
        drawTree(g, this.geometry, run, state, { reason: row, open, busy, cursor, done });
        drawSkyline(g, this.geometry, run, state, open, cursor);
      }
      if (tree.puzzle) drawTotals(g, this.geometry, run, state);
    }
    const pieces = reason >= 0 ? sentence(run, reason + 1) : done ? ending(run) : sentence(run, events);
    const text = textOf(pieces);
    if (this.spoken !== text) {
      this.spoken = text;
      this.says.replaceChildren(...rendered(pieces, tree));
    }
    this.#drawCount(state);
    this.#drawList(state, events, busy);
    if (!playing)
      this.canvas.setAttribute(
        'aria-label',
        `The tree as ${run.title} has seen it: ${counted(state.leaves, 'leaf', 'leaves')}, ${counted(state.cuts, 'cut')}. ${text}`,
      );
  }

  /** @param {import('theatre/state').State} state */
  #drawCount(state) {
    const { run } = this,
      all = run.tree.whole
        ? ` of ${counted(run.tree.leaves.length, 'leaf', 'leaves')}`
        : ` ${noun(state.leaves, 'leaf', 'leaves')}`;
    const more = run.parallel ? '' : state.leafVisits > state.leaves ? ` · ${counted(state.leafVisits, 'visit')}` : '';
    if (run.tree.puzzle) {
      this.count.replaceChildren(make('b', {}, countText(state.leaves)), ` of ${counted(run.distinctLeaves, 'state')} expanded`);
      return;
    }
    const key = `${state.leaves}${all}${more}`;
    if (this.counted === key) return;
    this.counted = key;
    this.count.replaceChildren(make('b', {}, countText(state.leaves)), `${all}${more}`);
  }

  /** OPEN, or the processors, or the cuts. @param {import('theatre/state').State} state @param {number} events @param {boolean[] | null} busy */
  #drawList(state, events, busy) {
    const { run } = this;
    if (this.openList) {
      const list = this.openList.sorted(events);
      const entries = list
        .slice(0, MOST_OPEN)
        .map(([node, { solved, merit }]) =>
          make(solved ? 'span.solved' : 'span', {}, `${run.tree.name(node)} ${scoreText(merit)}`),
        );
      this.list.replaceChildren(`OPEN ${list.length}: `, ...entries, list.length > MOST_OPEN ? ' …' : '');
      return;
    }
    const working = busy?.filter(Boolean).length ?? 0,
      crew = busy ? `${working} at work, ${busy.length - working} waiting · ` : '';
    if (run.tree.puzzle) {
      const round = run.head.best_first ? '' : `round ${state.cuts} of ${run.last.cuts} · bound ${state.bound} · `;
      setText(this.list, `${crew}${round}${counted(state.leafVisits, 'state')} generated`);
      return;
    }
    const recalls = state.recalls > 0 ? ` · ${counted(state.recalls, 'answer')} from memory` : '';
    const cuts = `${counted(state.cuts, 'cut')}${recalls}`;
    setText(this.list, busy ? `${crew}${counted(state.leafVisits, 'leaf visit')} · ${cuts}` : cuts);
  }
}

/** How high the pictures may be, for everything to fit into the window. @param {Pane[]} panes */
export function roomFor(panes) {
  if (innerWidth < 760 || panes.length === 0) return LEAST;
  const around = Math.max(...panes.map((pane) => pane.around));
  const above = byId('stage').getBoundingClientRect().top + scrollY;
  const below = byId('time').offsetHeight + byId('footer').offsetHeight;
  return Math.max(LEAST, Math.min(MOST, innerHeight - above - below - around - 4));
}
