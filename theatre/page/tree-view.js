// @ts-check
// A tree with its links: ▲ MAX, ▼ MIN, ● leaf; filled when done, hollow while it is searched, faint where nobody looked.
import { FONT, hue, theme } from 'theatre/theme';
import { NONE, boundsText, scoreText } from 'theatre/values';

/** @typedef {import('theatre/replay').Replay} Replay */
/** @typedef {import('theatre/state').State} State */
/** @typedef {import('theatre/geometry').Geometry} Geometry */
/**
 * @typedef {object} Marks what else is drawn
 * @property {number} reason the row of the reason that is shown, or -1
 * @property {Map<number, import('theatre/open').Descriptor> | null} open
 * @property {boolean[] | null} busy which processors are at work
 * @property {number} cursor the node that is pointed at, or -1
 * @property {boolean} done
 */

/** A link from a node to its child. @param {Path2D | CanvasRenderingContext2D} path @param {Geometry} at @param {number} parent @param {number} child */
function link(path, at, parent, child) {
  const { tree } = at,
    px = at.middle(parent),
    py = at.y(tree.ply[parent]) + at.radius(parent) * 0.6,
    x = at.middle(child),
    y = at.y(tree.ply[child]);
  path.moveTo(px, py);
  path.bezierCurveTo(px, py + (y - py) * 0.55, x, y - (y - py) * 0.45, x, y);
}

/** The beginning of a link that is cut off. @param {Path2D} path @param {Geometry} at @param {number} parent @param {number} child */
function stub(path, at, parent, child) {
  const { tree } = at,
    px = at.middle(parent),
    py = at.y(tree.ply[parent]) + at.radius(parent) * 0.6;
  const far = at.middle(child) - px,
    [dx, dy] = [Math.sign(far) * Math.min(Math.abs(far), 60), at.y(tree.ply[child]) - py];
  path.moveTo(px, py);
  path.bezierCurveTo(px, py + dy * 0.25, px + dx * 0.3, py + dy * 0.34, px + dx * 0.42, py + dy * 0.42);
}

/** @param {CanvasRenderingContext2D} g @param {Geometry} at @param {State} state */
function drawLinks(g, at, state) {
  const { tree } = at;
  const faint = new Path2D(),
    cut = new Path2D();
  const seen = Array.from({ length: tree.children[0] }, () => new Path2D());
  for (let node = 1; node < tree.count; node++) {
    const parent = tree.parent[node];
    if (state.seen[node]) link(seen[tree.rootChild[node]], at, parent, node);
    else if (state.seen[parent] && state.cut[parent] >= 0) stub(cut, at, parent, node);
    else if (at.room(node) > 1.6) link(faint, at, parent, node);
  }
  g.lineCap = 'round';
  g.strokeStyle = theme.ghost;
  g.lineWidth = 0.7;
  g.globalAlpha = 0.8;
  g.stroke(faint);
  g.globalAlpha = 0.65;
  g.lineWidth = Math.max(0.8, Math.min(1.6, at.slot * 0.6));
  seen.forEach((path, k) => {
    g.strokeStyle = hue(k);
    g.stroke(path);
  });
  g.globalAlpha = 1;
  g.lineWidth = 1;
  g.strokeStyle = theme.hot;
  g.setLineDash([2, 3]);
  g.stroke(cut);
  g.setLineDash([]);
}

/** The paths that matter now: those being searched, at the end the best line. @param {CanvasRenderingContext2D} g @param {Geometry} at @param {Iterable<number>} ends */
function drawPaths(g, at, ends) {
  const drawn = new Set();
  g.lineWidth = 3.2;
  for (const end of ends) {
    for (let node = end; node !== 0 && !drawn.has(node); node = at.tree.parent[node]) {
      drawn.add(node);
      g.strokeStyle = hue(at.tree.rootChild[node]);
      g.beginPath();
      link(g, at, at.tree.parent[node], node);
      g.stroke();
    }
  }
}

