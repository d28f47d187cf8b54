/** Checks of a definition apart from its schemas' expressions (apiextensions/validation/validation.go). */
import {
  checkDns1035Label,
  checkDnsSubdomain,
  type FieldError,
  invalidValue,
  type Json,
  notSupported,
  required,
} from '../../../../meta/index.ts';
import type {
  CustomResourceDefinition,
  CustomResourceDefinitionNames,
  CustomResourceDefinitionSpec,
  CustomResourceDefinitionVersion,
} from '../../../generated/types.ts';
import { validateSchema } from './schema-validation.ts';
import { validateVersion } from './version-validation.ts';

/** On update `old` is what is stored: names that are in use stay. */
export function validateDefinition(
  object: CustomResourceDefinition,
  old?: CustomResourceDefinition,
): readonly FieldError[] {
  const { spec, metadata } = object;
  const errors: FieldError[] = [];
  if (old !== undefined && old.spec === spec && old.status === object.status) return errors;
  if (old === undefined && metadata.name !== `${spec.names?.plural ?? ''}.${spec.group ?? ''}`) {
    errors.push(invalidValue('metadata.name', metadata.name, 'must be spec.names.plural+"."+spec.group'));
  }
  specErrors(spec, errors);
  if (old !== undefined) {
    immutableErrors(spec, old, errors);
    storedErrors(object, errors);
  }
  return errors;
}

function specErrors(spec: CustomResourceDefinitionSpec, errors: FieldError[]): void {
  groupErrors(spec.group ?? '', errors);
  if (!spec.scope) errors.push(required('spec.scope'));
  else if (spec.scope !== 'Cluster' && spec.scope !== 'Namespaced') {
    errors.push(notSupported('spec.scope', spec.scope, ['Cluster', 'Namespaced']));
  }
  if (spec.preserveUnknownFields === true) {
    const detail =
      'cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead';
    errors.push(invalidValue('spec.preserveUnknownFields', true, detail));
  }
  versionErrors(spec.versions ?? [], errors);
  requiredNames(spec.names, errors);
  nameErrors(spec.names, 'spec.names', errors);
  conversionErrors(spec, errors);
}

function groupErrors(group: string, errors: FieldError[]): void {
  const problems = checkDnsSubdomain(group);
  if (group === '') errors.push(required('spec.group'));
  else if (problems.length > 0) errors.push(invalidValue('spec.group', group, problems.join(',')));
  else if (!group.includes('.')) {
    errors.push(invalidValue('spec.group', group, 'should be a domain with at least one dot'));
  }
}

function versionErrors(versions: readonly CustomResourceDefinitionVersion[], errors: FieldError[]): void {
  const names = new Set<string>();
  let unique = true;
  versions.forEach((version, index) => {
    const path = `spec.versions[${index}]`;
    if (names.has(version.name)) unique = false;
    names.add(version.name);
    const problems = checkDns1035Label(version.name ?? '');
    if (problems.length > 0) errors.push(invalidValue(`${path}.name`, version.name ?? '', problems.join(',')));
    validateVersion(version, path, errors);
    const schema = version.schema?.openAPIV3Schema;
    if (schema === undefined) errors.push(required(`${path}.schema.openAPIV3Schema`, 'schemas are required'));
    else validateSchema(schema, `${path}.schema.openAPIV3Schema`, errors);
  });
  if (!unique) errors.push(invalidValue('spec.versions', json(versions), 'must contain unique version names'));
  if (versions.filter(({ storage }) => storage).length !== 1) {
    const detail = 'must have exactly one version marked as storage version';
    errors.push(invalidValue('spec.versions', json(versions), detail));
  }
}

function requiredNames(names: CustomResourceDefinitionNames | undefined, errors: FieldError[]): void {
  for (const part of ['plural', 'singular', 'kind', 'listKind'] as const) {
    if (!names?.[part]) errors.push(required(`spec.names.${part}`));
  }
}

function nameErrors(names: CustomResourceDefinitionNames | undefined, path: string, errors: FieldError[]): void {
  const check = (field: string, value: string | undefined, mixed = false): void => {
    const problems = value ? checkDns1035Label(mixed ? value.toLowerCase() : value) : [];
    if (value === undefined || problems.length === 0) return;
    const words = mixed ? 'may have mixed case, but should otherwise match: ' : '';
    errors.push(invalidValue(`${path}.${field}`, value, words + problems.join(',')));
  };
  check('plural', names?.plural);
  check('singular', names?.singular);
  check('kind', names?.kind, true);
  check('listKind', names?.listKind, true);
  names?.shortNames?.forEach((name, index) => check(`shortNames[${index}]`, name));
  if (names?.kind && names.kind === names.listKind) {
    errors.push(invalidValue(`${path}.listKind`, names.kind, 'kind and listKind may not be the same'));
  }
  names?.categories?.forEach((name, index) => check(`categories[${index}]`, name));
}

function conversionErrors({ conversion }: CustomResourceDefinitionSpec, errors: FieldError[]): void {
  const path = 'spec.conversion';
  if (conversion === undefined) return;
  if (!conversion.strategy) errors.push(required(`${path}.strategy`));
  else if (conversion.strategy !== 'None' && conversion.strategy !== 'Webhook') {
    errors.push(notSupported(`${path}.strategy`, conversion.strategy, ['None', 'Webhook']));
  } else if (conversion.strategy === 'Webhook') {
    const detail = 'conversion by webhooks is not available in this cluster; use None';
    errors.push(invalidValue(`${path}.strategy`, 'Webhook', detail));
  } else if (conversion.webhook !== undefined) {
    const detail = 'should not be set when strategy is not set to Webhook';
    errors.push({ type: 'Forbidden', field: `${path}.webhook`, detail });
  }
}

const IMMUTABLE = 'field is immutable';

function immutableErrors(
  spec: CustomResourceDefinitionSpec,
  { spec: old, status }: CustomResourceDefinition,
  errors: FieldError[],
): void {
  const same = (field: string, now: string, before: string): void => {
    if (now !== before) errors.push(invalidValue(field, now, IMMUTABLE));
  };
  if (status.conditions?.some((condition) => condition.type === 'Established' && condition.status === 'True')) {
    same('spec.scope', spec.scope, old.scope);
    same('spec.names.kind', spec.names.kind, old.names.kind);
  }
  same('spec.group', spec.group, old.group);
  same('spec.names.plural', spec.names.plural, old.names.plural);
}

function storedErrors({ spec, status }: CustomResourceDefinition, errors: FieldError[]): void {
  if (status.storedVersions === undefined || status.storedVersions.length === 0) return;
  status.storedVersions.forEach((version, index) => {
    if ((spec.versions ?? []).some(({ name }) => name === version)) return;
    errors.push(invalidValue(`status.storedVersions[${index}]`, version, 'missing from spec.versions'));
  });
}

/** What an error shows of versions: their schemas would fill pages. */
function json(versions: readonly CustomResourceDefinitionVersion[]): Json {
  return versions.map(({ name, served, storage }) => ({ name, served, storage }));
}
