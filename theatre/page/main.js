// @ts-check
// The page: which view is shown, the address, errors, keys.
import { actionsOf } from 'theatre/actions';
import { Asker, Refusal, labResults, readConfig } from 'theatre/ask';
import { Chooser } from 'theatre/chooser';
import { listenToControls, listenToKeys } from 'theatre/controls';
import { Course, lessonOf } from 'theatre/course';
import { byId, make } from 'theatre/dom';
import { Lab } from 'theatre/lab';
import { OPENING, PUZZLE, isLinked, readLink, writeLink } from 'theatre/link';
import { familyOf, unwatched } from 'theatre/method-choice';
import { Play } from 'theatre/play';
import { readTape } from 'theatre/tape';
import { Theatre } from 'theatre/theatre';
import { readTheme, switchTheme } from 'theatre/theme';
import { hideTrouble, showTrouble } from 'theatre/trouble';

/** @typedef {import('theatre/link').Link} Link */

/** Should nothing move by itself? */
const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** May a link run by itself? Not if it names a moment, belongs to a lesson, or nothing should move. @param {string} hash */
function runs(hash) {
  const link = readLink(hash);
  return !isLinked(hash) || (['theatre', 'puzzle'].includes(link.page) && link.time === null && !isStill());
}

/** @param {any} catalog */
const hasPuzzles = (catalog) => catalog.methods.some((/** @type {any} */ method) => method.taped && method.group === 'puzzle');

class Page {
  /** @param {any} catalog @param {import('theatre/ask').Config} config */
  constructor(catalog, config) {
    this.catalog = catalog;
    this.config = config;
    /** What the address says. */
    this.written = '';
    const asker = () => new Asker(config);
    this.theatre = new Theatre({ tapes: asker(), boards: asker(), extras: asker() }, catalog, OPENING, {
      moved: () => this.write(this.theatre.current()),
      staged: (link) => this.#staged(link),
      changed: (link) => this.stage(link, true),
      failed: (error, link, again) => this.#failed(error, link, again),
      working: (working) => {
        byId('working').hidden = !working;
      },
      picked: (node) => this.course.picked(node),
    });
    this.chooser = new Chooser(catalog, { problem: (problem) => this.restart(problem), tape: (bytes) => this.#dropTape(bytes) });
    this.course = new Course(this.theatre, (hash) => this.open(hash));
    const failed = (/** @type {unknown} */ error, /** @type {() => void} */ again) => showTrouble(error, { again });
    this.play = new Play(asker(), catalog, byId('view'), { moved: (link) => this.write(link), failed });
    this.lab = new Lab(() => labResults(config), byId('view'), failed);
    /** The view that is shown in place of the stage. @type {{hide(): void} | null} */
    this.view = null;
    byId('untaped').textContent = unwatched(catalog);
    this.#listen();
  }

  /** The address follows what is shown, without a new entry in the history. @param {Link} link */
  write(link) {
    this.written = writeLink(link);
    history.replaceState(null, '', this.written);
  }

  async share() {
    if (this.theatre.shown) this.write(this.theatre.current());
    const button = byId('share');
    try {
      await navigator.clipboard.writeText(location.href);
      button.textContent = 'copied';
    } catch {
      button.textContent = 'it is in the address';
    }
    setTimeout(() => {
      button.textContent = 'copy link';
    }, 1500);
  }

  /** Goes to a link, with an entry in the history. @param {string} hash */
  open(hash) {
    if (hash === location.hash) this.show(hash);
    else location.hash = hash;
  }

  /** Shows what an address says, and lets it run unless the address names a moment. @param {string} hash */
  async show(hash, run = runs(hash)) {
    const link = readLink(hash),
      missing = this.#missing(link.page),
      onStage = missing === null && (link.page === 'theatre' || link.page === 'puzzle' || lessonOf(link) !== undefined);
    hideTrouble();
    this.view?.hide();
    this.view = null;
    this.written = hash;
    document.body.dataset.page = link.page;
    document.body.toggleAttribute('data-stage', onStage);
    for (const anchor of byId('pages').querySelectorAll('a')) {
      if (anchor.dataset.page === link.page) anchor.setAttribute('aria-current', 'page');
      else anchor.removeAttribute('aria-current');
    }
    this.theatre.shown = onStage;
    byId('view').hidden = onStage;
    this.course.show(link);
    if (!onStage) {
      this.theatre.clock.playing = false;
      if (missing !== null) {
        document.title = 'Provebest theatre';
        byId('view').replaceChildren(make('p.headline', {}, missing));
        return;
      }
      const view = { play: this.play, lab: this.lab }[/** @type {'play'} */ (link.page)];
      if (view) {
        this.view = view;
        await view.show(link);
      }
      return;
    }
    await this.stage(link, run);
  }

  /** What to say of a page that is not here; null if it is. @param {Link['page']} page */
  #missing(page) {
    if (page === 'lab' && !this.config.lab)
      return 'There are no results here. `provebest theatre --lab DIR` shows those of a folder.';
    if (page === 'puzzle' && !hasPuzzles(this.catalog)) return 'This file has no puzzles. `provebest theatre` has them.';
    return null;
  }

  /** Puts a link on the stage, and lets it run if nothing else is said. @param {Link} link @param {boolean} run */
  async stage(link, run) {
    if (!(await this.theatre.stage(link))) return;
    if (link.view === 'all' && link.time === null) this.theatre.clock.seek(this.theatre.clock.length);
    else if (link.time === null && link.page !== 'course' && isStill()) this.theatre.clock.toCut(1);
    else if (run) this.theatre.play();
    this.theatre.refresh();
    if (run && this.theatre.link.page !== 'course' && location.hash !== '') this.write({ ...this.theatre.current(), time: null });
  }

  /** @param {Partial<Link>} changes */
  restart(changes) {
    // A puzzle has other searches than a game.
    const isPuzzle = (/** @type {string} */ game) =>
      this.catalog.games.find((/** @type {any} */ each) => each.name === game)?.puzzle ?? false;
    const puzzle = isPuzzle(changes.game ?? this.theatre.link.game),
      { a, b } = puzzle ? PUZZLE : OPENING;
    const others =
      puzzle === isPuzzle(this.theatre.link.game) ? {} : { a, b, am: '', bm: '', view: /** @type {const} */ ('two') };
    return this.open(
      writeLink({
        ...this.theatre.link,
        ...others,
        ...changes,
        page: puzzle ? 'puzzle' : 'theatre',
        lesson: '',
        time: null,
        events: [],
        node: '',
      }),
    );
  }

  /** The stage shows something else: everything around it follows. @param {Link} link */
  #staged(link) {
    hideTrouble();
    byId('time').hidden = false;
    this.chooser.show({ game: link.game, position: link.position, depth: link.depth });
    byId('outline').setAttribute('aria-pressed', String(link.outline));
    byId('outline').disabled = link.view === 'all';
    for (const button of document.querySelectorAll('button[data-view]'))
      button.setAttribute('aria-pressed', String(/** @type {HTMLElement} */ (button).dataset.view === link.view));
    document.title = `${this.theatre.runs
      .slice(0, 2)
      .map((run) => run.title)
      .join(' and ')} – Provebest theatre`;
    for (const button of document.querySelectorAll('button[data-view=all]'))
      /** @type {HTMLButtonElement} */ (button).disabled = link.page === 'puzzle';
    this.course.staged();
  }

