/** Who owns a claim: upstream's tables of pkg/controller/statefulset/stateful_set_utils_test.go. */
import { type OwnerReference, ownerReferenceFor } from 'converge/sdk';
import { describe, expect, test } from 'vitest';
import { isStale, isUpToDate, ownersOf } from './retention.ts';
import { claimNamed, podNamed, setOf } from './testing/objects.ts';

const both = [false, true];
type Policy = 'Retain' | 'Delete';

/** name, whenScaled, whenDeleted, the Pod is too many, who owns the claim. */
const policies: readonly (readonly [string, Policy, Policy, boolean, 'pod' | 'set' | undefined])[] = [
  ['retain', 'Retain', 'Retain', false, undefined],
  ['on delete of the set', 'Retain', 'Delete', false, 'set'],
  ['on scale-down only, condemned', 'Delete', 'Retain', true, 'pod'],
  ['on scale-down only, remains', 'Delete', 'Retain', false, undefined],
  ['on both, condemned', 'Delete', 'Delete', true, 'pod'],
  ['on both, remains', 'Delete', 'Delete', false, 'set'],
];

function setWith(whenScaled: Policy, whenDeleted: Policy) {
  return setOf({ replicas: 2, persistentVolumeClaimRetentionPolicy: { whenScaled, whenDeleted } });
}

const strangers: readonly OwnerReference[] = [
  { apiVersion: 'v1', kind: 'Pod', name: 'rand1', uid: 'rand1-uid' },
  { apiVersion: 'v1', kind: 'Pod', name: 'rand2', uid: 'rand2-uid' },
];

// TestIsClaimOwnerUpToDate: each policy with each of eight lists of owners.
describe.each(policies)('%s', (_, whenScaled, whenDeleted, isCondemned, owner) => {
  const set = setWith(whenScaled, whenDeleted);
  const pod = podNamed(isCondemned ? 'web-2' : 'web-1');
  const variants = both.flatMap((ofPod) => both.flatMap((ofSet) => both.map((others) => [ofPod, ofSet, others] as const)));
  test.each(variants)('owned by the Pod %s, by the set %s, by others %s', (ofPod, ofSet, others) => {
    const refs = [...(ofPod ? [ownerReferenceFor(pod)] : []), ...(ofSet ? [ownerReferenceFor(set)] : []), ...(others ? strangers : [])];
    const claim = claimNamed('data', refs);
    expect(isUpToDate(claim, set, pod)).toBe(ofPod === (owner === 'pod') && ofSet === (owner === 'set'));
    // TestUpdateClaimOwnerRefForSetAndPod
    const owners = ownersOf(claim, set, pod);
    expect(owners.filter(({ controller }) => controller).map(({ kind }) => kind)).toEqual(owner === undefined ? [] : [owner === 'pod' ? 'Pod' : 'StatefulSet']);
    expect(owners.filter(({ controller }) => !controller)).toEqual(others ? strangers : []);
    expect(isUpToDate({ ...claim, metadata: { ...claim.metadata, ownerReferences: owners } }, set, pod)).toBe(true);
  });
});

// TestClaimOwnerUpToDateEdgeCases
describe('owners that are not quite right', () => {
  const pod = podNamed('web-2');
  const set = setWith('Delete', 'Delete');
  const kept = podNamed('web-1');
  const onDelete = setWith('Retain', 'Delete');
  const { controller: _, ...podWithout } = ownerReferenceFor(pod);
  const { controller: __, ...setWithout } = ownerReferenceFor(onDelete);
  const random = { apiVersion: 'v1', kind: 'Pod', name: 'random', uid: 'random', controller: true };
  test.each([
    ['the Pod', [ownerReferenceFor(pod)], pod, set, true],
    ['the Pod, not as controller', [podWithout], pod, set, false],
    ['a former Pod of the name', [{ ...ownerReferenceFor(pod), uid: 'stale' }], pod, set, true],
    ['another controller beside the Pod', [ownerReferenceFor(pod), random], pod, set, false],
    ['the set', [ownerReferenceFor(onDelete)], kept, onDelete, true],
    ['the set, not as controller', [setWithout], kept, onDelete, false],
    ['a former set of the name', [{ ...ownerReferenceFor(onDelete), uid: 'stale' }], kept, onDelete, true],
    ['another controller beside the set', [ownerReferenceFor(onDelete), random], kept, onDelete, false],
    ['another controller alone', [random], kept, onDelete, true],
    ['another controller, and all is kept', [random], kept, setWith('Retain', 'Retain'), true],
  ] as const)('%s', (_name, refs, member, owner, expected) => {
    expect(isUpToDate(claimNamed('data', refs), owner, member)).toBe(expected);
  });

  test('where something else manages the claim, the set’s and the Pod’s references go', () => {
    expect(ownersOf(claimNamed('data', [ownerReferenceFor(pod), random]), set, pod)).toEqual([random]);
  });
});

// TestHasStaleOwnerRef
test.each([
  ['another uid', [{ ...ownerReferenceFor(podNamed('web-0')), uid: 'old' }], true],
  ['its own', [ownerReferenceFor(podNamed('web-0'))], false],
  ['of another name', [{ ...ownerReferenceFor(podNamed('web-0')), name: 'web-9', uid: 'old' }], false],
  ['none', [], false],
])('stale: %s', (_, refs, expected) => {
  const pod = podNamed('web-0');
  expect(isStale(claimNamed('data', refs), pod, 'web-0', pod.metadata.uid)).toBe(expected);
});
