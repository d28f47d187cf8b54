/** Rules of the metadata of every kind, of labels and of selectors (apimachinery). */
import type { JsonObject } from '../../src/engine/meta/index.ts';
import {
  forbidden,
  invalid,
  isLongerThan,
  isNo1035Label,
  isNoLabelValue,
  isNoQualifiedName,
  isNoSelectorOperator,
  isNoSubdomain,
  required,
  tooLong,
} from './messages.ts';
import { because, creates, differs, unreachable, upstream } from './rule.ts';

const meta = 'staging/src/k8s.io/apimachinery/pkg/api/validation/objectmeta.go';
const of = upstream('ConfigMap', meta);
const ofSelector = upstream('Deployment', 'staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/validation/validation.go');
const ofLabels = upstream('ConfigMap', 'staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/validation/validation.go');
const ofCore = upstream('ConfigMap', 'pkg/apis/core/validation/validation.go');
const ofService = upstream('Service', meta);
const here = 'api/metadata-validation.ts';

const withMeta = (fields: JsonObject): JsonObject => ({ metadata: fields });
const owner = { apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'u' };
const owned = (...ownerReferences: readonly JsonObject[]): JsonObject => withMeta({ ownerReferences });
const o = 'metadata.ownerReferences';
const expression = (fields: JsonObject): JsonObject => ({
  spec: { selector: { matchExpressions: [{ key: 'a', operator: 'In', values: ['b'], ...fields }] } },
});
const e = 'spec.selector.matchExpressions[0]';
const unreadable = (shown: string): string =>
  `spec.selector: Invalid value: v1.LabelSelector{MatchLabels:map[string]string{"a":"b"}, MatchExpressions:[]v1.LabelSelectorRequirement{v1.LabelSelectorRequirement{${shown}}}}: invalid label selector`;
const long = 'a'.repeat(256 * 1024);

