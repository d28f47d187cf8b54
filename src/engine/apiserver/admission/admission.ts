/**
 * Admission: what may still change or refuse a write that is well-formed and authorised. First every plugin may mutate,
 * then every plugin may validate, in the order of the registry.
 */
import type { KubeObject, User } from '../../meta/index.ts';
import type { Resource } from '../resource.ts';
import type { Resources } from '../server-parts.ts';

export interface Attributes {
  readonly operation: 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT';
  readonly resource: Resource;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
  readonly user: User;
  readonly dryRun: boolean;
  /** Absent for CREATE. */
  readonly old?: KubeObject;
}

/** One plugin. Both functions refuse by throwing a StatusError and change nothing they are given. */
export interface AdmissionPlugin {
  /** Upstream's name. */
  readonly name: string;
  /** Returns the object as it should be, the same one where there is nothing to do. Not called for DELETE. */
  mutate?(object: KubeObject, attributes: Attributes): KubeObject;
  /** `object` is absent for DELETE. */
  validate?(object: KubeObject | undefined, attributes: Attributes): void;
}

/** Makes a plugin from what it may look at. */
export type PluginFactory = (server: { readonly resources: Resources }) => AdmissionPlugin;

export interface Admission {
  mutate(object: KubeObject, attributes: Attributes): KubeObject;
  validate(object: KubeObject | undefined, attributes: Attributes): void;
}

/** Chains plugins. */
export function createAdmission(plugins: readonly AdmissionPlugin[]): Admission {
  return {
    mutate(object, attributes) {
      let admitted = object;
      for (const plugin of plugins) admitted = plugin.mutate?.(admitted, attributes) ?? admitted;
      return admitted;
    },
    validate(object, attributes) {
      for (const plugin of plugins) plugin.validate?.(object, attributes);
    },
  };
}
