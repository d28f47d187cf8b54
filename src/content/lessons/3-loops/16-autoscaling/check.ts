/** What your three steps have to live through: numbers that are drawn, without a cluster, and an autoscaler that acts by them. */
import { ConfigMap, Deployment, HorizontalPodAutoscaler, isOfKind } from 'converge/sdk';
import { autoscalingCases } from '../../../../lesson/universes/cases/autoscaling-cases.ts';
import { drawTarget } from '../../../../lesson/universes/neighbours/target.ts';
import { forgot, heldBack, leftLimits, tooOld } from '../../../../lesson/universes/rules/autoscaling-rules.ts';
import type { Check, Rule, World } from '../../../../lesson/universes/types.ts';
import { inSeconds } from '../../../../lesson/universes/words.ts';
import { scenarios, target } from './scenarios.ts';

/** A target, its limits, and its load now. */
interface Seen {
  readonly name: string;
  readonly replicas: number;
  readonly fewest: number;
  readonly most: number;
  /** Pods that the load keeps at their target; not a whole number. */
  readonly needed: number;
  readonly swings: boolean;
  /** What of the load doesn’t change by itself. */
  readonly phase: string;
}

function seen(world: World): Seen | undefined {
  const [owner] = world.owners;
  const map = world.objects(ConfigMap).find(({ data }) => data?.['now'] !== undefined);
  if (owner === undefined || map === undefined || !isOfKind(HorizontalPodAutoscaler, owner.desired)) return undefined;
  const { metadata, spec } = owner.desired;
  const deployment = world.objects(Deployment).find((each) => each.metadata.name === metadata.name && each.metadata.namespace === metadata.namespace);
  const { millicores, swing, now } = map.data ?? {};
  if (deployment === undefined) return undefined;
  return {
    name: owner.name,
    replicas: deployment.spec.replicas ?? 1,
    fewest: spec.minReplicas ?? 1,
    most: spec.maxReplicas,
    needed: Number(now) / target,
    swings: swing !== '0',
    phase: `${millicores}±${swing}`,
  };
}

const wordsOf = ({ name, replicas, needed }: Seen, world: World): string =>
  `At ${inSeconds(world.t)} \`${name}\` asks for ${replicas} Pods, and its load keeps ${needed.toFixed(1)} at their target.`;

const staysWithin: Rule = {
  ...leftLimits,
  judge: () => (world) => {
    const found = seen(world);
    if (found === undefined || (found.replicas >= found.fewest && found.replicas <= found.most)) return undefined;
    return `${wordsOf(found, world)} The limits are ${found.fewest} and ${found.most}.`;
  },
};

/** No recommendation is older than the window and a pass. */
const windowMs = 300_000;
const passMs = 30_000;
/** A swinging load may ask for one Pod more or less at each of its peaks: it is not read at the same points. */
const wobble = 2;

const damps: Rule = {
  ...forgot,
  judge() {
    let last: Seen | undefined;
    let since = 0;
    let highest = 0;
    return (world) => {
      const found = seen(world);
      if (found === undefined) return undefined;
      const isNew = last !== undefined && last.phase !== found.phase;
      if (isNew) since = world.t;
      highest = isNew ? found.replicas : Math.max(highest, found.replicas);
      const isFall = last !== undefined && found.replicas < last.replicas;
      last = found;
      const isEarly = since > 0 && world.t < since + windowMs - passMs;
      const falls = found.replicas < highest - (found.swings ? wobble : 0);
      if (!isFall || !falls || (!found.swings && !isEarly)) return undefined;
      return `${wordsOf(found, world)} It has fallen from ${highest}, which were needed less than five minutes ago.`;
    };
  },
};

/** So long after a rise the number has doubled as often as it had to, each time when the use of the new Pods had been measured. */
const risesWithinMs = 150_000;

const follows: Rule = {
  ...heldBack,
  judge() {
    let least: readonly { readonly t: number; readonly needed: number }[] = [];
    return (world) => {
      const found = seen(world);
      if (found === undefined) return undefined;
      least = [...least.filter(({ t }) => t > world.t - risesWithinMs), { t: world.t, needed: found.needed }];
      if ((least[0]?.t ?? world.t) > world.t - risesWithinMs + passMs) return undefined;
      const needed = Math.min(...least.map((each) => each.needed));
      // Within a tenth nothing changes, and a percentage is rounded.
      if (found.replicas >= Math.min(found.most, Math.floor(needed / 1.15))) return undefined;
      return `${wordsOf(found, world)} That has been so for two minutes.`;
    };
  },
};

const shrinks: Rule = {
  ...tooOld,
  judge: () => (world) => {
    const found = seen(world);
    if (found === undefined || found.replicas <= Math.max(found.fewest, Math.ceil(found.needed / 0.85))) return undefined;
    return wordsOf(found, world);
  },
};

export default {
  controller: 'horizontal-pod-autoscaler',
  part: 'autoscaling',
  entry: 'autoscaling.ts',
  programs: ['load'],
  cluster: {
    nodes: 1,
    withoutControllers: ['cronjob', 'daemonset', 'disruption', 'endpoints', 'endpointslice', 'garbage-collector', 'job', 'namespace', 'pod-gc', 'resourcequota', 'statefulset', 'taint-eviction'],
    withoutEvents: true,
  },
  faults: ['late', 'doubled', 'crash'],
  derived: false,
  subject: { kind: HorizontalPodAutoscaler, writes: ['status'] },
  // The loop is the engine's own: it writes how many Pods its target asks for.
  without: ['changed what isn’t its own'],
  target: drawTarget,
  scenarios,
  cases: autoscalingCases,
  always: [staysWithin, damps, follows],
  settled: [shrinks],
} satisfies Check;
