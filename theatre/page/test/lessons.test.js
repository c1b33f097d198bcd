import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CHECKS } from 'theatre/checks';
import { Clock } from 'theatre/clock';
import { LESSONS } from 'theatre/lessons';
import { readLink, writeLink } from 'theatre/link';
import { methodsFor } from 'theatre/method-choice';
import { Replay } from 'theatre/replay';
import { requestOf } from 'theatre/request';
import { readTape } from 'theatre/tape';
import { Tree } from 'theatre/tree';
import { MISSING, json, library } from './library.js';

const answer = await library();
const catalog = answer && json(answer({ ask: 'catalog' }));
const shown = new Map();
/** Some libraries have no puzzles. */
const canShow = (show) => methodsFor(catalog, readLink(`#${show}`).game).length > 0;

/** The searches of a link, and the moment. */
function stage(show) {
  const link = readLink(`#${show}`);
  if (!shown.has(show)) {
    const tape = readTape(answer(requestOf(catalog, link))),
      tree = new Tree(tape);
    const clock = new Clock(),
      runs = tape.runs.map((run) => new Replay(tree, run));
    clock.load(runs);
    clock.restore(link.time ?? 0, link.events);
    shown.set(show, { runs, tree, events: clock.events, clock, link });
  }
  return shown.get(show);
}

test('there are ten lessons, each with two or three questions', () => {
  assert.equal(LESSONS.length, 10);
  assert.equal(new Set(LESSONS.map((lesson) => lesson.id)).size, 10);
  for (const lesson of LESSONS) assert.ok(lesson.questions.length === 2 || lesson.questions.length === 3, lesson.id);
});

test(
  'every link of a lesson is written as the page writes it, and shows a moment that there is',
  { skip: answer === null && MISSING },
  () => {
    for (const lesson of LESSONS) {
      const shows = [
        ...lesson.text
          .flat()
          .filter((part) => typeof part !== 'string')
          .map((part) => part.show),
        ...lesson.questions.map((question) => question.show),
      ];
      for (const show of shows.filter(canShow)) {
        const { link, clock, runs } = stage(show);
        assert.deepEqual(readLink(writeLink(link)), { ...link, ...(link.view === 'two' ? {} : { b: 'sss-star' }) }, show);
        assert.ok(
          runs.every((run) => run.head.cap === null && run.head.stopped === null),
          show,
        );
        assert.ok(
          link.view === 'all' || clock.time === (link.time ?? 0) || clock.time === clock.length,
          `${show}: ${clock.length} leaf-times`,
        );
      }
    }
  },
);

test('every question has right answers, and wrong ones', { skip: answer === null && MISSING }, () => {
  for (const lesson of LESSONS) {
    for (const question of lesson.questions.filter((each) => canShow(each.show))) {
      const { runs, tree, events } = stage(question.show),
        right = CHECKS[question.check](runs, events);
      assert.ok(right.size > 0, `${lesson.id}: ${question.ask}`);
      assert.ok(
        [...right].every((node) => node >= 0 && node < tree.count),
        `${lesson.id}: ${question.ask}`,
      );
      assert.ok(right.size < tree.count, `${lesson.id}: ${question.ask}`);
    }
  }
});

test('every check is used', () => {
  const used = new Set(LESSONS.flatMap((lesson) => lesson.questions.map((question) => question.check)));
  assert.deepEqual(
    Object.keys(CHECKS).filter((name) => !used.has(name)),
    [],
  );
});
