// @ts-check
// Lanes: a row for each processor, and above them what is proved of the root. They are the scrubber, too.
import { barAt, lanesOf, leafAt, wastedTime } from 'theatre/lane-bars';
import { FONT, hue, prepare, theme } from 'theatre/theme';
import { counted, isInfinite } from 'theatre/values';

/** @typedef {import('theatre/replay').Replay} Replay */
/** @typedef {{from: number, to: number}} Zoom the part of the clock that is shown */

const TITLE = 19;
/** On a narrow screen the tree needs the room more. */
const isNarrow = () => innerWidth < 760;
const squeezeHeight = () => (isNarrow() ? 18 : 32);
const FOOT = 12;
const EDGE = 6;

/** @param {Replay} run */
const laneHeight = (run) => {
  const [one, most, all] = isNarrow() ? [12, 8, 64] : [15, 11, 176];
  return run.processors === 1 ? one : Math.max(3, Math.min(most, Math.floor(all / run.processors)));
};
/** @param {Replay} run */
const blockHeight = (run) => TITLE + squeezeHeight() + laneHeight(run) * run.processors + FOOT;
/** @param {Replay[]} runs */
export const lanesHeight = (runs) => runs.reduce((sum, run) => sum + blockHeight(run), 8);

/** What is to be said beside the title. @param {Replay} run */
export function laneSummary(run) {
  const times = counted(run.length, run.head.unit ?? 'leaf-time');
  if (run.tree.puzzle && !run.parallel)
    return `${times} · ${run.head.best_first ? 'the least total on the frontier rises' : 'the bound rises from round to round'} until there is a solution`;
  if (!run.parallel) {
    const below = run.squeeze.some(({ low, high }) => !isInfinite(low) && isInfinite(high));
    const above = run.squeeze.some(({ low, high }) => isInfinite(low) && !isInfinite(high));
    const from = [below && 'below', above && 'above'].filter(Boolean).join(' and ');
    return from === '' ? times : `${times} · bounds on the root close in from ${from}`;
  }
  const all = run.processors * run.length,
    work = run.head.machinery?.work,
    { speedup } = run;
  const part = (/** @type {number} */ amount) => `${Math.round((100 * amount) / all)} %`;
  return [
    `${times} on ${counted(run.processors, 'processor')}`,
    speedup !== null && `speed-up ${speedup.toFixed(2)}`,
    typeof work === 'number' && `${part(all - work)} waiting`,
    `${part(wastedTime(run))} in vain`,
  ]
    .filter(Boolean)
    .join(' · ');
}

/** Text that ends with dots where there is no room for it. @param {CanvasRenderingContext2D} g @param {string} text @param {number} room */
function shortened(g, text, room) {
  if (g.measureText(text).width <= room) return text;
  while (text.length > 1 && g.measureText(`${text}…`).width > room) text = text.slice(0, -1);
  return `${text.trimEnd()}…`;
}

/**
 * What is proved of the root over time, between two lines.
 * @param {CanvasRenderingContext2D} g @param {Replay} run @param {(time: number) => number} x @param {number} top @param {number} height
 */
export function drawSqueeze(g, run, x, top, height) {
  const { scale } = run.tree,
    steps = [...run.squeeze, { ...run.squeeze[run.squeeze.length - 1], time: run.end }];
  const y = (/** @type {number} */ value) => top + height - 1.5 - (height - 3) * scale.height(value);
  const edge = (/** @type {number} */ value) => (isInfinite(value) ? (value > 0 ? top : top + height) : y(value));
  g.fillStyle = theme.band;
  g.beginPath();
  g.moveTo(x(0), top);
  steps.forEach((step, k) => {
    if (k > 0) g.lineTo(x(step.time), edge(steps[k - 1].high));
    g.lineTo(x(step.time), edge(step.high));
  });
  for (let k = steps.length - 1; k >= 0; k--) {
    g.lineTo(x(steps[k].time), edge(steps[k].low));
    if (k > 0) g.lineTo(x(steps[k].time), edge(steps[k - 1].low));
  }
  g.fill();
  g.strokeStyle = theme.accent;
  g.lineWidth = 1.4;
  for (const side of /** @type {const} */ (['low', 'high'])) {
    g.beginPath();
    steps.forEach((step, k) => {
      const before = k > 0 ? steps[k - 1][side] : step[side];
      if (!isInfinite(before) && k > 0) g.lineTo(x(step.time), y(before));
      if (!isInfinite(step[side])) {
        if (isInfinite(before) || k === 0) g.moveTo(x(step.time), y(step[side]));
        else g.lineTo(x(step.time), y(step[side]));
      }
    });
    g.stroke();
  }
}

