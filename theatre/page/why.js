// @ts-check
// What happens, in a sentence. The reason of a cut is the library's own sentence, the one that `provebest explain` prints; the page
// only marks its numbers and its nodes.
import { CutCode, Kind, MarkKind } from 'theatre/tape';
import { INFINITE, boundsWords, counted, isInfinite, noun, scoreText } from 'theatre/values';

/** @typedef {import('theatre/replay').Replay} Replay */
/** @typedef {{kind: 'text' | 'value' | 'node' | 'verb', text: string, node?: number}} Piece */

/** @param {string} text @returns {Piece} */
const plain = (text) => ({ kind: 'text', text });
/** @param {number} score @returns {Piece} */
const value = (score) => ({ kind: 'value', text: scoreText(score) });
/** @param {Replay} run @param {number} node @returns {Piece} */
const place = (run, node) => ({ kind: 'node', text: node === 0 ? 'the root' : run.tree.title(node), node });

/** @param {Piece[]} pieces */
export const textOf = (pieces) => pieces.map((piece) => piece.text).join('');

/** The first letter in upper case. @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * The window of a visit, in words.
 * @param {Replay} run @param {number} alpha @param {number} beta @returns {Piece[]}
 */
function windowWords(run, alpha, beta) {
  if (run.head.best_first) return [plain('; merit '), value(run.head.chooser === 'MIN' ? alpha : beta), plain('.')];
  if (beta - alpha === 1) {
    if (alpha <= -INFINITE) return [plain('; one question: is there a value at all?')];
    return [plain('; one question: at least '), value(beta), plain('?')];
  }
  if (isInfinite(alpha) && isInfinite(beta)) return [plain('; any value matters.')];
  if (isInfinite(beta)) return [plain('; only a value above '), value(alpha), plain(' matters.')];
  if (isInfinite(alpha)) return [plain('; only a value below '), value(beta), plain(' matters.')];
  return [plain('; only a value between '), value(alpha), plain(' and '), value(beta), plain(' matters.')];
}

/** What a cut leaves out, counted. @param {Replay} run @param {number} event */
function leftOut(run, event) {
  const left = run.leftOut(event);
  return left > 0 ? `, ${counted(left, 'child', 'children')} left out` : '';
}

/** The verb of a cut. @param {number} code */
function verbOf(code) {
  if (code === CutCode.SOLVED) return 'solved';
  return code === CutCode.IGNORE_LEFT ? 'skipped' : 'cut';
}

/** The marks of a sentence. @param {import('theatre/tape').Marks} marks @param {number} row of `reasons` */
function marksOf(marks, row) {
  let low = 0,
    high = marks.reason.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (marks.reason[middle] < row) low = middle + 1;
    else high = middle;
  }
  const found = [];
  while (marks.reason[low] === row) found.push(low++);
  return found;
}

/**
 * The library's sentence after its verb, with its numbers and nodes marked.
 * @param {Replay} run @param {number} row of `reasons` @returns {Piece[]}
 */
export function reason(run, row) {
  const { marks } = run,
    text = run.reasons.text[row] ?? '';
  /** @type {Piece[]} */
  const pieces = [];
  let from = 0;
  for (const mark of marksOf(marks, row)) {
    if (marks.kind[mark] === MarkKind.VERB) {
      from = marks.to[mark] + ': '.length;
      continue;
    }
    pieces.push(plain(text.slice(from, marks.from[mark])));
    pieces.push(marks.kind[mark] === MarkKind.NODE ? place(run, marks.value[mark]) : value(marks.value[mark]));
    from = marks.to[mark];
  }
  pieces.push(plain(text.slice(from)));
  return pieces.filter((piece) => piece.text !== '');
}

/**
 * What the last of the first `events` events was.
 * @param {Replay} run @param {number} events @returns {Piece[]}
 */
