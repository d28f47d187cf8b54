/** Query parameters and bodies that say how a verb is to be done, parsed at the door. */
import {
  badRequest,
  type FieldError,
  type FieldRequirement,
  invalid,
  type KubeObject,
  type LabelMatcher,
  notSupported,
  parseFieldSelector,
  parseLabelMatcher,
} from '../meta/index.ts';
import { refuse } from './outcome.ts';
import type { Resource } from './resource.ts';

type Query = Readonly<Record<string, string>>;

/** `dryRun=All`; anything else is refused with 422. */
export function dryRunOf(query: Query, options = 'CreateOptions'): boolean {
  const value = query['dryRun'];
  if (value === undefined) return false;
  if (value !== 'All') {
    refuse(invalid({ group: 'meta.k8s.io', kind: options }, '', [notSupported('dryRun', value, ['All'])]));
  }
  return true;
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
