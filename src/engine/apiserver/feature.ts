/**
 * What an extension adds to the API server. Each folder of `engine/extensions/` exports one `ApiFeature`; `mergeFeatures` makes of several
 * what a server is created with.
 */
import type { StoredAs } from '../api/types.ts';
import type { ApiRequest, Exchange } from '../meta/index.ts';
import type { AccessFeatures } from './access.ts';
import type { PluginFactory } from './admission/admission.ts';
import { namespaceLifecycle } from './admission/namespace-lifecycle.ts';
import type { AllocatorFactory } from './allocator.ts';
import type { AuditFactory } from './audit.ts';
import type { AggregatedServer, FieldManagement, ServerParts, Subresources, ValidateAlso } from './context.ts';
import type { FlowControlFactory } from './flow-control.ts';
import type { MetricsFactory } from './metrics.ts';
import type { Resource } from './resource.ts';
import type { Resources } from './resources.ts';
import type { Storage } from './storage.ts';
import { coreSubresources, coreUnstored } from './subresources/registry.ts';
import type { UnstoredKind } from './unstored.ts';

/** Something that runs as long as the server does. Calls `ready` once; returns what ends it. */
export type StartHook = (parts: ServerParts, ready: () => void) => () => void;

/** Serves a kind that is stored as another. `stored`: the storage of that other kind. */
export type CreateView = (stored: Storage, resource: Resource, view: StoredAs) => Storage;

/** Text for a type (field '') or one of its fields; '' for none. */
export type Describe = (type: string, field: string) => string;

/** Answers if there is a document at the path. */
export type ServeDocument = (request: ApiRequest, path: string, exchange: Exchange, resources: Resources) => boolean;

/** One extension. All but the name is optional; of what has no list, one feature of a server gives it. */
export interface ApiFeature {
  /** Its folder's name. */
  readonly name: string;
  /** Admission plugins. They run in upstream's order (`admission/order.ts`), whatever the order of the features. */
  readonly admission?: readonly PluginFactory[];
  readonly subresources?: Subresources;
  /** Rules for objects, beyond those of their kinds' definitions. */
  readonly validate?: ValidateAlso;
  /** Started one after the other when the first namespaces are there; requests are served when all of them are ready. */
  readonly startHooks?: readonly StartHook[];
  /** Kinds that are answered rather than stored. */
  readonly unstored?: readonly UnstoredKind[];
  /** Consulted in the order of the features; where no feature gives one, everything is allowed. */
  readonly authorizers?: AccessFeatures['authorizers'];
  /** By default the connection is believed. */
  readonly authenticator?: AccessFeatures['authenticator'];
  readonly impersonate?: AccessFeatures['impersonate'];
  /** Gives objects what only one of them may have. */
  readonly allocator?: AllocatorFactory;
  /** Field ownership, and server-side apply. */
  readonly fieldManagement?: FieldManagement;
  readonly audit?: AuditFactory;
  /** Serves kinds that are stored as others; without it they are stored as they are. */
  readonly createView?: CreateView;
  readonly createOpenApi?: (describe: Describe) => ServeDocument;
  readonly metrics?: MetricsFactory;
  readonly flowControl?: FlowControlFactory;
  readonly aggregated?: AggregatedServer;
}

/** What a server has of each. */
export interface ApiFeatures extends Omit<ApiFeature, 'name' | 'validate'> {
  readonly validators: readonly ValidateAlso[];
  readonly admission: readonly PluginFactory[];
  readonly subresources: Subresources;
  readonly startHooks: readonly StartHook[];
  readonly unstored: readonly UnstoredKind[];
  readonly authorizers: AccessFeatures['authorizers'];
}

/** The core and these features. Throws when two of them give what only one can. */
export function mergeFeatures(features: readonly ApiFeature[]): ApiFeatures {
  const lists = {
    admission: [namespaceLifecycle, ...features.flatMap(({ admission = [] }) => admission)],
    startHooks: features.flatMap(({ startHooks = [] }) => startHooks),
    unstored: [...coreUnstored, ...features.flatMap(({ unstored = [] }) => unstored)],
    validators: features.flatMap(({ validate = [] }) => validate),
    authorizers: features.flatMap(({ authorizers = [] }) => authorizers),
  };
  const subresources = Object.assign({ ...coreSubresources }, ...features.map((each) => each.subresources ?? {}));
  return { ...onlyOnes(features), ...lists, subresources };
}

/** The slots that one feature fills. */
function onlyOnes(features: readonly ApiFeature[]): Omit<ApiFeature, 'name' | 'validate'> {
  const givenBy = new Map<string, string>();
  const merged: Omit<ApiFeature, 'name' | 'validate'>[] = [];
  for (const { name, admission, subresources, validate, startHooks, unstored, authorizers, ...slots } of features) {
    for (const slot of Object.keys(slots)) {
      const other = givenBy.get(slot);
      if (other !== undefined) throw new Error(`features ${other} and ${name} both give ${slot}`);
      givenBy.set(slot, name);
    }
    merged.push(slots);
  }
  return Object.assign({}, ...merged);
}
