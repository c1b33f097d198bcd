import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answer as answerOf } from 'theatre/headline';
import { Replay } from 'theatre/replay';
import { readTape } from 'theatre/tape';
import { Tree } from 'theatre/tree';
import { counted } from 'theatre/values';
import { MISSING, library } from './library.js';

const answer = await library();

test('a forced win is named with its plies from the root of the search', { skip: answer === null && MISSING }, () => {
  const tape = readTape(answer({ ask: 'tape', game: 'connect4', position: '4455', depth: 4, runs: [{ method: 'alpha-beta' }] }));
  assert.equal(answerOf(new Replay(new Tree(tape), tape.runs[0])), 'a win for MAX in 3 plies');
});

test('a count has the noun that belongs to it, and commas', () => {
  assert.equal(counted(1, 'leaf', 'leaves'), '1 leaf');
  assert.equal(counted(0, 'leaf', 'leaves'), '0 leaves');
  assert.equal(counted(12_345, 'leaf-time'), '12,345 leaf-times');
});
