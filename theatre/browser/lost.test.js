// A server that is gone.
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { Browser, Served, shown } from './support.js';

/** @type {Browser} */ let browser;
before(async () => { browser = await Browser.start(); });
afterEach(() => browser.clear());
after(() => browser.stop());

test('a page whose server is gone says so, and goes on when it is back', async () => {
  const served = await Served.start();
  const page = await browser.open(served.address, { reducedMotion: 'reduce' });
  await shown(page);
  const headline = await page.locator('#headline').textContent();
  await served.stop();
  await page.getByRole('button', { name: 'another' }).click();
  const alert = page.getByRole('alert');
  await alert.getByText('The server does not answer').waitFor();
  assert.equal(await page.locator('#headline').textContent(), headline, 'what was there stays');
  const again = await Served.at(new URL(served.address).port);
  await alert.getByRole('button', { name: 'try again' }).click();
  await page.waitForFunction((old) => document.querySelector('#headline').textContent !== old, headline);
  assert.equal(await alert.isVisible(), false);
  await again.stop();
});
