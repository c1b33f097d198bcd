import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { test } from 'node:test';

const page = new URL('../', import.meta.url);
const html = await readFile(new URL('index.html', page), 'utf8');
const modules = (await readdir(page)).filter((name) => name.endsWith('.js'));

test('the import map names every module, and nothing else', () => {
  const map = JSON.parse(/<script type="importmap">([\s\S]*?)<\/script>/.exec(html)[1]);
  const expected = Object.fromEntries(modules.map((name) => [`theatre/${name.slice(0, -3)}`, `./${name}`]));
  assert.deepEqual(map.imports, expected);
});

test('modules import each other by these names, and nothing from elsewhere', async () => {
  for (const name of modules) {
    const text = await readFile(new URL(name, page), 'utf8');
    for (const [, from] of text.matchAll(/ from '([^']*)';/g)) assert.match(from, /^theatre\//, name);
    assert.doesNotMatch(text, /https?:\/\/(?!www\.w3\.org)/, name);
    assert.ok(text.split('\n').length <= 300, `${name} is longer than 300 lines`);
    assert.ok(text.startsWith('// @ts-check\n'), name);
  }
});

test('the page obeys a strict policy: no inline script, no inline style, nothing evaluated', async () => {
  for (const [, attributes, body] of html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)) {
    if (body.trim() !== '') assert.match(attributes, /type="(importmap|application\/json)"/);
  }
  assert.doesNotMatch(html, /<style|\sstyle="|\son[a-z]+="/);
  for (const name of modules)
    assert.doesNotMatch(
      await readFile(new URL(name, page), 'utf8'),
      /\beval\(|new Function|innerHTML|setAttribute\('style'/,
      name,
    );
});

test('every element that a module asks for is there', async () => {
  const ids = new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id));
  for (const name of modules)
    for (const [, id] of (await readFile(new URL(name, page), 'utf8')).matchAll(/byId\('([^']+)'\)/g))
      assert.ok(ids.has(id), `${name} asks for ${id}`);
});
