import assert from 'node:assert/strict';
import { test } from 'node:test';
import { claimsOf, verdictMark } from 'theatre/lab';
import { linkOf, mix, readTable, treeOf, treeSeed, typical } from 'theatre/lab-trees';
import { readLink } from 'theatre/link';
import { requestOf } from 'theatre/request';
import { readTape } from 'theatre/tape';
import { MISSING, json, library } from './library.js';

const answer = await library();
const DATA = `order,width,depth,tree,algorithm,leaves,leaf_visits,minimal,nodes,stored
60,5,6,3,alpha-beta,1068,1068,249,1703,0
60,5,6,3,negascout,677,728,249,1187,0
random,5,2,0,alpha-beta,12,12,9,18,0`;

test('the finalizer of SplitMix64', () => {
  assert.equal(mix(0x9e3779b97f4a7c15n), 0xe220a8397b1dcdafn);
  assert.notEqual(treeSeed(1, 0), treeSeed(1, 1));
});

test('a line of the laboratory is counted again by the tree it opens', { skip: answer === null && MISSING }, () => {
  const catalog = json(answer({ ask: 'catalog' }));
  for (const row of readTable(DATA)) {
    const tape = readTape(answer(requestOf(catalog, readLink(linkOf(row, { seed: 1, values: 10_000 })))));
    assert.equal(String(tape.runs[0].head.counters.leaf_visits), row.leaf_visits);
    assert.equal(String(tape.runs[0].head.counters.leaves), row.leaves);
  }
});

test('kinds of trees', () => {
  const tree = (order) => treeOf({ order, width: '3', depth: '2', tree: '0' }, { seed: 1, values: 9 });
  assert.equal(tree('iid').game, 'iid');
  assert.match(tree('preordered').position, /preorder=yes$/);
  assert.match(tree('perfect').position, /values=9,order=perfect$/);
  assert.equal(tree('example'), null);
  assert.equal(treeOf({ order: 'random', width: '3', depth: '2', tree: '' }, { seed: 1, values: 9 }), null);
});

test('the typical tree is the one nearest to the mean', () => {
  const rows = [1, 2, 9].map((leaves, tree) => ({ tree: String(tree), leaf_visits: String(leaves) }));
  assert.equal(typical(rows, 'leaf_visits').tree, '1');
});

test('claims and verdicts are read from the report', () => {
  const [claim] = claimsOf('| # | claim | source | measured | verdict |\n|---|---|---|---|---|\n| 12 | SSS\\* never visits more. | Stockman 1979 | 100 % | holds |');
  assert.deepEqual(claim, { number: '12', claim: 'SSS* never visits more.', source: 'Stockman 1979', measured: '100 %', verdict: 'holds' });
  assert.deepEqual(['holds', 'does not hold', 'not run yet: x', 'holds only in random'].map((verdict) => verdictMark(verdict).mark), ['✓', '✗', '–', '~']);
});
