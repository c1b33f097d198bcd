import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readLink, writeLink, PUZZLE } from 'theatre/link';
import { methodsFor } from 'theatre/method-choice';
import { Replay } from 'theatre/replay';
import { requestOf } from 'theatre/request';
import { readTape } from 'theatre/tape';
import { boardOf, played, readTiles } from 'theatre/tiles';
import { totalsOf } from 'theatre/totals';
import { Tree } from 'theatre/tree';
import { MISSING, json, library } from './library.js';

test('moves are those of the empty cell', () => {
  const start = readTiles('3x3:8 7 6 0 4 1 2 5 3');
  assert.deepEqual(played(start, [...'URRDLLURRDLDLUURDDRUULDDLURRULL']).tiles, [0, 1, 2, 3, 4, 5, 6, 7, 8]);
  assert.deepEqual(played(start, ['L']).tiles, start.tiles, 'a move that leaves the board changes nothing');
  assert.equal(readTiles('3x3:1 2'), null);
  assert.equal(readTiles('x'), null);
  assert.equal(boardOf(start).cells.rows[1][0].piece, null);
});

test('the page of puzzles has its own opening', () => {
  assert.deepEqual(readLink('#page=puzzle'), { ...PUZZLE });
  assert.deepEqual(readLink(writeLink({ ...PUZZLE, time: 30, events: [4, 5] })), { ...PUZZLE, time: 30, events: [4, 5] });
});

/** Two rounds on a small tree: root with two children, the second of which has a goal below. */
function smallRun() {
  const nodes = {
    parent: Uint32Array.of(0xffffffff, 0, 0, 2),
    number: Uint16Array.of(0, 0, 1, 0),
    children: Uint16Array.of(2, 0, 1, 0),
    value: Int32Array.of(1, 4, 2, 0),
    moves: ['', 'U', 'L', 'L'],
  };
  const tree = new Tree({ head: { kind: 'puzzle', whole: false, named: true }, nodes });
  const kind = [9, 8, 9, 8, 8, 10],
    node = [0, 0, 0, 0, 2, 3],
    a = [1, 2, 3, 2, 1, 2],
    b = [1, 1, 3, 3, 3, 2],
    time = [1, 3, 3, 5, 6, 6];
  const events = {
    kind: Uint8Array.from(kind),
    node: Uint32Array.from(node),
    child: new Int32Array(6).fill(-1),
    a: Int32Array.from(a),
    b: Int32Array.from(b),
    rank: new Uint16Array(6),
    time: Uint32Array.from(time),
  };
  const none = { event: new Uint32Array(0), text: [] },
    spans = { rank: new Uint32Array(0), start: new Uint32Array(0), end: new Uint32Array(0), job: new Uint32Array(0) };
  const head = {
    method: 'ida-star',
    title: 'IDA*',
    best_first: false,
    parallel: false,
    processors: 1,
    unit: 'node-time',
    length: 6,
    value: 2,
    line_text: ['L', 'L'],
    counters: {},
  };
  return new Replay(tree, {
    head,
    events,
    reasons: none,
    spans,
    jobs: { node: new Uint32Array(0), of: new Uint32Array(0), wasted: new Uint8Array(0) },
  });
}

test('each round begins with nothing, and bounds only rise', () => {
  const run = smallRun();
  assert.equal(run.seek(2).seen[0], 1);
  assert.equal(run.seek(3).seen[0], 0, 'a new round');
  assert.deepEqual(
    run.squeeze.map(({ low }) => low),
    [-2_000_000_000, 1, 3, 3],
  );
  assert.equal(run.squeeze[3].high, 2, 'the goal');
  assert.deepEqual(run.line(), [0, 2, 3]);
  assert.ok(run.isCut(0) && run.isCut(2) && !run.isCut(1));
});

test('states are counted by their totals, expanded or waiting', () => {
  const run = smallRun(),
    bins = totalsOf(run.tree, run.seek(2).seen);
  assert.deepEqual([...bins.keys()].sort(), [1, 3, 5]);
  assert.equal(
    bins.get(1).expanded.reduce((a, b) => a + b),
    1,
  );
  assert.deepEqual([bins.get(3).waiting, bins.get(5).waiting], [1, 1]);
});

const answer = await library(),
  catalog = answer && json(answer({ ask: 'catalog' }));
const puzzles = catalog && methodsFor(catalog, 'tiles').length > 0;

test('what is counted on a tape is what the search counted', { skip: !puzzles && `${MISSING} (with puzzles)` }, () => {
  const tape = readTape(answer(requestOf(catalog, readLink('#page=puzzle')))),
    tree = new Tree(tape);
  for (const recorded of tape.runs) {
    const run = new Replay(tree, recorded),
      { last } = run;
    assert.equal(last.leaves, run.head.counters.expanded, run.title);
    assert.equal(last.leafVisits, run.head.counters.generated, run.title);
    assert.equal(run.line().length - 1, run.head.value, run.title);
    const end = played(readTiles(tape.head.position), run.head.line_text).tiles;
    assert.deepEqual(
      end,
      end.map((_, k) => k),
    );
  }
});
