// The laboratory: a folder of results, and the tree behind a number.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { Browser, Served, provebest, toEnd } from './support.js';

/** @type {Browser} */ let browser;
/** @type {string} */ let folder;
before(async () => {
  browser = await Browser.start();
  folder = join(browser.folder, 'results');
  provebest('lab', 'run', 'leaves-by-depth', '--quick', '--depths', '2..4', '--trees', '5', '--out', folder);
});
afterEach(() => browser.clear());
after(() => browser.stop());

/** From the list to a number, and to its tree. */
async function follow(page) {
  await page.getByRole('region', { name: 'Claims' }).waitFor();
  await page.getByRole('navigation', { name: 'Experiments' }).getByRole('link', { name: 'leaves-by-depth' }).click();
  assert.ok(await page.getByRole('img', { name: /leaves-by-depth/ }).evaluate((image) => image.naturalWidth > 0), 'the figure is drawn');
  await page.getByRole('region', { name: 'Table' }).getByRole('link', { name: /±/ }).first().click();
  await page.getByRole('slider', { name: 'Moment of the search' }).waitFor();
  await toEnd(page);
  assert.match(await page.locator('.count').first().textContent(), /\d+ of 25 leaves/);
}

test('a number opens its tree', async () => {
  const served = await Served.start('--lab', folder);
  const page = await browser.open(served.address, { reducedMotion: 'reduce' });
  await follow(page);
  await page.goBack();
  await page.getByRole('region', { name: 'Table' }).waitFor();
  assert.deepEqual(page.troubles, []);
  await served.stop();
});

test('in one file, too', async (t) => {
  const file = join(browser.folder, 'lab.html');
  if (!/searches by itself/.test(provebest('theatre', '--lab', folder, '--export', file))) { t.skip('this program has no wasm: theatre/wasm/build'); return; }
  const page = await browser.open(pathToFileURL(file).href, { reducedMotion: 'reduce', offline: true });
  await follow(page);
  assert.deepEqual(page.troubles, []);
});
