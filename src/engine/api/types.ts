/** What a kind is to the rest of the engine: one folder exports one of these, `registry.ts` lists it. */
import type { FieldError } from '../meta/field-error.ts';
import type { Json, JsonObject } from '../meta/json.ts';
import type { KubeObject, ObjectMeta } from '../meta/object.ts';

export type { FieldError } from '../meta/field-error.ts';

/** What clients need to address a kind. `T` is the object's type; the value carries no `T`. */
export interface Kind<T extends KubeObject = KubeObject> {
  /** '' for core. */
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
  readonly namespaced: boolean;
  /** Never present: ties `T` to the value. */
  readonly type?: T;
}

/** Everything about a kind. */
export interface KindDefinition<T extends KubeObject = KubeObject> extends Kind<T> {
  readonly singular: string;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  /** Name of its root in the generated field tables: `io.k8s.api.apps.v1.ReplicaSet`-like; see `api/schema.ts`. */
  readonly schema: string;
  /** Of a custom resource: the structural schema of the version, as its CRD has it. It takes the place of the field tables. */
  readonly structural?: JsonObject;
  /** Of a custom resource: how its objects are read and kept, in the place of the field tables. */
  readonly custom?: CustomKind;
  readonly verbs: readonly string[];
  /** etcd key segment where it differs from the plural (`minions`). */
  readonly storageName?: string;
  readonly subresources: {
    readonly status?: true;
    readonly scale?: { readonly specPath: string; readonly statusPath: string; readonly selectorPath: string };
    readonly others?: readonly string[];
  };
  readonly rules: KindRules<T>;
  /** Whether its objects are checked by rules of its own beyond structure and metadata. */
  readonly checked?: 'rules' | 'structure';
  /** Sent as a warning with every answer. */
  readonly deprecated?: string;
  /** Its objects are another kind's under other names: one storage is served twice. */
  readonly storedAs?: StoredAs;
  /** In upstream's order; priority 1 shows with -o wide only. */
  readonly columns: readonly Column<T>[];
  /** Field selectors besides metadata.name and metadata.namespace: label -> value. */
  readonly selectable: Readonly<Record<string, FieldReader<T>>>;
}

/** Objects of a kind that is made of a CustomResourceDefinition; those of all its versions are kept as one version's. */
export interface CustomKind {
  /** As `decode` does it by field tables: without what the schema doesn't know, which `problems` name. Throws a StatusError (400). */
  decode(body: Json | undefined): { readonly object: KubeObject; readonly problems: readonly string[] };
  /** A stored object as this version shows it. */
  fromStored(object: KubeObject): KubeObject;
  toStored(object: KubeObject): KubeObject;
}

/** How a kind's objects are kept as another kind's. What was converted and not changed comes back as the very same object. */
export interface StoredAs {
  readonly kind: Kind;
  toStored(object: KubeObject): KubeObject;
  fromStored(object: KubeObject): KubeObject;
}

/** Method-like, so that a `KindDefinition<Pod>` is a `KindDefinition`. */
export type FieldReader<T extends KubeObject = KubeObject> = { read(object: T): string }['read'];

export interface KindRules<T extends KubeObject> {
  /** Fills what upstream's defaulting fills; returns the same object when there was nothing to do. */
  default?(object: T): T;
  /** Semantic checks beyond the schema; immutability when `old` is given. */
  validate?(object: T, old?: T): readonly FieldError[];
  /** Drops what clients may not set (status on create), sets initial status. */
  prepareForCreate?(object: T): T;
  /** What a deletion adds before it is planned: a finalizer of the server's own. */
  prepareForDelete?(object: T): T;
  /** What an update may not take as it came: runs before validation, on what the client wants of everything but the status. */
  prepareForUpdate?(object: T, old: T): T;
  /** What an update of the status may not take as it came, beside the spec, which stays in any case. */
  prepareForStatusUpdate?(object: T, old: T): T;
  /** 'spec' is upstream's common rule; 'custom' counts everything but the metadata; Deployment also counts annotations, EndpointSlice everything and its labels; ConfigMap and others have none. */
  readonly generation: 'custom' | 'spec' | 'spec-and-annotations' | 'content' | 'none';
  /** PUT without resourceVersion: allowed unless false (Lease …). */
  readonly unconditionalUpdate?: boolean;
  /** PUT of a missing object creates it (Lease, Event …). */
  readonly createOnUpdate?: boolean;
  /** Whether DELETE answers with the object (Pod, Namespace …) rather than a Status. */
  readonly deleteReturnsObject?: boolean;
  /** Seconds of grace DELETE gives when the options name none; undefined: removed at once. `requested` are the options' seconds. */
  gracePeriodSeconds?(object: T, requested: number | undefined): number;
  /** What DELETE does with dependents when its options don't say; undefined: they go later, by the garbage collector. */
  readonly propagationPolicy?: 'Orphan';
  /** Objects are gone so long after they were last written (Event: one hour). */
  readonly ttlSeconds?: number;
  /** Name rule: DNS-1123 subdomain by default; 'label1035': a letter in front; 'path-segment': whatever can stand between two slashes. */
  readonly name?: 'subdomain' | 'label' | 'label1035' | 'path-segment';
}

export interface Column<T extends KubeObject = KubeObject> {
  readonly name: string;
  readonly type: string;
  readonly format?: string;
  readonly description: string;
  /** Above 0: shown with -o wide only. */
  readonly priority: number;
  /** `nowMs`: for ages. Returns what the cell shows. */
  value(object: T, nowMs: number): string | number | boolean | null;
}

/** What a client may send on create: the server fills the rest of the metadata, and the status. */
export type Draft<T extends KubeObject> = Omit<T, 'metadata' | 'apiVersion' | 'kind' | 'status'> & {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata: Partial<ObjectMeta>;
} & (T extends { readonly status?: infer S } ? { readonly status?: Partial<S> } : unknown);
