// @ts-check
// The board of a sliding puzzle, from its text and the moves since: the page plays them itself.

/** @typedef {{width: number, height: number, tiles: number[]}} Tiles */

/** The steps of the empty cell. @type {Record<string, [number, number]>} */
const STEPS = { U: [-1, 0], D: [1, 0], L: [0, -1], R: [0, 1] };

/** `3x3:8 7 6 0 4 1 2 5 3`. @param {string} text @returns {Tiles | null} */
export function readTiles(text) {
  const match = /^(?:(\d)x(\d):)?\s*([\d\s,]+)$/.exec(text.trim());
  if (match === null) return null;
  const tiles = match[3]
      .trim()
      .split(/[\s,]+/)
      .map(Number),
    side = Math.round(Math.sqrt(tiles.length));
  const [width, height] = match[1] ? [Number(match[1]), Number(match[2])] : [side, side];
  return width * height === tiles.length ? { width, height, tiles } : null;
}

/** The board after some moves. @param {Tiles} start @param {string[]} moves @returns {Tiles} */
export function played({ width, height, tiles }, moves) {
  const board = [...tiles];
  for (const move of moves) {
    const empty = board.indexOf(0),
      [down, right] = STEPS[move] ?? [0, 0];
    const row = Math.floor(empty / width) + down,
      column = (empty % width) + right;
    if (row < 0 || row >= height || column < 0 || column >= width) break;
    [board[empty], board[row * width + column]] = [board[row * width + column], 0];
  }
  return { width, height, tiles: board };
}

/** The board as a picture is made from it. @param {Tiles} board @returns {import('theatre/boards').Board} */
export function boardOf({ width, height, tiles }) {
  const field = (/** @type {number} */ tile) => ({
    piece: tile === 0 ? null : String(tile),
    first: true,
    played: false,
    name: null,
  });
  const rows = Array.from({ length: height }, (_, row) => tiles.slice(row * width, (row + 1) * width).map(field));
  return {
    position: '',
    to_move: '',
    other: '',
    drawing: '',
    moves: [],
    over: false,
    cells: { rows, row_names: [], column_names: [], chequered: false, caption: '' },
  };
}
