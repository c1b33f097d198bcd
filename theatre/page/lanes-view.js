// @ts-check
// The lanes under the hand: drag to any moment, zoom, point at a bar. For the keyboard they are a slider.
import { byId, setText } from 'theatre/dom';
import { Lanes } from 'theatre/lanes';
import { countText, counted } from 'theatre/values';

export class LanesView {
  /**
   * @param {HTMLCanvasElement} canvas @param {import('theatre/clock').Clock} clock
   * @param {() => void} refresh @param {() => void} moved @param {(node: number) => void} point
   */
  constructor(canvas, clock, refresh, moved, point) {
    this.canvas = canvas;
    this.clock = clock;
    this.refresh = refresh;
    this.lanes = new Lanes(canvas);
    this.tip = byId('lane-tip');
    let dragging = false;
    const go = (/** @type {PointerEvent} */ event) => {
      clock.playing = false;
      clock.seek(this.lanes.timeAt(event.clientX - canvas.getBoundingClientRect().left));
      refresh();
    };
    canvas.addEventListener('pointerdown', (event) => {
      dragging = true;
      canvas.setPointerCapture(event.pointerId);
      go(event);
    });
    canvas.addEventListener('pointermove', (event) => {
      if (dragging) go(event);
      this.#showTip(event, point);
    });
    const release = () => {
      if (dragging) {
        dragging = false;
        moved();
      }
    };
    canvas.addEventListener('pointerup', release);
    canvas.addEventListener('pointercancel', release);
    canvas.addEventListener('pointerleave', () => {
      this.tip.hidden = true;
      if (!dragging) point(-1);
    });
    canvas.addEventListener('wheel', (event) => this.#wheel(event), { passive: false });
    canvas.addEventListener('keydown', (event) => {
      const jump = { PageUp: 0.1, PageDown: -0.1, ArrowUp: 0.01, ArrowDown: -0.01 }[event.key];
      if (jump === undefined) return;
      event.preventDefault();
      clock.playing = false;
      const least = Math.sign(jump),
        far = jump * clock.length;
      clock.seek(Math.round(clock.time + (Math.abs(far) < 1 ? least : far)));
      this.follow();
      refresh();
      moved();
    });
  }

  /** @param {import('theatre/replay').Replay[]} runs @param {number} length */
  load(runs, length) {
    this.lanes.load(runs, length);
  }

  follow() {
    this.lanes.follow(this.clock.time);
  }

  /** @param {number} factor below 1 is closer; infinite shows everything */
  zoom(factor) {
    this.lanes.zoomBy(factor, Math.max(this.lanes.zoom.from, Math.min(this.lanes.zoom.to, this.clock.time)));
    this.refresh();
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    const closer = event.ctrlKey || event.metaKey,
      sideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
    if (!closer && !(sideways && this.lanes.zoomed)) return;
    event.preventDefault();
    const x = event.clientX - this.canvas.getBoundingClientRect().left;
    if (closer) this.lanes.zoomBy(Math.exp(event.deltaY / 300), this.lanes.timeAt(x));
    else this.lanes.pan(((event.deltaX || event.deltaY) / this.canvas.clientWidth) * (this.lanes.zoom.to - this.lanes.zoom.from));
    this.refresh();
  }

  /** @param {PointerEvent} event @param {(node: number) => void} point */
  #showTip(event, point) {
    const box = this.canvas.getBoundingClientRect(),
      hit = this.lanes.hit(event.clientX - box.left, event.clientY - box.top);
    this.tip.hidden = hit === null;
    if (hit === null) {
      point(-1);
      return;
    }
    const run = this.lanes.runs[hit.k],
      name = (/** @type {number} */ node) => (node === 0 ? 'the root' : run.tree.title(node));
    const who = run.processors > 1 ? `processor ${hit.rank}, ` : '';
    const what =
      hit.bar === null
        ? 'waiting'
        : [
            hit.bar.node >= 0 && !run.tree.isLeaf(hit.bar.node) && `at work below ${name(hit.bar.node)}`,
            hit.leaf >= 0 && `leaf ${name(hit.leaf)}`,
            hit.bar.wasted && 'in vain',
          ]
            .filter(Boolean)
            .join(', ') || 'at work';
    setText(this.tip, `${who}leaf-time ${countText(Math.floor(hit.time) + 1)}: ${what}`);
    this.tip.style.left = `${Math.max(4, Math.min(event.clientX - box.left + 12, box.width - this.tip.offsetWidth - 4))}px`;
    this.tip.style.top = `${event.clientY - box.top - 34}px`;
    point(hit.leaf >= 0 ? hit.leaf : (hit.bar?.node ?? -1));
  }

  /** @param {number} cursor */
  draw(cursor) {
    const { clock, canvas } = this;
    this.lanes.draw(clock.time, cursor);
    canvas.setAttribute('aria-valuemax', String(clock.length));
    canvas.setAttribute('aria-valuenow', String(Math.floor(clock.time)));
    canvas.setAttribute(
      'aria-valuetext',
      `${countText(Math.floor(clock.time))} of ${counted(clock.length, clock.runs[0]?.head.unit ?? 'leaf-time')}`,
    );
    byId('zoom-out').disabled = !this.lanes.zoomed;
  }
}
