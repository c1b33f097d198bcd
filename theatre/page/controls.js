// @ts-check
// The buttons of the clock, and the keys of the page.
import { byId } from 'theatre/dom';

/**
 * @typedef {object} Actions
 * @property {() => void} play
 * @property {() => void} first
 * @property {() => void} last
 * @property {(direction: 1 | -1) => void} step
 * @property {(direction: 1 | -1) => void} toCut
 * @property {(change: number) => void} faster
 * @property {(direction: 1 | -1) => void} method the search before or after in the list, in the pane with the focus
 * @property {() => void} another
 * @property {() => void} outline
 * @property {() => void} share
 * @property {(factor: number) => void} zoom
 */

const PLAY = 'M5 3v14l12-7z';
const PAUSE = 'M5 3h3.6v14H5zM11.4 3H15v14h-3.6z';

/** @param {boolean} playing */
export function showPlaying(playing) {
  const button = byId('play'),
    path = button.querySelector('path');
  const label = playing ? 'Pause' : 'Play';
  if (button.getAttribute('aria-label') === label) return;
  button.setAttribute('aria-label', label);
  path.setAttribute('d', playing ? PAUSE : PLAY);
}

/** @param {Actions} act */
export function listenToControls(act) {
  /** @type {Record<string, () => void>} */
  const buttons = {
    play: act.play,
    first: act.first,
    last: act.last,
    back: () => act.step(-1),
    next: () => act.step(1),
    'previous-cut': () => act.toCut(-1),
    'next-cut': () => act.toCut(1),
    'zoom-in': () => act.zoom(0.5),
    'zoom-out': () => act.zoom(2),
  };
  for (const [id, action] of Object.entries(buttons)) byId(id).addEventListener('click', action);
}

/** Is somebody typing, or is a dialog open? Brackets are no letters of a list. @param {KeyboardEvent} event */
function isElsewhere(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  if (target.matches?.('.pane select') && '[]'.includes(event.key)) return false;
  return (
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    event.defaultPrevented ||
    target.matches?.('select, textarea, input:not([type=range])') ||
    document.querySelector('dialog[open]') !== null
  );
}

/** @param {() => Actions | null} actions those of the view that is shown, if it has a clock @param {{help: () => void, theme: () => void}} page */
export function listenToKeys(actions, page) {
  addEventListener('keydown', (event) => {
    if (isElsewhere(event)) return;
    const target = /** @type {HTMLElement} */ (event.target),
      key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (key === '?' || key === 'd') {
      event.preventDefault();
      (key === 'd' ? page.theme : page.help)();
      return;
    }
    const act = actions();
    // A button keeps its space bar, a range its arrows.
    if (act === null || (key === ' ' && target.matches('button, summary, a'))) return;
    if (target.matches('input[type=range]') && /^(Arrow|Home|End|Page)/.test(key)) return;
    /** @type {Record<string, () => void>} */
    const keys = {
      ' ': act.play,
      ArrowRight: () => (event.shiftKey ? act.toCut(1) : act.step(1)),
      ArrowLeft: () => (event.shiftKey ? act.toCut(-1) : act.step(-1)),
      Home: act.first,
      End: act.last,
      ',': () => act.faster(-1),
      '.': () => act.faster(1),
      '[': () => act.method(-1),
      ']': () => act.method(1),
      n: act.another,
      t: act.outline,
      l: act.share,
      '+': () => act.zoom(0.5),
      '=': () => act.zoom(0.5),
      '-': () => act.zoom(2),
      0: () => act.zoom(Infinity),
    };
    if (keys[key] === undefined) return;
    event.preventDefault();
    keys[key]();
  });
}
