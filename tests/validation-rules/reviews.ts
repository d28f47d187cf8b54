/** Rules of questions and answers that aren't stored, and of Events, bindings, logs and Scales. */
import type { JsonObject } from '../../src/engine/meta/index.ts';
import { forbidden, invalid, invalidGo, isNegative, isNoLabelValue, isNoQualifiedName, required, unsupported } from './messages.ts';
import { because, creates, createsAs, differs, requests, type Rule, unreachable, updates, updatesPart, upstream } from './rule.ts';

const authorization = 'pkg/apis/authorization/validation/validation.go';
const metaFile = 'staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/validation/validation.go';
const core = 'pkg/apis/core/validation/validation.go';
const ofReview = upstream('SubjectAccessReview', authorization);
const ofSelf = upstream('SelfSubjectAccessReview', authorization);
const ofLocal = upstream('LocalSubjectAccessReview', authorization);
const ofFields = upstream('SubjectAccessReview', metaFile);
const ofToken = upstream('TokenRequest', 'pkg/apis/authentication/validation/validation.go');
const ofTokenReview = upstream('TokenReview', 'pkg/registry/authentication/tokenreview/storage.go');
const ofScale = upstream('Scale', 'pkg/apis/autoscaling/validation/validation.go');
const ofBinding = upstream('Binding', core);
const ofLog = upstream('Log of a Pod', core);
const eventFile = 'pkg/apis/core/validation/events.go';
const ofEvent = upstream('Event', eventFile);
const ofNewEvent = upstream('Event (events.k8s.io)', eventFile);

const here = 'extensions/access-reviews/reviews.ts';
const spec = (fields: JsonObject): JsonObject => ({ spec: fields });
const n = 'spec.nonResourceAttributes';
const path: JsonObject = { path: '/a', verb: 'get' };
const goPath = 'authorization.NonResourceAttributes{Path:"/a", Verb:"get"}';
const a = 'spec.resourceAttributes';
const fieldSelector = (fields: JsonObject): JsonObject => spec({ resourceAttributes: { fieldSelector: fields } });
const labelSelector = (fields: JsonObject): JsonObject => spec({ resourceAttributes: { labelSelector: fields } });
const fieldRequirement = (fields: JsonObject): JsonObject => fieldSelector({ requirements: [{ key: 'k', operator: 'In', values: ['v'], ...fields }] });
const f = `${a}.fieldSelector`;
const l = `${a}.labelSelector`;
const twice = 'may not specified at the same time as requirements';
const neither = (field: string): string => `when ${field} is specified, requirements or rawSelector is required`;
const metadataShown = 'upstream prints all of the metadata as Go does';

const questionRules: readonly Rule[] = [
  creates('about a resource or about a path', spec({ nonResourceAttributes: path }), invalidGo(n, goPath, 'cannot be specified in combination with resourceAttributes')),
  creates(
    'about one of them',
    spec({ resourceAttributes: null }),
    invalid(a, 'null', 'exactly one of nonResourceAttributes or resourceAttributes must be specified'),
  ),
];

