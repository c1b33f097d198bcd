// @ts-check
// Ten lessons. A lesson is data: text with links into the theatre, and questions that are answered by pointing at a node. What is
// right is found in the searches themselves (`theatre/checks`); the tests run every link and every question.
import { MORE_LESSONS } from 'theatre/lessons-beyond';
import { SEARCH_LESSONS } from 'theatre/lessons-search';

/** @typedef {{show: string, text: string}} Show a link into the theatre */
/** @typedef {{show: string, ask: string, check: string, right: string, wrong: string}} Question `show`: what is on the stage while it is asked */
/** @typedef {{id: string, title: string, text: (string | Show)[][], questions: Question[]}} Lesson */

/** @type {readonly Lesson[]} */
export const LESSONS = [...SEARCH_LESSONS, ...MORE_LESSONS];