export function sentence(run, events) {
  const { events: tape, tree } = run;
  let event = Math.min(events, run.count) - 1;
  while (event >= 0 && tape.kind[event] === Kind.STORED) event--;
  if (event < 0) return [plain('Nothing has been looked at yet.')];
  const node = tape.node[event],
    a = tape.a[event],
    b = tape.b[event],
    child = tape.child[event];
  const where = place(run, node),
    side = tree.isMax(node) ? 'MAX' : 'MIN';
  /** @type {Piece[]} */
  let pieces = [];
  switch (tape.kind[event]) {
    case Kind.ENTER:
      pieces = [plain('enters '), where, ...windowWords(run, a, b)];
      break;
    case Kind.LEAF:
      pieces = [plain('looks at leaf '), where, plain(': '), value(a), plain('.')];
      break;
    case Kind.UPDATE:
      pieces = [plain(`${side} has `), value(a), plain(' at '), where, plain(`, by ${childWords(run, node, child)}.`)];
      break;
    case Kind.EXIT:
      pieces = [plain('leaves '), where, plain(' with '), value(a), plain('.')];
      break;
    case Kind.RESEARCH:
      pieces = [
        plain(`searches ${child >= 0 ? `${childWords(run, node, child)} of ` : ''}`),
        where,
        plain(' again'),
        ...windowWords(run, a, b),
      ];
      break;
    case Kind.EXPANDED:
      pieces = [
        plain('expands '),
        where,
        plain(`: ${counted(tree.ply[node], 'move')} so far, at least ${tree.value[node]} more; `),
        value(tree.total(node)),
        plain(run.head.best_first ? ' is the least total on the frontier.' : ` is within the bound of ${b}.`),
      ];
      break;
    case Kind.ITERATION:
      pieces = [
        { kind: 'verb', text: 'a new round' },
        plain(': no solution is shorter than '),
        value(a),
        plain(` ${noun(a, 'move')}.`),
      ];
      break;
    case Kind.GOAL:
      pieces = [{ kind: 'verb', text: 'solved' }, plain(' in '), value(a), plain(` ${noun(a, 'move')}.`)];
      break;
    case Kind.RECALL:
      pieces = [plain('remembers '), where, plain(`: ${boundsWords(a, b)}.`)];
      break;
    case Kind.CUT: {
      const row = run.reasonOf.get(event);
      pieces = [{ kind: 'verb', text: verbOf(a) }, plain(' at '), where, plain(leftOut(run, event))];
      const why = row === undefined ? [] : reason(run, row);
      pieces.push(...(why.length === 0 ? [] : [plain(': '), ...why]), plain('.'));
    }
  }
  if (run.parallel) return [plain(`Processor ${tape.rank[event]}: `), ...pieces];
  return [{ ...pieces[0], text: capital(pieces[0].text) }, ...pieces.slice(1)];
}

/** @param {Replay} run @param {number} node @param {number} child */
function childWords(run, node, child) {
  return run.tree.named ? `move ${run.tree.moveText(node, child)}` : `child ${child + 1}`;
}

/** How it ended. @param {Replay} run @returns {Piece[]} */
export function ending(run) {
  const { head } = run;
  if (head.cap) return [plain(`${capital(head.cap)}.`)];
  if (head.stopped) return [plain(`Stopped by a limit: ${head.stopped}.`)];
  if (head.value === null) return [plain('Done, without a value.')];
  if (run.tree.puzzle)
    return [
      plain('Done: '),
      value(head.value),
      plain(` ${noun(head.value, 'move')}, and no solution is shorter. ${head.line_text.join('')}`),
    ];
  const best = head.best ?? (head.line.length > 0 ? run.tree.moveText(0, head.line[0]) : null);
  return [
    plain('Done: '),
    value(head.value),
    plain(`${best === null ? '' : `, best move ${best}`}, after ${counted(run.length, 'leaf-time')}.`),
  ];
}

/** The last cut among the last few events that left something out, or -1. @param {Replay} run @param {number} events @param {number} back */
export function recentCut(run, events, back) {
  for (let event = events - 1; event >= 0 && event >= events - back; event--) {
    if (run.isCut(event) && run.reasonOf.has(event)) return event;
  }
  return -1;
}
