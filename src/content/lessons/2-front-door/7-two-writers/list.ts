/** The list of releases as etcd has it. */
import { ConfigMap, isOfKind, type KubeObject } from 'converge/sdk';
import type { World } from '../../../../lesson/universes/types.ts';

export const isReleases = ({ metadata }: KubeObject): boolean => metadata.namespace === 'default' && metadata.name === 'releases';

/** Its lines; none where it isn't there. */
export const linesOf = (world: World): readonly string[] => linesIn(world.owners[0]?.live);

export function linesIn(releases: KubeObject | undefined): readonly string[] {
  const list = releases !== undefined && isOfKind(ConfigMap, releases) ? (releases.data?.['list'] ?? '') : '';
  return list.split('\n').filter((line) => line !== '');
}

/** What a line is about: `web`, `web.team`. */
export const nameIn = (line: string): string => line.split(' ', 1)[0] ?? '';

/** The line that each service must have. */
export function wantedLines(world: World): readonly string[] {
  return world.objects(ConfigMap).flatMap(({ metadata, data }) => {
    const version = data?.['version'];
    return metadata.namespace === 'default' && version !== undefined ? [`${metadata.name} ${version}`] : [];
  });
}
