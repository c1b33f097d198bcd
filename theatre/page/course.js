// @ts-check
// The course: a list of lessons, and beside the stage the lesson that is open. Questions are answered by pointing at a node.
import { CHECKS } from 'theatre/checks';
import { byId, make } from 'theatre/dom';
import { LESSONS } from 'theatre/lessons';

/** @typedef {import('theatre/link').Link} Link */
/** @typedef {import('theatre/lessons').Lesson} Lesson */

/** A link of a lesson. @param {Lesson} lesson @param {string} show @param {number} [question] */
export const lessonLink = (lesson, show, question) =>
  `#page=course&lesson=${lesson.id}${question === undefined ? '' : `:${question + 1}`}&${show}`;

/** The lesson that a link names, if there is one. @param {Link} link */
export const lessonOf = ({ page, lesson }) =>
  page === 'course' ? LESSONS.find(({ id }) => id === lesson.split(':')[0]) : undefined;

export class Course {
  /** @param {import('theatre/theatre').Theatre} theatre @param {(hash: string) => void} open */
  constructor(theatre, open) {
    this.theatre = theatre;
    this.open = open;
    /** @type {Lesson | null} */
    this.lesson = null;
    this.question = 0;
    this.asked = false;
    this.box = byId('lesson');
  }

  /** @param {Link} link */
  show(link) {
    const [, question] = link.lesson.split(':');
    this.lesson = lessonOf(link) ?? null;
    this.question = Math.max(0, Number(question ?? 1) - 1);
    this.asked = question !== undefined;
    this.box.hidden = this.lesson === null;
    if (this.lesson) this.#showLesson(this.lesson);
    else if (link.page === 'course') this.#showList();
  }

  #showList() {
    document.title = 'Course – Provebest theatre';
    const item = (/** @type {Lesson} */ lesson) =>
      make(
        'li',
        {},
        make('a', { href: lessonLink(lesson, firstShow(lesson)) }, lesson.title),
        ` · ${lesson.questions.length} questions`,
      );
    byId('view').replaceChildren(
      make('div.headline', {}, 'Ten short lessons. Each one runs on the stage, and asks you to point at what you see.'),
      make('section.pane.list', { 'aria-label': 'Lessons' }, make('ol', {}, ...LESSONS.map(item))),
    );
  }

  /** @param {Lesson} lesson */
  #showLesson(lesson) {
    const number = LESSONS.indexOf(lesson),
      next = LESSONS[number + 1];
    const paragraph = (/** @type {Lesson['text'][number]} */ parts) =>
      make(
        'p',
        {},
        ...parts.map((part) => (typeof part === 'string' ? part : make('a', { href: lessonLink(lesson, part.show) }, part.text))),
      );
    this.answer = make('p.answer', { role: 'status' });
    this.box.replaceChildren(
      make(
        'div.text',
        {},
        make('h2', {}, `${number + 1}. ${lesson.title}`),
        ...lesson.text.map(paragraph),
        make(
          'p.steps',
          {},
          make('a', { href: '#page=course' }, 'all lessons'),
          next && ' · ',
          next && make('a', { href: lessonLink(next, firstShow(next)) }, `next: ${next.title}`),
        ),
      ),
      this.#questions(lesson),
    );
  }

  /** @param {Lesson} lesson */
  #questions(lesson) {
    const numbers = lesson.questions.map((question, k) =>
      make(
        'a',
        { href: lessonLink(lesson, question.show, k), 'aria-current': this.asked && k === this.question ? 'step' : undefined },
        `question ${k + 1}`,
      ),
    );
    const list = make('nav.numbers', { 'aria-label': 'Questions' }, ...numbers);
    const question = lesson.questions[this.question];
    if (!this.asked || !question)
      return make('div.question', {}, list, make('p', {}, 'Read, follow the links, and then answer the questions.'));
    const input = make('input', { 'aria-label': 'A node, for example 2.1', placeholder: '2.1', size: 8, autocomplete: 'off' });
    const form = make(
      'form',
      {
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          const node = this.theatre.runs[0]?.tree.find(input.value.trim()) ?? -1;
          if (node >= 0) this.picked(node);
          else this.#say(false, 'There is no such node.');
        },
      },
      make('label', {}, 'or type its name ', input),
      ' ',
      make('button', {}, 'answer'),
    );
    return make('div.question', {}, list, make('p.ask', {}, question.ask), form, this.answer);
  }

  /** The stage is ready: pointing is possible. */
  staged() {
    this.events = [...this.theatre.clock.events];
  }

  /** @param {number} node */
  picked(node) {
    const question = this.asked ? this.lesson?.questions[this.question] : undefined;
    if (!question) return;
    const right = CHECKS[question.check](this.theatre.runs, this.events ?? []).has(node);
    const name = this.theatre.runs[0].tree.title(node);
    this.#say(right, `${name === 'root' ? 'The root' : name}. ${right ? question.right : question.wrong}`);
  }

  /** @param {boolean} right @param {string} text */
  #say(right, text) {
    this.answer.className = right ? 'answer right' : 'answer wrong';
    this.answer.replaceChildren(make('b', {}, right ? '✓ ' : '✗ '), text);
  }
}

/** What a lesson begins with: its first link. @param {Lesson} lesson */
function firstShow(lesson) {
  for (const part of lesson.text.flat()) if (typeof part !== 'string') return part.show;
  return lesson.questions[0].show;
}
