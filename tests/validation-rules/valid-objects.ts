/** A valid object of each kind: what the rows of the table change. */
import type { JsonObject } from '../../src/engine/meta/index.ts';

const container = { name: 'c', image: 'i' };

/** Without a token, so that admission adds no volume. */
export const podSpec: JsonObject = { automountServiceAccountToken: false, containers: [container] };

/** A Pod whose only container has these, too. */
export const withContainer = (fields: JsonObject): JsonObject => ({ spec: { containers: [{ ...container, ...fields }] } });

/** A Pod with an init container that has these, too. */
export const withInitContainer = (fields: JsonObject): JsonObject => ({ spec: { initContainers: [{ name: 'init', image: 'i', ...fields }] } });

/** A Pod with these volumes. */
export const withVolumes = (...volumes: readonly JsonObject[]): JsonObject => ({ spec: { volumes } });

/** A Pod with one volume of this source. */
export const withVolume = (source: JsonObject): JsonObject => withVolumes({ name: 'v', ...source });

/** By the name that the table gives the kind. */
export const validObjects: Readonly<Record<string, JsonObject>> = {
  Pod: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a', namespace: 'default' }, spec: podSpec },
};
