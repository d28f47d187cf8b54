/** Upstream's tables of pkg/controller/statefulset/stateful_set_utils_test.go. */
import { expect, test } from 'vitest';
import { claimsOf, draftOf, hasIdentity, hasStorage, isMemberOf, isWanted, ordinalOf, repaired } from './identity.ts';
import { claimNamed, podNamed, setOf, templateOfImage } from './testing/objects.ts';

// TestGetParentNameAndOrdinal, TestIsMemberOf
test.each([
  ['web-0', true, 0],
  ['web-12', true, 12],
  ['other-1', false, 1],
  ['web-x', false, -1],
  ['web', false, -1],
  ['1', false, -1],
  ['web-1-2', false, 2],
  ['web-99999999999', true, -1],
])('%s', (name, isMember, ordinal) => {
  expect(isMemberOf(setOf(), podNamed(name))).toBe(isMember);
  expect(ordinalOf(podNamed(name))).toBe(ordinal);
});

test.each([
  [{ replicas: 3 }, [0, 1, 2]],
  [{ replicas: 2, ordinals: { start: 5 } }, [5, 6]],
  [{ replicas: 0 }, []],
])('wanted ordinals of %j', (spec, ordinals) => {
  expect([0, 1, 2, 3, 4, 5, 6, 7].filter((ordinal) => isWanted(setOf(spec), ordinal))).toEqual(ordinals);
});

const volumeClaimTemplates = [claimNamed('data'), claimNamed('logs')];

// TestNewPodControllerRef, initIdentity, updateStorage
test('a member has its name as label and host name, its ordinal as label, and volumes of its own claims', () => {
  const set = setOf({ volumeClaimTemplates });
  const template = templateOfImage('nginx:1');
  const volumes = [{ name: 'logs', emptyDir: {} }, { name: 'tmp', emptyDir: {} }];
  const draft = draftOf(set, { ...template, spec: { ...template.spec, volumes } }, 'web-abc', 2);
  expect(draft.metadata).toEqual({
    name: 'web-2',
    namespace: 'default',
    labels: {
      app: 'web',
      'apps.kubernetes.io/pod-index': '2',
      'controller-revision-hash': 'web-abc',
      'statefulset.kubernetes.io/pod-name': 'web-2',
    },
    ownerReferences: [{ apiVersion: 'apps/v1', kind: 'StatefulSet', name: 'web', uid: 'web-set', controller: true, blockOwnerDeletion: true }],
  });
  expect(draft.spec).toMatchObject({ hostname: 'web-2', subdomain: 'web' });
  expect(draft.spec.volumes).toEqual([
    { name: 'data', persistentVolumeClaim: { claimName: 'data-web-2' } },
    { name: 'logs', persistentVolumeClaim: { claimName: 'logs-web-2' } },
    { name: 'tmp', emptyDir: {} },
  ]);
});

// TestGetPersistentVolumeClaims
test('claims are the templates with the set’s labels', () => {
  const [first] = claimsOf(setOf({ volumeClaimTemplates }), 1);
  expect(first?.metadata).toMatchObject({ name: 'data-web-1', namespace: 'default', labels: { app: 'web' } });
});

// TestIdentityMatches, TestStorageMatches, TestUpdateIdentity, TestUpdateStorage
test('a member that has lost its label or a volume gets them back', () => {
  const set = setOf({ volumeClaimTemplates });
  const pod = podNamed('web-1', { spec: { containers: [], volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'data-web-7' } }] } });
  expect([hasIdentity(pod), hasStorage(set, pod)]).toEqual([false, false]);
  const again = repaired(set, pod);
  expect([hasIdentity(again), hasStorage(set, again)]).toEqual([true, true]);
  expect(again.metadata.labels).toMatchObject({ app: 'web', 'apps.kubernetes.io/pod-index': '1' });
});
