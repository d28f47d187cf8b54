/** Rules of CustomResourceDefinitions apart from their schemas. */
import type { JsonObject } from '../../src/engine/meta/index.ts';
import { duplicate, forbidden, invalid, invalidGo, isImmutable, isNo1035Label, isNoSubdomain, required, tooMany, unsupported } from './messages.ts';
import { because, creates, differs, type Rule, unreachable, updates, updatesStatus, upstream } from './rule.ts';
import { crdVersion } from './valid-objects.ts';

const of = upstream('CustomResourceDefinition', 'staging/src/k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go');
const here = 'extensions/custom-resources/definitions/validation.ts';
const partsHere = 'extensions/custom-resources/definitions/version-validation.ts';

const spec = (fields: JsonObject): JsonObject => ({ spec: fields });
const versions = (...list: readonly JsonObject[]): JsonObject => spec({ versions: list.map((each) => ({ ...crdVersion, ...each })) });
const version = (fields: JsonObject): JsonObject => versions(fields);
const names = (fields: JsonObject): JsonObject => spec({ names: fields });
const older: JsonObject = { name: 'v2', storage: false };
/** Schemas that aren't one, so that each has its own place. */
const [schema1, schema2]: readonly JsonObject[] = [
  { openAPIV3Schema: { type: 'object' } },
  { openAPIV3Schema: { type: 'object', description: 'another' } },
];
const mixed = (why: string): string => `may have mixed case, but should otherwise match: ${why}`;
const selectable = (jsonPaths: readonly string[], properties: JsonObject = { a: { type: 'string' } }): JsonObject =>
  version({ schema: { openAPIV3Schema: { type: 'object', properties } }, selectableFields: jsonPaths.map((jsonPath) => ({ jsonPath })) });
