/** ConfigMaps beside the site: other sites, records of nothing, and what only looks like either. */
import type { Random } from '../../../../engine/index.ts';
import { usualTarget } from '../../../../lesson/universes/neighbours/target.ts';
import type { NeighbourDraw, NeighbourStep, Target } from '../../../../lesson/universes/types.ts';
import { own, zone } from './sites.ts';

export const siteTarget = (random: Random): Target => ({
  ...usualTarget,
  name: random.pick(['web', 'web', 'blog', 'shop.example']),
  namespace: random.pick(['default', 'shop']),
});

const mapStep = (name: string, namespace: string, metadata: object = {}): NeighbourStep => ({
  do: 'create',
  kind: 'ConfigMap',
  object: { metadata: { name, namespace, ...metadata }, data: { address: '10.2.2.2' } },
});

/** A record that someone keeps by hand. With it there is a zone from the start. */
const byHand = mapStep('www', zone);

const siteIn = (name: string, namespace: string, finalizers: readonly string[] = []): NeighbourStep =>
  mapStep(name, namespace, { labels: { role: 'site' }, finalizers });

const elsewhere: NeighbourDraw = (_, { name }) => ({
  words: 'sites of the same and of a longer name in another namespace',
  steps: [byHand, siteIn(name, 'labs'), siteIn(`${name}.next`, 'labs')],
});

/** One of them is on its way out with the finalizer that the page asks for: a copy of a site, or one that has lost its label. */
const noSites: NeighbourDraw = (random, { namespace }) => ({
  words: 'ConfigMaps that are no sites',
  steps: [
    byHand,
    mapStep('settings', namespace, { labels: { role: random.pick(['sites', 'page']) } }),
    mapStep('copy', namespace, { finalizers: [own] }),
    { do: 'delete', kind: 'ConfigMap', key: `${namespace}/copy` },
  ],
});

const leavingHeld: NeighbourDraw = (_, { namespace }) => ({
  words: 'a site on its way out that only another component holds',
  steps: [
    byHand,
    siteIn('retired', namespace, ['example.com/archive']),
    { do: 'delete', kind: 'ConfigMap', key: `${namespace}/retired` },
  ],
});

export const siteNeighbours: readonly NeighbourDraw[] = [elsewhere, noSites, leavingHeld];
