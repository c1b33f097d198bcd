// @ts-check
// What the page offers to put on the stage.

/** @typedef {{title: string, game: string, position: string, depth?: string}} Example */

/** @type {readonly Example[]} */
export const EXAMPLES = Object.freeze([
  { title: '3 wide, 4 deep', game: 'uniform', position: 'w=3,d=4,values=99,seed=4,order=50' },
  { title: 'the textbook tree', game: 'tree', position: '[[3,12,8],[2,4,6],[14,5,2]]' },
  { title: 'an irregular tree', game: 'tree', position: '[[3,[12,[8,1]],5],[2,[4,6,9],7],4,[[14,5],[2,[1,11]]]]' },
  { title: '4 wide, 4 deep', game: 'uniform', position: 'w=4,d=4,values=99,seed=1,order=60' },
  { title: '2 wide, 6 deep', game: 'uniform', position: 'w=2,d=6,values=99,seed=2,order=random' },
  { title: '5 wide, 5 deep', game: 'uniform', position: 'w=5,d=5,values=999,seed=1,order=60' },
  { title: '5 wide, 6 deep', game: 'uniform', position: 'w=5,d=6,seed=136,order=60' },
  { title: 'tic-tac-toe, 5 fields left', game: 'tictactoe', position: 'X-O-X---O' },
  { title: 'Connect Four, 4 plies', game: 'connect4', position: '44', depth: '4' },
  { title: 'eight tiles', game: 'tiles', position: '3x3:2 1 7 3 0 5 4 6 8' },
  { title: 'eight tiles, far off', game: 'tiles', position: '3x3:8 7 6 0 4 1 2 5 3' },
  { title: 'Othello, 3 plies', game: 'othello', position: 'f5d6c3d3c4', depth: '3' },
]);

/** Another tree of the same kind, or null where there is none. @param {string} position */
export function another(position) {
  return /seed=\d+/.test(position) ? position.replace(/seed=(\d+)/, (_, seed) => `seed=${Number(seed) + 1}`) : null;
}
