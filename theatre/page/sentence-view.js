// @ts-check
// A sentence on the page: numbers bold, nodes underlined in their colour.
import { make } from 'theatre/dom';
import { hue } from 'theatre/theme';

/** @param {import('theatre/why').Piece[]} pieces @param {import('theatre/tree').Tree} tree @returns {(Node | string)[]} */
export function rendered(pieces, tree) {
  return pieces.map((piece) => {
    if (piece.kind === 'text') return piece.text;
    const span = make(piece.kind === 'value' ? 'b.value' : piece.kind === 'verb' ? 'b.verb' : 'span.node', {}, piece.text);
    if (piece.kind === 'node') span.style.borderColor = hue(tree.rootChild[piece.node ?? 0]);
    return span;
  });
}
