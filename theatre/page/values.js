// @ts-check
// Values as numbers and as text. All values are MAX's, the side that moves at the root.

/** Better than every value; `-INFINITE` is worse than every value. */
export const INFINITE = 2_000_000_000;
/** The value of a node of which nothing is known. */
export const UNKNOWN = -0x80000000;
/** "No node", "no job". */
export const NONE = 0xffffffff;
/** Beyond this live decided results: a win or a loss at a ply. */
const LIMIT = 1_100_000_000;
const WIN = 1_900_000_000;

/** The ply at which a game with a decided result ends. @param {number} value */
export const endingPly = (value) => WIN - Math.abs(value);

/** Is this one of the two ends, or next to them? @param {number} value */
export const isInfinite = (value) => Math.abs(value) >= INFINITE - 1;

/** Is this a forced win or loss? @param {number} value */
export const isDecided = (value) => Math.abs(value) > LIMIT && !isInfinite(value);

/** A count with commas. @param {number} count */
export const countText = (count) => count.toLocaleString('en');

/** The noun after a count. @param {number} count @param {string} one @param {string} [more] */
export const noun = (count, one, more = `${one}s`) => (count === 1 ? one : more);

/** A count with its noun. @param {number} count @param {string} one @param {string} [more] */
export const counted = (count, one, more) => `${countText(count)} ${noun(count, one, more)}`;

/** A value as it is drawn. @param {number} value */
export function scoreText(value) {
  if (value === UNKNOWN) return '?';
  if (isInfinite(value)) return value > 0 ? '+∞' : '−∞';
  if (isDecided(value)) return `${value > 0 ? 'win' : 'loss'}@${endingPly(value)}`;
  return String(value).replace('-', '−');
}

/** What is proved, short: `= 3`, `≥ 3`, `≤ 8`, `3…8`, or nothing. @param {number} low @param {number} high */
export function boundsText(low, high) {
  if (low === high) return `= ${scoreText(low)}`;
  if (isInfinite(low) && isInfinite(high)) return '';
  if (isInfinite(high)) return `≥ ${scoreText(low)}`;
  if (isInfinite(low)) return `≤ ${scoreText(high)}`;
  return `${scoreText(low)}…${scoreText(high)}`;
}

/** What is proved, in words. @param {number} low @param {number} high */
export function boundsWords(low, high) {
  if (low === high) return scoreText(low);
  if (isInfinite(low) && isInfinite(high)) return 'nothing known';
  if (isInfinite(high)) return `at least ${scoreText(low)}`;
  if (isInfinite(low)) return `at most ${scoreText(high)}`;
  return `between ${scoreText(low)} and ${scoreText(high)}`;
}

/**
 * A scale from values to heights between 0 and 1. Decided results lie at the edges, beside all others.
 */
export class Scale {
  /** @param {number} least @param {number} most @param {boolean} decided are there wins or losses? */
  constructor(least, most, decided) {
    this.least = least;
    this.most = most;
    this.decided = decided;
    this.edge = decided ? 0.1 : 0;
  }

  /** The scale of these values. @param {Iterable<number>} values */
  static of(values) {
    let least = Infinity,
      most = -Infinity,
      decided = false;
    for (const value of values) {
      if (value === UNKNOWN || isInfinite(value)) continue;
      if (isDecided(value)) {
        decided = true;
        continue;
      }
      if (value < least) least = value;
      if (value > most) most = value;
    }
    if (least > most) [least, most] = [-1, 1];
    if (least === most) [least, most] = [least - 1, most + 1];
    return new Scale(least, most, decided);
  }

  /** @param {number} value */
  height(value) {
    if (isInfinite(value)) return value > 0 ? 1 : 0;
    if (isDecided(value)) return value > 0 ? 1 - this.edge / 3 : this.edge / 3;
    const inside = (Math.max(this.least, Math.min(this.most, value)) - this.least) / (this.most - this.least);
    return this.edge + inside * (1 - 2 * this.edge);
  }

  /** The whole number at a height. @param {number} height */
  value(height) {
    const inside = Math.max(0, Math.min(1, (height - this.edge) / (1 - 2 * this.edge)));
    return Math.round(this.least + inside * (this.most - this.least));
  }
}
