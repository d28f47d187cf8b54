/** What your step has to live through: sizes that are drawn, without a cluster, and the Deployment controller that acts by it. */
import { controllerOf, Deployment, isOfKind, ReplicaSet, type RollingUpdate, type SetSize } from 'converge/sdk';
import { rollingStepCases } from '../../../../lesson/universes/cases/rolling-step-cases.ts';
import { drawTarget } from '../../../../lesson/universes/neighbours/target.ts';
import { staleMs } from '../../../../lesson/universes/rules/shared.ts';
import { brokePromise, mistakeOfRest, mistakeOfWrite, wordsOfUpdate } from '../../../../lesson/universes/rules/rolling-rules.ts';
import type { Check, Finding, Owner, Rule, World, Write } from '../../../../lesson/universes/types.ts';
import { inSeconds } from '../../../../lesson/universes/words.ts';
import { isMissing, scenarios } from './scenarios.ts';

/** As the controller had it when it wrote this set’s size. */
const desiredIn = (set: ReplicaSet | undefined): number => Number(set?.metadata.annotations?.['deployment.kubernetes.io/desired-replicas']);

const sizeOf = ({ metadata, spec, status }: ReplicaSet): SetSize => ({
  name: metadata.name,
  replicas: spec.replicas ?? 1,
  available: status.availableReplicas ?? 0,
});

const imageOf = ({ spec }: Deployment | ReplicaSet): string | undefined => spec.template?.spec?.containers[0]?.image;

/** The judge's own arithmetic: a surge is rounded up, what may be unavailable down. */
function updateOf(deployment: Deployment, replicas: number, sets: readonly ReplicaSet[]): RollingUpdate {
  const { maxSurge = 0, maxUnavailable = 0 } = deployment.spec.strategy?.rollingUpdate ?? {};
  const podsOf = (limit: number | string): number => (typeof limit === 'number' ? limit : (Number.parseInt(limit, 10) * replicas) / 100);
  const surge = Math.ceil(podsOf(maxSurge));
  const unavailable = Math.min(replicas, Math.floor(podsOf(maxUnavailable)));
  const newest = sets.find((set) => imageOf(set) === imageOf(deployment));
  return {
    replicas,
    maxSurge: surge,
    maxUnavailable: replicas > 0 && surge === 0 ? Math.max(1, unavailable) : unavailable,
    newSet: newest === undefined ? { name: 'the new set', replicas: 0, available: 0 } : sizeOf(newest),
    oldSets: sets.filter((set) => set !== newest).map(sizeOf),
  };
}

const setsOf = ({ made }: Owner): readonly ReplicaSet[] => made.filter((each) => isOfKind(ReplicaSet, each));

/** How far behind a cache is where nothing goes wrong; milliseconds. */
const calmStaleMs = 1000;

/** Versions of one thing, the latest first, and until when each was the latest. */
type Versions<T> = { readonly version: T; untilMs: number }[];

function note<T>(versions: Versions<T>, version: T, isSame: (a: T, b: T) => boolean, nowMs: number, fromMs: number): Versions<T> {
  const [latest] = versions;
  if (latest !== undefined && isSame(latest.version, version)) return versions;
  if (latest !== undefined) latest.untilMs = nowMs;
  return [{ version, untilMs: Number.POSITIVE_INFINITY }, ...versions.filter(({ untilMs }) => untilMs > fromMs)];
}

/** What the caches may have of a Deployment, and of its sets: each has its own watch, and neither shows at once what the controller writes. */
interface Lately {
  readonly deployments: Versions<Deployment>;
  readonly sets: Versions<readonly ReplicaSet[]>;
}

function createMemory() {
  const known = new Map<string | undefined, Lately>();
  return (world: World): ReadonlyMap<string | undefined, Lately> => {
    const fromMs = world.t - (world.calm ? calmStaleMs : staleMs);
    for (const owner of world.owners) {
      const { desired } = owner;
      if (!isOfKind(Deployment, desired)) continue;
      const { deployments, sets } = known.get(desired.metadata.uid) ?? { deployments: [], sets: [] };
      known.set(desired.metadata.uid, {
        deployments: note(deployments, desired, Object.is, world.t, fromMs),
        sets: note(sets, setsOf(owner), areSame, world.t, fromMs),
      });
    }
    return known;
  };
}

