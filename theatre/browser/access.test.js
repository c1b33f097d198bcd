// Everybody can use it: axe in every view and both themes, narrow screens, large letters.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { Browser, Served, drawn, provebest, shown } from './support.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** @type {Served} */ let served;
/** @type {Browser} */ let browser;
before(async () => {
  browser = await Browser.start();
  const folder = join(browser.folder, 'results');
  provebest('lab', 'run', 'minimal-tree', '--quick', '--depths', '2..3', '--trees', '3', '--out', folder);
  served = await Served.start('--lab', folder);
});
afterEach(() => browser.clear());
after(() => browser.stop());

const TREE = 'game=uniform&position=w=3,d=4,values=99,seed=4,order=50';
/** Every view: its name, its link, and what is done first. @type {[string, string, ((page: any) => Promise<any>)?][]} */
const VIEWS = [
  ['two searches', `#view=two&${TREE}&a=alpha-beta&b=sss-star&time=20`],
  ['one search, at its end', `#view=one&${TREE}&a=negascout&time=99`],
  ['all searches', `#view=all&${TREE}`],
  ['simulated processors', '#view=two&game=uniform&position=w=4,d=4,seed=1&a=young-brothers&am=sim:8&b=key-node&bm=sim:8&time=30'],
  ['outline', `#view=two&${TREE}&a=alpha-beta&b=dual-star&outline=yes&time=20`],
  ['a large tree', '#view=one&game=uniform&position=w=5,d=6,seed=1&a=alpha-beta&time=300'],
  ['a game', '#view=one&game=connect4&position=4455&depth=3&a=alpha-beta&time=20'],
  ['the keys', `#view=one&${TREE}&a=alpha-beta`, (page) => page.keyboard.press('?')],
  ['your own tree', `#view=one&${TREE}&a=alpha-beta`, (page) => page.locator('#tree').selectOption('own')],
  ...['tictactoe', 'connect4', 'othello', 'chess'].map((game) => [`playing ${game}`, `#page=play&game=${game}`, (page) => page.getByRole('region', { name: 'Moves' }).waitFor()]),
  ['two puzzle searches', '#page=puzzle&time=120'],
  ['a puzzle on simulated processors', '#page=puzzle&view=one&game=tiles&position=3x3:2+1+7+3+0+5+4+6+8&a=parallel-ida-star&am=sim:4&time=60'],
  ['a puzzle as outline', '#page=puzzle&outline=yes&time=60'],
  ['the course', '#page=course', (page) => page.getByRole('region', { name: 'Lessons' }).waitFor()],
  ['a lesson', `#page=course&lesson=cuts&view=one&${TREE}&a=alpha-beta&time=9`],
  ['a question', `#page=course&lesson=cuts:1&view=one&${TREE}&a=alpha-beta&time=9`],
  ['the laboratory', '#page=lab', (page) => page.getByRole('region', { name: 'Claims' }).waitFor()],
  ['an experiment', '#page=lab&cell=minimal-tree', (page) => page.getByRole('region', { name: 'Table' }).waitFor()],
  ['an error', '#view=one&game=connect4&position=44x&a=alpha-beta', (page) => page.getByRole('alert').getByText('column').waitFor()],
];

/** Opens a view. */
async function view([name, link, first], options) {
  const page = await browser.open(served.address + link, { reducedMotion: 'reduce', colorScheme: 'light', ...options });
  if (!/^#page=(play|lab|course$)/.test(link) && name !== 'an error') await shown(page);
  if (first) await first(page);
  await drawn(page);
  return page;
}

/** 200 % on a screen of 1280 pixels is a window of 640. */
const NARROW = [{ width: 640, height: 400 }, { width: 320, height: 640 }];

for (const one of VIEWS) {
  test(`everybody can use it: ${one[0]}`, async () => {
    const page = await view(one, { bypassCSP: true });
    await page.evaluate(AXE);
    for (const colorScheme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme });
      await drawn(page);
      const { violations } = await page.evaluate(() => globalThis.axe.run());
      const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
      assert.deepEqual(found, [], `axe, ${colorScheme}`);
    }
    for (const viewport of NARROW) {
      await page.setViewportSize(viewport);
      await drawn(page);
      const [wide, room] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
      assert.ok(wide <= room, `it has to be scrolled sideways: ${wide} of ${room} pixels`);
    }
  });
}

test('buttons are large enough for a finger', async () => {
  const page = await view(VIEWS[0], { viewport: { width: 390, height: 800 } });
  const small = await page.locator('button:visible').evaluateAll((all) => all.map((one) => [one.ariaLabel ?? one.textContent, one.getBoundingClientRect()])
    .filter(([, box]) => Math.min(box.width, box.height) < 32).map(([name, box]) => `${name} ${box.width}x${box.height}`));
  assert.deepEqual(small, []);
});
