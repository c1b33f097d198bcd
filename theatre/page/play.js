// @ts-check
// Play: a board, and every move with what is proved of it. Two people, or the engine for either side.
import { Superseded } from 'theatre/ask';
import { drawBoard } from 'theatre/boards';
import { make } from 'theatre/dom';
import { OPENING } from 'theatre/link';
import { look, worth } from 'theatre/play-ask';
import { columnButtons, headlineOf, lastField, moveButtons, story } from 'theatre/play-view';

/** @typedef {import('theatre/link').Link} Link */
/** @typedef {import('theatre/play-ask').Look} Look */

/** How strong the engine plays, and what it may spend. */
const LEVELS = [
  { title: 'easy', level: 1, nodes: 5_000 },
  { title: 'medium', level: 5, nodes: 50_000 },
  { title: 'strong', level: 10, nodes: 1_000_000 },
];
/** Values are asked for again with more work, until all is proved. */
const EFFORTS = [1_000, 10_000, 100_000, 1_000_000, 10_000_000, 50_000_000];
const PLAYERS = [
  ['', 'two people'],
  ['second', 'engine plays second'],
  ['first', 'engine plays first'],
];
/** Nothing is played faster than an eye can follow. */
const PAUSE = 350;

export class Play {
  /**
   * @param {import('theatre/ask').Asker} asker @param {any} catalog @param {HTMLElement} place
   * @param {{moved: (link: Link) => void, failed: (error: unknown, again: () => void) => void}} hooks
   */
  constructor(asker, catalog, place, hooks) {
    this.asker = asker;
    this.games = catalog.games.filter((/** @type {any} */ game) => game.played);
    this.canPlay = catalog.asks?.includes('play') ?? true;
    this.place = place;
    this.hooks = hooks;
    /** @type {Link} */
    this.link = { ...OPENING, page: 'play', game: 'connect4', position: '' };
    /** @type {Look | null} */
    this.look = null;
    /** The field of the piece that is taken up, in chess. */
    this.from = '';
    this.pressed = false;
    /** Is there something new to be drawn? */
    this.late = false;
    this.#holdWhilePressed();
    /** Counts what was shown, so that a late answer is left alone. */
    this.turn = 0;
  }

  get moves() {
    return this.link.moves === '' ? [] : this.link.moves.split(' ');
  }

  hide() {
    this.turn++;
    this.asker.cancel();
    this.place.replaceChildren();
  }

  /** @param {Link} link */
  show(link) {
    const known = this.games.some((/** @type {any} */ game) => game.name === link.game);
    this.link = known ? { ...link } : { ...link, game: 'connect4', position: '', moves: '' };
    document.title = `${this.games.find((/** @type {any} */ game) => game.name === this.link.game)?.title ?? 'Play'} – Provebest`;
    return this.#think();
  }

  /** @param {string} move */
  play(move) {
    if (this.look?.board.moves.includes(move)) this.#change({ moves: [...this.moves, move].join(' ') });
  }

  undo() {
    const back = this.link.players === '' || this.moves.length < 2 ? 1 : 2;
    this.#change({ moves: this.moves.slice(0, -back).join(' ') });
  }

