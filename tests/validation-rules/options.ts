/** Rules of what says how a verb is to be done (apimachinery), and of metadata on updates. */
import type { JsonObject } from '../../src/engine/meta/index.ts';
import { forbidden, goList, invalid, invalidGo, required, tooLong, unsupported } from './messages.ts';
import { creates, requests, type Rule, unreachable, updates, upstream } from './rule.ts';

const meta = 'staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/validation/validation.go';
const lists = 'Options of lists and watches';
const ofLists = upstream(lists, 'staging/src/k8s.io/apimachinery/pkg/apis/meta/internalversion/validation/validation.go');
const ofTables = upstream(lists, meta);
const ofTokens = upstream(lists, 'staging/src/k8s.io/apiserver/pkg/storage/continue.go');
const ofWrites = upstream('Options of writes', meta);
const ofDeletes = upstream('DeleteOptions', meta);
const ofMetadata = upstream('ConfigMap', 'staging/src/k8s.io/apimachinery/pkg/api/validation/objectmeta.go');
const ofLease = upstream('Lease', 'staging/src/k8s.io/apimachinery/pkg/api/validation/objectmeta.go');
const ofFields = upstream('ConfigMap', meta);
const here = 'apiserver/parameters.ts';

const match = 'resourceVersionMatch';
const list = (rule: string, options: JsonObject, ...answer: readonly string[]): Rule => requests('listOptions', rule, options, ...answer);
const watch = (rule: string, options: JsonObject, ...answer: readonly string[]): Rule => requests('watchOptions', rule, options, ...answer);
const noWatchList = forbidden('sendInitialEvents', 'sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled');
const token = (text: string): string => Buffer.from(text).toString('base64url');
const continued = (rule: string, given: string, why: string): Rule => list(rule, { continue: given }, `400: invalid continue token: continue key is not valid: ${why}`);
const made = (fields: JsonObject): string => token(JSON.stringify({ v: 'meta.k8s.io/v1', rv: 1, start: 'a', ...fields }));

const listFunctions = [
  ofLists('ValidateListOptions', here, [
    list('a match has a version', { [match]: 'Exact' }, forbidden(match, 'resourceVersionMatch is forbidden unless resourceVersion is provided')),
    list('none with a token', { [match]: 'Exact', resourceVersion: '1', continue: 'a' }, forbidden(match, 'resourceVersionMatch is forbidden when continue is provided')),
    list('it is known', { [match]: 'x', resourceVersion: '1' }, unsupported(match, 'x', 'Exact', 'NotOlderThan', '')),
    list('nothing is exactly any', { [match]: 'Exact', resourceVersion: '0' }, forbidden(match, 'resourceVersionMatch "exact" is forbidden for resourceVersion "0"')),
    list('a list has no initial events', { sendInitialEvents: 'true' }, forbidden('sendInitialEvents', 'sendInitialEvents is forbidden for list')),
  ]),
  ofLists('validateWatchOptions', here, [
    watch('initial events want a match', { sendInitialEvents: 'true' }, forbidden(match, 'sendInitialEvents requires setting resourceVersionMatch to NotOlderThan'), noWatchList),
    watch('they are behind a gate, which is shut in 1.33', { sendInitialEvents: 'true', [match]: 'NotOlderThan' }, noWatchList),
    watch('a match wants initial events', { [match]: 'NotOlderThan' }, forbidden(match, 'resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided')),
    watch(
      'it is known',
      { [match]: 'Exact' },
      forbidden(match, 'resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided'),
      unsupported(match, 'Exact', 'NotOlderThan'),
    ),
    watch(
      'none with a token',
      { [match]: 'NotOlderThan', continue: 'a' },
      forbidden(match, 'resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided'),
      forbidden(match, 'resourceVersionMatch is forbidden when continue is provided'),
    ),
  ]),
  ofTables('ValidateTableOptions', 'apiserver/representation.ts', [
    requests(
      'tableOptions',
      'what a row includes is known',
      { includeObject: 'x' },
      `400: Unable to convert to Table as requested: ${invalid('includeObject', 'x', "must be 'Metadata', 'Object', 'None', or empty")}`,
    ),
  ]),
  ofTokens('DecodeContinue', 'apiserver/continue-token.ts', [
    continued('a token is base64', 'ab!', 'illegal base64 data at input byte 2'),
    continued('to its end', 'abcde', 'illegal base64 data at input byte 4'),
    continued('it is JSON', token('x'), "invalid character 'x' looking for beginning of value"),
    continued('of a version', token('{"v":"v2"}'), 'server does not recognize this encoded version v2'),
    continued('it has a resource version', made({ rv: 0 }), 'incorrect encoded start resourceVersion (version meta.k8s.io/v1)'),
    continued('a beginning', made({ start: '' }), 'encoded start key empty (version meta.k8s.io/v1)'),
    continued('that leads nowhere else', made({ start: '../a' }), '../a'),
  ]),
];

const long = 'a'.repeat(129);
const modes = ['', 'Ignore', 'Strict', 'Warn'];
const writes = ['createOptions', 'updateOptions', 'patchOptions'] as const;

