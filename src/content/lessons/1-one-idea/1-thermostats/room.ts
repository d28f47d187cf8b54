/** The room of this lesson: what is stored of it, and how it is read. */
import { ConfigMap, type KubeObject } from 'converge/sdk';
import type { World } from '../../../../lesson/universes/types.ts';

export function isRoom({ metadata }: KubeObject): boolean {
  return metadata.namespace === 'default' && metadata.name === 'room';
}

export interface Facts {
  readonly wanted: number;
  readonly actual: number;
  readonly heater: string;
  readonly window: string;
}

export function factsOf(world: World): Facts | undefined {
  const data = world.objects(ConfigMap).find(isRoom)?.data;
  if (data === undefined) return undefined;
  return {
    wanted: Number(data?.['wanted'] ?? 0),
    actual: Number(data?.['actual'] ?? 0),
    heater: data?.['heater'] ?? '',
    window: data?.['window'] ?? '',
  };
}
