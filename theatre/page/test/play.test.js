import assert from 'node:assert/strict';
import { test } from 'node:test';
import { worth } from 'theatre/play-ask';
import { sideName } from 'theatre/play-view';

const value = (low, high, estimate = null) => ({ move: '1', low, high, winner: null, estimate, best: false });

test('a proved end is a word and a number, an estimate keeps its mark', () => {
  assert.equal(worth(value(18, 18), { game: 'connect4', stones: 6 }).short, 'win 1');
  assert.equal(worth(value(-8, -8), { game: 'othello', stones: 60 }).short, 'loss 8');
  assert.equal(worth(value(1, 1_000), { game: 'connect4', stones: 6 }).short, 'win');
  assert.equal(worth(value(-2e9, 2e9, 3), { game: 'othello', stones: 6 }).short, '≈+3');
});

test('a side has its letter only where the letter is drawn', () => {
  assert.equal(sideName('Red (X)', 'connect4'), 'Red');
  assert.equal(sideName('X', 'tictactoe'), 'X');
});
