// @ts-check
// What buttons and keys do on the stage.
import { Clock } from 'theatre/clock';
import { byId } from 'theatre/dom';
import { methodsFor } from 'theatre/method-choice';

/**
 * @param {import('theatre/theatre').Theatre} theatre @param {{another(): void}} chooser
 * @param {() => void} write the address follows @param {() => void} share
 * @returns {import('theatre/controls').Actions}
 */
export function actionsOf(theatre, chooser, write, share) {
  const { clock } = theatre;
  const by = (/** @type {() => void} */ change) => {
    clock.playing = false;
    change();
    theatre.lanes.follow();
    theatre.refresh();
    write();
  };
  return {
    play: () => theatre.play(),
    first: () => by(() => clock.seek(0)),
    last: () => by(() => clock.seek(clock.length)),
    step: (direction) => by(() => clock.step(direction)),
    toCut: (direction) => by(() => clock.toCut(direction)),
    faster: (change) => {
      clock.speed = Math.max(0, Math.min(Clock.fastest, clock.speed + change));
      byId('speed').value = String(clock.speed);
    },
    method: async (direction) => {
      const k = Math.max(
        0,
        theatre.panes.findIndex((pane) => pane.element.contains(document.activeElement)),
      );
      if (!theatre.panes[k]) return;
      const names = methodsFor(theatre.catalog, theatre.link.game).map((method) => method.name),
        now = names.indexOf(theatre.panes[k].run.method);
      const next = names[(now + direction + names.length) % names.length];
      await theatre.change(k === 0 ? { a: next } : { b: next });
      theatre.panes[k]?.element.querySelector('select')?.focus();
      write();
    },
    another: () => chooser.another(),
    outline: () => {
      if (theatre.all) return;
      theatre.link.outline = !theatre.link.outline;
      byId('outline').setAttribute('aria-pressed', String(theatre.link.outline));
      theatre.refresh();
      write();
    },
    share,
    zoom: (factor) => theatre.lanes.zoom(factor),
  };
}
