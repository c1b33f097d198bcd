// What all tests of the page need: the command, a browser, a page that may talk to nobody else.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const COMMAND = process.env.PROVEBEST ?? join(ROOT, 'target', 'debug', 'provebest');
const BROWSERS = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync'];

/** Runs the command to its end, and gives what it says on standard error. @param {string[]} args */
export function provebest(...args) {
  const { status, stderr } = spawnSync(COMMAND, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`provebest ${args.join(' ')}: ${status}: ${stderr}`);
  return stderr;
}

/** The servers that run. @type {Set<Served>} */
const running = new Set();

/** A server of the page. */
export class Served {
  /** @param {string[]} args */
  static async start(...args) { return Served.at('0', ...args); }

  /** @param {string} port @param {string[]} args */
  static async at(port, ...args) {
    const served = new Served();
    served.process = spawn(COMMAND, ['theatre', '--no-open', '--port', port, ...args], { stdio: ['ignore', 'pipe', 'ignore'] });
    running.add(served);
    served.ended = new Promise((resolve) => served.process.once('exit', resolve));
    for await (const line of createInterface({ input: served.process.stdout })) { served.address = line; break; }
    return served;
  }

  async stop() {
    running.delete(this);
    this.process.kill();
    await this.ended;
  }
}

/** The browser of a file of tests. */
export class Browser {
  static async start() {
    const executablePath = BROWSERS.find((path) => path && existsSync(path));
    const started = new Browser();
    started.browser = await chromium.launch({ executablePath, args: FLAGS });
    started.folder = mkdtempSync(join(tmpdir(), 'theatre-'));
    return started;
  }

  /** Closes all pages: one that is left open goes on searching. */
  async clear() {
    await Promise.all(this.browser.contexts().map((context) => context.close()));
  }

  /** Ends the browser, and the servers that a test has left. */
  async stop() {
    await this.browser.close();
    await Promise.all([...running].map((served) => served.stop()));
    rmSync(this.folder, { recursive: true });
  }

  /** A page that fails its test if it logs an error, or asks anybody but its own server. @param {string} address */
  async open(address, options = {}) {
    const context = await this.browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
    const page = await context.newPage();
    page.setDefaultTimeout(15_000);
    page.troubles = [];
    page.on('pageerror', (error) => page.troubles.push(String(error)));
    page.on('console', (message) => { if (message.type() === 'error') page.troubles.push(message.text()); });
    page.on('request', (request) => {
      const url = request.url(), own = new URL(address);
      const inside = own.protocol === 'file:' ? url.startsWith('file:') : new URL(url).origin === own.origin;
      if (!inside && !/^(data|blob):/.test(url)) page.troubles.push(`it asks ${url}`);
    });
    await page.goto(address);
    return page;
  }
}

/** The page is there, and shows something. @param {import('playwright-core').Page} page */
export async function shown(page) {
  await page.locator('#headline').getByText(/\w/).first().waitFor();
}

/** Where the page is: the time, the events and what it says. @param {import('playwright-core').Page} page */
export async function moment(page) {
  const slider = page.getByRole('slider', { name: 'Moment of the search' });
  return {
    time: Number(await slider.getAttribute('aria-valuenow')),
    length: Number(await slider.getAttribute('aria-valuemax')),
    events: new URLSearchParams(new URL(page.url()).hash.slice(1)).get('events'),
    says: await page.locator('.says').allTextContents(),
    counts: await page.locator('.count').allTextContents(),
  };
}

/** What the canvases show, in short. @param {import('playwright-core').Page} page @returns {Promise<string[]>} */
export async function pictures(page) {
  const all = await page.locator('.pane canvas').evaluateAll((list) => list.map((canvas) => [`${canvas.width}x${canvas.height}`, canvas.toDataURL()]));
  return all.map(([size, data]) => `${size} ${createHash('sha256').update(data).digest('hex')}`);
}

/** Some frames later everything is drawn, and has found its room. @param {import('playwright-core').Page} page */
export const drawn = (page) => page.evaluate(() => new Promise((done) => {
  const after = (frames) => requestAnimationFrame(() => (frames === 0 ? done(null) : after(frames - 1)));
  after(4);
}));

/** Nothing moves, and it is the end. @param {import('playwright-core').Page} page */
export async function toEnd(page) {
  await page.getByRole('button', { name: 'To the end' }).click();
  await drawn(page);
}
