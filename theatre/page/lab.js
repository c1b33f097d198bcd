// @ts-check
// The laboratory: claims and their verdicts, figures, and tables in which every number opens one of its trees in the theatre.
import { make } from 'theatre/dom';
import { OPENING, PUZZLE, writeLink } from 'theatre/link';
import { countText } from 'theatre/values';

/** @typedef {{game: string, position: string, method: string, machine?: string, depth?: number, note?: string}} Search one of the searches behind a number */
/** @typedef {{text: string, search?: Search}} Cell */
/** @typedef {{says: string, source: string, verdict: string, judgement: string, measured: string, quantity: string, reading: string, experiments: string[]}} Claim */
/** @typedef {{name: string, question: string, source: string, claim: string, command: string, figure: string | null, quantity: string, header: string[], rows: Cell[][]}} Experiment */
/** @typedef {{claims: Claim[], experiments: Experiment[]}} Results what `provebest theatre --lab` knows of a folder */

const SHOWN = 60;

/** How a verdict is marked: never by colour alone. @param {string} verdict */
export function verdictMark(verdict) {
  if (verdict === 'not run yet' || verdict === 'not measured') return { mark: '–', kind: 'undecided' };
  if (verdict.startsWith('holds') && verdict !== 'holds in part') return { mark: '✓', kind: 'holds' };
  if (verdict.startsWith('does not hold')) return { mark: '✗', kind: 'fails' };
  return { mark: '~', kind: 'undecided' };
}

/** A link to the search behind a number. @param {Search} search */
export const linkOf = ({ game, position, method, machine, depth }) =>
  writeLink({
    ...OPENING,
    page: game === PUZZLE.game ? 'puzzle' : 'theatre',
    game,
    position,
    view: 'one',
    a: method,
    am: machine ?? '',
    depth: depth === undefined ? '' : String(depth),
  });

/** What a link to a search says of it. @param {Search} search */
const titleOf = ({ game, position, method, machine, note }) =>
  `${method}${machine ? ` on ${machine}` : ''}: ${game} ${position}${note ? ` (${note})` : ''}`;

export class Lab {
  /** @param {() => Promise<Results>} load @param {HTMLElement} place @param {(error: unknown, again: () => void) => void} failed */
  constructor(load, place, failed) {
    this.load = load;
    this.place = place;
    this.failed = failed;
    /** @type {Results | null} */
    this.results = null;
  }

  hide() {
    this.place.replaceChildren();
  }

  /** @param {import('theatre/link').Link} link */
  async show(link) {
    document.title = 'Laboratory – Provebest theatre';
    try {
      this.results ??= await this.load();
    } catch (error) {
      this.failed(error, () => this.show(link));
      return;
    }
    const { experiments, claims } = this.results,
      judged = claims.filter(({ verdict }) => verdict !== 'not run yet');
    const chosen = experiments.find(({ name }) => name === link.cell);
    this.place.replaceChildren(
      make(
        'p.headline',
        {},
        make('b', {}, countText(experiments.length)),
        ` ${experiments.length === 1 ? 'experiment' : 'experiments'}. A number that is a link opens one of its searches.`,
      ),
      make(
        'nav.numbers',
        { 'aria-label': 'Experiments' },
        ...experiments.map(({ name }) =>
          make('a', { href: `#page=lab&cell=${name}`, 'aria-current': name === link.cell ? 'page' : undefined }, name),
        ),
      ),
      ...(chosen
        ? this.#experiment(chosen, judged)
        : [judged.length > 0 && this.#claims(judged), ...experiments.map((each) => this.#figure(each))].filter(
            (each) => each !== false,
          )),
    );
  }

  /** @param {Claim[]} claims */
  #claims(claims) {
    const row = (/** @type {Claim} */ { says, source, measured, quantity, verdict, judgement }) => {
      const { mark, kind } = verdictMark(verdict);
      return make(
        'tr',
        {},
        make('td', { class: `verdict ${kind}` }, `${mark} ${judgement}`),
        make('td', {}, says),
        make('td', {}, `${quantity}: ${measured}`),
        make('td', {}, source),
      );
    };
    return make(
      'section.pane.scroll',
      { 'aria-label': 'Claims', tabindex: 0 },
      make(
        'table',
        {},
        make('caption', {}, 'What holds: claims of papers, measured'),
        make(
          'thead',
          {},
          make('tr', {}, ...['verdict', 'claim', 'measured', 'source'].map((name) => make('th', { scope: 'col' }, name))),
        ),
        make('tbody', {}, ...claims.map(row)),
      ),
    );
  }

  /** @param {Experiment} experiment */
  #figure({ name, question, figure }) {
    return make(
      'section.pane.figure',
      { 'aria-label': name },
      make('h2', {}, make('a', { href: `#page=lab&cell=${name}` }, name)),
      make('p', {}, question),
      figure &&
        make('img', { src: `data:image/svg+xml,${encodeURIComponent(figure)}`, alt: `The figure of ${name}: ${question}` }),
    );
  }

  /** @param {Experiment} experiment @param {Claim[]} claims */
  #experiment(experiment, claims) {
    const own = claims.filter(({ experiments }) => experiments.includes(experiment.name));
    return [
      this.#figure(experiment),
      make('p.how', {}, `${experiment.claim} (${experiment.source})`),
      ...(own.length > 0 ? [this.#claims(own)] : []),
      this.#table(experiment),
      make('p.how', {}, make('code', {}, experiment.command)),
    ];
  }

  /** @param {Experiment} experiment */
  #table({ header, rows, quantity }) {
    const cell = (/** @type {Cell} */ { text, search }) =>
      make('td', {}, search ? make('a', { href: linkOf(search), title: titleOf(search) }, text) : text);
    const more = rows.length > SHOWN ? ` The first ${SHOWN} of ${countText(rows.length)} lines.` : '';
    return make(
      'section.pane.scroll',
      { 'aria-label': 'Table', tabindex: 0 },
      make(
        'table',
        {},
        make('caption', {}, `${quantity}. A number opens the tree that is nearest to the mean.${more}`),
        make('thead', {}, make('tr', {}, ...header.map((name) => make('th', { scope: 'col' }, name)))),
        make('tbody', {}, ...rows.slice(0, SHOWN).map((row) => make('tr', {}, ...row.map(cell)))),
      ),
    );
  }
}
