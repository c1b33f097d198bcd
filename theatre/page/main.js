// @ts-check
// The page: which view is shown, the address, errors, keys.
import { Asker, NoAnswer, readConfig } from 'theatre/ask';
import { Chooser } from 'theatre/chooser';
import { listenToControls, listenToKeys } from 'theatre/controls';
import { byId, make } from 'theatre/dom';
import { OPENING, isLinked, readLink, writeLink } from 'theatre/link';
import { familyOf } from 'theatre/method-choice';
import { readTape } from 'theatre/tape';
import { Theatre } from 'theatre/theatre';
import { readTheme, switchTheme } from 'theatre/theme';

/** @typedef {import('theatre/link').Link} Link */

const config = readConfig();
const askers = { tapes: new Asker(config), boards: new Asker(config), extras: new Asker(config) };
/** What the address should say. @type {string} */
let written = '';

/** @param {unknown} error @param {() => void} again */
function fail(error, again) {
  const box = byId('trouble'), text = error instanceof Error ? error.message : String(error);
  const retry = make('button', { type: 'button', onclick: () => { box.hidden = true; again(); } }, 'try again');
  if (error instanceof NoAnswer) box.replaceChildren(make('p', {}, text), retry);
  else box.replaceChildren(make('pre', { tabindex: 0, 'aria-label': 'What the library says' }, text), make('button', { type: 'button', onclick: () => { box.hidden = true; } }, 'close'));
  box.hidden = false;
}

/** The address follows what is shown, without a new entry in the history. @param {Link} link */
function write(link) {
  written = writeLink(link);
  history.replaceState(null, '', written);
}

/** @param {Theatre} theatre */
async function share(theatre) {
  if (theatre.shown) write(theatre.current());
  const button = byId('share');
  try {
    await navigator.clipboard.writeText(location.href);
    button.textContent = 'copied';
  } catch {
    button.textContent = 'it is in the address';
  }
  setTimeout(() => { button.textContent = 'copy link'; }, 1500);
}

/** @param {Theatre} theatre @param {Chooser} chooser @returns {import('theatre/controls').Actions} */
function actionsOf(theatre, chooser) {
  const { clock } = theatre;
  const by = (/** @type {() => void} */ change) => { clock.playing = false; change(); theatre.lanes.follow(); theatre.refresh(); write(theatre.current()); };
  return {
    play: () => theatre.play(),
    first: () => by(() => clock.seek(0)),
    last: () => by(() => clock.seek(clock.length)),
    step: (direction) => by(() => clock.step(direction)),
    toCut: (direction) => by(() => clock.toCut(direction)),
    faster: (change) => { clock.speed = Math.max(0, Math.min(6, clock.speed + change)); byId('speed').value = String(clock.speed); },
    method: (direction) => {
      const focused = theatre.panes.findIndex((pane) => pane.element.contains(document.activeElement)), k = Math.max(0, focused);
      if (!theatre.panes[k]) return;
      const names = familyOf(theatre.catalog).map((method) => method.name), name = theatre.panes[k].run.method;
      const next = names[(names.indexOf(name) + direction + names.length) % names.length];
      theatre.change(k === 0 ? { a: next } : { b: next }).then(() => theatre.panes[k]?.element.querySelector('select')?.focus());
    },
    another: () => chooser.another(),
    outline: () => { theatre.link.outline = !theatre.link.outline; byId('outline').setAttribute('aria-pressed', String(theatre.link.outline)); theatre.refresh(); write(theatre.current()); },
    share: () => share(theatre),
    zoom: (factor) => theatre.lanes.zoom(factor),
  };
}

