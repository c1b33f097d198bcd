import assert from 'node:assert/strict';
import { test } from 'node:test';
import { looksLikeTape, readTape } from 'theatre/tape';
import { TEXTBOOK, alphaBetaTape, writeTape } from './fixture.js';

test('a tape is read as it was written', () => {
  const bytes = alphaBetaTape(TEXTBOOK, [['runs.0.reason.text', 'text', 'cut: because\n']]);
  assert.ok(looksLikeTape(bytes));
  const tape = readTape(bytes);
  assert.equal(tape.nodes.parent.length, 13);
  assert.deepEqual([...tape.nodes.children].slice(0, 2), [3, 3]);
  assert.equal(tape.runs[0].head.value, 3);
  assert.deepEqual(tape.runs[0].reasons.text, ['cut: because']);
  assert.equal(tape.runs[0].spans.rank.length, 0, 'a run without spans has none');
});

test('a tape inside a larger buffer is read too', () => {
  const bytes = alphaBetaTape(TEXTBOOK),
    shifted = new Uint8Array(bytes.length + 3);
  shifted.set(bytes, 3);
  assert.equal(readTape(shifted.subarray(3)).nodes.parent.length, 13);
});

test('what is no tape is refused with a reason', () => {
  const refused = (bytes, why) => assert.throws(() => readTape(bytes), why);
  refused(new Uint8Array(3), /too short/);
  refused(new TextEncoder().encode('[[3,12,8],[2,4,6]]'), /not a tape/);
  refused(writeTape({ schema: 'provebest-tape/9', runs: [] }, []), /another kind: provebest-tape\/9/);
  refused(writeTape({ schema: 'provebest-tape/1', runs: [] }, []), /no column nodes.parent/);
  const whole = alphaBetaTape(TEXTBOOK);
  refused(whole.slice(0, whole.length - 8), /ends inside column/);
  assert.equal(looksLikeTape(new TextEncoder().encode('[[3,12,8],[2,4,6]]')), false);
});

test('every byte may be wrong: a tape is refused or read, never more', () => {
  const whole = alphaBetaTape([
    [1, 2],
    [3, 4],
  ]);
  for (let at = 0; at < whole.length; at++) {
    const bytes = whole.slice();
    bytes[at] ^= 0x55;
    try {
      readTape(bytes);
    } catch (error) {
      assert.ok(error instanceof Error);
    }
  }
});
