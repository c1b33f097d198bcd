// @ts-check
// Everything that is on the page, as text after `#`.

/**
 * @typedef {object} Link
 * @property {'theatre' | 'play' | 'puzzle' | 'lab' | 'course'} page
 * @property {string} game
 * @property {string} position
 * @property {string} depth empty for the usual one
 * @property {'one' | 'two' | 'all'} view
 * @property {string} a the first method, with its settings
 * @property {string} b
 * @property {string} am the machine of the first method; empty for the usual one
 * @property {string} bm
 * @property {boolean} outline
 * @property {string} node the node under the cursor, by its name
 * @property {number | null} time in leaf-times; null if the link does not say: then the search runs
 * @property {number[]} events of each search
 * @property {string} moves of a game that is played
 * @property {string} players
 * @property {string} level
 * @property {string} lesson
 * @property {string} cell of the lab
 */

/** What the page opens with: the same tree, searched twice. @type {Readonly<Link>} */
export const OPENING = Object.freeze({
  page: 'theatre',
  game: 'uniform',
  position: 'w=3,d=4,values=99,seed=4,order=50',
  depth: '',
  view: 'two',
  a: 'alpha-beta',
  b: 'sss-star',
  am: '',
  bm: '',
  outline: false,
  node: '',
  time: null,
  events: [],
  moves: '',
  players: '',
  level: '',
  lesson: '',
  cell: '',
});

/** What the page of puzzles opens with. @type {Readonly<Link>} */
export const PUZZLE = Object.freeze({
  ...OPENING,
  page: 'puzzle',
  game: 'tiles',
  position: '3x3:2 1 7 3 0 5 4 6 8',
  a: 'ida-star',
  b: 'a-star',
});

/** @type {Record<string, readonly string[]>} */
const CHOICES = { page: ['theatre', 'play', 'puzzle', 'lab', 'course'], view: ['one', 'two', 'all'] };
const THEATRE = ['view', 'game', 'position', 'depth', 'a', 'b', 'am', 'bm', 'outline', 'node', 'time', 'events'];
/** What belongs to a page, in the order in which it is written. @type {Record<Link['page'], string[]>} */
const FIELDS = {
  theatre: THEATRE,
  puzzle: THEATRE,
  play: ['game', 'position', 'moves', 'players', 'level'],
  lab: ['cell'],
  course: ['lesson', ...THEATRE],
};

/** `a=b` pairs with as little escaping as an address needs, so that people can read them. @param {string} value */
function escape(value) {
  return encodeURIComponent(value)
    .replace(/%(2C|3D|3A|5B|5D|2F|40)/g, (code) => decodeURIComponent(code))
    .replace(/%20/g, '+');
}

/** The fields of a link: its text after `#`, or their names and values. @param {string | Record<string, string>} link */
const fieldsOf = (link) => new URLSearchParams(typeof link === 'string' ? link.replace(/^#/, '') : link);

/**
 * What a link says; everything else is as in the opening.
 * @param {string | Record<string, string>} said
 * @returns {Link}
 */
export function readLink(said) {
  return linkOf(fieldsOf(said));
}

/** @param {URLSearchParams} said @returns {Link} */
function linkOf(said) {
  /** @type {any} */
  const link = { ...(said.get('page') === 'puzzle' ? PUZZLE : OPENING) };
  // Another game begins where it usually begins.
  if (said.has('game')) link.position = '';
  for (const [name, text] of said) {
    if (!Object.hasOwn(OPENING, name)) continue;
    if (name === 'time') {
      if (Number.isFinite(Number(text))) link.time = Math.max(0, Number(text));
    } else if (name === 'events')
      link.events = text
        .split(',')
        .map(Number)
        .filter((count) => Number.isInteger(count) && count >= 0);
    else if (name === 'outline') link.outline = text === 'yes';
    else if (CHOICES[name]) {
      if (CHOICES[name].includes(text)) link[name] = text;
    } else link[name] = text;
  }
  return link;
}

/** Does the address say anything? @param {string} hash */
export const isLinked = (hash) => [...fieldsOf(hash).keys()].some((name) => Object.hasOwn(OPENING, name));

/** @param {Link} link @returns {string} with its `#` */
export function writeLink(link) {
  const parts = link.page === 'theatre' ? [] : [`page=${link.page}`];
  for (const name of FIELDS[link.page]) {
    const value = /** @type {any} */ (link)[name];
    if (name === 'b' && link.view !== 'two') continue;
    if (name === 'bm' && link.view !== 'two') continue;
    if ((name === 'a' || name === 'am') && link.view === 'all' && link.page === 'theatre') continue;
    if (name === 'outline') {
      if (value) parts.push('outline=yes');
    } else if (name === 'time') {
      if (value !== null) parts.push(`time=${Math.round(value * 100) / 100}`);
    } else if (name === 'events') {
      if (value.length > 0 && link.time !== null && link.time > 0 && link.view !== 'all') parts.push(`events=${value.join(',')}`);
    } else if (value !== '' || (name === 'position' && link.page !== 'lab')) parts.push(`${name}=${escape(value)}`);
  }
  return `#${parts.join('&')}`;
}
