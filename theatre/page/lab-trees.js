// @ts-check
// The trees behind the numbers of an experiment: the class, the seed of the run and a number define each of them.
import { OPENING, writeLink } from 'theatre/link';

/** @typedef {Record<string, string>} Row a line of a table, by the names of its columns */

const ALL = (1n << 64n) - 1n;

/** The laboratory's way from one seed to many: the finalizer of SplitMix64. @param {bigint} x */
export function mix(x) {
  x = ((x ^ (x >> 30n)) * 0xbf58476d1ce4e5b9n) & ALL;
  x = ((x ^ (x >> 27n)) * 0x94d049bb133111ebn) & ALL;
  return x ^ (x >> 31n);
}

/** The seed of a tree. @param {number} seed of the run @param {number} number */
export const treeSeed = (seed, number) => mix((mix(BigInt(seed)) + BigInt(number)) & ALL);

/** A table as it is written. @param {string} csv @returns {Row[]} */
export function readTable(csv) {
  const [head, ...lines] = csv.trim().split('\n').map((line) => line.trim().split(','));
  return lines.map((line) => Object.fromEntries(head.map((name, k) => [name, line[k] ?? ''])));
}

/** Game and position of a tree, or null for a kind that the page cannot write. @param {Row} row @param {{seed: number, values: number}} run */
export function treeOf(row, { seed, values }) {
  const { order, width, depth, tree } = row;
  if (!order || !width || !depth || !/^\d+$/.test(tree ?? '')) return null;
  const start = `w=${width},d=${depth},seed=${treeSeed(seed, Number(tree))}`;
  if (order === 'iid') return { game: 'iid', position: `${start},values=${values}` };
  if (order === 'correlated' || order === 'preordered') return { game: 'correlated', position: `${start},preorder=${order === 'preordered' ? 'yes' : 'no'}` };
  if (/^(random|perfect|\d+)$/.test(order)) return { game: 'uniform', position: `${start},values=${values},order=${order}` };
  return null;
}

/** Of the rows of a cell, the one nearest to their mean: a tree that is like the others. @param {Row[]} rows @param {string} column */
export function typical(rows, column) {
  const numbers = rows.map((row) => Number(row[column])), mean = numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
  return rows[numbers.reduce((best, number, k) => (Math.abs(number - mean) < Math.abs(numbers[best] - mean) ? k : best), 0)] ?? null;
}

/** A link to the search behind a row. @param {Row} row @param {{seed: number, values: number}} run */
export function linkOf(row, run) {
  const problem = treeOf(row, run);
  if (problem === null || !row.algorithm) return null;
  const machine = row.processors && row.processors !== '1' ? `sim:${row.processors}` : '';
  return writeLink({ ...OPENING, ...problem, view: 'one', a: row.algorithm, am: machine, depth: '' });
}
