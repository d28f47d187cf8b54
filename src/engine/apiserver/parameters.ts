/** Query parameters and bodies that say how a verb is to be done, parsed at the door. */
import {
  type ApiRequest,
  badRequest,
  type FieldError,
  type FieldRequirement,
  forbiddenField,
  invalid,
  type KubeObject,
  type LabelMatcher,
  notSupported,
  parseFieldSelector,
  parseLabelMatcher,
  shownList,
} from '../meta/index.ts';
import { refuse } from './outcome.ts';
import type { Resource } from './resource.ts';

type Query = Readonly<Record<string, string>>;

const optionsKinds: Readonly<Record<string, string>> = {
  POST: 'CreateOptions',
  PUT: 'UpdateOptions',
  PATCH: 'PatchOptions',
  DELETE: 'DeleteOptions',
};
const validationModes = ['', 'Ignore', 'Strict', 'Warn'];

/** What says how a write is to be done. `errors`: what is wrong with its manager of fields. Throws 422 (apimachinery pkg/apis/meta/v1/validation). */
export function checkWriteOptions({ query, method }: ApiRequest, errors: readonly FieldError[]): void {
  const { dryRun, fieldValidation = '' } = query;
  const all = [...errors];
  if (dryRun !== undefined) all.push(...dryRunErrors([dryRun]));
  if (method !== 'DELETE' && !validationModes.includes(fieldValidation)) {
    all.push(notSupported('fieldValidation', fieldValidation, validationModes));
  }
  refuseOptions(optionsKinds[method] ?? '', all);
}

/** Dry runs are of everything. */
export function dryRunErrors(values: readonly string[]): readonly FieldError[] {
  if (values.every((each) => each === 'All')) return [];
  return [{ ...notSupported('dryRun', null, ['All']), shown: shownList(values) }];
}

/** Throws 422 where there are errors. */
export function refuseOptions(kind: string, errors: readonly FieldError[]): void {
  if (errors.length > 0) refuse(invalid({ group: 'meta.k8s.io', kind }, '', errors));
}

/** Whether what a list or a watch begins with fits together. Throws 422 (apimachinery pkg/apis/meta/internalversion/validation). */
export function checkListOptions({ query }: ApiRequest, isWatch: boolean): void {
  const { resourceVersionMatch: match = '', resourceVersion = '', sendInitialEvents: initial } = query;
  const errors: FieldError[] = [];
  const field = 'resourceVersionMatch';
  const forbid = (why: string): void => {
    errors.push(forbiddenField(field, `${field} ${why}`));
  };
  if (isWatch && initial !== undefined) {
    if (match !== 'NotOlderThan') errors.push(forbiddenField(field, `sendInitialEvents requires setting ${field} to NotOlderThan`));
    // The feature is off, as it is by default in 1.33: clients then list first.
    const why = 'sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled';
    errors.push(forbiddenField('sendInitialEvents', why));
  }
  if (match !== '') {
    if (isWatch && initial === undefined) forbid('is forbidden for watch unless sendInitialEvents is provided');
    if (!isWatch && resourceVersion === '') forbid('is forbidden unless resourceVersion is provided');
    const forList = ['Exact', 'NotOlderThan', ''];
    const unknown = isWatch ? match !== 'NotOlderThan' : !forList.includes(match);
    const supported = notSupported(field, match, isWatch ? ['NotOlderThan'] : forList);
    if (isWatch && unknown) errors.push(supported);
    if (query['continue']) forbid('is forbidden when continue is provided');
    if (!isWatch && unknown) errors.push(supported);
    if (!isWatch && match === 'Exact' && resourceVersion === '0') forbid('"exact" is forbidden for resourceVersion "0"');
  }
  if (!isWatch && initial !== undefined) {
    errors.push(forbiddenField('sendInitialEvents', 'sendInitialEvents is forbidden for list'));
  }
  refuseOptions('ListOptions', errors);
}

/** A whole number of a parameter, undefined when absent. Throws 400 for anything else. */
export function integerOf(query: Query, name: string): number | undefined {
  const value = query[name];
  if (value === undefined || value === '') return undefined;
  if (!/^-?\d+$/.test(value)) refuse(badRequest(`strconv.ParseInt: parsing ${JSON.stringify(value)}: invalid syntax`));
  return Number(value);
}

/** A resourceVersion as a number; undefined when unset. */
export function revisionOf(value: string | undefined): number | undefined {
  if (value === undefined || value === '') return undefined;
  if (!/^\d+$/.test(value)) {
    const error: FieldError = {
      type: 'Invalid',
      field: 'resourceVersion',
      value,
      detail: `strconv.ParseUint: parsing ${JSON.stringify(value)}: invalid syntax`,
    };
    refuse(badRequest(`resourceVersion: Invalid value: ${JSON.stringify(value)}: ${error.detail}`));
  }
  return Number(value);
}

/** What a list or watch selects. */
export interface Selection {
  /** '' for all. */
  readonly namespace: string;
  /** '' for all. */
  readonly name: string;
  readonly fields: readonly FieldRequirement[];
  /** Whether an object of the namespace is selected; undefined: all are. */
  readonly matches: ((object: KubeObject) => boolean) | undefined;
}

/** Reads labelSelector and fieldSelector. Throws 400 for what can't be parsed or isn't selectable. */
export function selectionOf(resource: Resource, query: Query, pathNamespace: string): Selection {
  const labelText = query['labelSelector'] ?? '';
  const labels = labelText === '' ? undefined : parseLabelMatcher(labelText);
  const fields = parseFieldSelector(query['fieldSelector'] ?? '');
  for (const { field } of fields) checkSelectable(resource, field);
  const pinned = (field: string): string =>
    fields.find((each) => each.field === field && each.operator === '=')?.value ?? '';
  const namespace = pathNamespace !== '' ? pathNamespace : pinned('metadata.namespace');
  const matches = labels === undefined && fields.length === 0 ? undefined : matcher(resource, labels, fields);
  return { namespace, name: pinned('metadata.name'), fields, matches };
}

function checkSelectable(resource: Resource, field: string): void {
  const { selectable, group, namespaced } = resource.definition;
  if (field === 'metadata.name' || (field === 'metadata.namespace' && namespaced)) return;
  if (Object.hasOwn(selectable, field)) return;
  const core = group === '' && Object.keys(selectable).length > 0;
  const known = '"metadata.name", "metadata.namespace"';
  const words = core
    ? `field label not supported: ${field}`
    : `"${field}" is not a known field selector: only ${known}`;
  refuse(badRequest(words));
}

function matcher(
  { definition: { selectable } }: Resource,
  labels: LabelMatcher | undefined,
  fields: readonly FieldRequirement[],
): (object: KubeObject) => boolean {
  const read = (object: KubeObject, field: string): string => {
    if (field === 'metadata.name') return object.metadata.name;
    if (field === 'metadata.namespace') return object.metadata.namespace ?? '';
    return selectable[field]?.(object) ?? '';
  };
  return (object) => {
    if (labels !== undefined && !labels(object.metadata.labels)) return false;
    for (const { field, operator, value } of fields) {
      if ((read(object, field) === value) !== (operator === '=')) return false;
    }
    return true;
  };
}
