// @ts-check
// What every move of a position is worth: proved where the library can prove it, otherwise an estimate, which is marked as such.
import { Refusal } from 'theatre/ask';
import { Replay } from 'theatre/replay';
import { readTape } from 'theatre/tape';
import { Tree } from 'theatre/tree';
import { INFINITE, endingPly, isDecided, isInfinite } from 'theatre/values';

/** @typedef {import('theatre/ask').Asker} Asker */
/** @typedef {'mover' | 'opponent' | 'none' | null} Winner seen from the side to move; null if it is not known */
/**
 * @typedef {object} MoveValue for the side to move
 * @property {string} move
 * @property {number} low proved: at least this
 * @property {number} high proved: at most this
 * @property {Winner} winner
 * @property {number | null} estimate
 * @property {number | null} depth the plies after which the estimate was made
 * @property {boolean} best
 */
/**
 * @typedef {object} Look a position, and what is known of it after some work
 * @property {import('theatre/boards').Board} board
 * @property {Winner} winner of a game that is over
 * @property {MoveValue[]} values
 * @property {string[]} line
 * @property {number | null} depth of the engine
 * @property {number} nodes
 * @property {boolean} done more work would tell no more
 * @property {string | null} choice
 */
/** @typedef {{game: string, position: string, moves: string[]}} Played a position and the moves since */

/** Nodes after which an engine that can prove nothing is asked no more. */
const ENOUGH = 1_000_000;
/** Plies that are searched where the library has no play: as many as a tape has room for. @type {Record<string, number>} */
const PLIES = { tictactoe: 6, connect4: 4, othello: 3, chess: 2 };

/**
 * What is known after this much work. The same question has the same answer, so bounds close in by asking again with more. A small
 * library has no play; then a search to a few plies tells what it can.
 * @param {Asker} asker @param {boolean} canPlay @param {Played} played @param {number} nodes @param {number} [level] @returns {Promise<Look>}
 */
export async function look(asker, canPlay, played, nodes, level) {
  if (!canPlay) return bySearch(asker, played);
  return fromAnswer(await asker.askJson({ ask: 'play', ...played, nodes, ...(level === undefined ? {} : { level }) }));
}

/** @param {any} answer @returns {Look} */
function fromAnswer(answer) {
  const values = answer.values.map((/** @type {any} */ each) => ({
    move: each.move,
    low: each.least ?? -INFINITE,
    high: each.most ?? INFINITE,
    winner: each.winner ?? null,
    estimate: each.estimate ?? null,
    depth: each.depth ?? null,
    best: each.best,
  }));
  const { proved, engine } = answer;
  const settled = values.every((/** @type {MoveValue} */ each) => each.low === each.high);
  return {
    board: answer,
    winner: answer.winner ?? null,
    values,
    line: proved?.finished ? proved.line : (engine?.line ?? []),
    depth: engine?.depth ?? null,
    nodes: answer.nodes,
    done: settled || (proved ? proved.finished : answer.nodes >= ENOUGH),
    choice: answer.choice ?? null,
  };
}

/** By a search to a small depth, whose tape tells the value of every move. @param {Asker} asker @param {Played} played @returns {Promise<Look>} */
async function bySearch(asker, { game, position, moves }) {
  const ask = (/** @type {number[]} */ path) => asker.askJson({ ask: 'board', game, position, path });
  const path = [];
  let board = await ask([]);
  for (const move of moves) {
    const number = board.moves.indexOf(move);
    if (number < 0) throw new Refusal(`${move} is not a legal move; expected one of ${board.moves.join(' ')}`);
    path.push(number);
    board = await ask(path);
  }
  const depth = PLIES[game] ?? 3;
  const tape = readTape(
    await asker.ask({
      ask: 'tape',
      game,
      position: board.position,
      ...(board.over ? {} : { depth }),
      runs: [{ method: 'minimax' }],
    }),
  );
  const tree = new Tree(tape),
    { last, head } = new Replay(tree, tape.runs[0]);
  const sign = Math.sign(head.value ?? 0),
    winner = sign > 0 ? 'mover' : sign < 0 ? 'opponent' : 'none';
  if (board.over) return { board, winner, values: [], line: [], depth: null, nodes: 1, done: true, choice: null };
  // Every line that is shorter than the search ended by the rules.
  const whole = tree.whole && tree.leaves.every((leaf) => tree.ply[leaf] < depth || isDecided(tree.value[leaf]));
  const values = tree.listed(0).map((child) => {
    const [low, high] = [last.low[child], last.high[child]],
      proved = whole || isDecided(low);
    return {
      move: tree.moves[child],
      low: proved ? low : -INFINITE,
      high: proved ? high : INFINITE,
      winner: null,
      estimate: low,
      depth,
      best: tree.moves[child] === head.best,
    };
  });
  return { board, winner: null, values, line: head.line_text, depth, nodes: tree.count, done: true, choice: head.best };
}

/**
 * What a move is worth, short and in words.
 * @param {MoveValue} value @param {{game: string, stones: number}} at `stones`: pieces on the board before the move
 */
export function worth({ low, high, winner, estimate }, at) {
  const sure =
    low > 0 || winner === 'mover'
      ? 'win'
      : high < 0 || winner === 'opponent'
        ? 'loss'
        : low === high || winner === 'none'
          ? 'draw'
          : null;
  if (sure === 'draw') return { kind: 'draw', short: 'draw', words: 'draw' };
  if (sure !== null) {
    if (at.game === 'othello' && low === high && !isDecided(low))
      return { kind: sure, short: `${sure} ${Math.abs(low)}`, words: `${sure} by ${Math.abs(low)}` };
    const moves = low === high ? ownMoves(low, at) : null;
    if (moves === null) return { kind: sure, short: sure, words: sure };
    return { kind: sure, short: `${sure} ${moves}`, words: `${sure} in ${moves}` };
  }
  const known = low === 0 ? 'at least a draw' : high === 0 ? 'at most a draw' : isInfinite(low) && isInfinite(high) ? '' : 'open';
  if (estimate !== null && isDecided(estimate))
    return { kind: 'estimate', short: estimate > 0 ? '≈+' : '≈−', words: `the engine sees a ${estimate > 0 ? 'win' : 'loss'}` };
  if (estimate !== null) {
    const text = signed(estimate, at.game);
    return {
      kind: 'estimate',
      short: `≈${text}`,
      words: `estimate ${text}${known === '' || known === 'open' ? '' : `, ${known}`}`,
    };
  }
  return { kind: 'open', short: '…', words: known === '' ? 'not known yet' : known };
}

/** Moves of the winner until the end. @param {number} value @param {{game: string, stones: number}} at */
function ownMoves(value, { game, stones }) {
  // In Connect Four the value is how many stones are left to the winner.
  if (game === 'connect4' && !isDecided(value))
    return value > 0 ? 22 - value - Math.floor(stones / 2) : 22 + value - Math.floor((stones + 1) / 2);
  if (!isDecided(value)) return null;
  // In chess plies are counted from here on, in other games from an empty board.
  const plies = endingPly(value) - (game === 'chess' ? 0 : stones);
  return Math.max(1, Math.ceil(plies / 2));
}

/** A value with its sign; in chess in pawns. @param {number} value @param {string} game */
function signed(value, game) {
  const size = game === 'chess' ? (Math.abs(value) / 100).toFixed(2) : String(Math.abs(value));
  return value > 0 ? `+${size}` : value < 0 ? `−${size}` : '0';
}
