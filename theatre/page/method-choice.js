// @ts-check
// Choosing a search: its method, its settings, and for parallel ones the machine.
import { make } from 'theatre/dom';

/** @typedef {{method: string, machine: string}} Choice the method as text with its settings; an empty machine is the usual one */

/** The methods that can be recorded on a tree or game. @param {any} catalog @returns {any[]} */
export const familyOf = (catalog) =>
  catalog.methods.filter((/** @type {any} */ method) => method.taped && method.group === 'family');

/** The methods that can be recorded on a problem of this game. @param {any} catalog @param {string} game @returns {any[]} */
export function methodsFor(catalog, game) {
  const puzzle = catalog.games.find((/** @type {any} */ each) => each.name === game)?.puzzle ?? false;
  return catalog.methods.filter((/** @type {any} */ method) => method.taped && (method.group === 'puzzle') === puzzle);
}

/** Which methods cannot be watched, in words. @param {any} catalog */
export function unwatched(catalog) {
  const titles = (/** @type {string[]} */ ...groups) =>
    catalog.methods
      .filter((/** @type {any} */ method) => !method.taped && groups.includes(method.group))
      .map((/** @type {any} */ method) => method.title)
      .join(', ');
  return (
    `Some methods keep no tape, so they cannot be watched here: ${titles('engine', 'solver')}; ${titles('selective')}; ` +
    `${titles('proof')}; ${titles('puzzle')}. \`provebest explain\` draws what the selective ones look at.`
  );
}

/** @param {any} catalog @param {string} text @returns {any} */
export const methodInfo = (catalog, text) =>
  catalog.methods.find((/** @type {any} */ method) => method.name === text.split(',')[0]);

/**
 * @param {any} catalog @param {Choice} choice @param {string} label @param {(choice: Choice) => void} changed
 * @param {any[]} [methods]
 */
export function methodChoice(catalog, choice, label, changed, methods = familyOf(catalog)) {
  const [name, ...settings] = choice.method.split(',');
  const option = (/** @type {any} */ method) =>
    make('option', { value: method.name, selected: method.name === name }, method.title);
  const group = (/** @type {string} */ title, /** @type {boolean} */ parallel) =>
    make('optgroup', { label: title }, ...methods.filter((method) => method.parallel === parallel).map(option));
  const info = methodInfo(catalog, name);
  const select = make(
    'select.method',
    { 'aria-label': label, title: info?.summary, onchange: () => changed({ method: select.value, machine: choice.machine }) },
    group('one processor', false),
    group('many processors', true),
  );
  if (!info) select.prepend(make('option', { value: name, selected: true }, name));
  const parts = [select];
  // A tape of a puzzle has one heuristic.
  if (info?.settings?.length > 0 && info.group !== 'puzzle') {
    const input = make('input.setting', {
      'aria-label': `Settings of ${info.title}`,
      placeholder: `${info.settings[0]}=…`,
      title: `settings: ${info.settings.join(', ')}`,
      value: settings.join(','),
      spellcheck: 'false',
      autocomplete: 'off',
      onchange: () =>
        changed({ method: input.value.trim() === '' ? name : `${name},${input.value.trim()}`, machine: choice.machine }),
    });
    parts.push(input);
  }
  if (info?.parallel) {
    const input = make('input.setting', {
      'aria-label': 'Machine',
      placeholder: 'sim:4',
      title: 'where it runs, for example sim:8 or sim:16,latency=2',
      list: 'machines',
      value: choice.machine,
      spellcheck: 'false',
      autocomplete: 'off',
      onchange: () => changed({ method: choice.method, machine: input.value.trim() }),
    });
    parts.push(make('label.on', {}, 'on ', input));
  }
  return make('div.choice', {}, ...parts);
}
