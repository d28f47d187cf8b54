/** Checks of a definition apart from its schemas' expressions (apiextensions/validation/validation.go). */
import {
  checkDns1035Label,
  checkDnsSubdomain,
  deepEqual,
  type FieldError,
  forbiddenField,
  invalidValue,
  type Json,
  notSupported,
  required,
  shownList,
} from '../../../meta/index.ts';
import type {
  CustomResourceDefinition,
  CustomResourceDefinitionNames,
  CustomResourceDefinitionSpec,
  CustomResourceDefinitionVersion,
  JSONSchemaProps,
} from '../../../api/generated/types.ts';
import { children } from './schema-parts.ts';
import { type VersionPart, validatePart, versionParts } from './version-validation.ts';

/** On update `old` is what is stored: names that are in use stay. */
export function validateDefinition(object: CustomResourceDefinition, old?: CustomResourceDefinition): readonly FieldError[] {
  const { spec, metadata, status } = object;
  const errors: FieldError[] = [];
  if (old?.spec !== spec) {
    if (old === undefined && metadata.name !== `${spec.names?.plural ?? ''}.${spec.group ?? ''}`) {
      errors.push(invalidValue('metadata.name', metadata.name, 'must be spec.names.plural+"."+spec.group'));
    }
    specErrors(spec, errors);
    if (old !== undefined) immutableErrors(spec, old, errors);
  } else if (old.status === status) return errors;
  nameErrors(status?.acceptedNames, 'status.acceptedNames', errors);
  if (old?.spec !== spec) {
    storedErrors(object, errors);
    approvalErrors(object, old, errors);
    if (spec.preserveUnknownFields === true) {
      const detail =
        'cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead';
      errors.push(invalidValue('spec.preserveUnknownFields', true, detail));
    }
  }
  return errors;
}

function specErrors(spec: CustomResourceDefinitionSpec, errors: FieldError[]): void {
  groupErrors(spec.group ?? '', errors);
  if (!spec.scope) errors.push(required('spec.scope'));
  else if (spec.scope !== 'Cluster' && spec.scope !== 'Namespaced') {
    errors.push(notSupported('spec.scope', spec.scope, ['Cluster', 'Namespaced']));
  }
  const { versions = [] } = spec;
  versions.forEach(({ schema }, index) => {
    if (schema?.openAPIV3Schema !== undefined) return;
    errors.push(required(`spec.versions[${index}].schema.openAPIV3Schema`, 'schemas are required'));
  });
  if (spec.preserveUnknownFields === true && versions.some(({ schema }) => hasDefault(schema?.openAPIV3Schema ?? {}))) {
    errors.push(invalidValue('spec.preserveUnknownFields', true, 'must be false in order to use defaults in the schema'));
  }
  versionErrors(versions, errors);
  requiredNames(spec.names, errors);
  nameErrors(spec.names, 'spec.names', errors);
  sharedErrors(versions, errors);
  conversionErrors(spec, errors);
}

const hasDefault = (schema: JSONSchemaProps): boolean =>
  schema.default !== undefined || children(schema, '').some(([child]) => hasDefault(child));

function groupErrors(group: string, errors: FieldError[]): void {
  const problems = checkDnsSubdomain(group);
  if (group === '') errors.push(required('spec.group'));
  else if (problems.length > 0) errors.push(invalidValue('spec.group', group, problems.join(',')));
  else if (!group.includes('.')) {
    errors.push(invalidValue('spec.group', group, 'should be a domain with at least one dot'));
  }
}

type Versions = readonly CustomResourceDefinitionVersion[];

/** Whether all versions have the same of something: upstream then keeps it once. */
function isShared(versions: Versions, part: VersionPart): boolean {
  return versions.every((version) => deepEqual(version[part], versions[0]?.[part]));
}

const hasStatus = ({ subresources }: CustomResourceDefinitionVersion): boolean => subresources?.status !== undefined;

function versionErrors(versions: Versions, errors: FieldError[]): void {
  const names = new Set(versions.map(({ name }) => name));
  const label = (path: string, name = ''): void => {
    const problems = checkDns1035Label(name);
    if (problems.length > 0) errors.push(invalidValue(path, name, problems.join(',')));
  };
  const own = versionParts.filter((part) => !isShared(versions, part));
  versions.forEach((version, index) => {
    const at = `spec.versions[${index}]`;
    label(`${at}.name`, version.name);
    for (const problem of warningProblems(version)) {
      errors.push(invalidValue(`${at}.deprecationWarning`, version.deprecationWarning ?? '', problem));
    }
    const schema = own.includes('schema') ? version.schema?.openAPIV3Schema : undefined;
    const where = { isShared: false, schema, hasStatus: hasStatus(version) };
    for (const part of own) validatePart(version, part, { ...where, path: `${at}.${part}` }, errors);
  });
  const wrong = (detail: string): void => {
    errors.push(invalidValue('spec.versions', json(versions), detail));
  };
  if (names.size < versions.length) wrong('must contain unique version names');
  if (versions.filter(({ storage }) => storage).length !== 1) wrong('must have exactly one version marked as storage version');
  // Upstream's own form has the name of the first version once more.
  if (versions[0]?.name) label('spec.version', versions[0].name);
}

