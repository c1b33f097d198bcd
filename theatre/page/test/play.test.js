import assert from 'node:assert/strict';
import { test } from 'node:test';
import { worth } from 'theatre/play-ask';
import { inOrder, sideName } from 'theatre/play-view';

const value = (low, high, estimate = null) => ({ move: '1', low, high, winner: null, estimate, depth: null, best: false });

test('a proved end is a word and a number, an estimate keeps its mark', () => {
  assert.equal(worth(value(18, 18), { game: 'connect4', stones: 6 }).short, 'win 1');
  assert.equal(worth(value(-8, -8), { game: 'othello', stones: 60 }).short, 'loss 8');
  assert.equal(worth(value(1, 1_000), { game: 'connect4', stones: 6 }).short, 'win');
  assert.equal(worth(value(-2e9, 2e9, 3), { game: 'othello', stones: 6 }).short, '≈+3');
});

test('a mate is counted in moves from here', () => {
  assert.equal(worth(value(1_899_999_999, 1_899_999_999), { game: 'chess', stones: 32 }).words, 'win in 1');
  assert.equal(worth({ ...value(0, 0), winner: 'none' }, { game: 'chess', stones: 32 }).words, 'draw');
});

test('estimates of different depths are not mixed: the deeper ones come first', () => {
  const all = [
    ['old and high', { estimate: 90, depth: 4 }],
    ['lost', { low: -1_899_999_998, high: -1_899_999_998 }],
    ['new', { estimate: 10, depth: 5 }],
    ['new and best', { estimate: 10, depth: 5, best: true }],
    ['new and high', { estimate: 20, depth: 5 }],
    ['won', { low: 1_899_999_999, high: 1_899_999_999 }],
  ].map(([move, more]) => ({ ...value(-2e9, 2e9), move, ...more }));
  const worths = new Map(all.map((each) => [each.move, worth(each, { game: 'chess', stones: 32 })]));
  assert.deepEqual(
    inOrder(all, worths).map(({ move }) => move),
    ['won', 'new and best', 'new and high', 'new', 'old and high', 'lost'],
  );
});

test('a side has its letter only where the letter is drawn', () => {
  assert.equal(sideName('Red (X)', 'connect4'), 'Red');
  assert.equal(sideName('X', 'tictactoe'), 'X');
});
