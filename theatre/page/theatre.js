// @ts-check
// The stage: asks for tapes, and shows one, two or all searches of the same tree at one moment.
import { AllView } from 'theatre/all-view';
import { Superseded } from 'theatre/ask';
import { BoardBeside } from 'theatre/board-beside';
import { Clock } from 'theatre/clock';
import { showPlaying } from 'theatre/controls';
import { byId, setText } from 'theatre/dom';
import { headline } from 'theatre/headline';
import { LanesView } from 'theatre/lanes-view';
import { LeafDrag } from 'theatre/leaf-drag';
import { Pane, roomFor } from 'theatre/pane';
import { Replay } from 'theatre/replay';
import { choicesOf, requestOf } from 'theatre/request';
import { readTape } from 'theatre/tape';
import { Tree } from 'theatre/tree';
import { countText, counted } from 'theatre/values';

/** @typedef {import('theatre/link').Link} Link */
/** @typedef {import('theatre/ask').Asker} Asker */
/**
 * @typedef {object} Hooks
 * @property {() => void} moved the moment or what is shown has changed by hand: the address should follow
 * @property {(link: Link) => void} staged another problem or search is on the stage
 * @property {(link: Link) => void} changed another link was chosen on the stage
 * @property {(error: unknown, link: Link, again: () => void) => void} failed
 * @property {(working: boolean) => void} working
 * @property {(node: number) => void} picked
 */

const SOON = 300;

