/** The parts of the engine that code of the workspace can take the place of, and what they are exported as. */
import type { EngineParts } from '../engine/index.ts';

/** `reflector` */
export type PartName = keyof typeof partExports;

export const partExports = {
  'work-queue': 'createWorkQueue',
  reflector: 'stepReflector',
  'validate-config-map': 'validateConfigMap',
} as const satisfies Readonly<Record<string, keyof EngineParts>>;

export const partNames: readonly PartName[] = ['work-queue', 'reflector', 'validate-config-map'];

export const isPartName = (value: unknown): value is PartName => typeof value === 'string' && Object.hasOwn(partExports, value);

/** What begins the name of a part that the API server runs on; other parts have the name of the controller that runs on them. */
export const apiServerPrefix = 'apiserver/';
