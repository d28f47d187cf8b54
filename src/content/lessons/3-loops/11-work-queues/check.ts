/** What your queue has to live through: drawn calls without a cluster, and the ReplicaSet controller that runs on it. */
import { Pod, ReplicaSet } from 'converge/sdk';
import { workQueueCases } from '../../../../lesson/universes/cases/work-queue-cases.ts';
import { scenarios } from '../../../../lesson/universes/replica-set-scenarios.ts';
import { unsettledSet } from '../../../../lesson/universes/rules/sets-settle.ts';
import type { Check, Rule } from '../../../../lesson/universes/types.ts';
import { inSeconds } from '../../../../lesson/universes/words.ts';

/** A pass whose requests are answered after another one for the same key has begun. */
const twoWorkers: Rule = {
  cause: 'gave one key to two workers',
  glyph: 'too-many',
  question: 'A worker has this key and hasn’t given it back. Where is it to wait until then?',
  judge() {
    let seen = 0;
    return ({ requests, passes, busy }) => {
      for (; seen < requests.length; seen += 1) {
        const request = requests[seen];
        const pass = passes.find(({ id }) => id === request?.pass);
        const later = passes.findLast(({ key }) => key === pass?.key);
        // A pass of an earlier run, before a restart, ends without a request of its own.
        if (request === undefined || pass === undefined || later === undefined || later.id === pass.id || later.t >= request.t) continue;
        const end = requests.slice(0, seen).some((each) => each.pass === later.id);
        if (!end || !busy.includes(pass.key)) continue;
        return `A pass for \`${pass.key}\` began at ${inSeconds(pass.t)}, and another at ${inSeconds(later.t)}. The first one was still sending requests at ${inSeconds(request.t)}.`;
      }
      return undefined;
    };
  },
};

const stoodStill: Rule = {
  cause: 'left a key that needed a pass',
  glyph: 'stood-still',
  question: 'Something changed, and the key was added. Where was the key then: queued, with a worker, or waiting? What became of it?',
  judge: () => unsettledSet,
};

export default {
  controller: 'replicaset',
  part: 'work-queue',
  entry: 'work-queue.ts',
  cluster: { nodes: 1, profile: 'minimal', withoutControllers: ['deployment', 'garbage-collector', 'namespace', 'pod-gc', 'taint-eviction'], withoutEvents: true },
  subject: { kind: ReplicaSet, makes: Pod, writes: ['status'] },
  // The loop is the engine's own: what it does wrongly, the queue has made it do.
  without: ['reported a number that wasn’t so', 'kept a failure to itself'],
  faults: ['late', 'uneven', 'doubled', 'cut', 'slow', 'refused'],
  derived: false,
  scenarios,
  cases: workQueueCases,
  always: [twoWorkers],
  settled: [stoodStill],
} satisfies Check;
