/** Rules of functions that others call, of quantities and of strategic merge patches. */
import type { JsonObject } from '../../src/engine/meta/index.ts';
import { forbidden, goList, invalid, invalidGo, isNoCidr, isNoIp, isNoSubdomain, required } from './messages.ts';
import { creates, differs, requests, type Rule, unreachable, updatesPart, upstream } from './rule.ts';

const core = 'pkg/apis/core/validation/validation.go';
const ofJob = upstream('Job', core);
const ofPod = upstream('Pod', core);
const ofAddress = upstream('Pod', 'staging/src/k8s.io/apimachinery/pkg/util/validation/ip.go');
const ofBlock = upstream('NetworkPolicy', 'staging/src/k8s.io/apimachinery/pkg/util/validation/ip.go');
const ofPath = upstream('IngressClass', 'staging/src/k8s.io/apimachinery/pkg/util/validation/validation.go');
const ofMetadata = upstream('ConfigMap', 'staging/src/k8s.io/apimachinery/pkg/api/validation/objectmeta.go');
const ofQuantity = upstream('Quantity', 'staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.go');
const ofPatch = upstream('Strategic merge patch', 'staging/src/k8s.io/apimachinery/pkg/util/strategicpatch/patch.go');

const spec = (fields: JsonObject): JsonObject => ({ spec: fields });
const labels = 'map[string]string{"batch.kubernetes.io/controller-uid":"UID", "batch.kubernetes.io/job-name":"a", "controller-uid":"x", "job-name":"a"}';
const strict = 'it is behind StrictIPCIDRValidation, which is shut in 1.33';
const sloppy = 'numbers that begin with 0 are refused, as upstream will: 1.33 still takes them, and reads them as decimal';
const alias = (ip: string): JsonObject => spec({ hostAliases: [{ ip }] });
const block = (cidr: string): JsonObject => spec({ ingress: [{ from: [{ ipBlock: { cidr } }] }] });
const controller = (text: string): JsonObject => spec({ controller: text });

const sharedFunctions = [
  ofJob('ValidateHasLabel', 'api/batch/v1/job/validation.ts', [
    unreachable('the server adds it first', creates('a label of the server’s is there', {})),
    creates(
      'it has the server’s value',
      spec({ manualSelector: null, selector: null, template: { metadata: { labels: { a: null, 'controller-uid': 'x' } } } }),
      invalidGo('spec.template.metadata.labels[controller-uid]', labels, "must be 'UID'"),
    ),
  ]),
  ofPod('ValidateDNS1123Subdomain', 'api/core/v1/pod/spec-validation.ts', [
    creates('a name of an alias is a subdomain', spec({ hostAliases: [{ ip: '1.1.1.1', hostnames: ['A'] }] }), invalid('spec.hostAliases[0].hostnames[0]', 'A', isNoSubdomain)),
  ]),
  ofPod('ValidatePositiveField', 'api/number-validation.ts', [unreachable('among the kinds that are served none was found that asks it', creates('a number is positive', {}))]),
  ofAddress('parseIP', 'api/address-validation.ts', [
    creates('an address is one', alias('x'), invalid('spec.hostAliases[0].ip', 'x', isNoIp)),
    differs(sloppy, creates('its numbers don’t begin with 0', alias('010.0.0.1'), invalid('spec.hostAliases[0].ip', '010.0.0.1', isNoIp))),
    unreachable(strict, creates('it isn’t one of the other family', alias('::ffff:1.2.3.4'))),
  ]),
  ofBlock('parseCIDR', 'api/address-validation.ts', [
    creates('a range is one', block('x'), invalid('spec.ingress[0].from[0].ipBlock.cidr', 'x', isNoCidr)),
    differs(sloppy, creates('its numbers don’t begin with 0', block('010.0.0.0/8'), invalid('spec.ingress[0].from[0].ipBlock.cidr', '010.0.0.0/8', isNoCidr))),
    unreachable(strict, creates('it isn’t one of the other family', block('::ffff:1.2.3.0/120'))),
    unreachable(strict, creates('it begins where it begins', block('10.0.0.1/8'))),
  ]),
  ofPath('IsDomainPrefixedPath', 'api/path-validation.ts', [
    creates('there is a path', controller(''), required('spec.controller')),
    creates('it has a domain', controller('a'), invalid('spec.controller', 'a', 'must be a domain-prefixed path (such as "acme.io/foo")')),
    creates('that is a subdomain', controller('A/b'), invalid('spec.controller', 'A', isNoSubdomain)),
    creates('its path is one', controller('a.b/ c'), invalid('spec.controller', ' c', "Invalid path (regex used for validation is '[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+')")),
  ]),
  ofMetadata('ValidateNoNewFinalizers', 'api/metadata-validation.ts', [
    updatesPart(
      'updateWhileDeleted',
      'what is being deleted gets no finalizers',
      { metadata: { finalizers: ['a.b/c'] } },
      { metadata: { finalizers: ['a.b/c', 'a.b/d'] } },
      forbidden('metadata.finalizers', `no new finalizers can be added if the object is being deleted, found new finalizers ${goList(['a.b/d'])}`),
    ),
  ]),
];

const storage = (text: string): JsonObject => spec({ resources: { requests: { storage: text } } });
const unread = (rule: string, text: string, why: string): Rule =>
  creates(rule, storage(text), `400: PersistentVolumeClaim in version "v1" cannot be handled as a PersistentVolumeClaim: ${why}`);
