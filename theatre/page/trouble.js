// @ts-check
// What went wrong, where it can be seen: the library's own message with its caret, or that nobody answers.
import { NoAnswer } from 'theatre/ask';
import { byId, make } from 'theatre/dom';

/** @param {unknown} error @param {{again?: () => void, edit?: () => void}} ways out of it */
export function showTrouble(error, { again, edit }) {
  const box = byId('trouble'),
    text = error instanceof Error ? error.message : String(error);
  const button = (/** @type {string} */ title, /** @type {() => void} */ act) =>
    make(
      'button',
      {
        type: 'button',
        onclick: () => {
          hideTrouble();
          act();
        },
      },
      title,
    );
  const close = button('close', () => {});
  if (error instanceof NoAnswer)
    box.replaceChildren(make('p', {}, text), make('div.buttons', {}, again && button('try again', again), close));
  else {
    const words = make('pre', { tabindex: 0, role: 'region', 'aria-label': 'The error' }, text);
    box.replaceChildren(words, make('div.buttons', {}, edit && button('change it', edit), close));
  }
  box.hidden = false;
}

export function hideTrouble() {
  byId('trouble').hidden = true;
}
