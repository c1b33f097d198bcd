// @ts-check
// The board of any game, from the fields that the library gives: as a picture, with a name for every field.
import { svg } from 'theatre/dom';

/** @typedef {{piece: string | null, first: boolean, played: boolean, name: string}} Field `first`: the piece is the first side's */
/** @typedef {{rows: Field[][], row_names: string[], column_names: string[], chequered: boolean, caption: string}} Cells */
/** @typedef {{position: string, to_move: string, other: string, drawing: string, moves: string[], cells: Cells | null, over: boolean}} Board */

const SIZE = 40;
const MEN = { k: '♚', q: '♛', r: '♜', b: '♝', n: '♞', p: '♟' };

/** A piece. @param {string} game @param {Field} field @param {number} x @param {number} y */
function piece(game, field, x, y) {
  const side = field.first ? 'first' : 'second';
  if (field.piece === null) return [];
  if (game === 'chess') {
    const man = MEN[/** @type {'k'} */ (field.piece.toLowerCase())] ?? field.piece;
    return [svg('text', { x, y: y + 12, class: `man ${side}` }, man)];
  }
  if (game === 'tictactoe') {
    const arm = SIZE * 0.28;
    if (field.piece.toUpperCase() === 'X') return [svg('path', { d: `M${x - arm} ${y - arm}L${x + arm} ${y + arm}M${x + arm} ${y - arm}L${x - arm} ${y + arm}`, class: 'mark-x' })];
    return [svg('circle', { cx: x, cy: y, r: arm, class: 'mark-o' })];
  }
  const stone = svg('circle', { cx: x, cy: y, r: SIZE * 0.41, class: `stone ${side}` });
  // Never colour alone: the second side's stones have a ring.
  return field.first ? [stone] : [stone, svg('circle', { cx: x, cy: y, r: SIZE * 0.2, class: 'ring' })];
}

/**
 * @param {string} game @param {Board} board
 * @param {{label?: string, marks?: Map<string, string>}} [how] classes for fields, by name
 * @returns {SVGElement | null}
 */
export function drawBoard(game, board, { label, marks = new Map() } = {}) {
  const { cells } = board;
  if (cells === null) return null;
  const rows = cells.rows.length, columns = cells.rows[0]?.length ?? 0, [width, height] = [columns * SIZE, rows * SIZE];
  /** @type {SVGElement[]} */
  const fields = [];
  cells.rows.forEach((row, r) => row.forEach((field, c) => {
    const [x, y] = [c * SIZE + SIZE / 2, r * SIZE + SIZE / 2];
    const shade = cells.chequered && (r + c) % 2 === 1 ? 'dark' : 'light';
    fields.push(svg('rect', { x: c * SIZE, y: r * SIZE, width: SIZE, height: SIZE, class: `field ${shade}` }));
    if (game === 'connect4') fields.push(svg('circle', { cx: x, cy: y, r: SIZE * 0.41, class: 'hole' }));
    if (field.played) fields.push(svg('rect', { x: c * SIZE + 1, y: r * SIZE + 1, width: SIZE - 2, height: SIZE - 2, class: 'played' }));
    fields.push(...piece(game, field, x, y));
    const mark = marks.get(field.name);
    if (mark !== undefined) fields.push(svg('circle', { cx: x, cy: y, r: SIZE * 0.34, class: `hint ${mark}` }));
  }));
  const names = [
    ...cells.row_names.map((name, r) => svg('text', { x: -8, y: r * SIZE + SIZE / 2 + 4, class: 'name' }, name)),
    ...cells.column_names.map((name, c) => svg('text', { x: c * SIZE + SIZE / 2, y: height + 14, class: 'name' }, name)),
  ];
  const left = cells.row_names.some((name) => name !== '') ? 16 : 0, below = cells.column_names.some((name) => name !== '') ? 18 : 0;
  return svg('svg', { viewBox: `${-left} 0 ${width + left} ${height + below}`, class: `position ${game}`, role: 'img', 'aria-label': label ?? boardWords(board) },
    ...fields, ...names);
}

/** The board in words: every field that has a piece. @param {Board} board */
export function boardWords(board) {
  if (board.cells === null) return '';
  const pieces = board.cells.rows.flat().filter((field) => field.piece !== null).map((field) => `${field.piece} on ${field.name}`);
  return `The board: ${pieces.length === 0 ? 'empty' : pieces.join(', ')}. ${board.over ? 'The game is over.' : `${board.to_move} to move.`}`;
}
