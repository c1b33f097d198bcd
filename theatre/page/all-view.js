// @ts-check
// All searches of one tree: a row for each, a column for each leaf, strong where it was early; beside it counts and squeezes.
import { make } from 'theatre/dom';
import { drawSqueeze } from 'theatre/lanes';
import { hue, prepare, theme } from 'theatre/theme';
import { countText, counted } from 'theatre/values';

/** @typedef {import('theatre/replay').Replay} Replay */

const HEIGHT = 28;

export class AllView {
  /** @param {Replay[]} runs @param {(run: Replay) => void} choose */
  constructor(runs, choose) {
    this.runs = [...runs].sort((a, b) => a.distinctLeaves - b.distinctLeaves || a.leafEvents.length - b.leafEvents.length);
    this.rows = this.runs.map((run) => {
      const visits = run.leafEvents.length,
        again = visits > run.distinctLeaves ? ` · ${countText(visits)}` : '';
      const leaves = make('canvas', {
        role: 'img',
        'aria-label': `The leaves that ${run.title} looks at: ${countText(run.distinctLeaves)}${again ? `, in ${counted(visits, 'visit')}` : ''}`,
      });
      const squeeze = make('canvas.squeeze', {
        role: 'img',
        'aria-label': `What ${run.title} has proved of the root over time, in ${counted(run.squeeze.length - 1, 'step')}`,
      });
      const name = make('button.name', { type: 'button', title: `Watch ${run.title}`, onclick: () => choose(run) }, run.title);
      const count = make('span.count', {}, make('b', {}, countText(run.distinctLeaves)), again);
      return { run, leaves, squeeze, element: make('div.row', {}, name, leaves, count, squeeze), first: firstVisits(run) };
    });
    const heading = make(
      'div.row.heading',
      {},
      make('span', {}, 'search'),
      make('span', {}, 'leaves from left to right'),
      make('span', {}, 'leaves · visits'),
      make('span.squeeze', {}, 'bounds of the root'),
    );
    this.element = make(
      'section.pane.all-searches',
      { 'aria-label': 'All searches' },
      heading,
      ...this.rows.map((row) => row.element),
    );
  }

  /** @param {number} time */
  draw(time) {
    for (const { run, leaves, squeeze, first } of this.rows) {
      const { g, width, height } = prepare(leaves, HEIGHT),
        slot = width / run.tree.slots;
      g.fillStyle = theme.line;
      g.globalAlpha = 0.4;
      g.fillRect(0, 3, width, height - 6);
      // Where leaves are narrower than pixels, a pixel shows the earliest of its leaves.
      const fine = slot < 1,
        strength = new Float32Array(Math.ceil(width) + 1),
        move = new Int16Array(strength.length);
      for (const [leaf, visit] of first) {
        if (visit.time > time) continue;
        const alpha = 1 - 0.72 * (visit.order / run.leafEvents.length),
          x = run.tree.left[leaf] * slot;
        if (!fine) {
          g.fillStyle = hue(run.tree.rootChild[leaf]);
          g.globalAlpha = alpha;
          g.fillRect(x, 3, Math.max(0.8, slot * 0.9), height - 6);
          continue;
        }
        const column = Math.floor(x);
        if (alpha > strength[column]) {
          strength[column] = alpha;
          move[column] = run.tree.rootChild[leaf];
        }
      }
      strength.forEach((alpha, column) => {
        if (alpha === 0) return;
        g.fillStyle = hue(move[column]);
        g.globalAlpha = alpha;
        g.fillRect(column, 3, 1, height - 6);
      });
      const second = prepare(squeeze, HEIGHT);
      second.g.globalAlpha = 1;
      if (second.width > 4) drawSqueeze(second.g, run, (at) => 2 + (at / run.end) * (second.width - 4), 3, HEIGHT - 6);
    }
  }
}

/** When each leaf was seen first. @param {Replay} run */
function firstVisits(run) {
  /** @type {Map<number, {order: number, time: number}>} */
  const first = new Map();
  run.leafEvents.forEach((event, order) => {
    const leaf = run.events.node[event];
    if (!first.has(leaf)) first.set(leaf, { order, time: run.events.time[event] });
  });
  return first;
}
