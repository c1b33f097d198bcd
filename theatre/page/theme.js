// @ts-check
// The colours of the style sheet, for canvases. The colour of a thing is that of the root move it is below.

/** How many root moves have a colour of their own; further ones begin again, with their names beside them. */
export const HUES = 7;

/**
 * @typedef {object} Theme
 * @property {string} back
 * @property {string} panel
 * @property {string} ink
 * @property {string} dim
 * @property {string} line
 * @property {string} ghost
 * @property {string} accent
 * @property {string} hot
 * @property {string} band
 * @property {string[]} moves
 */

/** @type {Theme} */
export const theme = { back: '', panel: '', ink: '', dim: '', line: '', ghost: '', accent: '', hot: '', band: '', moves: [] };

/** Reads the colours again; call it when the theme changes. */
export function readTheme() {
  const style = getComputedStyle(document.documentElement);
  const colour = (/** @type {string} */ name) => style.getPropertyValue(`--${name}`).trim();
  for (const name of /** @type {const} */ (['back', 'panel', 'ink', 'dim', 'line', 'ghost', 'accent', 'hot', 'band']))
    theme[name] = colour(name);
  theme.moves = Array.from({ length: HUES }, (_, k) => colour(`move-${k}`));
}

/** The colour of a root move; of the root itself that of text. @param {number} rootChild */
export const hue = (rootChild) => (rootChild < 0 ? theme.ink : theme.moves[rootChild % HUES]);

/** Is the dark set in use? */
export function isDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
}

/** Changes from dark to light or back. */
export function switchTheme() {
  document.documentElement.dataset.theme = isDark() ? 'light' : 'dark';
  readTheme();
}

/** @param {string} colour as #rrggbb @returns {[number, number, number]} */
export function rgb(colour) {
  const number = parseInt(colour.slice(1), 16);
  return [number >> 16, (number >> 8) & 255, number & 255];
}

/** A pixel as ImageData has it. @param {[number, number, number]} colour */
export const pixel = ([red, green, blue]) => (0xff000000 | (blue << 16) | (green << 8) | red) >>> 0;

/** @param {string} over @param {string} under @param {number} part @returns {[number, number, number]} */
export function blend(over, under, part) {
  const [a, b] = [rgb(over), rgb(under)];
  return /** @type {[number, number, number]} */ (a.map((channel, k) => Math.round(channel * part + b[k] * (1 - part))));
}

/** The family of the page's text. */
export const FONT = 'Inter, system-ui, "Segoe UI", sans-serif';

/**
 * Makes a canvas as sharp as the screen and clears it.
 * @param {HTMLCanvasElement} canvas @param {number} height in CSS pixels
 * @returns {{g: CanvasRenderingContext2D, width: number, height: number, density: number}}
 */
export function prepare(canvas, height) {
  const width = Math.max(1, canvas.clientWidth),
    density = Math.min(2, window.devicePixelRatio || 1);
  canvas.style.height = `${height}px`;
  const [w, h] = [Math.round(width * density), Math.round(height * density)];
  if (canvas.width !== w || canvas.height !== h) {
    canvas.width = w;
    canvas.height = h;
  }
  const g = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  g.setTransform(density, 0, 0, density, 0, 0);
  g.clearRect(0, 0, width, height);
  // A frame never depends on the one before.
  Object.assign(g, { lineJoin: 'round', lineCap: 'butt', globalAlpha: 1 });
  g.setLineDash([]);
  return { g, width, height, density };
}