export const metadataRules = [
  of('ValidateAnnotations', here, [
    creates('an annotation has a qualified name', withMeta({ annotations: { '-': 'a' } }), invalid('metadata.annotations', '-', isNoQualifiedName)),
    creates('256 KiB at most', withMeta({ annotations: { a: long } }), tooLong('metadata.annotations', 262_144)),
  ]),
  of('validateOwnerReference', here, [
    creates('an owner has a version', owned({ ...owner, apiVersion: '' }), invalid(`${o}.apiVersion`, '', 'version must not be empty')),
    creates('a kind', owned({ ...owner, kind: '' }), invalid(`${o}.kind`, '', 'kind must not be empty')),
    creates('a name', owned({ ...owner, name: '' }), invalid(`${o}.name`, '', 'name must not be empty')),
    creates('an identity', owned({ ...owner, uid: '' }), invalid(`${o}.uid`, '', 'uid must not be empty')),
    differs(
      because.pointers,
      creates('events own nothing', owned({ ...owner, kind: 'Event' }), invalid(o, { ...owner, kind: 'Event' }, '/v1, Kind=Event is disallowed from being an owner')),
    ),
  ]),
  of('ValidateOwnerReferences', here, [
    differs(
      because.pointers,
      creates(
        'one controller at most',
        owned({ ...owner, controller: true }, { ...owner, name: 'q', controller: true }),
        invalid(o, [{ ...owner, controller: true }, { ...owner, name: 'q', controller: true }], 'Only one reference can have Controller set to true. Found "true" in references for Pod/p and Pod/q'),
      ),
    ),
  ]),
  of('ValidateFinalizerName', here, [creates('a finalizer has a qualified name', withMeta({ finalizers: ['a.b/-'] }), invalid('metadata.finalizers', 'a.b/-', isNoQualifiedName))]),
  of('ValidateFinalizers', 'extensions/validation/metadata.ts', [
    creates(
      'dependents go first, or stay',
      withMeta({ finalizers: ['orphan', 'foregroundDeletion'] }),
      'metadata.finalizers: Invalid value: []string{"orphan", "foregroundDeletion"}: finalizer orphan and foregroundDeletion cannot be both set',
    ),
  ]),
  ofCore('validateKubeFinalizerName', here, [
    creates('a finalizer is known, or has a domain', withMeta({ finalizers: ['x'] }), invalid('metadata.finalizers[0]', 'x', 'name is neither a standard finalizer name nor is it fully qualified')),
  ]),
  of('ValidateObjectMetaAccessor', here, [
    creates('a name’s beginning is one', withMeta({ generateName: 'A-' }), invalid('metadata.generateName', 'A-', isNoSubdomain)),
    creates('there is a name', withMeta({ name: null }), required('metadata.name', 'name or generateName is required')),
    creates('the name is a subdomain', withMeta({ name: 'A' }), invalid('metadata.name', 'A', isNoSubdomain)),
    creates('it is short', withMeta({ name: 'a'.repeat(254) }), invalid('metadata.name', 'a'.repeat(254), isLongerThan(253))),
    unreachable('the path has the namespace', creates('there is a namespace', withMeta({}))),
    unreachable('the path has it', creates('the namespace is a label', withMeta({ namespace: 'A' }), '400: the namespace of the provided object does not match the namespace sent on the request')),
    unreachable('it is taken off first', creates('a global object has none', withMeta({}))),
  ]),
  ofService('ValidateObjectMetaAccessor', here, [creates('a Service’s name is a label that begins with a letter', withMeta({ name: '1a' }), invalid('metadata.name', '1a', isNo1035Label))]),
  ofLabels('ValidateLabels', here, [
    creates('a label’s key is a qualified name', withMeta({ labels: { '-': 'a' } }), invalid('metadata.labels', '-', isNoQualifiedName)),
    creates('its value is one', withMeta({ labels: { a: '-' } }), invalid('metadata.labels', '-', isNoLabelValue)),
    creates('the value is short', withMeta({ labels: { a: 'a'.repeat(64) } }), invalid('metadata.labels', 'a'.repeat(64), isLongerThan(63))),
    creates('a prefix isn’t empty', withMeta({ labels: { '/a': 'b' } }), invalid('metadata.labels', '/a', 'prefix part must be non-empty')),
    creates('a prefix is a subdomain', withMeta({ labels: { 'A/a': 'b' } }), invalid('metadata.labels', 'A/a', `prefix part ${isNoSubdomain}`)),
    creates('a name isn’t empty', withMeta({ labels: { 'a/': 'b' } }), invalid('metadata.labels', 'a/', 'name part must be non-empty'), invalid('metadata.labels', 'a/', isNoQualifiedName)),
    creates('a name is short', withMeta({ labels: { ['a'.repeat(64)]: 'b' } }), invalid('metadata.labels', 'a'.repeat(64), `name part ${isLongerThan(63)}`)),
  ]),
  ofSelector('ValidateLabelSelectorRequirement', 'api/selector-validation.ts', [
    creates('In has values', expression({ values: [] }), required(`${e}.values`, "must be specified when `operator` is 'In' or 'NotIn'"), unreadable('Key:"a", Operator:"In", Values:[]string(nil)')),
    creates('Exists has none', expression({ operator: 'Exists' }), forbidden(`${e}.values`, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'"), unreadable('Key:"a", Operator:"Exists", Values:[]string{"b"}')),
    creates('the operator is known', expression({ operator: 'x' }), invalid(`${e}.operator`, 'x', isNoSelectorOperator), unreadable('Key:"a", Operator:"x", Values:[]string{"b"}')),
    creates('a value is a label’s', expression({ values: ['-'] }), invalid(`${e}.values[0]`, '-', isNoLabelValue), unreadable('Key:"a", Operator:"In", Values:[]string{"-"}')),
  ]),
  ofSelector('ValidateLabelName', 'api/selector-validation.ts', [creates('a key is a label’s', expression({ key: '-' }), invalid(`${e}.key`, '-', isNoQualifiedName), unreadable('Key:"-", Operator:"In", Values:[]string{"b"}'))]),
];
