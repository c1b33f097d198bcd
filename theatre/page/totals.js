// @ts-check
// Under the tree of a puzzle: how many states have which total (moves so far and the least that is still needed). Filled: expanded
// in this round. Outlined: generated, and left for later. The bound, or the frontier, is the line between.
import { FONT, hue, theme } from 'theatre/theme';
import { countText } from 'theatre/values';

/** @typedef {import('theatre/replay').Replay} Replay */
/** @typedef {import('theatre/state').State} State */
/** @typedef {import('theatre/geometry').Geometry} Geometry */
/** @typedef {{expanded: number[], waiting: number}} Bin by the move at the root */

/** States by their total. @param {import('theatre/tree').Tree} tree @param {Uint8Array} seen @returns {Map<number, Bin>} */
export function totalsOf(tree, seen) {
  /** @type {Map<number, Bin>} */
  const bins = new Map();
  for (let node = 0; node < tree.count; node++) {
    const expanded = seen[node] === 1;
    if (!expanded && (node === 0 || !seen[tree.parent[node]])) continue;
    const total = tree.total(node);
    let bin = bins.get(total);
    if (bin === undefined) bins.set(total, (bin = { expanded: Array(tree.children[0] + 1).fill(0), waiting: 0 }));
    if (expanded) bin.expanded[tree.rootChild[node] + 1]++;
    else bin.waiting++;
  }
  return bins;
}

/** @param {CanvasRenderingContext2D} g @param {Geometry} at @param {Replay} run @param {State} state */
export function drawTotals(g, at, run, state) {
  const { tree } = run,
    bins = totalsOf(tree, state.seen),
    { least, most } = tree.scale;
  // Totals are even or odd together, where every move changes the distance by one.
  const step = [...bins.keys()].every((total) => (total - least) % 2 === 0) ? 2 : 1;
  const columns = Math.max(1, Math.floor((most - least) / step) + 1),
    wide = (at.to - at.from) / columns,
    bottom = at.skyBottom - 8;
  const high = (/** @type {number} */ count) => (Math.log(1 + count) / Math.log(1 + tree.count)) * (bottom - at.skyTop - 12);
  const x = (/** @type {number} */ total) => at.from + ((total - least) / step) * wide;
  g.textAlign = 'center';
  g.textBaseline = 'top';
  for (let total = least; total <= most; total += step) {
    const bin = bins.get(total),
      expanded = bin?.expanded.reduce((sum, count) => sum + count, 0) ?? 0,
      waiting = bin?.waiting ?? 0;
    const left = x(total) + wide * 0.12,
      width = wide * 0.76,
      top = high(expanded + waiting),
      filled = expanded + waiting > 0 ? (top * expanded) / (expanded + waiting) : 0;
    let y = bottom;
    bin?.expanded.forEach((count, k) => {
      if (count === 0) return;
      const part = (filled * count) / expanded;
      g.fillStyle = hue(k - 1);
      g.globalAlpha = 0.85;
      g.fillRect(left, y - part, width, part);
      y -= part;
    });
    g.globalAlpha = 1;
    g.strokeStyle = theme.dim;
    g.lineWidth = 1;
    g.setLineDash([3, 2]);
    if (waiting > 0) g.strokeRect(left + 0.5, bottom - top, width - 1, Math.max(1, top - filled));
    g.setLineDash([]);
    g.font = `10.5px ${FONT}`;
    g.fillStyle = theme.dim;
    if (wide > 18) g.fillText(String(total), left + width / 2, bottom + 3);
    g.fillStyle = theme.ink;
    g.font = `600 10.5px ${FONT}`;
    if (wide > 34 && expanded + waiting > 0) g.fillText(countText(expanded + waiting), left + width / 2, bottom - top - 13);
  }
  if (state.events === 0) return;
  const line = x(state.bound) + wide;
  g.strokeStyle = theme.accent;
  g.lineWidth = 1.6;
  g.beginPath();
  g.moveTo(line, at.skyTop - 6);
  g.lineTo(line, bottom + 4);
  g.stroke();
  g.textAlign = 'left';
  g.fillStyle = theme.accent;
  g.font = `600 11px ${FONT}`;
  g.fillText(`${run.head.best_first ? 'least total' : 'bound'} ${state.bound}`, Math.min(line + 4, at.width - 76), at.skyTop - 8);
}