  /** @param {Partial<Link>} changes */
  #change(changes) {
    this.asker.cancel();
    this.link = { ...this.link, ...changes };
    this.hooks.moved(this.link);
    this.#think();
  }

  /** Does the engine move next? */
  get isEngines() {
    return this.link.players === (this.moves.length % 2 === 0 ? 'first' : 'second');
  }

  /** The board at once, then the values of the moves, better and better; or the engine's move, if it is its turn. */
  async #think() {
    this.from = '';
    const mine = ++this.turn,
      { game, position } = this.link,
      played = { game, position, moves: this.moves };
    const again = () => this.#think();
    try {
      for (const nodes of EFFORTS) {
        const found = await look(this.asker, this.canPlay, played, nodes);
        if (mine !== this.turn) return;
        this.look = found;
        this.#draw();
        if (found.done || found.board.over || this.isEngines) break;
      }
      if (this.isEngines && !this.look?.board.over) await this.#engineMoves(played, mine);
    } catch (error) {
      if (!(error instanceof Superseded) && mine === this.turn) this.hooks.failed(error, again);
    }
  }

  /** @param {import('theatre/play-ask').Played} played @param {number} mine */
  async #engineMoves(played, mine) {
    const { level, nodes } = LEVELS[Number(this.link.level || 1)] ?? LEVELS[1];
    const [found] = await Promise.all([
      look(this.asker, this.canPlay, played, nodes, level),
      new Promise((resolve) => setTimeout(resolve, PAUSE)),
    ]);
    if (mine === this.turn && found.choice !== null) this.play(found.choice);
  }

  /** While a button is held down nothing is redrawn: its click would be lost. */
  #holdWhilePressed() {
    this.place.addEventListener('pointerdown', () => {
      this.pressed = true;
    });
    const release = () => {
      if (!this.pressed) return;
      this.pressed = false;
      // After the click.
      setTimeout(() => {
        if (this.late && this.place.childElementCount > 0) this.#draw();
      });
    };
    addEventListener('pointerup', release);
    addEventListener('pointercancel', release);
  }

  #draw() {
    this.late = this.pressed;
    if (this.pressed) return;
    const { link } = this,
      { board, values } = /** @type {Look} */ (this.look);
    const stones = board.cells?.rows.flat().filter((field) => field.piece !== null).length ?? 0;
    const worths = new Map(values.map((each) => [each.move, worth(each, { game: link.game, stones })]));
    const best = values.find((each) => each.best);
    // The best one that is known, and those that are proved to be as good.
    const top = new Set(
      values
        .filter((each) => each === best || (best && best.low === best.high && each.low === best.low && each.high === best.high))
        .map((each) => each.move),
    );
    const shown = {
      look: /** @type {Look} */ (this.look),
      game: link.game,
      worths,
      top,
      isEngines: this.isEngines,
      play: (/** @type {string} */ move) => this.play(move),
    };
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset?.move ?? null;
    const title = [...worths.values()].some(({ kind }) => kind === 'estimate')
      ? 'What is known of every move'
      : 'What is proved of every move';
    this.place.replaceChildren(
      make('div.play-bar', {}, this.#gameButtons(), this.#settings()),
      make('p.headline', { role: 'status' }, ...headlineOf(shown)),
      make(
        'div.play',
        {},
        make('section.pane', { 'aria-label': 'Board' }, link.game === 'connect4' && columnButtons(shown), this.#picture(top)),
        make(
          'section.pane.values',
          { 'aria-label': 'Moves' },
          !board.over && make('h2', {}, title),
          ...moveButtons(shown),
          ...story(shown),
        ),
      ),
    );
    if (focused !== null)
      /** @type {HTMLElement | null} */ (this.place.querySelector(`[data-move="${CSS.escape(focused)}"]`))?.focus();
  }

  #gameButtons() {
    return make(
      'div.segments',
      { role: 'group', 'aria-label': 'Game' },
      ...this.games.map((/** @type {any} */ game) =>
        make(
          'button',
          {
            type: 'button',
            'aria-pressed': String(game.name === this.link.game),
            onclick: () => this.#change({ game: game.name, position: '', moves: '' }),
          },
          game.title,
        ),
      ),
    );
  }

  #settings() {
    const option = (/** @type {string} */ value, /** @type {string} */ text, /** @type {string} */ now) =>
      make('option', { value, selected: value === now }, text);
    const players = make(
      'select',
      { 'aria-label': 'Players', onchange: () => this.#change({ players: players.value }) },
      ...PLAYERS.map(([value, text]) => option(value, text, this.link.players)),
    );
    const level = make(
      'select',
      { 'aria-label': 'Level of the engine', onchange: () => this.#change({ level: level.value }) },
      ...LEVELS.map(({ title }, k) => option(String(k), title, this.link.level || '1')),
    );
    return make(
      'div.buttons',
      {},
      make('button', { type: 'button', onclick: () => this.undo(), disabled: this.moves.length === 0 }, 'undo'),
      make('button', { type: 'button', onclick: () => this.#change({ moves: '' }) }, 'new game'),
      players,
      this.link.players !== '' && level,
    );
  }

  /** @param {Set<string>} top */
  #picture(top) {
    const { game } = this.link,
      { board } = /** @type {Look} */ (this.look);
    // Where every move is as good there is nothing to mark.
    const hints = top.size < board.moves.length ? [...top] : [];
    const ends = this.from === '' ? hints : board.moves.filter((move) => move.startsWith(this.from));
    const marks = new Map(ends.map((move) => [lastField(move) ?? move, this.from === '' ? 'best' : 'there']));
    if (this.from !== '') marks.set(this.from, 'from');
    const picture = drawBoard(game, board, {
      marks,
      choose: this.isEngines || board.over ? undefined : (field) => this.#chosen(field),
    });
    return make('div.big', {}, picture ?? '');
  }

  /** A field was clicked: the move that ends there, if there is one. @param {string} field */
  #chosen(field) {
    const { moves } = /** @type {Look} */ (this.look).board;
    const there = moves.filter(
      (move) => move === field || (lastField(move) === field && (this.from === '' || move.startsWith(this.from))),
    );
    // In chess a piece is taken up first, unless only one can go there; a pawn becomes a queen.
    const queen = there.find((move) => /^[a-h][1-8][a-h][1-8]q$/.test(move));
    if (there.length === 1 || queen) {
      this.play(queen ?? there[0]);
      return;
    }
    this.from = moves.some((move) => move.length > 3 && move.startsWith(field)) ? field : '';
    this.#draw();
  }
}
