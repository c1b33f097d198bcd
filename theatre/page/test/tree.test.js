import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTape } from 'theatre/tape';
import { Tree } from 'theatre/tree';
import { TEXTBOOK, alphaBetaTape, chance, minimax, nodesOf, randomTree } from './fixture.js';

const treeOf = (tree) => new Tree(readTape(alphaBetaTape(tree)));

test('leaves have slots from left to right, and a node spans its leaves', () => {
  const random = chance(7);
  for (let round = 0; round < 200; round++) {
    const tree = treeOf([randomTree(random, 4), randomTree(random, 4)]);
    tree.leaves.forEach((leaf, k) => {
      assert.equal(tree.left[leaf], k);
      assert.equal(tree.leafAt(k + 0.5), leaf);
    });
    assert.equal(tree.slots, tree.leaves.length);
    for (let node = 0; node < tree.count; node++) {
      const children = tree.listed(node);
      if (children.length === 0) continue;
      assert.equal(tree.left[node], tree.left[children[0]]);
      assert.equal(tree.right[node], tree.right[children[children.length - 1]]);
    }
  }
});

test('children that are not listed share a narrow slot', () => {
  const nodes = {
    parent: Uint32Array.of(0xffffffff, 0),
    number: Uint16Array.of(0, 2),
    children: Uint16Array.of(30, 0),
    value: Int32Array.of(0, 5),
    moves: [],
  };
  const tree = new Tree({ head: { whole: false, named: false }, nodes });
  assert.equal(tree.child(0, 2), 1);
  assert.equal(tree.child(0, 3), -1);
  assert.ok(tree.slots < 3, `${tree.slots} slots`);
});

test('names lead to nodes and back', () => {
  const tree = treeOf([
    [3, [12, [8, 1]], 5],
    [2, [4, 6, 9], 7],
  ]);
  for (let node = 0; node < tree.count; node++) {
    assert.equal(tree.find(tree.name(node)), node);
    assert.equal(tree.at(tree.path(node)), node);
  }
  for (const none of ['3', '1.9', '1..2', 'x', '0', '1.1.1']) assert.equal(tree.find(none), -1, none);
  assert.ok(tree.isWithin(tree.find('1.2.2.1'), tree.find('1.2')));
  assert.ok(!tree.isWithin(tree.find('2.2'), tree.find('1.2')));
});

test('values are those of minimax, and text is read back', () => {
  const random = chance(3);
  for (let round = 0; round < 100; round++) {
    const nested = [randomTree(random, 4), randomTree(random, 3)],
      tree = treeOf(nested);
    assert.equal(tree.values()[0], minimax(nested));
    assert.deepEqual(JSON.parse(tree.text()), nested);
  }
  const tree = treeOf(TEXTBOOK),
    leaf = tree.find('2.1');
  assert.equal(tree.text(new Map([[leaf, 9]])), '[[3,12,8],[9,4,6],[14,5,2]]');
});

test('a node whose parent comes later is refused', () => {
  const nodes = nodesOf(TEXTBOOK);
  nodes.parent[1] = 5;
  const columns = {
    parent: Uint32Array.from(nodes.parent),
    number: Uint16Array.from(nodes.number),
    children: Uint16Array.from(nodes.children),
    value: Int32Array.from(nodes.value),
    moves: [],
  };
  assert.throws(() => new Tree({ head: { whole: true, named: false }, nodes: columns }), /node 1 has no place/);
});
