import type { JsonObject } from './json.ts';

// Type aliases, not interfaces: an alias is assignable to `JsonObject`, so a typed object is a body without a cast.

/** The part every Kubernetes object has. Fields and meaning are upstream's metav1.ObjectMeta. */
export type ObjectMeta = {
  readonly name: string;
  readonly generateName?: string;
  readonly namespace?: string;
  readonly uid: string;
  /** etcd's mod_revision in decimal; opaque to clients. */
  readonly resourceVersion: string;
  readonly generation?: number;
  /** RFC 3339 in whole seconds, as are all times of metav1.Time. */
  readonly creationTimestamp: string;
  readonly deletionTimestamp?: string;
  readonly deletionGracePeriodSeconds?: number;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly ownerReferences?: readonly OwnerReference[];
  readonly finalizers?: readonly string[];
  /** Who owns which fields. Kept by servers that track it, and by them alone. */
  readonly managedFields?: readonly ManagedFieldsEntry[];
};

/** What one manager owns by one operation, version and subresource. */
export type ManagedFieldsEntry = {
  readonly manager?: string;
  readonly operation?: 'Apply' | 'Update';
  readonly apiVersion?: string;
  readonly time?: string;
  readonly fieldsType?: string;
  /** A FieldSet. */
  readonly fieldsV1?: JsonObject;
  readonly subresource?: string;
};

/** For which object this one was made. `controller`: the one owner that looks after it. */
export type OwnerReference = {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
  readonly controller?: boolean;
  readonly blockOwnerDeletion?: boolean;
};

/** Any object as stored and as sent: kind-specific fields are added by the types in `api/`. */
export type KubeObject = {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: ObjectMeta;
};

/** Metadata of a list: the revision it was read at, and where to go on. */
export type ListMeta = {
  readonly resourceVersion?: string;
  readonly continue?: string;
  readonly remainingItemCount?: number;
};

/** `namespace/name`, or `name` for objects of cluster scope: what a work queue holds and a reconcile is given. */
export type ObjectKey = string;

/** Which labels an object must have. All conditions must hold; an empty selector fits every object. */
export type LabelSelector = {
  readonly matchLabels?: Readonly<Record<string, string>>;
  readonly matchExpressions?: readonly LabelSelectorRequirement[];
};

export type LabelSelectorRequirement = {
  readonly key: string;
  readonly operator: 'In' | 'NotIn' | 'Exists' | 'DoesNotExist';
  readonly values?: readonly string[];
};