const sharedPaths: Readonly<Record<VersionPart, string>> = {
  schema: 'spec.validation',
  subresources: 'spec.subresources',
  additionalPrinterColumns: 'spec.additionalPrinterColumns',
  selectableFields: 'spec.selectableFields',
};

/** What all versions share is checked once, and named by where upstream keeps it. */
function sharedErrors(versions: Versions, errors: FieldError[]): void {
  const [first] = versions;
  if (first === undefined) return;
  const shared = versionParts.filter((part) => isShared(versions, part));
  const schema = shared.includes('schema') ? first.schema?.openAPIV3Schema : undefined;
  const where = { isShared: true, schema, hasStatus: versions.some(hasStatus) };
  for (const part of shared) validatePart(first, part, { ...where, path: sharedPaths[part] }, errors);
}

/** Where the schema of each version is named in errors: by the version, or by the spec where all share it. */
export function schemaPaths(versions: Versions): readonly string[] {
  const shared = isShared(versions, 'schema');
  return versions.map((_, index) => `${shared ? sharedPaths.schema : `spec.versions[${index}].schema`}.openAPIV3Schema`);
}

const mostOfWarning = 256;

function warningProblems({ deprecated, deprecationWarning: text }: CustomResourceDefinitionVersion): readonly string[] {
  if (text === undefined) return [];
  if (deprecated !== true) return ['can only be set for deprecated versions'];
  const unprintable = [...text].findIndex((each) => each !== ' ' && /[\p{C}\p{Z}]/u.test(each));
  return [
    ...(text.length > mostOfWarning ? [`must be <= ${mostOfWarning} characters long`] : []),
    ...(text === '' ? ['must not be an empty string'] : []),
    ...(unprintable < 0 ? [] : [`must only contain printable UTF-8 characters; non-printable character found at index ${unprintable}`]),
  ];
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
  } else {
    const forbid = (field: string): void => {
      errors.push(forbiddenField(`${path}.${field}`, 'should not be set when strategy is not set to Webhook'));
    };
    if (conversion.webhook?.clientConfig !== undefined) forbid('webhookClientConfig');
    if ((conversion.webhook?.conversionReviewVersions ?? []).length > 0) forbid('conversionReviewVersions');
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
  const { storedVersions = [] } = status ?? {};
  const names = new Set(spec.versions?.map(({ name }) => name));
  if (storedVersions.length === 0) {
    const error = invalidValue('status.storedVersions', null, 'must have at least one stored version');
    return void errors.push({ ...error, shown: shownList([]) });
  }
  storedVersions.forEach((version, index) => {
    if (names.has(version)) return;
    const detail = `missing from spec.versions; ${version} was previously a storage version, and must remain in spec.versions until a storage migration ensures no data remains persisted in ${version} and removes ${version} from status.storedVersions`;
    errors.push(invalidValue(`status.storedVersions[${index}]`, version, detail));
  });
}

const approval = 'api-approved.kubernetes.io';
const enhancements = 'see https://github.com/kubernetes/enhancements/pull/1111';

/** Kubernetes' own groups are approved by its makers, or say that they aren't. What was wrong before may stay. */
function approvalErrors({ metadata, spec }: CustomResourceDefinition, old: CustomResourceDefinition | undefined, errors: FieldError[]): void {
  if (!/(^|\.)(k8s|kubernetes)\.io$/.test(spec.group ?? '')) return;
  const given = metadata.annotations?.[approval] ?? '';
  if (/^unapproved|^[a-z][a-z0-9+.-]*:\/\/[^/?#]/i.test(given)) return;
  if (old !== undefined && (old.metadata.annotations?.[approval] ?? '') === given) return;
  const path = `metadata.annotations[${approval}]`;
  const words = `protected groups must have approval annotation "${approval}"`;
  if (given === '') errors.push(required(path, `${words}, ${enhancements}`));
  else errors.push(invalidValue(path, given, `${words} with either a URL or a reason starting with "unapproved", ${enhancements}`));
}

/** What an error shows of versions: their schemas would fill pages. */
function json(versions: Versions): Json {
  return versions.map(({ name, served, storage }) => ({ name, served, storage }));
}
