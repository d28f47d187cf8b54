import type { Json } from '../meta/index.ts';
import type { Resource } from './resource.ts';
export function patchTypes(_resource: Resource): readonly string[] { return []; }
export function applyPatch(_type: string, current: Json, _patch: Json, _resource: Resource): Json { return current; }
