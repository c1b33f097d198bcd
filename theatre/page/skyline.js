// @ts-check
// The skyline: every leaf at its value, faint where nobody looked. The window is a band between two lines; a cut is the band
// closing. Null windows and merits are one line.
import { FONT, hue, theme } from 'theatre/theme';
import { UNKNOWN, isInfinite, scoreText } from 'theatre/values';

/** @typedef {import('theatre/replay').Replay} Replay */
/** @typedef {import('theatre/state').State} State */
/** @typedef {import('theatre/geometry').Geometry} Geometry */
/** @typedef {{value: number, name: string}} Line */

/** What to draw across: one or two lines, and whether there is a band between. @param {Replay} run @param {State} state @param {Map<number, {merit: number}> | null} open
 * @returns {{lines: Line[], alpha: number, beta: number, node: number} | null} */
export function windowLines(run, state, open) {
  if (state.events === 0) return null;
  const node = state.place[0];
  if (run.parallel) {
    const [low, high] = [state.low[0], state.high[0]];
    const lines =
      low === high
        ? [{ value: low, name: '=' }]
        : [
            { value: low, name: '≥' },
            { value: high, name: '≤' },
          ];
    return { lines: lines.filter(({ value }) => !isInfinite(value)), alpha: low, beta: high, node: 0 };
  }
  if (open !== null && open.size > 0) {
    const merits = [...open.values()].map(({ merit }) => merit);
    const merit = run.method === 'dual-star' ? Math.min(...merits) : Math.max(...merits);
    return { lines: isInfinite(merit) ? [] : [{ value: merit, name: 'merit' }], alpha: merit, beta: merit, node };
  }
  const window = run.windowAt(state, node);
  const { alpha, beta } = window;
  if (alpha === beta) return { lines: [{ value: alpha, name: 'α=β' }], ...window };
  if (beta - alpha === 1) return { lines: isInfinite(beta) ? [] : [{ value: beta, name: '?' }], ...window };
  return {
    lines: [
      { value: alpha, name: 'α' },
      { value: beta, name: 'β' },
    ].filter(({ value }) => !isInfinite(value)),
    ...window,
  };
}

/** @param {CanvasRenderingContext2D} g @param {Geometry} at @param {NonNullable<ReturnType<typeof windowLines>>} window */
function drawWindow(g, at, { lines, alpha, beta, node }) {
  const low = isInfinite(alpha) ? at.skyBottom + 6 : at.valueY(alpha),
    high = isInfinite(beta) ? at.skyTop - 6 : at.valueY(beta);
  if (!(isInfinite(alpha) && isInfinite(beta))) {
    g.fillStyle = theme.band;
    g.fillRect(at.from, high, at.to - at.from, Math.max(1, low - high));
    if (node !== 0) g.fillRect(at.x(at.tree.left[node]), high, at.room(node), Math.max(1.5, low - high));
  }
  g.font = `600 11px ${FONT}`;
  g.textAlign = 'left';
  g.textBaseline = 'middle';
  const heights = lines.map(({ value }) => at.valueY(value));
  // Two labels that would touch move apart.
  const close = heights.length === 2 ? Math.max(0, 13 - (heights[0] - heights[1])) / 2 : 0;
  lines.forEach(({ value, name }, k) => {
    g.strokeStyle = theme.accent;
    g.lineWidth = 1.4;
    g.beginPath();
    g.moveTo(at.from, heights[k]);
    g.lineTo(at.to, heights[k]);
    g.stroke();
    g.fillStyle = theme.accent;
    g.fillText(`${name} ${scoreText(value)}`, at.to + 5, heights[k] + (k === 0 ? close : -close), at.width - at.to - 6);
  });
}

/** @param {CanvasRenderingContext2D} g @param {Geometry} at @param {Replay} run @param {State} state @param {Map<number, {merit: number}> | null} open @param {number} cursor */
export function drawSkyline(g, at, run, state, open, cursor) {
  const { tree } = at;
  const zero = at.valueY(0),
    width = Math.max(0.8, Math.min(16, at.slot * 0.7));
  g.strokeStyle = theme.line;
  g.lineWidth = 1;
  g.beginPath();
  g.moveTo(at.from, zero);
  g.lineTo(at.to, zero);
  g.stroke();
  const window = windowLines(run, state, open);
  if (window !== null) drawWindow(g, at, window);
  for (const leaf of tree.leaves) {
    const seen = state.seen[leaf] === 1,
      value = tree.value[leaf];
    if (value === UNKNOWN || (!seen && at.slot < 0.7)) continue;
    const x = at.middle(leaf) - width / 2,
      y = at.valueY(value);
    g.fillStyle = seen ? hue(tree.rootChild[leaf]) : theme.ghost;
    g.globalAlpha = seen ? 0.34 : 0.4;
    g.fillRect(x, Math.min(y, zero), width, Math.max(1, Math.abs(y - zero)));
    g.globalAlpha = seen ? 1 : 0.8;
    g.fillRect(x, y - 1.3, width, seen ? 3 : 2);
    g.globalAlpha = 1;
  }
  const pointer =
    cursor >= 0 && tree.isLeaf(cursor)
      ? cursor
      : !run.parallel && state.events > 0 && tree.isLeaf(state.place[0])
        ? state.place[0]
        : -1;
  if (pointer >= 0) {
    const x = at.middle(pointer),
      y = at.skyBottom + 3;
    g.fillStyle = pointer === cursor ? theme.accent : theme.ink;
    g.beginPath();
    g.moveTo(x, y);
    g.lineTo(x - 4, y + 6);
    g.lineTo(x + 4, y + 6);
    g.fill();
  }
}
