// Playing: Connect Four to its end, against a person and against the engine.
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { Browser, Served, shown } from './support.js';

/** @type {Served} */ let served;
/** @type {Browser} */ let browser;
before(async () => { [served, browser] = await Promise.all([Served.start(), Browser.start()]); });
afterEach(() => browser.clear());
after(() => browser.stop());

const column = (page, number) => page.getByRole('region', { name: 'Board' }).getByRole('button', { name: new RegExp(`column ${number},`) });
const headline = (page) => page.locator('p.headline');
const moves = (page) => new URLSearchParams(new URL(page.url()).hash.slice(1)).get('moves') ?? '';

test('other pages take the place of the stage', async () => {
  const page = await browser.open(served.address);
  await shown(page);
  const stage = page.locator('#stage'), go = (name) => page.locator('#pages').getByRole('link', { name }).click();
  await go('play');
  await page.getByRole('region', { name: 'Board' }).waitFor();
  assert.equal(await stage.isVisible(), false);
  await go('course');
  await page.getByText('Ten short lessons').waitFor();
  assert.equal(await stage.isVisible(), false);
  await go('theatre');
  await stage.waitFor();
});

test('two people play Connect Four to its end', async () => {
  const page = await browser.open(`${served.address}#page=play&game=connect4`);
  const game = [4, 3, 4, 3, 4, 3, 4];
  for (const [played, number] of game.entries()) {
    await column(page, number).click();
    await page.waitForFunction((count) => (new URLSearchParams(location.hash.slice(1)).get('moves') ?? '').split(/[+ ]/).length === count, played + 1);
  }
  await headline(page).getByText('has won').waitFor();
  assert.equal(moves(page), game.join(' '));
  await page.getByRole('button', { name: 'undo' }).click();
  await headline(page).getByText('to move').waitFor();
  // One move before the end every value is proved at once: the move that wins says so.
  await column(page, 4).getByText(/\S/).first().waitFor();
  await page.getByRole('region', { name: 'Moves' }).getByRole('button', { name: /^4.*win/ }).waitFor();
  assert.deepEqual(page.troubles, []);
});

test('a game against the engine ends', async () => {
  const page = await browser.open(`${served.address}#page=play&game=connect4&players=second&level=0`);
  const played = () => moves(page).split(' ').filter(Boolean).length;
  for (let turn = 0; turn < 21; turn++) {
    // It is our turn once the engine has answered, and the page has drawn that.
    await page.waitForFunction((count) => /over/.test(document.querySelector('p.headline')?.textContent ?? '')
      || ((new URLSearchParams(location.hash.slice(1)).get('moves') ?? '').split(' ').filter(Boolean).length === count
        && /to move(?!: the engine)/.test(document.querySelector('p.headline')?.textContent ?? '') && document.querySelector('.columns button:enabled')), 2 * turn);
    if (/over/.test(await headline(page).textContent())) break;
    const open = page.locator('.columns button:enabled');
    await open.nth(turn % await open.count()).click();
    await page.waitForFunction((count) => (new URLSearchParams(location.hash.slice(1)).get('moves') ?? '').split(' ').filter(Boolean).length > count, 2 * turn);
  }
  assert.ok(played() >= 7);
  await headline(page).getByText(/The game is over/).waitFor();
  assert.deepEqual(page.troubles, []);
});

test('a game is in its link, and leads to the theatre', async () => {
  const link = `${served.address}#page=play&game=tictactoe&moves=5+1`;
  const page = await browser.open(link, { reducedMotion: 'reduce' });
  await page.getByRole('region', { name: 'Moves' }).getByText(/draw|win/).first().waitFor();
  await page.getByRole('link', { name: 'Watch a search of this position' }).click();
  await page.getByRole('slider', { name: 'Moment of the search' }).waitFor();
  assert.match(page.url(), /game=tictactoe/);
  assert.deepEqual(page.troubles, []);
});
