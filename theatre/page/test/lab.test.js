import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linkOf, verdictMark } from 'theatre/lab';
import { readLink } from 'theatre/link';

test('a number opens its search', () => {
  const link = readLink(
    linkOf({
      game: 'uniform',
      position: 'w=5,d=6,seed=3,values=10000,order=60',
      method: 'young-brothers,grain=3',
      machine: 'sim:16,latency=10',
    }),
  );
  assert.deepEqual(
    [link.page, link.view, link.game, link.position],
    ['theatre', 'one', 'uniform', 'w=5,d=6,seed=3,values=10000,order=60'],
  );
  assert.deepEqual([link.a, link.am], ['young-brothers,grain=3', 'sim:16,latency=10']);
});

test('verdicts have marks', () => {
  const words = ['holds', 'holds where decided', 'holds in part', 'does not hold', 'not decided', 'not run yet'];
  assert.deepEqual(
    words.map((verdict) => verdictMark(verdict).mark),
    ['✓', '✓', '~', '✗', '~', '–'],
  );
});
