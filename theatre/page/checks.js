// @ts-check
// The questions of the course. Each check finds the right nodes in the searches on the stage themselves, so that no answer is
// written down anywhere.
import { busyAt } from 'theatre/lane-bars';
import { Kind } from 'theatre/tape';
import { NONE } from 'theatre/values';

/** @typedef {import('theatre/replay').Replay} Replay */
/** @typedef {(runs: Replay[], events: number[]) => Set<number>} Check the right nodes, at the moment that the question shows */

/** @param {Replay} run @param {number} kind */
const nodesOf = (run, kind) => new Set([...run.events.node].filter((_, event) => run.events.kind[event] === kind));

/** @param {Replay} run */
const seenLeaves = (run) => new Set(run.leafEvents.map((event) => run.events.node[event]));

/** @type {Record<string, Check>} */
export const CHECKS = {
  /** The leaf whose value the root gets, at the end of the best line. */
  'best-leaf': ([run]) => new Set([run.line()[run.line().length - 1]]),
  /** The best move at the root. */
  'best-move': ([run]) => new Set([run.line()[1]]),
  /** The moves at the root that are worst for MAX. */
  'worst-move': ([run]) => {
    const values = run.tree.values(),
      moves = run.tree.listed(0),
      least = Math.min(...moves.map((move) => values[move]));
    return new Set(moves.filter((move) => values[move] === least));
  },
  /** Leaves that the first search never looks at. */
  'unseen-leaf': ([run]) => {
    const seen = seenLeaves(run);
    return new Set(run.tree.leaves.filter((leaf) => !seen.has(leaf)));
  },
  /** The node that holds the better value, in the cut that is shown. */
  holder: ([run], [events]) => {
    const row = run.reasonOf.get(events - 1);
    return new Set(row === undefined || run.reasons.at[row] === NONE ? [] : [run.reasons.at[row]]);
  },
  /** The next leaf of the first search. */
  'next-leaf': ([run], [events]) => {
    const next = run.leafEvents.find((event) => event >= events);
    return new Set(next === undefined ? [] : [run.events.node[next]]);
  },
  /** The first leaf that makes the upper or the lower bound of the root known. */
  'first-bound': ([run]) => {
    const step = run.squeeze[1];
    return new Set(
      run.leafEvents
        .filter((event) => run.events.time[event] === step?.time)
        .slice(0, 1)
        .map((event) => run.events.node[event]),
    );
  },
  /** Leaves that only the first of two searches looks at. */
  'only-first': ([first, second]) => {
    const other = seenLeaves(second);
    return new Set([...seenLeaves(first)].filter((leaf) => !other.has(leaf)));
  },
  /** Leaves that both searches look at. */
  'both-see': ([first, second]) => {
    const other = seenLeaves(second);
    return new Set([...seenLeaves(first)].filter((leaf) => other.has(leaf)));
  },
  /** Leaves that neither looks at. */
  'neither-sees': ([first, second]) => {
    const [a, b] = [seenLeaves(first), seenLeaves(second)];
    return new Set(first.tree.leaves.filter((leaf) => !a.has(leaf) && !b.has(leaf)));
  },
  /** Nodes that are searched again. */
  'searched-again': ([run]) =>
    new Set(
      [...run.events.node]
        .flatMap((node, event) =>
          run.events.kind[event] === Kind.RESEARCH
            ? [run.events.child[event] >= 0 ? run.tree.child(node, run.events.child[event]) : node]
            : [],
        )
        .filter((node) => node >= 0),
    ),
  /** Leaves that are looked at more than once. */
  'seen-twice': ([run]) => new Set([...seenLeaves(run)].filter((leaf) => run.last.visits[leaf] > 1)),
  /** States that were expanded more than once. */
  again: ([run]) => {
    const expanded = [...run.events.node].filter((_, event) => run.events.kind[event] === Kind.EXPANDED);
    return new Set(expanded.filter((node, k) => expanded.indexOf(node) !== k));
  },
  /** The state in which a puzzle is solved. */
  goal: ([run]) => nodesOf(run, Kind.GOAL),
  /** Nodes for which a stored bound answered. */
  recalled: ([run]) => nodesOf(run, Kind.RECALL),
  /** Nodes of jobs that helped nobody. */
  wasted: ([run]) => new Set([...run.jobs.node].filter((node, job) => node !== NONE && run.jobs.wasted[job] === 1)),
  /** Nodes where a processor is at work at the moment; a waiting one is nowhere. */
  'at-work': ([run], [events]) => {
    const busy = busyAt(run, run.timeOf(events));
    return new Set([...run.seek(events).place].filter((_, rank) => busy[rank]));
  },
  /** The children of the root by which a search found a better value: in a good order the first and no other. */
  improved: ([run]) =>
    new Set(
      [...run.events.node].flatMap((node, event) =>
        node === 0 && run.events.kind[event] === Kind.UPDATE ? [run.tree.child(0, run.events.child[event])] : [],
      ),
    ),
  /** Answers of MIN that keep MAX from more than the value of the root, below moves that are not the best one. */
  refuter: ([run]) => {
    const values = run.tree.values(),
      best = run.line()[1];
    const right = new Set();
    for (const move of run.tree.listed(0))
      if (move !== best) for (const reply of run.tree.listed(move)) if (values[reply] <= values[0]) right.add(reply);
    return right;
  },
};
