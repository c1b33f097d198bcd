import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OPENING, isLinked, readLink, writeLink } from 'theatre/link';
import { chance } from './fixture.js';

test('what is written is read again', () => {
  const random = chance(1),
    pick = (list) => list[random(list.length)];
  for (let round = 0; round < 500; round++) {
    const link = {
      ...OPENING,
      view: pick(['one', 'two']),
      game: pick(['tree', 'chess', 'connect4']),
      position: pick(['[[3,12,8],[2]]', 'r1bqkbnr/pp w KQkq - 2 3', 'w=3,d=4&seed=1#x', 'ä+b % "', '-']),
      depth: pick(['', '5']),
      a: pick(['alpha-beta', 'mtd-f,first-guess=-3']),
      am: pick(['', 'sim:8,latency=5..40']),
      outline: random(2) === 0,
      node: pick(['', 'root', '2.1']),
      time: pick([null, 0, 12, 3.25]),
    };
    if (link.view === 'one') [link.b, link.bm] = [OPENING.b, OPENING.bm];
    link.events = (link.time ?? 0) > 0 ? [random(900), random(900)] : [];
    assert.deepEqual(readLink(writeLink(link)), link);
  }
});

test('a link says only what it must', () => {
  assert.equal(writeLink(OPENING), '#view=two&game=uniform&position=w=3,d=4,values=99,seed=4,order=50&a=alpha-beta&b=sss-star');
  assert.equal(writeLink({ ...OPENING, view: 'all' }), '#view=all&game=uniform&position=w=3,d=4,values=99,seed=4,order=50');
  assert.equal(
    writeLink({ ...OPENING, page: 'play', game: 'connect4', position: '', moves: '4 4' }),
    '#page=play&game=connect4&position=&moves=4+4',
  );
});

test('nonsense in an address is left out', () => {
  assert.deepEqual(readLink('#view=seven&time=never&events=a,2,-1&constructor=x&page=moon'), { ...OPENING, events: [2] });
  assert.deepEqual(readLink(''), { ...OPENING });
  assert.equal(isLinked('#main'), false);
  assert.equal(isLinked('#view=one'), true);
});

test('the fields of a link may come as they are', () => {
  const fields = { view: 'one', game: 'tree', position: 'a&b#c d%e+é', a: 'scout' };
  assert.deepEqual(readLink(fields), { ...OPENING, ...fields });
  assert.deepEqual(readLink(writeLink(readLink(fields))), { ...OPENING, ...fields });
});
