// Watching: play, scrub, step, link, drag, choose.
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { Browser, Served, drawn, moment, pictures, shown, toEnd } from './support.js';

/** @type {Served} */ let served;
/** @type {Browser} */ let browser;
before(async () => { [served, browser] = await Promise.all([Served.start(), Browser.start()]); });
afterEach(() => browser.clear());
after(() => browser.stop());

test('it opens searching, and says what the result is', async () => {
  const page = await browser.open(served.address);
  await shown(page);
  const { time } = await moment(page);
  await page.waitForFunction((time) => Number(document.querySelector('[role=slider]').ariaValueNow) > time, time);
  assert.match(await page.locator('#headline').textContent(), /Same tree, same answer \(-?\d+\)/);
  assert.deepEqual(page.troubles, []);
});

test('with reduced motion it opens paused at the first cut', async () => {
  const page = await browser.open(served.address, { reducedMotion: 'reduce' });
  await shown(page);
  await page.locator('.says').getByText('Cut').first().waitFor();
  const before = await moment(page);
  await page.waitForTimeout(300);
  assert.equal((await moment(page)).time, before.time);
});

test('space plays and pauses, and arrows step both ways', async () => {
  const page = await browser.open(served.address, { reducedMotion: 'reduce' });
  await shown(page);
  await page.keyboard.press('End');
  await drawn(page);
  const end = await moment(page), endPictures = await pictures(page);
  assert.equal(end.time, end.length);
  await page.keyboard.press('ArrowLeft');
  await drawn(page);
  const before = await moment(page);
  assert.notDeepEqual(before.says, end.says);
  await page.keyboard.press('ArrowRight');
  await drawn(page);
  assert.deepEqual(await moment(page), end);
  assert.deepEqual(await pictures(page), endPictures, 'one back and one on is the same picture');
  await page.keyboard.press('Home');
  await drawn(page);
  assert.equal((await moment(page)).time, 0);
  await page.keyboard.press('Shift+ArrowRight');
  await drawn(page);
  assert.match((await moment(page)).says.join(), /Cut/);
  await page.keyboard.press('Home');
  await page.keyboard.press('Space');
  await page.waitForFunction(() => Number(document.querySelector('[role=slider]').ariaValueNow) > 0);
  await page.keyboard.press('Space');
  await drawn(page);
  const paused = await moment(page);
  await page.waitForTimeout(300);
  assert.equal((await moment(page)).time, paused.time);
  assert.deepEqual(page.troubles, []);
});

test('the lanes are the scrubber', async () => {
  const page = await browser.open(served.address, { reducedMotion: 'reduce' });
  await shown(page);
  const slider = page.getByRole('slider', { name: 'Moment of the search' });
  const { x, y, width, height } = await slider.boundingBox();
  const seen = [];
  await page.mouse.move(x + width * 0.3, y + height / 2);
  await page.mouse.down();
  for (const part of [0.4, 0.8, 0.5]) {
    await page.mouse.move(x + width * part, y + height / 2, { steps: 4 });
    await drawn(page);
    seen.push((await moment(page)).time);
  }
  await page.mouse.up();
  assert.ok(seen[0] < seen[2] && seen[2] < seen[1], seen.join());
  await slider.focus();
  await page.keyboard.press('PageUp');
  await drawn(page);
  assert.ok((await moment(page)).time > seen[2]);
});

test('a link shows the same sentence and the same picture', async () => {
  const page = await browser.open(served.address, { reducedMotion: 'reduce' });
  await shown(page);
  for (let cut = 0; cut < 6; cut++) await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('ArrowLeft');
  await drawn(page);
  await page.getByRole('button', { name: 'copy link' }).click();
  await drawn(page);
  const [here, drawnHere] = [await moment(page), await pictures(page)];
  const other = await browser.open(page.url(), { reducedMotion: 'reduce' });
  await shown(other);
  await drawn(other);
  assert.deepEqual(await moment(other), here);
  assert.deepEqual(await pictures(other), drawnHere);
  assert.equal(other.url(), page.url());
});

