// @ts-check
// The board of the node under the cursor, or else of the node where each search is, beside the words of its pane.
import { Superseded } from 'theatre/ask';
import { drawBoard } from 'theatre/boards';
import { boardOf, played, readTiles } from 'theatre/tiles';

export class BoardBeside {
  /** @param {import('theatre/ask').Asker} asker @param {() => void} refresh */
  constructor(asker, refresh) {
    this.asker = asker;
    this.refresh = refresh;
    /** Boards by node; a picture for each pane is made from them. @type {Map<number, any>} */
    this.boards = new Map();
    this.asking = false;
  }

  /** @param {import('theatre/tape').Tape | undefined} tape @param {import('theatre/tree').Tree | undefined} tree */
  load(tape, tree) {
    this.tape = tape;
    this.tree = tree;
    this.boards = new Map();
  }

  /** @param {import('theatre/pane').Pane[]} panes @param {number} cursor @param {import('theatre/clock').Clock} clock */
  show(panes, cursor, clock) {
    if (!this.tape?.head.named) {
      for (const pane of panes) pane.board.hidden = true;
      return;
    }
    panes.forEach((pane, k) => {
      pane.board.hidden = false;
      const node = cursor >= 0 ? cursor : clock.events[k] > 0 ? (pane.state?.place[0] ?? 0) : 0;
      const board = this.boards.get(node);
      if (board === undefined) {
        this.#fetch(node);
        return;
      }
      if (board === null || pane.board.dataset.node === String(node)) return;
      pane.board.dataset.node = String(node);
      const picture = drawBoard(this.tape?.head.game ?? '', board);
      if (picture) pane.board.replaceChildren(picture);
    });
  }

  /** A puzzle's board needs no question. @param {number} node */
  #play(node) {
    const start = readTiles(this.tape?.head.position ?? ''),
      moves = [];
    for (let at = node; this.tree && at !== 0; at = this.tree.parent[at]) moves.unshift(this.tree.moves[at]);
    this.boards.set(node, start && boardOf(played(start, moves)));
    this.refresh();
  }

  /** One question at a time; what the cursor has left meanwhile is not asked for. @param {number} node */
  async #fetch(node) {
    if (this.asking || !this.tape || !this.tree) return;
    if (this.tree.puzzle) {
      this.#play(node);
      return;
    }
    this.asking = true;
    const { head } = this.tape,
      { boards } = this;
    try {
      boards.set(
        node,
        await this.asker.askJson({
          ask: 'board',
          game: head.game,
          position: head.position,
          ...(head.depth === null ? {} : { depth: head.depth }),
          path: this.tree.path(node),
        }),
      );
    } catch (error) {
      if (!(error instanceof Superseded)) boards.set(node, null);
    }
    this.asking = false;
    this.refresh();
  }
}
