/** The kinds: types, schema, defaults, validation, columns. */
export { Deployment } from './apps/v1/deployment/index.ts';
export { ReplicaSet } from './apps/v1/replicaset/index.ts';
export { Scale, validateScale } from './autoscaling/v1/scale/index.ts';
export { Lease } from './coordination/v1/lease/index.ts';
export { Binding } from './core/v1/binding/index.ts';
export { ConfigMap } from './core/v1/configmap/index.ts';
export { Event } from './core/v1/event/index.ts';
export { Namespace } from './core/v1/namespace/index.ts';
export { Node } from './core/v1/node/index.ts';
export { defaultPodSpec } from './core/v1/pod/defaults.ts';
export { Pod } from './core/v1/pod/index.ts';
export { type PodSummary, summarizePod } from './core/v1/pod/status-cell.ts';
export type * from './generated/types.ts';
export { patchSchemaOf } from './merge-keys.ts';
export { apiVersionOf, kindByName, kindByResource, kindOf, kinds } from './registry.ts';
export { type Decoded, decode, strictDecodingError } from './schema.ts';
export type { Column, Draft, FieldError, FieldReader, Kind, KindDefinition, KindRules } from './types.ts';