test('a link that is followed inside the page shows what it names', async () => {
  const page = await browser.open(served.address, { reducedMotion: 'reduce' });
  await shown(page);
  await page.evaluate(() => { location.hash = '#view=one&game=tree&position=[[3,12,8],[2,4,6],[14,5,2]]&a=alpha-beta&time=7'; });
  await page.getByText('7 of 9 leaves', { exact: true }).waitFor();
  assert.equal(await page.locator('.pane').count(), 1);
  assert.match(await page.getByLabel('The command that gives the same').textContent(), /provebest search tree/);
  await page.goBack();
  await page.locator('.pane').nth(1).waitFor();
  assert.deepEqual(page.troubles, []);
});

test('a leaf that is dragged changes its value, and the searches run again', async () => {
  const page = await browser.open(`${served.address}#view=two&game=tree&position=[[3,12,8],[2,4,6],[14,5,2]]&a=alpha-beta&b=sss-star`, { reducedMotion: 'reduce' });
  await shown(page);
  await toEnd(page);
  const headline = await page.locator('#headline').textContent();
  const canvas = page.locator('.pane canvas').first(), box = await canvas.boundingBox();
  // The first leaf stands in the lower part, on the left.
  let grip;
  for (let part = 0.55; part < 1 && !grip; part += 0.01) {
    const [x, y] = [box.x + box.width * 0.1, box.y + box.height * part];
    await page.mouse.move(x, y);
    if (await canvas.evaluate((one) => one.style.cursor) === 'ns-resize') grip = [x, y];
  }
  assert.ok(grip, 'a leaf can be held');
  await page.mouse.down();
  await page.mouse.move(grip[0], grip[1] - 60, { steps: 5 });
  await page.mouse.up();
  await page.waitForFunction((old) => document.querySelector('#headline').textContent !== old, headline);
  await page.waitForFunction(() => !decodeURIComponent(location.hash).includes('[[3,12,8]'));
  assert.match(decodeURIComponent(page.url()), /game=tree&position=\[\[-?\d+,12,8\],\[2,4,6\],\[14,5,2\]\]/, 'only one leaf is another');
  assert.deepEqual(page.troubles, []);
});

test('a tree that is typed is a tree, whatever was there before', async () => {
  const page = await browser.open(served.address, { reducedMotion: 'reduce' });
  await shown(page);
  await page.locator('#tree').selectOption('own');
  await page.locator('#own-position').fill('[[4,7],[2,9],[8,5]]');
  await page.locator('#own-form button[type=submit]').click();
  await page.waitForFunction(() => /answer \(5\)/.test(document.querySelector('#headline')?.textContent ?? ''));
  assert.deepEqual(page.troubles, []);
});

test('one, two and all searches, other methods and other trees', async () => {
  const page = await browser.open(served.address, { reducedMotion: 'reduce' });
  await shown(page);
  await page.getByRole('button', { name: 'one', exact: true }).click();
  await page.waitForFunction(() => document.querySelectorAll('.pane').length === 1);
  await page.getByRole('button', { name: 'two', exact: true }).click();
  await page.waitForFunction(() => document.querySelectorAll('.pane').length === 2);
  await page.getByRole('button', { name: /^all/ }).click();
  await page.getByRole('region', { name: 'All searches' }).waitFor();
  await page.getByRole('button', { name: 'two', exact: true }).click();
  await page.waitForFunction(() => document.querySelectorAll('.pane').length === 2);
  const headline = await page.locator('#headline').textContent();
  await page.getByRole('button', { name: 'another' }).click();
  await page.waitForFunction((old) => document.querySelector('#headline').textContent !== old, headline);
  await page.locator('.pane').first().getByRole('combobox').first().selectOption('young-brothers');
  await page.getByRole('region', { name: /young brothers/ }).waitFor();
  assert.deepEqual(page.troubles, []);
});

test('what the library refuses is shown in its own words', async () => {
  const page = await browser.open(`${served.address}#view=one&game=connect4&position=44x&a=alpha-beta`);
  const alert = page.getByRole('alert');
  await alert.getByText('not a column at character 3').waitFor();
});
