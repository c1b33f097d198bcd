// The page as one file, from a disk, without a network.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { Browser, ROOT, Served, drawn, moment, pictures, provebest, shown, toEnd } from './support.js';

/** @type {Browser} */ let browser;
before(async () => { browser = await Browser.start(); });
afterEach(() => browser.clear());
after(() => browser.stop());

/** How many files there are. */
let files = 0;

/** Writes the file, and opens it with the network off. */
async function exported(...args) {
  const file = join(browser.folder, `page-${++files}.html`);
  const says = provebest('theatre', ...args, '--export', file);
  const page = await browser.open(pathToFileURL(file).href, { reducedMotion: 'reduce', offline: true });
  await shown(page);
  return { file, says, page, searches: /searches by itself/.test(says) };
}

test('it shows the searches that it was made with', async () => {
  const args = ['uniform', 'w=3,d=4,seed=2', '-a', 'alpha-beta,sss-star'];
  const { page, file, says } = await exported(...args);
  assert.match(says, /searches by itself|recorded searches inside/);
  const served = await Served.start(...args);
  const other = await browser.open(served.address, { reducedMotion: 'reduce' });
  await shown(other);
  for (const one of [page, other]) {
    await toEnd(one);
    await one.keyboard.press('Shift+ArrowLeft');
    await drawn(one);
  }
  assert.deepEqual(await moment(page), await moment(other));
  assert.deepEqual(await pictures(page), await pictures(other));
  await page.getByRole('button', { name: 'one', exact: true }).click();
  await page.waitForFunction(() => document.querySelectorAll('.pane').length === 1);
  assert.deepEqual(page.troubles, []);
  await served.stop();
  const text = readFileSync(file, 'utf8');
  for (const path of [ROOT, homedir()]) assert.ok(!text.includes(path), 'it names no path of this machine');
  assert.match(text, /Content-Security-Policy" content="default-src 'none'/);
});

test('without arguments it is the opening', async () => {
  const { page } = await exported();
  assert.match(await page.locator('#headline').textContent(), /Same tree, same answer/);
  assert.deepEqual(page.troubles, []);
});

test('with the library inside it makes any search', async (t) => {
  const { page, searches } = await exported('tree', '[[3,12,8],[2,4,6],[14,5,2]]');
  if (!searches) { t.skip('this program has no wasm: theatre/wasm/build'); return; }
  await page.getByRole('button', { name: /^all/ }).click();
  await page.getByRole('region', { name: 'All searches' }).waitFor();
  await page.evaluate(() => { location.hash = '#view=one&game=uniform&position=w=4,d=4,seed=1&a=young-brothers&am=sim:8'; });
  await page.getByRole('region', { name: /young brothers/ }).waitFor();
  assert.deepEqual(page.troubles, []);
});

test('without it, another search is refused with a reason', async () => {
  const { page, says, searches } = await exported('tree', '[[3,12,8],[2,4,6],[14,5,2]]', '-a', 'ab,sss', '--tapes');
  assert.ok(!searches && /recorded searches inside/.test(says), says);
  await page.getByRole('button', { name: /^all/ }).click();
  await page.getByRole('alert').getByText('This file has only the searches it was made with').waitFor();
});

test('the whole page is small', (t) => {
  const wasm = join(ROOT, 'theatre', 'dist', 'theatre.wasm');
  if (!existsSync(wasm)) { t.skip('the wasm is not built: theatre/wasm/build'); return; }
  const file = join(browser.folder, 'small.html');
  provebest('theatre', 'tree', '[[3,12],[2,4]]', '-a', 'ab', '--tapes', '--export', file);
  // What a host sends, the file without its tapes and beside it the library.
  const parts = [Buffer.from(readFileSync(file, 'utf8').replace(/<script type="text\/plain".*?<\/script>/gs, '')), readFileSync(wasm)];
  const kilobytes = (pack) => Math.ceil(parts.map((part) => pack(part).length).reduce((all, one) => all + one, 0) / 1000);
  const size = kilobytes((part) => gzipSync(part, { level: 9 }));
  t.diagnostic(`${size} kB compressed by gzip, ${kilobytes(brotliCompressSync)} kB by brotli`);
  assert.ok(size <= 450, `${size} kB`);
});
