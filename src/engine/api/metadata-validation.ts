/** Rules for the metadata of every kind (apimachinery pkg/api/validation/objectmeta.go). */
import {
  checkDns1035Label,
  checkDnsLabel,
  checkDnsSubdomain,
  checkLabelValue,
  checkPathSegment,
  checkQualifiedName,
  type FieldError,
  forbiddenField,
  invalidValue,
  type KubeObject,
  type ObjectMeta,
  required,
} from '../meta/index.ts';
import type { KindRules } from './types.ts';

type Labels = Readonly<Record<string, string>>;
type NameRule = NonNullable<KindRules<KubeObject>['name']>;

const NAME_RULES: Readonly<Record<NameRule, (name: string) => readonly string[]>> = {
  subdomain: checkDnsSubdomain,
  label: checkDnsLabel,
  label1035: checkDns1035Label,
  'path-segment': checkPathSegment,
};

/** On create without `old`; on update what hasn't changed is not checked again. */
export function validateMetadata(
  meta: ObjectMeta,
  kind: { readonly namespaced: boolean },
  nameRule: NameRule = 'subdomain',
  old?: ObjectMeta,
): readonly FieldError[] {
  if (meta === old) return NONE;
  const errors: FieldError[] = [];
  if (old === undefined) nameErrors(meta, kind, nameRule, errors);
  else updateErrors(meta, old, errors);
  if (meta.labels !== old?.labels) validateLabels(meta.labels, 'metadata.labels', errors);
  if (meta.annotations !== old?.annotations) validateAnnotations(meta.annotations, 'metadata.annotations', errors);
  if (meta.ownerReferences !== old?.ownerReferences) ownerErrors(meta, errors);
  if (meta.finalizers !== old?.finalizers) finalizerErrors(meta, errors);
  return errors;
}

const NONE: readonly FieldError[] = [];
const ANNOTATIONS_MAX_BYTES = 256 * 1024;

/** Keys and values of labels; errors go to `errors`. */
export function validateLabels(labels: Labels | undefined, path: string, errors: FieldError[]): void {
  for (const key in labels) {
    for (const message of checkQualifiedName(key)) errors.push(invalidValue(path, key, message));
    const value = labels[key] ?? '';
    for (const message of checkLabelValue(value)) errors.push(invalidValue(path, value, message));
  }
}

/** Keys, and the size of all together. */
export function validateAnnotations(annotations: Labels | undefined, path: string, errors: FieldError[]): void {
  let size = 0;
  for (const key in annotations) {
    for (const message of checkQualifiedName(key.toLowerCase())) errors.push(invalidValue(path, key, message));
    size += key.length + (annotations[key]?.length ?? 0);
  }
  if (size > ANNOTATIONS_MAX_BYTES) {
    errors.push({ type: 'TooLong', field: path, detail: `may not be more than ${ANNOTATIONS_MAX_BYTES} bytes` });
  }
}

function nameErrors(
  meta: ObjectMeta,
  kind: { readonly namespaced: boolean },
  nameRule: NameRule,
  errors: FieldError[],
): void {
  const check = NAME_RULES[nameRule];
  const { name, namespace = '', generateName = '' } = meta;
  // A prefix may end in a dash: what follows makes the name whole.
  for (const message of generateName === '' ? [] : check(`${generateName.replace(/-+$/, '')}a`)) {
    errors.push(invalidValue('metadata.generateName', generateName, message));
  }
  if (name === '' || name === undefined) {
    errors.push(required('metadata.name', 'name or generateName is required'));
  } else for (const message of check(name)) errors.push(invalidValue('metadata.name', name, message));
  if (!kind.namespaced) {
    if (namespace !== '') errors.push(forbiddenField('metadata.namespace', 'not allowed on this type'));
  } else if (namespace === '') errors.push(required('metadata.namespace'));
  else
    for (const message of checkDnsLabel(namespace)) errors.push(invalidValue('metadata.namespace', namespace, message));
}

function updateErrors(meta: ObjectMeta, old: ObjectMeta, errors: FieldError[]): void {
  for (const field of ['name', 'namespace', 'uid', 'creationTimestamp', 'deletionTimestamp'] as const) {
    if (meta[field] === old[field]) continue;
    // The server itself sets deletionTimestamp; it can't be taken back.
    if (field === 'deletionTimestamp' && old[field] === undefined) continue;
    errors.push(invalidValue(`metadata.${field}`, meta[field] ?? null, 'field is immutable'));
  }
  if (old.deletionTimestamp === undefined) return;
  const before = new Set(old.finalizers);
  const added = (meta.finalizers ?? []).filter((each) => !before.has(each));
  if (added.length > 0) {
    const list = added.map((each) => JSON.stringify(each)).join(', ');
    const detail = `no new finalizers can be added if the object is being deleted, found new finalizers []string{${list}}`;
    errors.push(forbiddenField('metadata.finalizers', detail));
  }
}

function ownerErrors(meta: ObjectMeta, errors: FieldError[]): void {
  const path = 'metadata.ownerReferences';
  const controllers: string[] = [];
  for (const owner of meta.ownerReferences ?? []) {
    if (!owner.apiVersion) errors.push(invalidValue(`${path}.apiVersion`, '', 'version must not be empty'));
    for (const field of ['kind', 'name', 'uid'] as const) {
      if (!owner[field]) errors.push(invalidValue(`${path}.${field}`, '', `${field} must not be empty`));
    }
    if (owner.controller === true) controllers.push(`${owner.kind}/${owner.name}`);
  }
  const [first, second] = controllers;
  if (first === undefined || second === undefined) return;
  const detail = `Only one reference can have Controller set to true. Found "true" in references for ${first} and ${second}`;
  errors.push(invalidValue(path, meta.ownerReferences ?? [], detail));
}

function finalizerErrors(meta: ObjectMeta, errors: FieldError[]): void {
  for (const finalizer of meta.finalizers ?? []) {
    for (const message of checkQualifiedName(finalizer)) errors.push(invalidValue('metadata.finalizers', finalizer, message));
  }
}

const STANDARD_FINALIZERS = ['foregroundDeletion', 'orphan', 'kubernetes'];

/** Whether a finalizer is Kubernetes' own or names a domain. Built-in kinds take no others; of custom resources it is recommended. */
export const isQualifiedFinalizer = (name: string): boolean => name.includes('/') || STANDARD_FINALIZERS.includes(name);

/** The rule of built-in kinds (upstream pkg/apis/core/validation, validateKubeFinalizerName). */
export function validateFinalizers(meta: ObjectMeta, old: ObjectMeta | undefined): readonly FieldError[] {
  if (meta.finalizers === old?.finalizers) return NONE;
  const detail = 'name is neither a standard finalizer name nor is it fully qualified';
  return (meta.finalizers ?? []).flatMap((name, index) =>
    isQualifiedFinalizer(name) ? NONE : [invalidValue(`metadata.finalizers[${index}]`, name, detail)],
  );
}
