// @ts-check
// A large tree: a row for each ply, written by pixel column. Links of so many nodes would be a smear.
import { FONT, HUES, blend, pixel, rgb, theme } from 'theatre/theme';
import { INFINITE, boundsText, isInfinite } from 'theatre/values';

/** @typedef {import('theatre/replay').Replay} Replay */
/** @typedef {import('theatre/state').State} State */
/** @typedef {import('theatre/geometry').Geometry} Geometry */

/**
 * @param {CanvasRenderingContext2D} g @param {Geometry} at @param {Replay} run @param {State} state
 * @param {{density: number, cursor: number}} how
 */
export function drawIcicle(g, at, run, state, { density, cursor }) {
  const { tree } = at;
  const width = Math.round((at.to - at.from) * density),
    height = Math.round(at.height * density);
  const image = g.createImageData(width, height),
    pixels = new Uint32Array(image.data.buffer);
  const faint = pixel(blend(theme.ghost, theme.panel, 0.45)),
    root = pixel(blend(theme.ink, theme.panel, 0.3));
  const strong = theme.moves.map((colour) => pixel(rgb(colour))),
    soft = theme.moves.map((colour) => pixel(blend(colour, theme.panel, 0.45)));
  const hot = pixel(rgb(theme.hot)),
    ink = pixel(rgb(theme.ink)),
    accent = pixel(rgb(theme.accent));
  const scale = width / tree.slots,
    top = Math.round(at.top * density),
    row = Math.floor(at.row * density),
    gap = Math.max(1, Math.round(density));
  const rows = Array.from({ length: tree.height + 1 }, () => new Uint32Array(width).fill(faint));
  const column = (/** @type {number} */ slot) => Math.min(width - 1, Math.floor(slot * scale));

  for (let node = 0; node < tree.count; node++) {
    if (!state.seen[node]) continue;
    const from = column(tree.left[node]),
      to = Math.max(from + 1, Math.floor(tree.right[node] * scale));
    const k = tree.rootChild[node] % HUES,
      ply = rows[tree.ply[node]];
    ply.fill(tree.rootChild[node] < 0 ? root : state.open[node] || tree.isLeaf(node) ? strong[k] : soft[k], from, to);
    if (state.cut[node] >= 0 && to - from > 2 && tree.unvisited(node, state.seen) > 0) ply.fill(hot, to - gap, to);
  }
  rows.forEach((line, ply) => {
    for (let y = top + ply * row; y < top + (ply + 1) * row - gap; y++) pixels.set(line, y * width);
  });

  const mark = (/** @type {number} */ node, /** @type {number} */ colour) => {
    const x = column(tree.middle(node));
    for (let y = top + tree.ply[node] * row; y < top + (tree.ply[node] + 1) * row; y++) {
      for (let dx = 0; dx < 2 * gap && x + dx < width; dx++) pixels[y * width + x + dx] = colour;
    }
  };
  if (state.events > 0) for (const end of state.place) for (let node = end; node !== 0; node = tree.parent[node]) mark(node, ink);
  for (let node = cursor; node > 0; node = tree.parent[node]) mark(node, accent);

  if (tree.puzzle) {
    g.putImageData(image, Math.round(at.from * density), 0);
    return;
  }
  const level = (/** @type {number} */ value) => Math.min(height - 3, Math.round(at.valueY(value) * density));
  for (const leaf of tree.leaves) {
    if (!state.seen[leaf]) continue;
    const x = column(tree.left[leaf]),
      y = level(tree.value[leaf]);
    for (let dy = 0; dy < 2 * gap; dy++) pixels[(y + dy) * width + x] = strong[tree.rootChild[leaf] % HUES];
  }
  const bounds = [state.low[0], state.high[0]].filter((value) => !isInfinite(value));
  for (const value of bounds) pixels.fill(accent, level(value) * width, (level(value) + 1) * width);
  g.putImageData(image, Math.round(at.from * density), 0);

  g.font = `600 11px ${FONT}`;
  g.textAlign = 'left';
  g.textBaseline = 'middle';
  g.fillStyle = theme.accent;
  const label = (/** @type {number} */ low, /** @type {number} */ high, /** @type {number} */ value) =>
    g.fillText(boundsText(low, high), at.to + 5, at.valueY(value), at.width - at.to - 6);
  const [low, high] = [state.low[0], state.high[0]];
  if (low === high) label(low, high, low);
  else {
    if (!isInfinite(low)) label(low, INFINITE, low);
    if (!isInfinite(high)) label(-INFINITE, high, high);
  }
  g.fillStyle = theme.dim;
  g.font = `10.5px ${FONT}`;
  for (let ply = 0; ply <= tree.height; ply++)
    g.fillText(ply === tree.height ? 'leaf' : ply % 2 ? 'MIN' : 'MAX', at.to + 5, (top + (ply + 0.5) * row) / density);
}
