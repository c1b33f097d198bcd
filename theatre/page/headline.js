// @ts-check
// The result of the searches on the stage, in a sentence.
import { make } from 'theatre/dom';
import { countText, counted, isDecided, noun, scoreText } from 'theatre/values';

/** @typedef {import('theatre/replay').Replay} Replay */

const SMALL = [
  'no',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
  'twenty',
];

/** @param {string} text */
const strong = (text) => make('b', {}, text);
/** @param {number} count */
const number = (count) => strong(countText(count));
/** The result; a forced end with its plies from the root of the search. @param {Replay} run */
export function answer({ head, tree }) {
  if (head.value === null) return 'none';
  const end = isDecided(head.value) ? tree.leaves.find((leaf) => tree.value[leaf] === head.value) : undefined;
  if (end === undefined) return scoreText(head.value);
  return `a ${head.value > 0 ? 'win' : 'loss'} for MAX in ${counted(tree.ply[end], 'ply', 'plies')}`;
}

/** @param {Replay[]} runs @param {'one' | 'two' | 'all'} view @returns {(Node | string)[]} */
export function headline(runs, view) {
  const [first, second] = runs,
    tree = first.tree;
  const unfinished = runs.find((run) => run.head.cap || run.head.stopped);
  if (unfinished)
    return [
      strong(unfinished.title),
      unfinished.head.cap
        ? ` was not recorded to its end: ${unfinished.head.cap}.`
        : ` was stopped by a limit: ${unfinished.head.stopped}.`,
    ];
  if (tree.puzzle) return puzzleHeadline(runs);
  const leaves = (/** @type {number} */ count) =>
    tree.whole ? ` of ${counted(tree.leaves.length, 'leaf', 'leaves')}` : ` ${noun(count, 'leaf', 'leaves')}`;
  if (view === 'all') {
    const count = SMALL[runs.length] ?? countText(runs.length);
    return [
      `${count.charAt(0).toUpperCase()}${count.slice(1)} searches, one tree, one answer (${answer(first)}): every leaf that each of them looks at, the first ones strongest, and how the bounds of the root close in.`,
    ];
  }
  if (view === 'one' || !second) {
    const verb = tree.named ? 'finds' : 'proves';
    return [
      strong(first.title),
      ` ${verb} ${answer(first)} with `,
      number(first.distinctLeaves),
      `${leaves(first.distinctLeaves)}. `,
      make('small', {}, '▲ wants more, ▼ wants less.'),
    ];
  }
  const same = answer(first) === answer(second);
  const start = same
    ? `Same tree, same answer (${answer(first)})`
    : `Same tree, but ${first.title} says ${answer(first)} and ${second.title} ${answer(second)}`;
  if (first.parallel || second.parallel) {
    const [fast, slow] = first.length <= second.length ? [first, second] : [second, first];
    return [
      `${start}. `,
      strong(fast.title),
      ' has it after ',
      number(fast.length),
      ` ${noun(fast.length, 'leaf-time')}, `,
      strong(slow.title),
      ' after ',
      number(slow.length),
      '.',
    ];
  }
  if (first.distinctLeaves === second.distinctLeaves) {
    const visits =
      first.leafEvents.length === second.leafEvents.length
        ? ''
        : ` (${countText(first.leafEvents.length)} and ${countText(second.leafEvents.length)} visits)`;
    return [`${start}, and both look at `, number(first.distinctLeaves), `${leaves(first.distinctLeaves)}${visits}.`];
  }
  const [more, fewer] = first.distinctLeaves > second.distinctLeaves ? [first, second] : [second, first];
  return [
    `${start}. `,
    strong(more.title),
    ' looks at ',
    number(more.distinctLeaves),
    `${leaves(more.distinctLeaves)}, `,
    strong(fewer.title),
    ' at ',
    number(fewer.distinctLeaves),
    '.',
  ];
}

/** @param {Replay[]} runs @returns {(Node | string)[]} */
function puzzleHeadline(runs) {
  const [first, second] = runs;
  const moves = `${answer(first)} ${noun(first.head.value ?? 0, 'move')}`;
  const rounds = (/** @type {Replay} */ run) => (run.last.cuts > 0 ? ` in ${counted(run.last.cuts, 'round')}` : '');
  const each = (/** @type {Replay} */ run) => [
    strong(run.title),
    ' expands ',
    number(run.distinctLeaves),
    ` ${noun(run.distinctLeaves, 'state')}${rounds(run)}`,
  ];
  if (!second) return [`The shortest way has ${moves}. `, ...each(first), '.'];
  if (first.parallel || second.parallel)
    return [
      `Same board, same answer (${moves}). `,
      strong(first.title),
      ' has it after ',
      number(first.length),
      ', ',
      strong(second.title),
      ' after ',
      number(second.length),
      ` ${noun(second.length, 'node-time')}.`,
    ];
  return [`Same board, same answer (${moves}). `, ...each(first), ', ', ...each(second), '.'];
}
