// @ts-check
// The question behind a link: which searches of which problem.
import { familyOf, methodInfo } from 'theatre/method-choice';

/** @typedef {import('theatre/link').Link} Link */

/** The methods on the stage. @param {any} catalog @param {Link} link @returns {import('theatre/method-choice').Choice[]} */
export function choicesOf(catalog, link) {
  if (link.view === 'all')
    return familyOf(catalog)
      .filter((method) => !method.parallel)
      .map((method) => ({ method: method.name, machine: '' }));
  const both = [
    { method: link.a, machine: link.am },
    { method: link.b, machine: link.bm },
  ];
  return link.view === 'one' ? both.slice(0, 1) : both;
}

/** @param {any} catalog @param {Link} link */
export function requestOf(catalog, link) {
  const runs = choicesOf(catalog, link).map(({ method, machine }) => {
    const parallel = methodInfo(catalog, method)?.parallel;
    return machine !== '' && parallel ? { method, machine } : { method };
  });
  const depth = /^\d+$/.test(link.depth) ? { depth: Number(link.depth) } : {};
  return { ask: 'tape', game: link.game, position: link.position, ...depth, runs };
}
