// @ts-check
// Making elements. No HTML text is ever made from data, and no style attribute is written.

/**
 * @param {string} tag with classes after dots
 * @param {Record<string, any>} [attributes] `on...` are listeners, a property that exists is set, anything else is an attribute
 * @param {...(Node | string | null | undefined | false)} children
 * @returns {any}
 */
export function make(tag, attributes = {}, ...children) {
  const [name, ...classes] = tag.split('.');
  const element = document.createElement(name);
  if (classes.length > 0) element.className = classes.join(' ');
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, '');
    else element.setAttribute(key, String(value));
  }
  element.append(
    ...children
      .filter((child) => child !== null && child !== undefined && child !== false)
      .map((child) => /** @type {Node | string} */ (child)),
  );
  return element;
}

/** The element with this id. @param {string} id @returns {any} */
export function byId(id) {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`the page has no element ${id}`);
  return element;
}

const SVG = 'http://www.w3.org/2000/svg';

/** @param {string} tag @param {Record<string, any>} [attributes] @param {...(Node | string)} children @returns {any} */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [key, value] of Object.entries(attributes))
    if (value !== undefined && value !== false) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

/** Changes text only where it differs, so that a screen reader hears it once. @param {Element} element @param {string} text */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
