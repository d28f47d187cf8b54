/**
 * What an API server can have beyond the way of a request itself. `whole.ts` gives all of it (`full-features.ts`), the smaller door the
 * plain one: see docs/adr/0009-features-of-the-server.md. Each feature is a folder here and a line there.
 */

import type { Clock } from '../kernel/index.ts';
import type { AccessFactory } from './access.ts';
import type { PluginFactory } from './admission/admission.ts';
import { coreAdmission } from './admission/registry.ts';
import type { AllocatorFactory } from './allocation/allocator.ts';
import type { AuditFactory } from './audit/audit.ts';
import type { serveDocument } from './documents.ts';
import type { FlowControlFactory } from './flow-control/flow-control.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { FieldManagement, ServerParts } from './server-parts.ts';
import { coreSubresources, type Subresources } from './subresources/registry.ts';
import type { UnstoredKind } from './unstored.ts';
import type { createViewStorage } from './view-storage.ts';

export interface ApiFeatures {
  /** Admission plugins, in upstream's order. */
  readonly admission: readonly PluginFactory[];
  readonly subresources: Subresources;
  /** What gives objects what only one of them may have. */
  readonly allocator?: AllocatorFactory;
  /** Started one after the other when the first namespaces are there; requests are served when all of them are ready. */
  readonly hooks: readonly StartHook[];
  /** Who asks and what they may do; the connection is believed and everything allowed unless told. */
  readonly access?: AccessFactory;
  /** Who owns which fields, and server-side apply. */
  readonly fieldManagement?: FieldManagement;
  /** Writes down who did what. */
  readonly audit?: AuditFactory;
  /** Serves kinds that are stored as others; without it they are stored as they are. */
  readonly createView?: typeof createViewStorage;
  /** Says what is served, for clients that have to find out. */
  readonly serveDocument?: typeof serveDocument;
  /** Counts requests for `/metrics`, which isn't there unless told. */
  readonly metrics?: (clock: Clock) => Metrics;
  /** Keeps one client's flood from the others. */
  readonly flowControl?: FlowControlFactory;
  /** Kinds that are answered rather than stored. */
  readonly unstored?: readonly UnstoredKind[];
}

/** Something that runs as long as the server does. Calls `ready` once; returns what ends it. */
export type StartHook = (parts: ServerParts, ready: () => void) => () => void;

/** Every authenticated request is allowed, and what asks for other objects than these is not there. */
export const coreFeatures: ApiFeatures = {
  admission: coreAdmission,
  subresources: coreSubresources,
  hooks: [],
};