const reviewFunctions = [
  ofReview('ValidateSubjectAccessReviewSpec', here, [
    ...questionRules,
    creates('about a user or a group', spec({ user: '' }), invalid('spec.user', '', 'at least one of user or group must be specified')),
  ]),
  ofReview('ValidateSubjectAccessReview', here, [
    differs(metadataShown, creates('it has no metadata', { metadata: { name: 'a' } }, invalid('metadata', { name: 'a' }, 'must be empty'))),
  ]),
  ofReview('validateFieldSelectorAttributes', here, [
    creates('a selector of fields is a text or a list', fieldSelector({ rawSelector: 'a=b', requirements: [{ key: 'k', operator: 'Exists' }] }), invalid(`${f}.rawSelector`, 'a=b', twice)),
    creates('it is one of them', fieldSelector({}), required(`${f}.requirements`, neither(f))),
  ]),
  ofReview('validateLabelSelectorAttributes', here, [
    creates('a selector of labels is a text or a list', labelSelector({ rawSelector: 'a=b', requirements: [{ key: 'k', operator: 'Exists' }] }), invalid(`${l}.rawSelector`, 'a=b', twice)),
    creates('it is one of them', labelSelector({}), required(`${l}.requirements`, neither(l))),
    creates('its values are those of labels', labelSelector({ requirements: [{ key: 'k', operator: 'In', values: ['-'] }] }), invalid(`${l}.requirements[0].values[0]`, '-', isNoLabelValue)),
    creates('an operator may be of tomorrow', labelSelector({ requirements: [{ key: 'k', operator: 'x' }] })),
  ]),
  ofFields('ValidateFieldSelectorRequirement', here, [
    creates('a field has a name', fieldRequirement({ key: '' }), required(`${f}.requirements[0].key`, 'must be specified')),
    creates('In has values', fieldRequirement({ values: [] }), required(`${f}.requirements[0].values`, "must be specified when `operator` is 'In' or 'NotIn'")),
    creates('Exists has none', fieldRequirement({ operator: 'Exists' }), forbidden(`${f}.requirements[0].values`, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'")),
    unreachable('where fields are selected so, operators may be of tomorrow', creates('an operator is known', fieldRequirement({ operator: 'x' }))),
  ]),
  ofSelf('ValidateSelfSubjectAccessReviewSpec', here, questionRules),
  ofSelf('ValidateSelfSubjectAccessReview', here, [
    differs(metadataShown, creates('it has no metadata', { metadata: { name: 'a' } }, invalid('metadata', { name: 'a' }, 'must be empty'))),
  ]),
  ofLocal('ValidateLocalSubjectAccessReview', here, [
    differs(
      metadataShown,
      creates('it has a namespace and no other metadata', { metadata: { name: 'a' } }, invalid('metadata', { name: 'a', namespace: 'default' }, 'must be empty except for namespace')),
    ),
    creates('it is about its own namespace', spec({ resourceAttributes: { namespace: 'b' } }), invalid(`${a}.namespace`, 'b', 'must match metadata.namespace')),
    creates('it is about a resource', spec({ resourceAttributes: null, nonResourceAttributes: path }), invalidGo(n, goPath, 'disallowed on this kind of request')),
  ]),
  ofTokenReview('Create', 'extensions/authentication/reviews.ts', [creates('there is a token', spec({ token: '' }), '400: token is required for TokenReview in authentication')]),
  ofToken('ValidateTokenRequest', 'extensions/authentication/token-request.ts', [
    requests('token', 'a token is good for ten minutes', spec({ expirationSeconds: 599 }), invalid('spec.expirationSeconds', 599, 'may not specify a duration less than 10 minutes')),
    requests(
      'token',
      'for 136 years at most',
      spec({ expirationSeconds: 4_294_967_297 }),
      invalid('spec.expirationSeconds', 4_294_967_297, 'may not specify a duration larger than 2^32 seconds'),
    ),
  ]),
];

const log = (rule: string, options: JsonObject, ...answer: readonly string[]): Rule => requests('logOptions', rule, options, ...answer);
const streams = 'a container’s streams can’t be told apart while PodLogsQuerySplitStreams is off, as it is in 1.33';

const podFunctions = [
  ofScale('ValidateScale', 'extensions/scale/scale.ts', [
    updatesPart('scale', 'replicas aren’t negative', {}, spec({ replicas: -1 }), invalid('spec.replicas', -1, isNegative)),
    updatesPart('scale', 'its labels are right', {}, { metadata: { labels: { a: '-' } } }, invalid('metadata.labels', '-', isNoLabelValue)),
  ]),
  ofBinding('ValidatePodBinding', 'apiserver/subresources/binding.ts', [
    requests('binding', 'a Pod is bound to a Node', { target: { kind: 'x', name: 'n' } }, unsupported('target.kind', 'x', 'Node', '<empty>')),
    requests('binding', 'that has a name', { target: {} }, required('target.name')),
  ]),
  ofLog('ValidatePodLogOptions', 'apiserver/subresources/log.ts', [
    log('lines are counted', { tailLines: '-1' }, invalid('tailLines', -1, isNegative)),
    log('there is a byte', { limitBytes: '0' }, invalid('limitBytes', 0, 'must be greater than 0')),
    log('since one time', { sinceSeconds: '1', sinceTime: '2026-01-01T00:00:00Z' }, forbidden('', 'at most one of `sinceTime` or `sinceSeconds` may be specified')),
    log('a second ago, or more', { sinceSeconds: '0' }, invalid('sinceSeconds', 0, 'must be greater than 0')),
    unreachable(streams, log('a stream is named', { stream: 'x' }, forbidden('stream', 'may not be specified'))),
    unreachable(streams, log('it is known', { stream: 'x' }, forbidden('stream', 'may not be specified'))),
    unreachable(streams, log('lines of a stream aren’t counted', { stream: 'x' }, forbidden('stream', 'may not be specified'))),
    log('a stream isn’t named', { stream: 'Stdout' }, forbidden('stream', 'may not be specified')),
  ]),
];

const elsewhere = (namespace: string): string => invalid('involvedObject.namespace', namespace, 'does not match event.namespace');
const unset = (field: string): string => invalid(field, '', 'needs to be unset');
const time = '2026-01-01T00:00:00Z';
const micro = '2026-01-01T00:00:00.000000Z';
const long = 'a'.repeat(129);
const most = (field: string, characters: number): string => invalid(field, '', `can have at most ${characters} characters`);
const series: JsonObject = { count: 2, lastObservedTime: micro };

const eventFunctions = [
  ofEvent('legacyValidateEvent', 'api/core/v1/event/index.ts', [
    createsAs('an event of old about something of the cluster is in “default”', { metadata: { namespace: 'kube-system' }, involvedObject: { namespace: null } }, elsewhere('')),
    creates('one about something in a namespace is there', { involvedObject: { namespace: 'b' } }, elsewhere('b')),
  ]),
  ofNewEvent('legacyValidateEvent', 'api/core/v1/event/index.ts', [
    createsAs('a new one about something of the cluster is in “default” or “kube-system”', { metadata: { namespace: 'kube-public' }, regarding: { namespace: null } }, elsewhere('')),
    creates('a component reports', { reportingController: '' }, required('reportingController'), invalid('reportingController', '', 'name part must be non-empty'), invalid('reportingController', '', isNoQualifiedName)),
    creates('by a qualified name', { reportingController: '-' }, invalid('reportingController', '-', isNoQualifiedName)),
    creates('from somewhere', { reportingInstance: '' }, required('reportingInstance')),
    creates('in few letters', { reportingInstance: long }, most('reportingInstance', 128)),
    creates('about an action', { action: '' }, required('action')),
    creates('it is short', { action: long }, most('action', 128)),
    creates('for a reason', { reason: '' }, required('reason')),
    creates('it is short, too', { reason: long }, most('reason', 128)),
    creates('a note is short', { note: 'a'.repeat(1025) }, most('message', 1024)),
    unreachable('the path has the namespace', creates('a namespace is a subdomain', {})),
  ]),
  ofNewEvent('validateV1EventSeries', 'api/events/v1/event/index.ts', [
    creates('a series has two', { series: { ...series, count: 1 } }, invalid('series.count', '', 'should be at least 2')),
    creates('and was seen', { series: { ...series, lastObservedTime: null } }, required('series.lastObservedTime')),
    updates('on a change, too', {}, { series: { ...series, count: 1 } }, invalid('series.count', '', 'should be at least 2')),
  ]),
  ofNewEvent('ValidateEventCreate', 'api/events/v1/event/index.ts', [
    creates(
      'it happened at a time',
      { eventTime: null, reportingController: 'a.b/c' },
      required('eventTime'),
    ),
    creates('it is normal or a warning', { type: 'x' }, invalid('type', '', 'has invalid value: x')),
    creates('fields of old are empty: the first time', { deprecatedFirstTimestamp: time }, unset('firstTimestamp')),
    creates('the last time', { deprecatedLastTimestamp: time }, unset('lastTimestamp')),
    creates('the count', { deprecatedCount: 1 }, unset('count')),
    creates('the source', { deprecatedSource: { component: 'c' } }, unset('source')),
  ]),
  ofNewEvent('ValidateEventUpdate', 'api/events/v1/event/index.ts', [
    updates('a reason stays', {}, { reason: 's' }, invalid('reason', 's', 'field is immutable'), invalid('reason', 's', 'field is immutable')),
    updates('a note stays', {}, { note: 'n' }, invalid('message', 'n', 'field is immutable')),
    updates('a type stays', {}, { type: 'Warning' }, invalid('type', 'Warning', 'field is immutable')),
    updates('an action stays', {}, { action: 'b' }, invalid('action', 'b', 'field is immutable')),
    updates('who reports stays', {}, { reportingController: 'a.b/d' }, invalid('reportingController', 'a.b/d', 'field is immutable')),
    updates('from where stays', {}, { reportingInstance: 'j' }, invalid('reportingInstance', 'j', 'field is immutable')),
    updates('a count stays', {}, { deprecatedCount: 1 }, invalid('count', 1, 'field is immutable')),
    updates(
      'when it happened stays',
      {},
      { eventTime: '2026-01-02T00:00:00.000000Z' },
      invalidGo('eventTime', '2026-01-02 00:00:00 +0000 UTC', 'field is immutable'),
    ),
    updates('a first time stays', {}, { deprecatedFirstTimestamp: time }, invalidGo('firstTimestamp', '2026-01-01 00:00:00 +0000 UTC', 'field is immutable')),
    updates('a last time stays', {}, { deprecatedLastTimestamp: time }, invalidGo('lastTimestamp', '2026-01-01 00:00:00 +0000 UTC', 'field is immutable')),
    differs('the source is shown as JSON', updates('a source stays', {}, { deprecatedSource: { component: 'c' } }, invalid('source', { component: 'c' }, 'field is immutable'))),
    differs('the object is shown as JSON', updates('what it is about stays', {}, { regarding: { name: 'n' } }, invalid('involvedObject', { namespace: 'default', name: 'n' }, 'field is immutable'))),
    differs(because.pointers, updates('what is related stays', {}, { related: { name: 'n' } }, invalid('related', { name: 'n' }, 'field is immutable'))),
  ]),
];

export const reviewRules = [...reviewFunctions, ...podFunctions, ...eventFunctions];
