/** What your loop has to live through, what must hold after every revision, and what must hold once things have settled. */
import { EndpointSlice, Service } from 'converge/sdk';
import type { Random } from '../../../../engine/index.ts';
import { podNeighbours } from '../../../../lesson/universes/neighbours/pods.ts';
import { usualTarget } from '../../../../lesson/universes/neighbours/target.ts';
import type { Check, Target } from '../../../../lesson/universes/types.ts';
import { serviceNeighbours } from './neighbours.ts';
import { changedOthers, deletedOthers, keptNotes, made, madeTwice, small, stoodStill, truth } from './rules.ts';
import { scenarios } from './scenarios.ts';
import { isSelecting, owns } from './slices.ts';

function target(random: Random): Target {
  const name = random.pick(['web', 'web', 'api', 'cart']);
  const labels = random.chance(0.5) ? { app: name } : { app: name, tier: 'front' };
  return { ...usualTarget, name, namespace: random.pick(['default', 'shop']), labels, selector: { matchLabels: labels }, alsoMatches: labels };
}

export default {
  controller: 'endpointslice',
  entry: 'index.ts',
  cluster: { nodes: 0, profile: 'minimal', withoutControllers: ['*'], withoutEvents: true },
  subject: { kind: Service, makes: EndpointSlice, looksAfter: isSelecting, owns, writes: [], notes: false },
  // They speak of Pods, and of what is never changed once it is made. The rules here say the same of slices.
  without: ['changed what isn’t its own', 'deleted what isn’t its own', 'made a Pod unlike its template'],
  target,
  neighbours: [...podNeighbours, ...serviceNeighbours],
  scenarios,
  always: [made, changedOthers, deletedOthers, keptNotes, madeTwice, small],
  settled: [stoodStill, truth],
} satisfies Check;
