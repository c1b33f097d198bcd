// @ts-check
// The board of any game, from the fields that the library gives: as a picture, with a name for every field.
import { svg } from 'theatre/dom';

/** @typedef {{piece: string | null, first: boolean, played: boolean, name: string | null}} Field `first`: the piece is the first side's */
/** @typedef {{rows: Field[][], row_names: string[], column_names: string[], chequered: boolean, caption: string}} Cells */
/** @typedef {{position: string, to_move: string, other: string, drawing: string, moves: string[], cells: Cells | null, over: boolean}} Board */

const SIZE = 40;
const MEN = { k: '♚', q: '♛', r: '♜', b: '♝', n: '♞', p: '♟' };

/** A piece. @param {string} game @param {Field} field @param {number} x @param {number} y */
function piece(game, field, x, y) {
  const side = field.first ? 'first' : 'second';
  if (field.piece === null) return [];
  if (game === 'tiles') {
    const half = SIZE * 0.44;
    return [
      svg('rect', { x: x - half, y: y - half, width: 2 * half, height: 2 * half, rx: 5, class: 'tile' }),
      svg('text', { x, y: y + 6, class: 'number' }, field.piece),
    ];
  }
  if (game === 'chess') {
    const man = MEN[/** @type {'k'} */ (field.piece.toLowerCase())] ?? field.piece;
    return [svg('text', { x, y: y + 12, class: `man ${side}` }, man)];
  }
  if (game === 'tictactoe') {
    const arm = SIZE * 0.28;
    if (field.piece.toUpperCase() === 'X')
      return [
        svg('path', {
          d: `M${x - arm} ${y - arm}L${x + arm} ${y + arm}M${x + arm} ${y - arm}L${x - arm} ${y + arm}`,
          class: 'mark-x',
        }),
      ];
    return [svg('circle', { cx: x, cy: y, r: arm, class: 'mark-o' })];
  }
  const stone = svg('circle', { cx: x, cy: y, r: SIZE * 0.41, class: `stone ${side}` });
  // Never colour alone: the second side's stones have a ring.
  return field.first ? [stone] : [stone, svg('circle', { cx: x, cy: y, r: SIZE * 0.2, class: 'ring' })];
}

/**
 * @param {string} game @param {Board} board
 * @param {{label?: string, marks?: Map<string, string>, choose?: (field: string) => void}} [how] `marks`: classes for fields, by name
 * @returns {SVGElement | null}
 */
export function drawBoard(game, board, { label, marks = new Map(), choose } = {}) {
  const { cells } = board;
  if (cells === null) return null;
  const rows = cells.rows.length,
    columns = cells.rows[0]?.length ?? 0,
    [width, height] = [columns * SIZE, rows * SIZE];
  /** @type {SVGElement[]} */
  const fields = [];
  cells.rows.forEach((row, r) =>
    row.forEach((field, c) => {
      const [x, y] = [c * SIZE + SIZE / 2, r * SIZE + SIZE / 2];
      const shade = cells.chequered && (r + c) % 2 === 1 ? 'dark' : 'light';
      const name = nameOf(cells, r, c),
        square = svg('rect', { x: c * SIZE, y: r * SIZE, width: SIZE, height: SIZE, class: `field ${shade}` });
      fields.push(square);
      if (game === 'connect4') fields.push(svg('circle', { cx: x, cy: y, r: SIZE * 0.41, class: 'hole' }));
      if (field.played)
        fields.push(svg('rect', { x: c * SIZE + 1, y: r * SIZE + 1, width: SIZE - 2, height: SIZE - 2, class: 'played' }));
      fields.push(...piece(game, field, x, y));
      const mark = marks.get(game === 'connect4' ? landing(cells, r, c) : name);
      if (mark !== undefined) fields.push(svg('circle', { cx: x, cy: y, r: SIZE * 0.34, class: `hint ${mark}` }));
      if (choose) {
        const over = svg('rect', { x: c * SIZE, y: r * SIZE, width: SIZE, height: SIZE, class: 'choose' });
        over.addEventListener('click', () => choose(game === 'connect4' ? String(c + 1) : name));
        fields.push(over);
      }
    }),
  );
  const names = [
    ...cells.row_names.map((name, r) => svg('text', { x: -8, y: r * SIZE + SIZE / 2 + 4, class: 'name' }, name)),
    ...cells.column_names.map((name, c) => svg('text', { x: c * SIZE + SIZE / 2, y: height + 14, class: 'name' }, name)),
  ];
  const left = cells.row_names.some((name) => name !== '') ? 16 : 0,
    below = game !== 'connect4' && cells.column_names.some((name) => name !== '') ? 18 : 0;
  return svg(
    'svg',
    {
      viewBox: `${-left} 0 ${width + left} ${height + below}`,
      class: `position ${game}`,
      role: 'img',
      'aria-label': label ?? boardWords(board),
    },
    ...fields,
    ...names,
  );
}

/** Of a game whose stones fall: the column, if the next stone in it comes to rest on this field. @param {Cells} cells @param {number} row @param {number} column */
function landing(cells, row, column) {
  const free = cells.rows[row][column].piece === null && (cells.rows[row + 1]?.[column].piece ?? null) !== null;
  const bottom = row === cells.rows.length - 1 && cells.rows[row][column].piece === null;
  return free || bottom ? String(column + 1) : '';
}

/** What a field is called: by its own name, or by its column and row. @param {Cells} cells @param {number} row @param {number} column */
function nameOf(cells, row, column) {
  return (
    cells.rows[row][column].name ??
    `${cells.column_names[column] ?? column + 1}${cells.row_names[row] ?? cells.rows.length - row}`
  );
}

/** The board in words: every field that has a piece. @param {Board} board */
export function boardWords(board) {
  if (board.cells === null) return '';
  const { cells } = board;
  const pieces = cells.rows.flatMap((row, r) =>
    row.flatMap((field, c) => (field.piece === null ? [] : [`${field.piece} on ${nameOf(cells, r, c)}`])),
  );
  if (board.to_move === '')
    return `The board, row by row: ${cells.rows.map((row) => row.map((field) => field.piece ?? 'empty').join(' ')).join('; ')}`;
  return `The board: ${pieces.length === 0 ? 'empty' : pieces.join(', ')}. ${board.over ? 'The game is over.' : `${board.to_move} to move.`}`;
}
