/** Sites and their records, as the rules of this lesson see them. */
import { ConfigMap, type KubeObject, keyOf } from 'converge/sdk';
import type { Finding, Rule, World } from '../../../../lesson/universes/types.ts';

/** The finalizer that the page asks for. */
export const own = 'dns.example.com/record';
/** Where the records are. */
export const zone = 'dns';

export const isSite = ({ metadata }: KubeObject): boolean => metadata.labels?.['role'] === 'site';

export const recordKey = (site: KubeObject): string => `${zone}/${keyOf(site).replace('/', '.')}`;

export const owns = (site: KubeObject, made: KubeObject): boolean => keyOf(made) === recordKey(site);

const finalizersOf = (object: KubeObject | undefined): readonly string[] => object?.metadata.finalizers ?? [];

/** Those of others, in their order. */
export const strangersOf = (object: KubeObject | undefined): string =>
  finalizersOf(object).filter((each) => each !== own).join(' ');

export const holds = (object: KubeObject | undefined): boolean => finalizersOf(object).includes(own);

/** `a`, `b`; "none" */
export const listed = (object: KubeObject | undefined): string =>
  finalizersOf(object).map((each) => `\`${each}\``).join(', ') || 'none';

export const isLeaving = (object: KubeObject | undefined): boolean => object?.metadata.deletionTimestamp !== undefined;

export interface SiteNow {
  /** `web`; with its namespace where that isn't `default`. */
  readonly name: string;
  readonly site: ConfigMap;
  readonly record: ConfigMap | undefined;
}

/** Every site that is stored, with its record. */
export function sitesIn(world: World): readonly SiteNow[] {
  const maps = world.objects(ConfigMap);
  return maps.filter(isSite).map((site) => ({
    name: keyOf(site).replace('default/', ''),
    site,
    record: maps.find((map) => owns(site, map)),
  }));
}

/** Judges each site that is stored. */
export const ofEachSite =
  (judge: (site: SiteNow, world: World) => string | Finding | undefined): Rule['judge'] =>
  () =>
  (world) => {
    for (const site of sitesIn(world)) {
      const found = judge(site, world);
      if (found !== undefined) return found;
    }
    return undefined;
  };
