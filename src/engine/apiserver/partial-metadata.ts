import type { KubeObject } from '../meta/index.ts';

/** An object without everything but its metadata. */
export function partialObjectMetadata({ metadata }: KubeObject): object {
  return { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata };
}
