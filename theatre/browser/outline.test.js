// The same as words, by keyboard alone.
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { Browser, Served, drawn, shown } from './support.js';

/** @type {Served} */ let served;
/** @type {Browser} */ let browser;
before(async () => { [served, browser] = await Promise.all([Served.start(), Browser.start()]); });
afterEach(() => browser.clear());
after(() => browser.stop());

const focused = (page) => page.evaluate(() => document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent);

/** Tabs until the focus is where it should be. */
async function tabTo(page, matches) {
  for (let tabs = 0; tabs < 60; tabs++) {
    await page.keyboard.press('Tab');
    if (await page.evaluate(matches)) return;
  }
  assert.fail('the keyboard does not reach it');
}

test('the outline tells the tree, and arrows walk through it', async () => {
  const page = await browser.open(`${served.address}#view=one&game=tree&position=[[3,12,8],[2,4,6],[14,5,2]]&a=alpha-beta`, { reducedMotion: 'reduce' });
  await shown(page);
  await page.keyboard.press('End');
  await page.keyboard.press('t');
  await page.getByRole('tree').waitFor();
  await tabTo(page, () => document.activeElement.role === 'treeitem');
  assert.match(await focused(page), /MAX.*3/);
  await page.keyboard.press('Home');
  if (await page.evaluate(() => document.activeElement.ariaExpanded) === 'false') await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  const first = await focused(page);
  assert.match(first, /MIN/);
  await page.keyboard.press('ArrowDown');
  const second = await focused(page);
  assert.notEqual(second, first);
  await page.keyboard.press('ArrowUp');
  assert.equal(await focused(page), first);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  assert.match(await focused(page), /leaf/i);
  await page.keyboard.press('ArrowLeft');
  assert.equal(await focused(page), first);
  await page.keyboard.press('End');
  assert.notEqual(await focused(page), first);
  assert.ok(await page.getByRole('table').first().getByRole('row').count() > 2, 'the last events are told');
  assert.deepEqual(page.troubles, []);
});

test('methods, views and help need no mouse', async () => {
  const page = await browser.open(served.address, { reducedMotion: 'reduce' });
  await shown(page);
  await tabTo(page, () => document.activeElement.matches('.pane select'));
  const before = await page.locator('.pane').first().getAttribute('aria-label');
  await page.keyboard.press(']');
  await page.waitForFunction((old) => document.querySelector('.pane')?.ariaLabel !== old, before);
  await tabTo(page, () => document.activeElement.role === 'slider');
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'What is drawn' }).waitFor();
  await page.keyboard.press('Escape');
  assert.equal(await page.evaluate(() => document.activeElement.role), 'slider', 'the focus comes back');
  await page.keyboard.press('End');
  await drawn(page);
  assert.equal(await page.getByRole('slider', { name: 'Moment' }).getAttribute('aria-valuenow'), await page.getByRole('slider', { name: 'Moment' }).getAttribute('aria-valuemax'));
  const theme = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.keyboard.press('d');
  await page.waitForFunction((old) => getComputedStyle(document.body).backgroundColor !== old, theme);
  assert.deepEqual(page.troubles, []);
});

test('a game is played by keyboard', async () => {
  const page = await browser.open(`${served.address}#page=play&game=tictactoe&moves=5+1+2`);
  await page.getByRole('region', { name: 'Moves' }).getByText(/draw|loss/).first().waitFor();
  await tabTo(page, () => document.activeElement.dataset.move === '8');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => /moves=5\+1\+2\+8/.test(location.hash));
  await tabTo(page, () => document.activeElement.textContent === 'undo');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => /moves=5\+1\+2(&|$)/.test(location.hash));
  assert.deepEqual(page.troubles, []);
});

test('a question is answered by keyboard', async () => {
  const page = await browser.open(`${served.address}#page=course`);
  await tabTo(page, () => /Why alpha-beta cuts/.test(document.activeElement.textContent));
  await page.keyboard.press('Enter');
  await shown(page);
  await tabTo(page, () => document.activeElement.textContent === 'question 1');
  await page.keyboard.press('Enter');
  await page.locator('.ask').waitFor();
  await tabTo(page, () => document.activeElement.matches('.question input'));
  await page.keyboard.type('1');
  await page.keyboard.press('Enter');
  await page.locator('.answer.wrong').waitFor();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('root');
  await page.keyboard.press('Enter');
  await page.locator('.answer.right').waitFor();
  assert.deepEqual(page.troubles, []);
});