/** @param {CanvasRenderingContext2D} g @param {Geometry} at @param {State} state */
function drawNodes(g, at, state) {
  const { tree } = at;
  for (let node = 0; node < tree.count; node++) {
    const seen = state.seen[node] === 1,
      r = at.radius(node);
    if (!seen && r < 1.4) continue;
    const x = at.middle(node),
      y = at.y(tree.ply[node]),
      colour = seen ? hue(tree.rootChild[node]) : theme.ghost;
    g.fillStyle = colour;
    if (tree.isLeaf(node) || tree.puzzle) {
      g.globalAlpha = seen ? 1 : 0.7;
      g.beginPath();
      g.arc(x, y, Math.max(0.9, Math.min(4.5, r * 0.85)), 0, 7);
      g.fill();
      g.globalAlpha = 1;
      continue;
    }
    const up = tree.isMax(node) ? -1 : 1,
      h = r * 1.05;
    g.beginPath();
    g.moveTo(x, y + up * h);
    g.lineTo(x - r * 1.12, y - up * h * 0.8);
    g.lineTo(x + r * 1.12, y - up * h * 0.8);
    g.closePath();
    if (seen && !state.open[node]) g.fill();
    else {
      g.fillStyle = theme.panel;
      g.fill();
      g.strokeStyle = colour;
      g.lineWidth = seen ? 1.8 : 1;
      g.stroke();
    }
    if (seen && state.cut[node] >= 0 && at.room(node) > 13 && tree.unvisited(node, state.seen) > 0)
      drawCross(g, x + r * 0.2 + 3.5, y + r + 4.5);
  }
}

/** The mark of a cut. @param {CanvasRenderingContext2D} g @param {number} x @param {number} y */
function drawCross(g, x, y) {
  g.strokeStyle = theme.hot;
  g.lineWidth = 2;
  g.beginPath();
  g.moveTo(x - 3.5, y - 3.5);
  g.lineTo(x + 3.5, y + 3.5);
  g.moveTo(x + 3.5, y - 3.5);
  g.lineTo(x - 3.5, y + 3.5);
  g.stroke();
}

/** Text that can be read on anything. @param {CanvasRenderingContext2D} g @param {string} text @param {number} x @param {number} y @param {string} colour */
function write(g, text, x, y, colour) {
  g.lineWidth = 4;
  g.strokeStyle = theme.panel;
  g.strokeText(text, x, y);
  g.fillStyle = colour;
  g.fillText(text, x, y);
}

/** What is proved, and moves by name, where there is room. @param {CanvasRenderingContext2D} g @param {Geometry} at @param {State} state */
function drawLabels(g, at, state) {
  const { tree } = at;
  g.textBaseline = 'middle';
  for (let node = 0; node < tree.count; node++) {
    const room = at.room(node),
      x = at.middle(node),
      y = at.y(tree.ply[node]);
    if (tree.puzzle) continue;
    if (tree.isLeaf(node)) {
      if (!at.valued) continue;
      g.textAlign = 'center';
      g.font = `600 11.5px ${FONT}`;
      write(g, scoreText(tree.value[node]), x, y + 13, state.seen[node] ? theme.ink : theme.dim);
    } else if (state.seen[node] && room >= 44) {
      const text = boundsText(state.low[node], state.high[node]);
      g.textAlign = 'left';
      g.font = `600 11.5px ${FONT}`;
      // Not over the next node.
      if (text !== '' && (node === 0 || g.measureText(text).width + 2 * at.radius(node) + 6 <= room))
        write(g, text, x + at.radius(node) + 5, y, theme.ink);
    }
    if (tree.named && node !== 0 && room >= (tree.isLeaf(node) ? 30 : 56) && state.seen[node]) {
      g.textAlign = 'right';
      g.font = `11px ${FONT}`;
      write(g, tree.moves[node], x - at.radius(node) - 4, y, theme.dim);
    }
  }
}

