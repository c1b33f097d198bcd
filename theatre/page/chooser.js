// @ts-check
// What is on the stage: from the list, typed, pasted, or dropped as a file.
import { byId, make } from 'theatre/dom';
import { EXAMPLES, another } from 'theatre/examples';
import { looksLikeTape } from 'theatre/tape';

/** @typedef {{game: string, position: string, depth: string}} Problem */
/** @typedef {{problem: (problem: Problem) => void, tape: (bytes: Uint8Array) => void}} Chosen */

const OWN = 'own';

export class Chooser {
  /** @param {any} catalog @param {Chosen} chosen */
  constructor(catalog, chosen) {
    this.chosen = chosen;
    /** @type {Problem} */
    this.problem = { game: '', position: '', depth: '' };
    this.select = byId('tree');
    this.dialog = byId('own');
    this.select.addEventListener('change', () => this.#selected());
    const puzzles = catalog.methods.some((/** @type {any} */ method) => method.taped && method.group === 'puzzle');
    const games = catalog.games.filter((/** @type {any} */ game) => puzzles || !game.puzzle);
    this.examples = EXAMPLES.filter((example) => games.some((/** @type {any} */ game) => game.name === example.game));
    byId('own-game').replaceChildren(
      ...games.map((/** @type {any} */ game) => make('option', { value: game.name }, game.title ?? game.name)),
    );
    const hint = () => {
      const game = games.find((/** @type {any} */ each) => each.name === byId('own-game').value);
      byId('own-hint').textContent = game ? `${game.summary}. Position: ${game.position}. For example: ${game.example}` : '';
    };
    byId('own-game').addEventListener('change', hint);
    byId('own-position').addEventListener('input', () => {
      // Only a tree begins with a bracket.
      if (!byId('own-position').value.trimStart().startsWith('[')) return;
      byId('own-game').value = 'tree';
      hint();
    });
    byId('own-form').addEventListener('submit', (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      this.dialog.close();
      this.chosen.problem({
        game: byId('own-game').value,
        position: byId('own-position').value.trim(),
        depth: byId('own-depth').value.trim(),
      });
    });
    byId('own-cancel').addEventListener('click', () => this.dialog.close());
    byId('own-file').addEventListener('change', () => {
      const [file] = byId('own-file').files;
      if (file) {
        this.dialog.close();
        this.take(file);
      }
    });
    this.hint = hint;
    this.#listenToDrops();
  }

  /** Shows what is on the stage. @param {Problem} problem */
  show(problem) {
    this.problem = problem;
    const index = this.examples.findIndex(
      (each) => each.game === problem.game && each.position === problem.position && (each.depth ?? '') === problem.depth,
    );
    const options = this.examples.map((each, k) => make('option', { value: k, selected: k === index }, each.title));
    if (index < 0) {
      const text = `${problem.game} ${problem.position}`;
      options.unshift(make('option', { value: 'now', selected: true }, text.length > 34 ? `${text.slice(0, 33)}…` : text));
    }
    this.select.replaceChildren(...options, make('option', { value: OWN }, 'type, paste or open your own …'));
    byId('another').disabled = another(problem.position) === null;
  }

  #selected() {
    if (this.select.value === OWN) {
      this.show(this.problem);
      this.openDialog();
      return;
    }
    const example = this.examples[Number(this.select.value)];
    if (example) this.chosen.problem({ game: example.game, position: example.position, depth: example.depth ?? '' });
  }

  openDialog() {
    byId('own-game').value = this.problem.game;
    byId('own-position').value = this.problem.position;
    byId('own-depth').value = this.problem.depth;
    this.hint();
    this.dialog.showModal();
  }

  another() {
    const position = another(this.problem.position);
    if (position !== null) this.chosen.problem({ ...this.problem, position });
  }

  /** A file: a tape, or a tree as text. @param {Blob} file */
  async take(file) {
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (looksLikeTape(bytes)) this.chosen.tape(bytes);
    else this.#text(new TextDecoder().decode(bytes));
  }

  /** @param {string} text */
  #text(text) {
    this.chosen.problem({ game: 'tree', position: text.trim(), depth: '' });
  }

  #listenToDrops() {
    const over = (/** @type {boolean} */ on) => document.body.classList.toggle('dropping', on);
    addEventListener('dragover', (event) => {
      if (event.dataTransfer?.types.some((type) => type === 'Files' || type === 'text/plain')) {
        event.preventDefault();
        over(true);
      }
    });
    addEventListener('dragleave', (event) => {
      if (event.relatedTarget === null) over(false);
    });
    addEventListener('drop', (event) => {
      over(false);
      const file = event.dataTransfer?.files[0],
        text = event.dataTransfer?.getData('text/plain');
      if (!file && !text) return;
      event.preventDefault();
      if (file) this.take(file);
      else if (text) this.#text(text);
    });
    addEventListener('paste', (event) => {
      if (/** @type {HTMLElement} */ (event.target).matches?.('input, textarea')) return;
      const text = event.clipboardData?.getData('text/plain').trim() ?? '';
      if (text.startsWith('[')) {
        event.preventDefault();
        this.#text(text);
      }
    });
  }
}
