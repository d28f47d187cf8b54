/** Sites and their records, as the rules of this lesson see them. */
import { ConfigMap, isOfKind, type KubeObject, keyOf } from 'converge/sdk';
import type { Rule, World, Write } from '../../../../lesson/universes/types.ts';

/** The finalizer that the page asks for. */
export const own = 'dns.example.com/record';
/** Where the records are. */
export const zone = 'dns';

export const isSite = ({ metadata }: KubeObject): boolean => metadata.labels?.['role'] === 'site';

export const recordKey = (site: KubeObject): string => `${zone}/${keyOf(site).replace('/', '.')}`;

export const owns = (site: KubeObject, made: KubeObject): boolean => keyOf(made) === recordKey(site);

export const finalizersOf = (object: KubeObject | undefined): readonly string[] => object?.metadata.finalizers ?? [];

/** Those of others, in their order. */
export const strangersOf = (object: KubeObject | undefined): readonly string[] =>
  finalizersOf(object).filter((each) => each !== own);

export const holds = (object: KubeObject | undefined): boolean => finalizersOf(object).includes(own);

export const isLeaving = (object: KubeObject | undefined): boolean => object?.metadata.deletionTimestamp !== undefined;

export interface SiteNow {
  readonly name: string;
  readonly site: ConfigMap;
  readonly record: ConfigMap | undefined;
}

/** Every site that is stored, with its record. */
export function sitesIn(world: World): readonly SiteNow[] {
  const maps = world.objects(ConfigMap);
  return maps.filter(isSite).map((site) => ({
    name: shortKey(keyOf(site)),
    site,
    record: maps.find((map) => owns(site, map)),
  }));
}

/** The site that a write was about; undefined for anything else. */
export function siteWritten({ object, before, after }: Write): KubeObject | undefined {
  const site = before ?? after;
  return object.startsWith('configmaps/') && site !== undefined && isSite(site) ? site : undefined;
}

/** The site of a record, as it is stored now or as others last wrote it. `live`: undefined when it is gone. */
export function siteOfRecord(record: KubeObject, world: World): { readonly name: string; readonly live: ConfigMap | undefined } | undefined {
  const owner = world.owners.find(({ desired }) => owns(desired, record));
  if (owner === undefined) return undefined;
  const live = world.objects(ConfigMap).find((map) => isSite(map) && owns(map, record));
  return { name: owner.name, live };
}

export const addressOf = (map: KubeObject | undefined): string | undefined =>
  map !== undefined && isOfKind(ConfigMap, map) ? map.data?.['address'] : undefined;

/** `web`; with its namespace where that isn't `default`. */
export const shortKey = (key: string): string => key.replace(/^default\//, '');

/** `a`, `b`; "none" */
export const listed = (object: KubeObject | undefined): string =>
  finalizersOf(object).map((each) => `\`${each}\``).join(', ') || 'none';

/** Judges each site that is stored. */
export function ofEachSite(judge: (site: SiteNow, world: World) => string | undefined): Rule['judge'] {
  return () => (world) => {
    for (const site of sitesIn(world)) {
      const seen = judge(site, world);
      if (seen !== undefined) return seen;
    }
    return undefined;
  };
}