const writeFunctions = [
  ofWrites('ValidateFieldManager', 'extensions/field-management/parameters.ts', [
    ...writes.map((each) => requests(each, 'a manager’s name has 128 bytes at most', { fieldManager: long }, tooLong('fieldManager', 128))),
    requests('createOptions', 'it can be printed', { fieldManager: 'a\n' }, invalid('fieldManager', 'a\n', 'invalid character U+000A (at position 1)')),
  ]),
  ofWrites('ValidateDryRun', here, [
    ...writes.map((each) => requests(each, 'a dry run is of everything', { dryRun: 'x' }, invalidAsUnsupported(goList(['x'])))),
    requests('deleteOptions', 'a deletion’s, too', { dryRun: ['x'] }, invalidAsUnsupported(goList(['x']))),
  ]),
  ofWrites('ValidateFieldValidation', here, [
    ...writes.map((each) => requests(each, 'what happens to unknown fields is known', { fieldValidation: 'x' }, unsupported('fieldValidation', 'x', ...modes))),
  ]),
  ofWrites('ValidatePatchOptions', 'extensions/field-management/parameters.ts', [
    requests('applyOptions', 'who applies has a name', {}, required('fieldManager', 'is required for apply patch')),
    requests('patchOptions', 'only an apply is forced', { force: 'true' }, forbidden('force', 'may not be specified for non-apply patch')),
  ]),
];

function invalidAsUnsupported(shown: string): string {
  return `dryRun: Unsupported value: ${shown}: supported values: "All"`;
}

const malformed = 'deletion of what can’t be read is behind AllowUnsafeMalformedObjectDeletion, which is shut in 1.33';
const unread = (rule: string, options: JsonObject, ...answer: readonly string[]): Rule =>
  unreachable(malformed, requests('deleteOptions', rule, { ignoreStoreReadErrorWithClusterBreakingPotential: true, ...options }, ...answer));

const deleteFunctions = [
  ofDeletes('ValidateDeleteOptions', 'apiserver/verbs/delete.ts', [
    requests(
      'deleteOptions',
      'what happens to dependents is said once',
      { orphanDependents: true, propagationPolicy: 'Orphan' },
      invalid('propagationPolicy', 'Orphan', 'orphanDependents and deletionPropagation cannot be both set'),
    ),
    requests('deleteOptions', 'it is known', { propagationPolicy: 'x' }, unsupported('propagationPolicy', 'x', 'Foreground', 'Background', 'Orphan', 'nil')),
    requests('deleteOptions', 'it isn’t empty', { propagationPolicy: '' }, unsupported('propagationPolicy', '', 'Foreground', 'Background', 'Orphan', 'nil')),
  ]),
  ofDeletes('ValidateIgnoreStoreReadError', 'apiserver/verbs/delete.ts', [
    unread('none in a dry run', { dryRun: ['All'] }),
    unread('none with a policy', { propagationPolicy: 'Orphan' }),
    unread('none with dependents', { orphanDependents: true }),
    unread('none with a time', { gracePeriodSeconds: 1 }),
    unread('none with preconditions', { preconditions: {} }),
  ]),
];

const time = '2026-01-01T00:00:00Z';
const withMeta = (fields: JsonObject): JsonObject => ({ metadata: fields });
const entry: JsonObject = { manager: 'm', operation: 'Update', apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1: { 'f:data': { 'f:z': {} } } };
const entries = (fields: JsonObject): JsonObject => withMeta({ managedFields: [{ ...entry, ...fields }] });
const f = 'metadata.managedFields[0]';

const metadataFunctions = [
  ofMetadata('ValidateObjectMetaUpdate', 'api/metadata-validation.ts', [
    unreachable('what is decoded has metadata', updates('an object has metadata', {}, {})),
    unreachable('what is stored has metadata', updates('so has what it was', {}, {})),
  ]),
  ofMetadata('ValidateObjectMeta', 'api/metadata-validation.ts', [unreachable('what is decoded has metadata', creates('an object has metadata', {}))]),
  ofLease('ValidateObjectMetaAccessorUpdate', 'api/metadata-validation.ts', [
    unreachable(
      'the store asks first',
      updates('an update has a version', {}, withMeta({ resourceVersion: null }), invalidGo('metadata.resourceVersion', '0x0', 'must be specified for an update')),
    ),
  ]),
  ofMetadata('ValidateObjectMetaAccessorUpdate', 'api/metadata-validation.ts', [
    unreachable('a client’s generation isn’t taken', updates('a generation never shrinks', {}, withMeta({ generation: -1 }))),
  ]),
  ofMetadata('ValidateImmutableField', 'api/metadata-validation.ts', [
    unreachable(
      'the path has it',
      updates('a name stays', {}, withMeta({ name: 'b' }), '400: the name of the object (b) does not match the name on the URL (a)'),
    ),
    unreachable(
      'the path has it',
      updates('a namespace stays', {}, withMeta({ namespace: 'b' }), '400: the namespace of the provided object does not match the namespace sent on the request'),
    ),
    unreachable('a client’s time isn’t taken', updates('when it was made stays', {}, withMeta({ creationTimestamp: time }))),
    updates('only the server deletes', {}, withMeta({ deletionTimestamp: time }), invalidGo('metadata.deletionTimestamp', '2026-01-01 00:00:00 +0000 UTC', 'field is immutable')),
    updates('and says how long it takes', {}, withMeta({ deletionGracePeriodSeconds: 5 }), invalid('metadata.deletionGracePeriodSeconds', 5, 'field is immutable')),
    requests('patch', 'a patch doesn’t change the identity', withMeta({ uid: 'u' }), invalid('metadata.uid', 'u', 'field is immutable')),
  ]),
  ofFields('ValidateManagedFields', 'api/metadata-validation.ts', [
    creates('an operation is known', entries({ operation: 'x' }), invalid(`${f}.operation`, 'x', 'must be `Apply` or `Update`')),
    unreachable('entries of other types are dropped first', creates('a type of fields is known', entries({ fieldsType: 'x' }))),
    creates('a manager’s name has 128 bytes at most', entries({ manager: long }), tooLong(`${f}.manager`, 128)),
    creates('a subresource’s has 256', entries({ subresource: 'a'.repeat(257) }), tooLong(`${f}.subresource`, 256)),
  ]),
];

export const optionRules = [...listFunctions, ...writeFunctions, ...deleteFunctions, ...metadataFunctions];