/** The arc of a reason: from the cut to the node that holds something better. @param {CanvasRenderingContext2D} g @param {Geometry} at @param {Replay} run @param {number} row */
function drawArc(g, at, run, row) {
  const { reasons, tree } = run;
  const holder = reasons.at[row],
    here = reasons.here[row] === NONE ? run.events.node[reasons.event[row]] : reasons.here[row];
  if (holder === NONE || holder >= tree.count || holder === here) return;
  const [ax, ay, bx, by] = [at.middle(here), at.y(tree.ply[here]), at.middle(holder), at.y(tree.ply[holder])];
  g.strokeStyle = theme.hot;
  g.lineWidth = 2;
  g.setLineDash([5, 4]);
  g.beginPath();
  g.moveTo(ax, ay);
  g.quadraticCurveTo((ax + bx) / 2 + 46, (ay + by) / 2 - 6, bx, by);
  g.stroke();
  g.setLineDash([]);
  for (const [x, y, node] of [
    [ax, ay, here],
    [bx, by, holder],
  ]) {
    g.beginPath();
    g.arc(x, y, at.radius(node) + 5, 0, 7);
    g.stroke();
  }
}

/** @param {CanvasRenderingContext2D} g @param {Geometry} at @param {number} node @param {string} colour @param {number} far */
function ring(g, at, node, colour, far) {
  g.strokeStyle = colour;
  g.lineWidth = 1.6;
  g.beginPath();
  g.arc(at.middle(node), at.y(at.tree.ply[node]), Math.max(4, at.radius(node) + far), 0, 7);
  g.stroke();
}

/** Which processor is where. @param {CanvasRenderingContext2D} g @param {Geometry} at @param {State} state @param {boolean[] | null} busy */
function drawBadges(g, at, state, busy) {
  /** @type {Map<number, number[]>} */
  const there = new Map();
  state.place.forEach((node, rank) => {
    if (busy === null || busy[rank]) there.set(node, [...(there.get(node) ?? []), rank]);
  });
  g.font = `700 10px ${FONT}`;
  g.textAlign = 'center';
  g.textBaseline = 'middle';
  // From left to right: one that has no room stands beside the one before.
  /** @type {Map<number, number>} */
  const taken = new Map();
  for (const [node, ranks] of [...there].sort(([a], [b]) => at.middle(a) - at.middle(b))) {
    const text = ranks.length > 4 ? `${ranks.slice(0, 3).join(' ')} …` : ranks.join(' ');
    const ply = at.tree.ply[node],
      width = g.measureText(text).width + 9,
      x = Math.max(at.middle(node), (taken.get(ply) ?? -Infinity) + width / 2 + 1),
      y = at.y(ply) - at.radius(node) - 8;
    taken.set(ply, x + width / 2);
    g.fillStyle = theme.ink;
    g.beginPath();
    g.roundRect(x - width / 2, y - 7, width, 14, 7);
    g.fill();
    g.fillStyle = theme.panel;
    g.fillText(text, x, y + 0.5);
  }
}

/** @param {CanvasRenderingContext2D} g @param {Geometry} at @param {Replay} run @param {State} state @param {Marks} marks */
export function drawTree(g, at, run, state, marks) {
  drawLinks(g, at, state);
  if (marks.done) drawPaths(g, at, run.line());
  else if (state.events > 0) drawPaths(g, at, marks.busy ? state.place.filter((_, rank) => marks.busy?.[rank]) : state.place);
  drawNodes(g, at, state);
  if (marks.open) for (const node of marks.open.keys()) ring(g, at, node, theme.ink, 2.6);
  if (run.parallel) drawBadges(g, at, state, marks.busy);
  else if (!marks.done && state.events > 0 && (run.tree.isLeaf(state.place[0]) || run.tree.puzzle))
    ring(g, at, state.place[0], theme.ink, 2.5);
  if (marks.reason >= 0) drawArc(g, at, run, marks.reason);
  drawLabels(g, at, state);
  if (marks.cursor >= 0) ring(g, at, marks.cursor, theme.accent, 5);
}