const areSame = (some: readonly ReplicaSet[], others: readonly ReplicaSet[]): boolean =>
  some.length === others.length && some.every((set, index) => set === others[index]);

/** Each size that the controller writes is one that your step has chosen, unless it shares a new number among the sets. */
function judgeSize({ before, after, t }: Write, world: World, known: ReadonlyMap<string | undefined, Lately>): Finding | undefined {
  if (after === undefined || !isOfKind(ReplicaSet, after) || (before !== undefined && !isOfKind(ReplicaSet, before))) return undefined;
  const replicas = before?.spec.replicas ?? 0;
  const isShared = replicas > 0 && desiredIn(before) !== desiredIn(after);
  const owner = world.owners.find(({ desired }) => controllerOf(after)?.uid === desired.metadata.uid);
  const { deployments, sets } = known.get(owner?.desired.metadata.uid) ?? { deployments: [], sets: [] };
  // While it is paused, the controller sizes sets without your step.
  if (isShared || deployments.some(({ version }) => version.spec.paused === true)) return undefined;
  const earlier = { ...(before ?? after), spec: { ...after.spec, replicas } };
  const resize = { name: after.metadata.name, to: after.spec.replicas ?? 1 };
  const updates = deployments.flatMap(({ version: deployment }) =>
    sets.map(({ version }) => {
      const others = version.filter(({ metadata }) => metadata.uid !== after.metadata.uid);
      return updateOf(deployment, desiredIn(after), [...others, earlier]);
    }),
  );
  const [update] = updates;
  const wrong = update && mistakeOfWrite(update, resize);
  // Right by an older cache: the step can't know better.
  if (update === undefined || wrong === undefined || updates.some((each) => mistakeOfWrite(each, resize) === undefined)) return undefined;
  return { ...wrong, seen: `${wordsOfUpdate(update)} At ${inSeconds(t)} your step made \`${resize.name}\` ${resize.to}.` };
}

const keepsPromises: Rule = {
  ...brokePromise,
  judge() {
    const seen = { create: 0, change: 0 };
    const remember = createMemory();
    return (world) => {
      const known = remember(world);
      for (const verb of ['create', 'change'] as const) {
        const writes = world.writes(verb);
        while (seen[verb] < writes.length) {
          const write = writes[seen[verb]];
          seen[verb] += 1;
          const found = write && judgeSize(write, world, known);
          if (found !== undefined) return found;
        }
      }
      return undefined;
    };
  },
};

/** Where nothing is left to do, nothing that could be done may be left. */
const goesOn: Rule = {
  cause: 'never finished the rollout',
  glyph: 'stood-still',
  question: 'What does your step return for these sizes?',
  judge: () => (world) => {
    for (const owner of world.owners) {
      const { desired, live, name } = owner;
      if (!isOfKind(Deployment, desired) || desired.spec.paused === true) continue;
      const observed = live !== undefined && isOfKind(Deployment, live) ? (live.status.observedGeneration ?? 0) : 0;
      const update = updateOf(desired, desired.spec.replicas ?? 1, setsOf(owner));
      const seen = `At ${inSeconds(world.t)} nothing more happens to \`${name}\`. ${wordsOfUpdate(update)}`;
      const wrong = mistakeOfRest(update);
      if (wrong !== undefined) return { ...wrong, seen };
      // No pass has seen the latest change: where it was taken back at once, the sets look right before the controller has begun.
      if (observed < (desired.metadata.generation ?? 0)) return seen;
      if (!isMissing(desired) && update.newSet.available < update.replicas) return seen;
    }
    return undefined;
  },
};

export default {
  controller: 'deployment',
  part: 'rolling-step',
  entry: 'rolling-step.ts',
  cluster: { nodes: 1, profile: 'minimal', withoutControllers: ['garbage-collector', 'namespace', 'pod-gc', 'taint-eviction'], withoutEvents: true },
  subject: { kind: Deployment, makes: ReplicaSet, writes: ['status'] },
  // The loop is the engine's own: it resizes what it has made, and makes sets from more than a template.
  without: ['changed what isn’t its own', 'made a Pod unlike its template'],
  target: drawTarget,
  derived: false,
  scenarios,
  cases: rollingStepCases,
  always: [keepsPromises],
  settled: [goesOn],
} satisfies Check;
