// @ts-check
// One clock for all searches on the stage, in leaf-times, and where each of them is: down to the event.
import { Kind } from 'theatre/tape';

/** @typedef {import('theatre/replay').Replay} Replay */

/** Leaf-times a second of a tape of about 120; longer ones go faster. */
const SPEEDS = [1, 3, 8, 20, 60, 200, 1000];
const USUAL_LENGTH = 120;

export class Clock {
  constructor() {
    /** @type {Replay[]} */
    this.runs = [];
    this.time = 0;
    this.length = 1;
    /** Events so far, of each search. @type {number[]} */
    this.events = [];
    this.playing = false;
    this.speed = 2;
  }

  static get fastest() {
    return SPEEDS.length - 1;
  }

  /** @param {Replay[]} runs */
  load(runs) {
    this.runs = runs;
    this.length = Math.max(1, ...runs.map((run) => run.end));
    this.events = runs.map(() => 0);
    this.seek(this.time);
  }

  /** @param {number} time */
  seek(time) {
    this.time = Math.max(0, Math.min(this.length, time));
    this.events = this.runs.map((run) => (this.time === 0 ? 0 : run.eventsAt(this.time)));
  }

  /** Each search after its own number of events, as a link has it. @param {number} time @param {number[]} events */
  restore(time, events) {
    this.seek(time);
    if (events.length === this.runs.length)
      this.events = events.map((count, k) => Math.max(0, Math.min(this.runs[k].count, count)));
  }

  /** @param {number} seconds */
  tick(seconds) {
    if (!this.playing) return false;
    this.seek(this.time + seconds * SPEEDS[this.speed] * Math.max(1, this.length / USUAL_LENGTH));
    if (this.time >= this.length) this.playing = false;
    return true;
  }

  /** Can the eye follow, at this speed? */
  get slow() {
    return SPEEDS[this.speed] * Math.max(1, this.length / USUAL_LENGTH) <= 8;
  }

  /** The longest search leads; the others follow by the clock. */
  get leader() {
    return this.runs.reduce((best, run, k) => (run.end > this.runs[best].end ? k : best), 0);
  }

  /** Search `k` after `events` events, all others by the clock. @param {number} k @param {number} events */
  goTo(k, events) {
    this.playing = false;
    const time = this.runs[k].timeOf(events);
    this.seek(time);
    this.events[k] = events;
  }

  /** One event of the leading search. @param {1 | -1} direction */
  step(direction) {
    const k = this.leader,
      run = this.runs[k];
    let events = this.events[k] + direction;
    while (events > 0 && events < run.count && run.events.kind[events - 1] === Kind.STORED) events += direction;
    if (events >= 0 && events <= run.count) this.goTo(k, events);
    else this.playing = false;
  }

  /** The next cut that left children out, in whichever search it comes first. @param {1 | -1} direction */
  toCut(direction) {
    this.playing = false;
    /** @type {{k: number, events: number, time: number} | null} */
    let best = null;
    this.runs.forEach((run, k) => {
      // The event just shown is the one before `events`.
      for (let event = direction > 0 ? this.events[k] : this.events[k] - 2; event >= 0 && event < run.count; event += direction) {
        if (!run.isCut(event)) continue;
        const time = run.timeOf(event + 1);
        if (best === null || (time - best.time) * direction < 0) best = { k, events: event + 1, time };
        return;
      }
    });
    if (best === null) this.seek(direction > 0 ? this.length : 0);
    else this.goTo(/** @type {{k: number}} */ (best).k, /** @type {{events: number}} */ (best).events);
  }
}
