// What a frame costs, in processor time. It is reported, and nothing depends on it: machines differ.
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { Browser, Served, shown } from './support.js';

/** @type {Served} */ let served;
/** @type {Browser} */ let browser;
before(async () => { [served, browser] = await Promise.all([Served.start(), Browser.start()]); });
afterEach(() => browser.clear());
after(() => browser.stop());

const FRAMES = 60;

test('the first frame', async (t) => {
  const page = await browser.open(served.address);
  await shown(page);
  // Counted from the request for the page; what waits for it here is in it, too.
  const { time, moves } = await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => done(
    { time: performance.now(), moves: document.querySelector('.pane canvas').width > 0 }))));
  t.diagnostic(`the opening is drawn after ${Math.ceil(time)} ms at the most`);
  assert.ok(moves);
});

for (const [nodes, position] of [[3906, 'w=5,d=5,seed=1'], [19531, 'w=5,d=6,seed=1'], [137257, 'w=7,d=6,seed=1']]) {
  test(`frames of ${nodes} nodes`, async (t) => {
    const page = await browser.open(`${served.address}#view=one&game=uniform&position=${position}&a=alpha-beta&time=10`);
    await shown(page);
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable');
    const busy = async () => {
      const { metrics } = await session.send('Performance.getMetrics');
      const seconds = (name) => metrics.find((metric) => metric.name === name).value;
      return seconds('ScriptDuration');
    };
    await page.keyboard.press('Space');
    const before = await busy();
    await page.evaluate((frames) => new Promise((done) => {
      const count = (left) => requestAnimationFrame(() => (left === 0 ? done(null) : count(left - 1)));
      count(frames);
    }), FRAMES);
    const cost = (await busy() - before) / FRAMES * 1000;
    t.diagnostic(`${cost.toFixed(1)} ms a frame`);
    assert.ok(cost > 0);
  });
}