export class Theatre {
  /** @param {{tapes: Asker, boards: Asker, extras: Asker}} askers @param {any} catalog @param {Link} link @param {Hooks} hooks */
  constructor(askers, catalog, link, hooks) {
    this.askers = askers;
    this.catalog = catalog;
    this.link = { ...link };
    this.hooks = hooks;
    this.clock = new Clock();
    this.lanes = new LanesView(
      byId('lanes'),
      this.clock,
      () => this.refresh(),
      () => this.hooks.moved(),
      (node) => this.point(node),
    );
    this.board = new BoardBeside(askers.boards, () => this.refresh());
    /** @type {Replay[]} */
    this.runs = [];
    /** @type {Pane[]} */
    this.panes = [];
    /** @type {AllView | null} */
    this.all = null;
    this.cursor = -1;
    this.dirty = false;
    /** Frames in a row that only found room for themselves. */
    this.settling = 0;
    this.shown = false;
    this.before = 0;
    this.drag = new LeafDrag((position) => this.#searchAgain(position), {
      failed: (error) => this.hooks.failed(error, this.link, () => this.stage(this.link)),
      ended: () => {
        this.hooks.staged(this.link);
        this.hooks.moved();
      },
    });
  }

  /** Puts what a link says on the stage. @param {Link} link @returns {Promise<boolean>} */
  async stage(link) {
    const slow = setTimeout(() => this.hooks.working(true), SOON);
    try {
      this.present(readTape(await this.askers.tapes.ask(requestOf(this.catalog, link))), link);
      return true;
    } catch (error) {
      if (!(error instanceof Superseded)) this.hooks.failed(error, link, () => this.stage(link));
      return false;
    } finally {
      clearTimeout(slow);
      this.hooks.working(false);
    }
  }

  /** Shows a tape at the moment that the link names. @param {import('theatre/tape').Tape} tape @param {Link} link */
  present(tape, link) {
    this.link = { ...link };
    this.tape = tape;
    const tree = new Tree(tape);
    this.runs = tape.runs.map((run) => new Replay(tree, run));
    this.cursor = link.node === '' ? -1 : tree.find(link.node);
    this.clock.playing = false;
    this.clock.time = 0;
    this.clock.load(this.runs);
    this.clock.restore(link.time ?? 0, link.events);
    this.#build();
    this.hooks.staged(this.link);
    this.#askForSpeedup();
    this.refresh();
  }

  #build() {
    const { link, runs } = this,
      stage = byId('stage');
    stage.className = `${link.view} on-stage`;
    this.all = null;
    this.panes = [];
    if (link.view === 'all') {
      this.all = new AllView(runs, (run) =>
        this.hooks.changed({ ...this.link, view: 'one', a: run.head.method, am: '', time: null, events: [] }),
      );
      stage.replaceChildren(this.all.element);
    } else {
      const choices = choicesOf(this.catalog, link);
      this.panes = runs.map(
        (run, k) =>
          new Pane(
            run,
            choices[k] ?? { method: run.head.method, machine: run.head.machine ?? '' },
            this.catalog,
            link.game,
            runs.length > 1 ? `Search ${k + 1}` : 'Search',
            {
              choose: ({ method, machine }) => this.change(k === 0 ? { a: method, am: machine } : { b: method, bm: machine }),
              point: (node) => this.point(node),
              pick: (node) => {
                this.point(node);
                this.hooks.picked(node);
              },
              drag: (leaf, value) => {
                this.clock.playing = false;
                this.cursor = leaf;
                this.drag.move(this.runs[0].tree, leaf, value);
              },
              drop: () => this.drag.drop(),
            },
          ),
      );
      stage.replaceChildren(...this.panes.map((pane) => pane.element));
    }
    byId('time').classList.toggle('without-lanes', link.view === 'all');
    this.lanes.load(link.view === 'all' ? [] : runs, this.clock.length);
    byId('headline').replaceChildren(...headline(runs, link.view));
    this.board.load(this.tape, runs[0]?.tree);
    this.#showCommand();
  }

  #showCommand() {
    setText(
      byId('unit'),
      this.unit === 'leaf-time' ? 'one leaf looked at = one leaf-time' : 'one state generated = one node-time',
    );
    setText(byId('command'), this.tape?.head.command ?? '');
  }

  /** Another setting of what is on the stage, at the same time of the clock. @param {Partial<Link>} changes */
  async change(changes) {
    this.clock.playing = false;
    const done = await this.stage({ ...this.link, ...changes, time: Math.floor(this.clock.time), events: [] });
    if (done) this.hooks.moved();
    return done;
  }

  /** How much faster than one processor a parallel search was; asked for after the rest, because it needs runs of its own. */
  async #askForSpeedup() {
    const { runs } = this,
      parallel = runs.filter((run) => run.parallel && run.processors > 1);
    if (parallel.length === 0) return;
    const request = {
      ...requestOf(this.catalog, this.link),
      runs: parallel.map((run) => ({ method: run.head.method, machine: 'sim:1' })),
    };
    try {
      const tape = readTape(await this.askers.extras.ask(request));
      parallel.forEach((run, k) => {
        run.speedup = tape.runs[k].head.length / run.length;
      });
      if (this.runs === runs) this.refresh();
    } catch {
      /* The lanes do without it. */
    }
  }

  /** The searches again, on a tree with another leaf. @param {string} position */
  async #searchAgain(position) {
    const link = { ...this.link, game: 'tree', position, depth: '' };
    this.#replace(readTape(await this.askers.tapes.ask(requestOf(this.catalog, link))), link);
  }

  /** The same picture with other values: everything stays where it is, the scale too. @param {import('theatre/tape').Tape} tape @param {Link} link */
  #replace(tape, link) {
    const { scale } = this.runs[0].tree,
      { time, length } = this.clock;
    this.tape = tape;
    this.link = link;
    const tree = new Tree(tape);
    tree.scale = scale;
    this.runs = tape.runs.map((run) => new Replay(tree, run));
    this.clock.load(this.runs);
    this.clock.seek(time >= length ? this.clock.length : time);
    this.panes.forEach((pane, k) => pane.load(this.runs[k]));
    this.lanes.load(this.runs, this.clock.length);
    byId('headline').replaceChildren(...headline(this.runs, link.view));
    this.#showCommand();
    this.refresh();
  }

  /** The node under the cursor; -1 for none. @param {number} node */
  point(node) {
    if (node === this.cursor) return;
    this.cursor = node;
    this.refresh();
  }

  /** All that a link needs to show the same again. @returns {Link} */
  current() {
    const tree = this.runs[0]?.tree;
    return {
      ...this.link,
      time: this.clock.time,
      events: this.clock.events,
      node: this.cursor >= 0 && tree ? tree.name(this.cursor) : '',
    };
  }

  /** The unit of the clock. */
  get unit() {
    return this.runs[0]?.head.unit ?? 'leaf-time';
  }

  refresh() {
    if (this.dirty || !this.shown) return;
    this.dirty = true;
    requestAnimationFrame((now) => this.#frame(now));
  }

  play() {
    if (!this.clock.playing && this.clock.time >= this.clock.length) this.clock.seek(0);
    this.clock.playing = !this.clock.playing;
    this.before = performance.now();
    this.refresh();
    if (!this.clock.playing) this.hooks.moved();
  }

  /** @param {number} now */
  #frame(now) {
    this.dirty = false;
    const was = this.clock.playing;
    if (this.clock.tick(Math.max(0, Math.min(0.1, (now - this.before) / 1000)))) this.lanes.follow();
    this.before = now;
    if (was && !this.clock.playing) this.hooks.moved();
    if (this.runs.length > 0) this.#draw(now);
    if (this.clock.playing) this.refresh();
  }

  /** @param {number} now */
  #draw(now) {
    const { clock, link } = this;
    if (this.all) this.all.draw(clock.time >= clock.length ? Infinity : clock.time);
    if (!this.all) this.lanes.draw(this.cursor);
    const height = roomFor(this.panes);
    this.panes.forEach((pane, k) =>
      pane.draw({
        events: clock.events[k],
        time: clock.time,
        height,
        playing: clock.playing,
        outline: link.outline,
        cursor: this.cursor,
        now,
      }),
    );
    this.board.show(this.panes, this.cursor, clock);
    // What is written below the pictures may have changed their room.
    if (roomFor(this.panes) !== height && this.settling < 3) {
      this.settling++;
      this.refresh();
    } else this.settling = 0;
    showPlaying(clock.playing);
    const events = this.all
      ? ''
      : ` · event ${clock.events.map((count, k) => `${countText(count)}/${countText(this.runs[k].count)}`).join(' and ')}`;
    setText(byId('where'), `${countText(Math.floor(clock.time))} of ${counted(clock.length, this.unit)}${events}`);
    if (!clock.playing || clock.slow)
      setText(
        byId('news'),
        this.panes.map((pane) => (this.panes.length > 1 ? `${pane.run.title}: ` : '') + pane.spoken).join(' '),
      );
  }
}
