// @ts-check
// What is said of a position that is played, and of its moves.
import { make, svg } from 'theatre/dom';
import { OPENING, writeLink } from 'theatre/link';
import { countText } from 'theatre/values';

/** @typedef {import('theatre/play-ask').Look} Look */
/** @typedef {Map<string, ReturnType<typeof import('theatre/play-ask').worth>>} Worths by the move */
/** @typedef {{look: Look, game: string, worths: Worths, top: Set<string>, isEngines: boolean, play: (move: string) => void}} Shown */

const SEARCH_DEPTH = { tictactoe: '', connect4: '4', othello: '3', chess: '2' };

/** A side without its letter: only tic-tac-toe draws an X and an O. @param {string} side @param {string} game */
export const sideName = (side, game) => (game === 'tictactoe' ? side : side.replace(/ \([XO]\)$/, ''));

/** @param {Shown} shown @returns {(Node | string)[]} */
export function headlineOf({ look, game, worths, isEngines }) {
  const { board, winner, values, depth, done } = look,
    side = make('b', {}, sideName(board.to_move, game));
  if (board.over)
    return winner === 'none'
      ? ['The game is over: ', make('b', {}, 'a draw'), '.']
      : ['The game is over: ', make('b', {}, sideName(winner === 'mover' ? board.to_move : board.other, game)), ' has won.'];
  if (isEngines) return [side, ' to move: the engine thinks …'];
  const best = values.find((each) => each.best) ?? values[0],
    value = best && worths.get(best.move);
  if (!value) return [side, ' to move.'];
  if (value.kind === 'win' || value.kind === 'draw') return [side, ' to move: a ', make('b', {}, value.words), ', proved.'];
  if (value.kind === 'loss' && values.every((each) => worths.get(each.move)?.kind === 'loss'))
    return [side, ' to move: a ', make('b', {}, value.words), ', proved.'];
  if (value.kind === 'estimate')
    return [
      side,
      ' to move: about ',
      make('b', {}, value.short.replace('≈', '')),
      `, by a search of ${best.depth ?? depth} plies${done ? '' : ' that goes on'}. It is an estimate.`,
    ];
  return [side, ` to move; ${value.words}.`];
}

/** A button over each column. @param {Shown} shown */
export function columnButtons({ look, worths, top, isEngines, play }) {
  const { board } = look,
    width = board.cells?.rows[0]?.length ?? 7;
  return make(
    'div.columns',
    {},
    ...Array.from({ length: width }, (_, k) => {
      const move = String(k + 1),
        value = worths.get(move),
        open = board.moves.includes(move);
      return make(
        'button',
        {
          type: 'button',
          class: `${value?.kind ?? ''} ${top.has(move) ? 'best' : ''}`,
          disabled: !open || isEngines,
          onclick: () => play(move),
          'aria-label': `${move} ${value?.short ?? ''}: column ${move}, ${open ? (value?.words ?? 'not known yet') : 'full'}`,
        },
        make('small', {}, move),
        make('span', {}, value?.short ?? (open ? '…' : '·')),
      );
    }),
  );
}

/** @typedef {import('theatre/play-ask').MoveValue} MoveValue */

/** Is it an estimate of an iteration before? Those compare with each other, and not with newer ones. @param {MoveValue[]} values */
function isOlder(values) {
  const deepest = Math.max(...values.map((each) => each.depth ?? 0));
  return (/** @type {MoveValue} */ each, /** @type {string} */ kind) => kind === 'estimate' && (each.depth ?? 0) < deepest;
}

/** The best first: what is won, then estimates, the newer ones before the older ones, then what is lost. @param {MoveValue[]} values @param {Worths} worths */
export function inOrder(values, worths) {
  const order = { win: 3, draw: 2, estimate: 1, open: 1, loss: 0 },
    older = isOlder(values);
  const kindOf = (/** @type {MoveValue} */ each) => worths.get(each.move)?.kind ?? 'open';
  const group = (/** @type {MoveValue} */ each) =>
    order[/** @type {'win'} */ (kindOf(each))] - (older(each, kindOf(each)) ? 0.5 : 0);
  const value = (/** @type {MoveValue} */ each) => (each.low === each.high ? each.low : (each.estimate ?? 0));
  return [...values].sort((a, b) => group(b) - group(a) || Number(b.best) - Number(a.best) || value(b) - value(a));
}

/** Every move, the best first. @param {Shown} shown @returns {Node[]} */
export function moveButtons({ look, game, worths, top, isEngines, play }) {
  const { board, values } = look;
  if (board.moves.length === 0) return [make('p', {}, 'There are no moves.')];
  const older = isOlder(values);
  return inOrder(values, worths).map((each) => {
    const value = worths.get(each.move),
      kind = value?.kind ?? '',
      old = older(each, kind);
    return make(
      'button',
      {
        type: 'button',
        'data-move': each.move,
        class: `move ${kind} ${top.has(each.move) ? 'best' : ''} ${old ? 'older' : ''}`,
        disabled: isEngines,
        onclick: () => play(each.move),
      },
      make('b', {}, each.move),
      bar(each, kind, game),
      make('span', {}, `${value?.words ?? '…'}${old ? ` (${each.depth} plies)` : ''}`),
    );
  });
}

/** The best line, and how it was found. @param {Shown} shown @returns {(Node | false)[]} */
export function story({ look, game }) {
  const { board, line, nodes, done } = look;
  if (board.over) return [];
  const watch = {
    ...OPENING,
    game,
    position: board.position,
    depth: SEARCH_DEPTH[/** @type {'chess'} */ (game)] ?? '',
    view: /** @type {const} */ ('one'),
    a: 'negascout',
  };
  return [
    line.length > 0 && make('h2', {}, 'Best play from here'),
    line.length > 0 && make('p.line', {}, line.join(' ')),
    make('h2', {}, 'How it was found'),
    make(
      'p.how',
      {},
      `${countText(nodes)} nodes${done ? '' : ', and the search goes on'}. `,
      make('a', { href: writeLink(watch) }, 'Watch a search of this position'),
    ),
  ];
}

/** The field on which a move ends, where moves name fields. @param {string} move */
export const lastField = (move) => move.match(/[a-h][1-8]/g)?.pop();

/** A value as a bar from the middle: to the right for the side to move. @param {import('theatre/play-ask').MoveValue | undefined} value @param {string} kind @param {string} game */
function bar(value, kind, game) {
  const part = (/** @type {number} */ score) => 50 + 48 * Math.tanh(score / (game === 'chess' ? 250 : 12));
  const end = kind === 'win' ? 98 : kind === 'loss' ? 2 : kind === 'estimate' ? part(value?.estimate ?? 0) : 50;
  const at = value && value.low === value.high && Math.abs(value.low) < 1000 ? part(value.low) : end;
  return svg(
    'svg',
    { viewBox: '0 0 100 10', preserveAspectRatio: 'none', 'aria-hidden': 'true', class: `bar ${kind}` },
    svg('rect', { x: 0, y: 4.2, width: 100, height: 1.6, class: 'track' }),
    svg('rect', { x: Math.min(50, at), y: 2, width: Math.max(0.8, Math.abs(at - 50)), height: 6, class: 'value' }),
    svg('rect', { x: 49.7, y: 0, width: 0.6, height: 10, class: 'zero' }),
  );
}