const shape = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
const suffix = "unable to parse quantity's suffix";

const quantityFunctions = [
  ofQuantity('parseQuantityString', 'meta/quantity.ts', [
    unread('there is nothing within', '1 Gi', shape),
    unread('a letter is one of a suffix', '1gb', shape),
    creates('spaces around it are none of it', storage(' 1Gi ')),
    creates('a sign may be there', storage('+1Gi')),
  ]),
  ofQuantity('ParseQuantity', 'meta/quantity.ts', [
    unread('there is one', '', shape),
    unread('its suffix is known', '1ki', suffix),
    unread('it has one suffix', '1Gi3', suffix),
    unreachable('what has come so far is a number', creates('a part is a number', {})),
    unreachable('what has come so far is a number', creates('all of it is a number', {})),
    differs('powers above 400 and texts above 400 letters are refused: they would only cost time', unread('a power may be large', '1e401', suffix)),
  ]),
];

const patches = (rule: string, patch: JsonObject, ...answer: readonly string[]): Rule => requests('patch', rule, patch, ...answer);
const pod = (fields: JsonObject): JsonObject => spec({ template: { spec: fields } });
const with500 = 'upstream answers 500, and prints maps as Go does';
const [c, d]: readonly JsonObject[] = [
  { name: 'c', image: 'i' },
  { name: 'd', image: 'i' },
];

const patchFunctions = [
  ofPatch('handleDirectiveInMergeMap', 'meta/strategic-patch.ts', [
    differs(with500, patches('a directive is known', spec({ $patch: 'x', replicas: 2 }), '400: unknown patch type: x in map: {"replicas":2}')),
    differs(with500, patches('“merge” is none', spec({ $patch: 'merge', replicas: 2 }), '400: unknown patch type: merge in map: {"replicas":2}')),
  ]),
  ofPatch('extractKey', 'meta/strategic-patch.ts', [
    patches('a deletion from a list names it', pod({ $deleteFromPrimitiveList: ['a'] }), '400: invalid patch format of primitive list'),
    patches('an order of a list names it', pod({ $setElementOrder: ['a'] }), '400: invalid patch format of setElementOrder list'),
    unreachable('there are two', patches('a prefix is one of these', {})),
  ]),
  ofPatch('validatePatchWithSetOrderList', 'meta/strategic-patch.ts', [
    unreachable('whoever asks has looked before', patches('an order is a list', {})),
    unreachable('whoever asks has looked before', patches('what is put in order is one', {})),
    differs(
      with500,
      patches(
        'elements are in the order that is said',
        pod({ '$setElementOrder/containers': [{ name: 'd' }, { name: 'c' }], containers: [c ?? null, d ?? null] }),
        `400: The order in patch list:\n${JSON.stringify([c, d])}\n doesn't match $setElementOrder list:\n[{"name":"d"},{"name":"c"}]\n`,
      ),
    ),
  ]),
  ofPatch('applyRetainKeysDirective', 'meta/strategic-patch.ts', [
    unreachable('the original is no patch', patches('both patches keep the same', {})),
    patches('keys to keep are a list', spec({ strategy: { $retainKeys: 'type', type: 'Recreate' } }), '400: invalid patch format of retainKeys'),
    patches('what a patch has is kept', spec({ strategy: { $retainKeys: [], type: 'Recreate' } }), '400: invalid patch format of retainKeys'),
  ]),
  ofPatch('mergePatchIntoOriginal', 'meta/strategic-patch.ts', [
    unreachable('the original is no patch', patches('both patches have the same order', {})),
    differs('upstream answers 500', patches('an order is a list', pod({ '$setElementOrder/containers': 'x' }), '400: expected a []interface {}, but received a string')),
    unreachable('fields of these names are lists', patches('what is put in order is a list', {})),
  ]),
  ofPatch('mergeSlice', 'meta/strategic-patch.ts', [unreachable('every list of objects that is merged has a key', patches('elements have a key', {}))]),
  ofPatch('mergeSliceWithSpecialElements', 'meta/strategic-patch.ts', [
    differs(
      with500,
      patches('an element has its key', pod({ containers: [{ image: 'j' }] }), '400: map: {"image":"j"} does not contain declared merge key: name'),
    ),
    differs('upstream answers 500', patches('“merge” is no directive of an element', pod({ containers: [{ $patch: 'merge', name: 'c' }] }), '400: unknown patch type: merge in map: {"name":"c"}')),
    differs(with500, patches('a directive of an element is known', pod({ containers: [{ $patch: 'x', name: 'c' }] }), '400: unknown patch type: x in map: {"name":"c"}')),
  ]),
  ofPatch('sliceElementType', 'meta/strategic-patch.ts', [
    differs('upstream answers 422, and doesn’t say why', patches('an element is no list', pod({ containers: [['a']] }), '400: the elements of "containers" must be objects')),
    differs('upstream answers 500', patches('elements are alike', pod({ containers: ['a'] }), '400: the elements of "containers" must be objects')),
    unreachable('an empty list is merged before', patches('there is an element', pod({ containers: [] }))),
  ]),
];

export const sharedRules = [...sharedFunctions, ...quantityFunctions, ...patchFunctions];