const s = 'spec.selectableFields[0].jsonPath';
const column = (fields: JsonObject): JsonObject => version({ additionalPrinterColumns: [{ name: 'A', type: 'string', jsonPath: '.spec.a', ...fields }] });
const c = 'spec.additionalPrinterColumns[0]';
const scale = (fields: JsonObject): JsonObject =>
  version({ subresources: { scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas', ...fields } } });
const p = 'spec.subresources.scale';
const types = 'boolean,date,integer,number,string';
const formats = 'byte,date,date-time,double,float,int32,int64,password';
const lifted = 'what all versions share is kept once: there are never both';
const approved = 'api-approved.kubernetes.io';
const enhancements = 'see https://github.com/kubernetes/enhancements/pull/1111';
const protectedGroup = (annotations: JsonObject): JsonObject => ({ metadata: { name: 'as.b.k8s.io', annotations }, spec: { group: 'b.k8s.io' } });
const noConversion = 'a webhook that converts can’t be called: definitions are refused that would need one';
const webhook = (fields: JsonObject): JsonObject => spec({ conversion: { strategy: 'Webhook', webhook: { conversionReviewVersions: ['v1'], clientConfig: { url: 'https://a.b' }, ...fields } } });
const onlyNone = invalid('spec.conversion.strategy', 'Webhook', 'conversion by webhooks is not available in this cluster; use None');
const converts = (rule: string, change: JsonObject): Rule => differs(noConversion, creates(rule, change, onlyNone));

const ofBundle = upstream('CustomResourceDefinition', 'staging/src/k8s.io/apiserver/pkg/util/webhook/validation.go');

const nameFunctions = [
  of('ValidateCustomResourceDefinition', here, [
    creates('it is named by its plural and its group', { metadata: { name: 'b' } }, invalid('metadata.name', 'b', 'must be spec.names.plural+"."+spec.group')),
  ]),
  of('ValidateCustomResourceDefinitionNames', here, [
    creates('a plural is a label', { metadata: { name: 'a_.b.c' }, spec: { names: { plural: 'a_' } } }, invalid('metadata.name', 'a_.b.c', isNoSubdomain), invalid('spec.names.plural', 'a_', isNo1035Label)),
    creates('a singular is one', names({ singular: 'A' }), invalid('spec.names.singular', 'A', isNo1035Label)),
    creates('a kind is one but for capitals', names({ kind: 'A_', singular: 'a' }), invalid('spec.names.kind', 'A_', mixed(isNo1035Label)), invalid('spec.names.listKind', 'A_List', mixed(isNo1035Label))),
    creates('so is the kind of the list', names({ listKind: 'A_' }), invalid('spec.names.listKind', 'A_', mixed(isNo1035Label))),
    creates('a short name is a label', names({ shortNames: ['A'] }), invalid('spec.names.shortNames[0]', 'A', isNo1035Label)),
    creates('kind and list have names of their own', names({ listKind: 'A' }), invalid('spec.names.listKind', 'A', 'kind and listKind may not be the same')),
    creates('a category is a label', names({ categories: ['A'] }), invalid('spec.names.categories[0]', 'A', isNo1035Label)),
    updatesStatus('accepted names are labels, too', {}, { acceptedNames: { plural: 'A', kind: 'A' } }, invalid('status.acceptedNames.plural', 'A', isNo1035Label)),
  ]),
  of('ValidateCustomResourceDefinitionStoredVersions', here, [
    differs(
      because.pointers,
      creates(
        'something is stored',
        version({ storage: false }),
        invalid('spec.versions', [{ name: 'v1', served: true, storage: false }], 'must have exactly one version marked as storage version'),
        invalidGo('status.storedVersions', '[]string(nil)', 'must have at least one stored version'),
      ),
    ),
    unreachable('the server adds it first', updates('what is stored now is among what was', {}, versions({ storage: false }, { ...older, storage: true }))),
    updates(
      'what was stored is still there',
      {},
      version({ name: 'v2' }),
      invalid(
        'status.storedVersions[0]',
        'v1',
        'missing from spec.versions; v1 was previously a storage version, and must remain in spec.versions until a storage migration ensures no data remains persisted in v1 and removes v1 from status.storedVersions',
      ),
    ),
  ]),
  of('validateCustomResourceDefinitionSpecUpdate', here, [
    updates('a group stays', {}, spec({ group: 'c.d' }), invalid('spec.group', 'c.d', isImmutable)),
    updates('a plural stays', {}, names({ plural: 'bs' }), invalid('spec.names.plural', 'bs', isImmutable)),
    updates(
      'a scope stays once it is served',
      {},
      spec({ scope: 'Cluster' }),
      invalid('spec.scope', 'Cluster', isImmutable),
    ),
    updates(
      'so does a kind',
      {},
      names({ kind: 'B' }),
      invalid('spec.names.kind', 'B', isImmutable),
    ),
  ]),
  of('validateAPIApproval', here, [
    creates(
      'a group of Kubernetes’ own is approved',
      protectedGroup({}),
      required(`metadata.annotations[${approved}]`, `protected groups must have approval annotation "${approved}", ${enhancements}`),
    ),
    creates(
      'by an address, or not',
      protectedGroup({ [approved]: 'x' }),
      invalid(
        `metadata.annotations[${approved}]`,
        'x',
        `protected groups must have approval annotation "${approved}" with either a URL or a reason starting with "unapproved", ${enhancements}`,
      ),
    ),
    unreachable('there are no other states', creates('a state is known', {})),
  ]),
  of('validatePreserveUnknownFields', here, [
    creates(
      'unknown fields aren’t kept as a whole',
      spec({ preserveUnknownFields: true }),
      invalid('spec.preserveUnknownFields', true, 'cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead'),
    ),
  ]),
];

const specFunctions = [
  of('validateCustomResourceDefinitionSpec', here, [
    creates('there is a group', { metadata: { name: 'as.' }, spec: { group: '' } }, invalid('metadata.name', 'as.', isNoSubdomain), required('spec.group')),
    creates('it is a subdomain', { metadata: { name: 'as.B.c' }, spec: { group: 'B.c' } }, invalid('metadata.name', 'as.B.c', isNoSubdomain), invalid('spec.group', 'B.c', isNoSubdomain)),
    creates('of two parts', { metadata: { name: 'as.b' }, spec: { group: 'b' } }, invalid('spec.group', 'b', 'should be a domain with at least one dot')),
    creates('a version has a schema', version({ schema: null }), required('spec.versions[0].schema.openAPIV3Schema', 'schemas are required')),
    unreachable('schemas are always required', updates('a served version has a schema', {}, {})),
    creates(
      'defaults want fields to be pruned',
      { spec: { preserveUnknownFields: true, versions: [{ ...crdVersion, schema: { openAPIV3Schema: { type: 'object', properties: { a: { type: 'string', default: 'x' } } } } }] } },
      invalid('spec.preserveUnknownFields', true, 'must be false in order to use defaults in the schema'),
      invalid('spec.preserveUnknownFields', true, 'cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead'),
    ),
    creates('a version is a label', version({ name: 'V1' }), invalid('spec.versions[0].name', 'V1', isNo1035Label), invalid('spec.version', 'V1', isNo1035Label)),
    unreachable(lifted, creates('a schema is for all or for each', {})),
    unreachable(lifted, creates('subresources are for all or for each', {})),
    unreachable(lifted, creates('columns are for all or for each', {})),
    unreachable(lifted, creates('schemas of versions differ', {})),
    unreachable(lifted, creates('subresources of versions differ', {})),
    unreachable(lifted, creates('columns of versions differ', {})),
    differs(
      because.pointers,
      creates('versions have names of their own', versions({}, { storage: false }), invalid('spec.versions', [{ name: 'v1', served: true, storage: true }, { name: 'v1', served: true, storage: false }], 'must contain unique version names')),
    ),
    differs(
      because.pointers,
      creates('one version is stored', versions({}, { ...older, storage: true }), invalid('spec.versions', [{ name: 'v1', served: true, storage: true }, { name: 'v2', served: true, storage: true }], 'must have exactly one version marked as storage version')),
    ),
    unreachable('it is a copy of the first version’s name', creates('the version is the first', {})),
    creates('there is a plural', { metadata: { name: 'b.c' }, spec: { names: { plural: '' } } }, invalid('metadata.name', 'b.c', 'must be spec.names.plural+"."+spec.group'), required('spec.names.plural')),
    unreachable('it is made of the kind', creates('there is a singular', names({ singular: '' }))),
    creates('there is a kind', names({ kind: '' }), required('spec.names.singular'), required('spec.names.kind'), required('spec.names.listKind')),
    unreachable('it is made of the kind', creates('the list has a kind', names({ listKind: '' }))),
    creates('fields that select are in a schema of all versions', versions({ schema: schema1 ?? null, selectableFields: [{ jsonPath: '.a' }] }, { ...older, schema: schema2 ?? null, selectableFields: [{ jsonPath: '.a' }] }), invalid('spec.selectableFields', '', 'selectableFields may only be set when validations.schema is included')),
    unreachable('a schema that can’t be read is refused before', creates('the schema of fields that select can be read', {})),
    converts('only whoever prunes converts', webhook({})),
  ]),
  of('validateEnumStrings', here, [
    creates('there is a scope', spec({ scope: '' }), required('spec.scope')),
    creates('it is known', spec({ scope: 'x' }), unsupported('spec.scope', 'x', 'Cluster', 'Namespaced')),
    creates('a way to convert is known', spec({ conversion: { strategy: 'x' } }), unsupported('spec.conversion.strategy', 'x', 'None', 'Webhook')),
    creates('it is named', spec({ conversion: { strategy: '' } }), required('spec.conversion.strategy')),
  ]),
  of('validateCustomResourceConversion', here, [
    converts('a webhook is somewhere', spec({ conversion: { strategy: 'Webhook' } })),
    converts('in one place', webhook({ clientConfig: {} })),
    creates(
      'where none is called there is none',
      spec({ conversion: { strategy: 'None', webhook: { conversionReviewVersions: [], clientConfig: { url: 'https://a.b' } } } }),
      forbidden('spec.conversion.webhookClientConfig', 'should not be set when strategy is not set to Webhook'),
    ),
    creates(
      'nor a version of reviews',
      spec({ conversion: { strategy: 'None', webhook: { conversionReviewVersions: ['v1'] } } }),
      forbidden('spec.conversion.conversionReviewVersions', 'should not be set when strategy is not set to Webhook'),
    ),
  ]),
  of('validateConversionReviewVersions', here, [
    converts('versions of reviews are named', webhook({ conversionReviewVersions: [] })),
    converts('each once', webhook({ conversionReviewVersions: ['v1', 'v1'] })),
    converts('a version is a label', webhook({ conversionReviewVersions: ['v1', '1'] })),
    converts('the server knows one', webhook({ conversionReviewVersions: ['v2'] })),
  ]),
];

const bundleFunctions = [ofBundle('ValidateCABundle', here, [converts('a bundle has certificates', webhook({ clientConfig: { url: 'https://a.b', caBundle: 'eA==' } }))])];

const partFunctions = [
  of('validateCustomResourceDefinitionVersion', partsHere, [
    creates('only what is deprecated warns', version({ deprecationWarning: 'w' }), invalid('spec.versions[0].deprecationWarning', 'w', 'can only be set for deprecated versions')),
    creates('a warning is short', version({ deprecated: true, deprecationWarning: 'w'.repeat(257) }), invalid('spec.versions[0].deprecationWarning', 'w'.repeat(257), 'must be <= 256 characters long')),
    creates('it says something', version({ deprecated: true, deprecationWarning: '' }), invalid('spec.versions[0].deprecationWarning', '', 'must not be an empty string')),
    creates(
      'it can be printed',
      version({ deprecated: true, deprecationWarning: 'a\n' }),
      invalid('spec.versions[0].deprecationWarning', 'a\n', 'must only contain printable UTF-8 characters; non-printable character found at index 1'),
    ),
    creates(
      'fields of one version that select are in a schema of its own',
      versions({ selectableFields: [{ jsonPath: '.a' }] }, older),
      invalid('spec.versions[0].selectableFields', '', 'selectableFields may only be set when version.schema.openAPIV3Schema is not included'),
    ),
    unreachable('a schema that can’t be read is refused before', creates('the schema of fields that select can be read', {})),
  ]),
  of('ValidateCustomResourceColumnDefinition', partsHere, [
    creates('a column has a name', column({ name: '' }), required(`${c}.name`)),
    creates('a type', column({ type: '' }), required(`${c}.type`, `must be one of ${types}`)),
    creates('that is known', column({ type: 'x' }), invalid(`${c}.type`, 'x', `must be one of ${types}`)),
    creates('a format is known', column({ format: 'x' }), invalid(`${c}.format`, 'x', `must be one of ${formats}`)),
    creates('it shows something', column({ jsonPath: '' }), required(`${c}.JSONPath`)),
    creates('what one version has alone is named by it', versions({ additionalPrinterColumns: [{ name: '', type: 'string', jsonPath: '.a' }] }, older), required('spec.versions[0].additionalPrinterColumns[0].name')),
  ]),
  of('validateSimpleJSONPath', partsHere, [
    unreachable('whoever asks has looked before', creates('a path isn’t empty', column({ jsonPath: '' }), required(`${c}.JSONPath`))),
    creates('it begins with a dot', column({ jsonPath: 'a' }), invalid(`${c}.JSONPath`, 'a', 'must be a simple json path starting with .')),
    unreachable('a text has a part at least', creates('it has parts', column({ jsonPath: '..' }))),
  ]),
  of('ValidateCustomResourceDefinitionSubresources', partsHere, [
    creates('replicas are somewhere', scale({ specReplicasPath: '' }), required(`${p}.specReplicasPath`)),
    creates('in the spec', scale({ specReplicasPath: '.a' }), invalid(`${p}.specReplicasPath`, '.a', 'should be a json path under .spec')),
    creates('how many there are is somewhere', scale({ statusReplicasPath: '' }), required(`${p}.statusReplicasPath`)),
    creates('in the status', scale({ statusReplicasPath: '.a' }), invalid(`${p}.statusReplicasPath`, '.a', 'should be a json path under .status')),
    creates('a selector is in one of them', scale({ labelSelectorPath: '.a' }), invalid(`${p}.labelSelectorPath`, '.a', 'should be a json path under either .spec or .status')),
    creates('by a path', scale({ labelSelectorPath: 'a' }), invalid(`${p}.labelSelectorPath`, 'a', 'must be a simple json path starting with .')),
  ]),
  of('ValidateCustomResourceSelectableFields', partsHere, [
    creates('a field that selects has a path', selectable(['']), required(s)),
    creates('to a field', selectable(['.b']), invalid(s, '.b', 'is an invalid path: does not refer to a valid field')),
    creates('without brackets', selectable(['.a[0]']), invalid(s, '.a[0]', 'is an invalid path: array notation is not allowed')),
    creates('with a dot', selectable(['a']), invalid(s, 'a', 'is an invalid path: expected [ or . but got: a')),
    creates('outside of metadata', selectable(['.metadata.name'], { metadata: { type: 'object', properties: { name: { type: 'string' } } } }), invalid(s, '.metadata.name', 'must not point to fields in metadata')),
    creates(
      'of a plain type',
      selectable(['.a'], { a: { type: 'number' } }),
      invalid(s, '.a', 'must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.'),
    ),
    creates('each once', selectable(['.a', '.a']), duplicate('spec.selectableFields[1].jsonPath', '.a')),
    creates(
      'eight at most',
      selectable(
        Array.from({ length: 9 }, (_, index) => `.a${index}`),
        Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`a${index}`, { type: 'string' }])),
      ),
      tooMany('spec.selectableFields', 9, 8),
    ),
  ]),
];

export const definitionRules = [...nameFunctions, ...specFunctions, ...bundleFunctions, ...partFunctions];