/** @param {Theatre} theatre @param {Chooser} chooser */
function listen(theatre, chooser) {
  const actions = actionsOf(theatre, chooser);
  listenToControls(actions);
  listenToKeys(() => (theatre.shown ? actions : null), { help: () => byId('keys').showModal(), theme: changeTheme });
  function changeTheme() { switchTheme(); theatre.refresh(); }
  byId('theme').addEventListener('click', changeTheme);
  byId('help').addEventListener('click', () => byId('keys').showModal());
  byId('share').addEventListener('click', () => share(theatre));
  byId('outline').addEventListener('click', actions.outline);
  byId('another').addEventListener('click', actions.another);
  byId('speed').addEventListener('input', () => { theatre.clock.speed = Number(byId('speed').value); });
  byId('skip').addEventListener('click', (/** @type {Event} */ event) => { event.preventDefault(); byId('main').focus(); });
  for (const button of document.querySelectorAll('button[data-view]')) {
    const view = /** @type {Link['view']} */ (/** @type {HTMLElement} */ (button).dataset.view);
    button.addEventListener('click', async () => {
      if (await theatre.change({ view })) { if (view === 'all') theatre.clock.seek(theatre.clock.length); theatre.refresh(); write(theatre.current()); }
    });
  }
  addEventListener('resize', () => theatre.refresh());
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => { readTheme(); theatre.refresh(); });
  addEventListener('hashchange', () => { if (location.hash !== written) show(theatre, readLink(location.hash), isLinked(location.hash)); });
}

/** The stage shows something else: everything around it follows. @param {Theatre} theatre @param {Chooser} chooser @param {Link} link */
function staged(theatre, chooser, link) {
  if (link.view !== theatre.link.view) { theatre.stage(link).then((ok) => { if (ok) { write(theatre.current()); theatre.play(); } }); return; }
  byId('trouble').hidden = true;
  chooser.show({ game: link.game, position: link.position, depth: link.depth });
  byId('outline').setAttribute('aria-pressed', String(link.outline));
  for (const button of document.querySelectorAll('button[data-view]')) button.setAttribute('aria-pressed', String(/** @type {HTMLElement} */ (button).dataset.view === link.view));
  document.title = `${theatre.runs.slice(0, 2).map((run) => run.title).join(' and ')} – Provebest theatre`;
}

/** @param {Theatre} theatre @param {Link} link @param {boolean} linked */
async function show(theatre, link, linked) {
  theatre.shown = true;
  if (!await theatre.stage(link)) return;
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (linked) { theatre.refresh(); return; }
  if (still) theatre.clock.toCut(1); else theatre.play();
  theatre.refresh();
}

async function main() {
  readTheme();
  let catalog;
  try {
    catalog = await askers.tapes.askJson({ ask: 'catalog' });
  } catch (error) {
    fail(error, main);
    return;
  }
  byId('machines').replaceChildren(...catalog.machines.map((/** @type {string} */ machine) => make('option', { value: machine })));
  const sequential = familyOf(catalog).filter((method) => !method.parallel).length;
  const all = document.querySelector('button[data-view=all]');
  if (all) all.textContent = `all ${sequential}`;
  /** @type {Theatre} */
  const theatre = new Theatre(askers, catalog, OPENING, {
    moved: () => write(theatre.current()),
    staged: (link) => staged(theatre, chooser, link),
    failed: fail,
    working: (working) => { byId('working').hidden = !working; },
    picked: () => {},
  });
  const restart = async (/** @type {Partial<Link>} */ changes) => {
    if (await theatre.stage({ ...theatre.link, ...changes, time: 0, events: [], node: '' })) { theatre.play(); write({ ...theatre.current(), time: 0 }); }
  };
  /** @type {Chooser} */
  const chooser = new Chooser(catalog, {
    problem: (problem) => { theatre.clock.playing = false; restart(problem); },
    tape: (bytes) => {
      try {
        const tape = readTape(bytes), [first, second] = tape.runs.map((run) => run.head);
        const view = tape.runs.length > 2 ? 'all' : tape.runs.length === 2 ? 'two' : 'one';
        theatre.present(tape, { ...OPENING, view, game: tape.head.game, position: tape.head.position, depth: '', a: first?.method ?? '', b: second?.method ?? '', am: first?.machine ?? '', bm: second?.machine ?? '' });
        theatre.play();
      } catch (error) {
        fail(error, () => {});
      }
    },
  });
  listen(theatre, chooser);
  const start = isLinked(location.hash) ? location.hash : config.start ?? '';
  await show(theatre, readLink(start), isLinked(location.hash));
}

main();
