/** ConfigMaps beside a room: they have the same fields, and none of them is the room. */
import type { NeighbourDraw, NeighbourStep } from '../types.ts';
import { otherNamespace } from './pods.ts';

const mapStep = (name: string, namespace: string, data: Readonly<Record<string, string>>): NeighbourStep => ({
  do: 'create',
  kind: 'ConfigMap',
  object: { metadata: { name, namespace }, data },
});

const cold = { wanted: '24', actual: '9.0', heater: 'off' };

/** Its thermometer moves as well: whoever takes it for the room is called again and again. */
const readings = (key: string): readonly NeighbourStep[] =>
  Array.from({ length: 30 }, (_, index) => ({
    do: 'patch',
    kind: 'ConfigMap',
    key,
    patch: { data: { actual: index % 2 === 0 ? '9.1' : '9.0' } },
    afterMs: 20_000 + index * 1500,
  }));

/** The same name in another namespace. */
export const roomElsewhere: NeighbourDraw = (_, target) => ({
  words: 'a room of the same name in another namespace',
  steps: [mapStep(target.name, otherNamespace(target), cold), ...readings(`${otherNamespace(target)}/${target.name}`)],
});

/** A name that begins like the target's. */
export const roomBeside: NeighbourDraw = (random, target) => ({
  words: 'another room beside it',
  steps: [mapStep(`${target.name}-2`, target.namespace, { ...cold, wanted: random.pick(['12', '30']), heater: random.pick(['on', 'off']) })],
});

/** Not a room at all. */
export const settings: NeighbourDraw = (random, target) => ({
  words: 'a ConfigMap that is no room',
  steps: [mapStep('settings', random.pick([target.namespace, otherNamespace(target)]), { theme: 'dark' })],
});

export const configMapNeighbours: readonly NeighbourDraw[] = [roomElsewhere, roomBeside, settings];