/** @param {CanvasRenderingContext2D} g @param {number} x @param {number} y @param {number} width @param {number} height */
function hatch(g, x, y, width, height) {
  g.save();
  g.beginPath();
  g.rect(x, y, width, height);
  g.clip();
  g.strokeStyle = theme.panel;
  g.lineWidth = 1.6;
  g.beginPath();
  for (let at = x - height - (x % 5); at < x + width; at += 5) {
    g.moveTo(at, y + height);
    g.lineTo(at + height, y);
  }
  g.stroke();
  g.restore();
}

export class Lanes {
  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this.canvas = canvas;
    /** @type {Replay[]} */
    this.runs = [];
    this.length = 1;
    /** @type {Zoom} */
    this.zoom = { from: 0, to: 1 };
  }

  /** @param {Replay[]} runs @param {number} length */
  load(runs, length) {
    const whole = this.zoom.from === 0 && this.zoom.to >= this.length;
    this.runs = runs;
    this.length = length;
    if (whole || this.zoom.to > length) this.zoom = { from: 0, to: length };
  }

  get zoomed() {
    return this.zoom.to - this.zoom.from < this.length;
  }

  /** Closer (a factor below 1) or wider, around a time that keeps its place. @param {number} factor @param {number} around */
  zoomBy(factor, around) {
    const width = Math.max(Math.min(8, this.length), Math.min(this.length, (this.zoom.to - this.zoom.from) * factor));
    const part = (around - this.zoom.from) / (this.zoom.to - this.zoom.from);
    this.#show(around - part * width, width);
  }

  /** @param {number} times */
  pan(times) {
    this.#show(this.zoom.from + times, this.zoom.to - this.zoom.from);
  }

  /** Keeps a time in sight. @param {number} time */
  follow(time) {
    if (time < this.zoom.from || time > this.zoom.to)
      this.#show(time - (this.zoom.to - this.zoom.from) * 0.1, this.zoom.to - this.zoom.from);
  }

  /** @param {number} from @param {number} width */
  #show(from, width) {
    const start = Math.max(0, Math.min(this.length - width, from));
    this.zoom = { from: start, to: start + width };
  }

  /** @param {number} time */
  x(time) {
    return EDGE + ((time - this.zoom.from) / (this.zoom.to - this.zoom.from)) * (this.canvas.clientWidth - 2 * EDGE);
  }

  /** @param {number} x */
  timeAt(x) {
    return this.zoom.from + ((x - EDGE) / (this.canvas.clientWidth - 2 * EDGE)) * (this.zoom.to - this.zoom.from);
  }

  /** What is under the pointer. @param {number} x @param {number} y */
  hit(x, y) {
    const time = this.timeAt(x);
    let top = 8;
    for (const [k, run] of this.runs.entries()) {
      const first = top + TITLE + squeezeHeight(),
        rank = Math.floor((y - first) / laneHeight(run));
      if (rank >= 0 && rank < run.processors && time >= 0 && time < run.end) {
        const lane = lanesOf(run)[rank];
        return { k, rank, time, bar: barAt(lane, time), leaf: leafAt(lane, time) };
      }
      top += blockHeight(run);
    }
    return null;
  }

  /** @param {number} time @param {number} cursor the node whose bars are lit, or -1 */
  draw(time, cursor) {
    const { g, width, height } = prepare(this.canvas, lanesHeight(this.runs));
    let top = 8;
    for (const run of this.runs) {
      this.#drawRun(g, run, top, width, time, cursor);
      top += blockHeight(run);
    }
    const x = this.x(time);
    if (x < 0 || x > width) return;
    g.strokeStyle = theme.ink;
    g.fillStyle = theme.ink;
    g.lineWidth = 1.6;
    g.beginPath();
    g.moveTo(x, 5);
    g.lineTo(x, height);
    g.stroke();
    g.beginPath();
    g.arc(x, 5, 4.5, 0, 7);
    g.fill();
  }

  /** @param {CanvasRenderingContext2D} g @param {Replay} run @param {number} top @param {number} width @param {number} time @param {number} cursor */
  #drawRun(g, run, top, width, time, cursor) {
    const x = (/** @type {number} */ at) => this.x(at);
    g.textBaseline = 'top';
    g.textAlign = 'left';
    g.font = `600 12px ${FONT}`;
    g.fillStyle = theme.ink;
    g.fillText(run.title, EDGE + 8, top + 1);
    const after = EDGE + 8 + g.measureText(run.title).width + 10;
    g.font = `12px ${FONT}`;
    g.fillStyle = theme.dim;
    g.fillText(shortened(g, laneSummary(run), width - after - EDGE), after, top + 1);
    g.save();
    g.beginPath();
    g.rect(EDGE, top + TITLE - 1, width - 2 * EDGE, blockHeight(run));
    g.clip();
    drawSqueeze(g, run, x, top + TITLE, squeezeHeight() - 4);
    const h = laneHeight(run),
      first = top + TITLE + squeezeHeight(),
      thick = run.processors > 16 ? h - 0.5 : h - (run.processors === 1 ? 0 : 2);
    lanesOf(run).forEach((lane, rank) => {
      const y = first + rank * h;
      g.fillStyle = theme.line;
      g.globalAlpha = 0.4;
      g.fillRect(x(0), y, x(run.end) - x(0), thick);
      for (const bar of lane.bars) {
        if (bar.to < this.zoom.from || bar.from > this.zoom.to) continue;
        const [from, to, now] = [x(bar.from), x(bar.to), x(time)];
        g.fillStyle = bar.rootChild < 0 ? theme.dim : hue(bar.rootChild);
        if (now > from) {
          g.globalAlpha = 1;
          g.fillRect(from, y, Math.max(0.6, Math.min(to, now) - from), thick);
        }
        if (now < to) {
          g.globalAlpha = 0.42;
          const start = Math.max(from, now);
          g.fillRect(start, y, Math.max(0.6, to - start), thick);
        }
        g.globalAlpha = 1;
        if (bar.wasted) hatch(g, from, y, to - from, thick);
        if (cursor > 0 && bar.node >= 0 && run.tree.isWithin(bar.node, cursor)) {
          g.strokeStyle = theme.ink;
          g.lineWidth = 1.5;
          g.strokeRect(from + 0.5, y + 0.5, to - from - 1, thick - 1);
        }
      }
      this.#drawCells(g, lane, y, thick, run, cursor);
    });
    g.globalAlpha = 1;
    g.fillStyle = theme.hot;
    let last = -Infinity;
    for (const at of run.cutTimes) {
      const tick = x(at);
      // One tick for all that fall on the same pixel.
      if (tick - last >= 1) g.fillRect((last = tick) - 0.75, first + h * run.processors + 1, 1.5, 4);
    }
    g.restore();
  }

  /** Leaf by leaf, where there is room; lit where the cursor's leaves are. @param {CanvasRenderingContext2D} g @param {import('theatre/lane-bars').Lane} lane @param {number} y @param {number} thick @param {Replay} run @param {number} cursor */
  #drawCells(g, lane, y, thick, run, cursor) {
    const wide = this.x(1) - this.x(0);
    if (wide < 4 && cursor <= 0) return;
    lane.times.forEach((time, k) => {
      if (time < this.zoom.from || time - 1 > this.zoom.to) return;
      if (wide >= 4) {
        g.fillStyle = theme.panel;
        g.globalAlpha = 0.3;
        g.fillRect(this.x(time) - 0.5, y, 1, thick);
        g.globalAlpha = 1;
      }
      if (cursor > 0 && run.tree.isWithin(lane.leaves[k], cursor)) {
        g.fillStyle = theme.ink;
        g.fillRect(this.x(time - 1), y + thick - 2, Math.max(1, wide), 2);
      }
    });
  }
}