  /** @param {unknown} error @param {Link} link @param {() => void} again */
  #failed(error, link, again) {
    const problem = { game: link.game, position: link.position, depth: link.depth };
    // Without a search there is nothing to play.
    byId('time').hidden = this.theatre.runs.length === 0;
    if (this.theatre.runs.length === 0 || error instanceof Refusal) this.chooser.show(problem);
    showTrouble(error, { again, edit: () => this.chooser.openDialog() });
  }

  /** @param {Uint8Array} bytes */
  #dropTape(bytes) {
    try {
      const tape = readTape(bytes),
        [first, second] = tape.runs.map((run) => run.head);
      const view = tape.runs.length > 2 ? 'all' : tape.runs.length === 2 ? 'two' : 'one';
      this.theatre.present(tape, {
        ...(tape.head.kind === 'puzzle' ? PUZZLE : OPENING),
        view,
        game: tape.head.game,
        position: tape.head.position,
        depth: tape.head.named && tape.head.depth ? String(tape.head.depth) : '',
        a: first?.method ?? '',
        b: second?.method ?? '',
        am: first?.machine ?? '',
        bm: second?.machine ?? '',
      });
      this.theatre.play();
    } catch (error) {
      showTrouble(error, {});
    }
  }

  #listen() {
    const { theatre } = this,
      actions = actionsOf(
        theatre,
        this.chooser,
        () => this.write(theatre.current()),
        () => this.share(),
      );
    const theme = () => {
      switchTheme();
      theatre.refresh();
    };
    listenToControls(actions);
    listenToKeys(() => (theatre.shown ? actions : null), { help: () => byId('keys').showModal(), theme });
    for (const id of ['theme', 'theme-here']) byId(id).addEventListener('click', theme);
    byId('help').addEventListener('click', () => byId('keys').showModal());
    byId('share').addEventListener('click', () => this.share());
    byId('outline').addEventListener('click', actions.outline);
    byId('another').addEventListener('click', actions.another);
    byId('speed').addEventListener('input', () => {
      theatre.clock.speed = Number(byId('speed').value);
    });
    byId('skip').addEventListener('click', (/** @type {Event} */ event) => {
      event.preventDefault();
      byId('main').focus();
    });
    for (const button of document.querySelectorAll('button[data-view]')) {
      button.addEventListener('click', () =>
        this.#view(/** @type {Link['view']} */ (/** @type {HTMLElement} */ (button).dataset.view)),
      );
    }
    addEventListener('resize', () => theatre.refresh());
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
      readTheme();
      theatre.refresh();
    });
    addEventListener('hashchange', () => {
      if (location.hash !== this.written) this.show(location.hash);
    });
  }

  /** One, two or all. @param {Link['view']} view */
  async #view(view) {
    if (!(await this.theatre.change({ view }))) return;
    if (view === 'all') this.theatre.clock.seek(this.theatre.clock.length);
    this.theatre.refresh();
    this.write(this.theatre.current());
  }
}

async function main() {
  readTheme();
  const config = readConfig();
  let catalog;
  try {
    catalog = await new Asker(config).askJson({ ask: 'catalog' });
  } catch (error) {
    showTrouble(error, { again: main });
    return;
  }
  byId('machines').replaceChildren(
    ...catalog.machines.map((/** @type {string} */ machine) => make('option', { value: machine })),
  );
  const all = document.querySelector('button[data-view=all]'),
    sequential = familyOf(catalog).filter((method) => !method.parallel).length;
  if (all) all.textContent = `all ${sequential}`;
  const lab = byId('pages').querySelector('[data-page=lab]');
  lab.hidden = !config.lab;
  byId('pages').querySelector('[data-page=puzzle]').hidden = !hasPuzzles(catalog);
  const page = new Page(catalog, config);
  if (isLinked(location.hash) || !config.start) await page.show(location.hash);
  else await page.show(writeLink(readLink(config.start)), true);
}

main();
