// @ts-check
// The laboratory: claims and their verdicts, figures, and tables in which every line opens one of its trees in the theatre.
import { make } from 'theatre/dom';
import { linkOf, readTable, typical } from 'theatre/lab-trees';
import { countText } from 'theatre/values';

/** @typedef {import('theatre/lab-trees').Row} Row */
/** @typedef {{name: string, manifest: any, summary: string, data: string, figure: string}} Experiment as the folder has it */
/** @typedef {{experiments: Experiment[], report: string | null}} Results */

const SHOWN = 60;

/** The claims of the report: the rows of its first table. @param {string} report */
export function claimsOf(report) {
  const rows = report.split('\n').filter((line) => /^\| \d+ \|/.test(line));
  return rows.map((line) => line.split(/(?<!\\)\|/).slice(1, -1).map((cell) => cell.trim().replaceAll('\\*', '*').replaceAll('\\|', '|')))
    .map(([number, claim, source, measured, verdict]) => ({ number, claim, source, measured, verdict }));
}

/** How a verdict is marked: never by colour alone. @param {string} verdict */
export function verdictMark(verdict) {
  if (/^not run/.test(verdict)) return { mark: '–', kind: 'undecided' };
  if (/^holds(?! only)/.test(verdict)) return { mark: '✓', kind: 'holds' };
  if (/^does not hold/.test(verdict)) return { mark: '✗', kind: 'fails' };
  return { mark: '~', kind: 'undecided' };
}

/** Two digits after the point are enough to read. @param {string} text */
const rounded = (text) => (/^-?\d+\.\d+$/.test(text) ? Number(text).toLocaleString('en', { maximumFractionDigits: 2 }) : text);

export class Lab {
  /** @param {() => Promise<Results>} load @param {HTMLElement} place @param {(error: unknown, again: () => void) => void} failed */
  constructor(load, place, failed) {
    this.load = load;
    this.place = place;
    this.failed = failed;
    /** @type {Results | null} */
    this.results = null;
  }

  hide() { this.place.replaceChildren(); }

  /** @param {import('theatre/link').Link} link */
  async show(link) {
    document.title = 'Laboratory – Provebest theatre';
    try {
      this.results ??= await this.load();
    } catch (error) {
      this.failed(error, () => this.show(link));
      return;
    }
    const { experiments, report } = this.results, claims = report === null ? [] : claimsOf(report).filter(({ verdict }) => !/^not run/.test(verdict));
    const chosen = experiments.find(({ name }) => name === link.cell);
    this.place.replaceChildren(make('p.headline', {}, make('b', {}, countText(experiments.length)), ` ${experiments.length === 1 ? 'experiment' : 'experiments'}, and a tree behind every number.`),
      make('nav.numbers', { 'aria-label': 'Experiments' }, ...experiments.map(({ name }) => make('a', { href: `#page=lab&cell=${name}`, 'aria-current': name === link.cell ? 'page' : undefined }, name))),
      ...(chosen ? [this.#experiment(chosen)] : [claims.length > 0 && this.#claims(claims), ...experiments.map((each) => this.#figure(each))].filter((each) => each !== false)));
  }

  /** @param {ReturnType<typeof claimsOf>} claims */
  #claims(claims) {
    const row = (/** @type {ReturnType<typeof claimsOf>[number]} */ { claim, source, measured, verdict }) => {
      const { mark, kind } = verdictMark(verdict);
      return make('tr', {}, make('td', { class: `verdict ${kind}` }, `${mark} ${verdict}`), make('td', {}, claim), make('td', {}, measured), make('td', {}, source));
    };
    return make('section.pane.scroll', { 'aria-label': 'Claims', tabindex: 0 }, make('table', {}, make('caption', {}, 'What holds: claims of papers, measured'),
      make('thead', {}, make('tr', {}, ...['verdict', 'claim', 'measured', 'source'].map((name) => make('th', { scope: 'col' }, name)))), make('tbody', {}, ...claims.map(row))));
  }

  /** @param {Experiment} experiment */
  #figure({ name, manifest, figure }) {
    return make('section.pane.figure', { 'aria-label': name }, make('h2', {}, make('a', { href: `#page=lab&cell=${name}` }, name)), make('p', {}, manifest?.question ?? ''),
      figure && make('img', { src: `data:image/svg+xml,${encodeURIComponent(figure)}`, alt: `The figure of ${name}: ${manifest?.question ?? ''}` }));
  }

  /** @param {Experiment} experiment */
  #experiment(experiment) {
    const { manifest } = experiment;
    return make('div', {}, this.#figure(experiment), make('p.how', {}, manifest?.source ?? ''), this.#table(experiment));
  }

  /** Every line of the summary, with a tree that is like its mean. @param {Experiment} experiment */
  #table({ summary, data, manifest }) {
    const lines = readTable(summary), rows = readTable(data), run = { seed: manifest?.seed ?? 1, values: manifest?.values ?? 100 };
    if (lines.length === 0) return make('p', {}, 'There is no table.');
    const columns = Object.keys(lines[0]), keys = columns.filter((name) => rows.length > 0 && name in rows[0] && name !== 'minimal');
    const shown = lines.slice(0, SHOWN).map((line) => {
      const behind = rows.filter((row) => keys.every((name) => row[name] === line[name]));
      const row = behind.length > 0 ? typical(behind, 'leaf_visits') : null, link = row && linkOf(row, run);
      // One stop for the keyboard in each line; the pointer may take any cell.
      const cell = (/** @type {string} */ name) => make('td', {}, link ? make('a', { href: link, tabindex: name === 'algorithm' ? undefined : -1, title: `tree ${row?.tree}: ${row?.leaf_visits} leaf visits` }, rounded(line[name])) : rounded(line[name]));
      return make('tr', {}, ...columns.map(cell));
    });
    return make('section.pane.scroll', { 'aria-label': 'Table', tabindex: 0 }, make('table', {}, make('caption', {}, `Means of ${manifest?.trees ?? ''} trees. A number opens the tree that is nearest to the mean.${lines.length > SHOWN ? ` The first ${SHOWN} of ${lines.length} lines.` : ''}`),
      make('thead', {}, make('tr', {}, ...columns.map((name) => make('th', { scope: 'col' }, name.replaceAll('_', ' '))))), make('tbody', {}, ...shown)));
  }
}
