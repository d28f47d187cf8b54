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

interface MapSpec {
  readonly labels?: Readonly<Record<string, string>>;
  readonly finalizers?: readonly string[];
  readonly data?: Readonly<Record<string, string>>;
}

const mapStep = (name: string, namespace: string, { labels, finalizers, data = {} }: MapSpec): NeighbourStep => ({
  do: 'create',
  kind: 'ConfigMap',
  object: { metadata: { name, namespace, ...(labels && { labels }), ...(finalizers && { finalizers }) }, data },
});

/** A record that someone keeps by hand. With it there is a zone from the start. */
const byHand = mapStep('www', zone, { data: { address: '10.1.1.1' } });

const siteIn = (name: string, namespace: string, finalizers?: readonly string[]): NeighbourStep =>
  mapStep(name, namespace, { labels: { role: 'site' }, data: { address: '10.2.2.2' }, ...(finalizers && { finalizers }) });

const elsewhere: NeighbourDraw = (_, { name }) => ({
  words: 'a site of the same name in another namespace',
  steps: [byHand, siteIn(name, 'labs')],
});

const longerName: NeighbourDraw = (_, { name, namespace }) => ({
  words: 'a site with a longer name',
  steps: [byHand, siteIn(`${name}.next`, namespace)],
});

const noSite: NeighbourDraw = (random, { namespace }) => ({
  words: 'a ConfigMap that is no site',
  steps: [
    byHand,
    mapStep('settings', namespace, { labels: { role: random.pick(['sites', 'page']) }, data: { address: '10.3.3.3' } }),
    mapStep('theme', namespace, { data: { theme: 'dark' } }),
  ],
});

/** It is no site, whatever its finalizers say: perhaps a copy of one, or one that has lost its label. */
const leavingWithTheName: NeighbourDraw = (_, { namespace }) => ({
  words: 'a ConfigMap on its way out that isn’t a site and has your finalizer',
  steps: [
    byHand,
    mapStep('copy', namespace, { finalizers: [own], data: { address: '10.4.4.4' } }),
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

export const siteNeighbours: readonly NeighbourDraw[] = [elsewhere, longerName, noSite, leavingWithTheName, leavingHeld];
