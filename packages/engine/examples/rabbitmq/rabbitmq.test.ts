import { inUniverses, type Main, type Pattern } from '@converge/engine/testing';
import { PersistentVolumeClaim, StatefulSet } from '@converge/engine/sdk';
import { expect, test } from 'vitest';
import { apiVersion, definition, namespace } from '../custom-kind.ts';
import { limit, universes } from '../universes.ts';
import { buggyOperator, mendedOperator } from './operator.ts';

const cluster = (storage: string) => ({ apiVersion, kind: 'RabbitmqCluster', metadata: { name: 'rabbit', namespace }, spec: { storage } });

/** Its disks can grow. */
const storageClass = `
apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata:
  name: disk
provisioner: disk.csi.converge.dev
allowVolumeExpansion: true
`;

const enlarge = (main: Main, patterns?: readonly Pattern[]): Promise<unknown> =>
  inUniverses({ universes, ...(patterns && { patterns }) }, async (universe) => {
    const sizes = () => universe.objects(PersistentVolumeClaim).map(({ spec }) => spec.resources?.requests?.['storage']);
    await universe.apply(storageClass);
    await universe.apply([definition('RabbitmqCluster', { storage: { type: 'string' } }), cluster('10Gi')]);
    await universe.start(main);
    await universe.eventually('its claim is bound', () => expect(universe.objects(PersistentVolumeClaim).map(({ status }) => status.phase)).toEqual(['Bound']));
    await universe.apply(cluster('15Gi'));
    await universe.eventually('its claim has the new size', () => expect(sizes()).toEqual(['15Gi']));
    await universe.eventually('its set has the new size', () =>
      expect(universe.objects(StatefulSet)[0]?.spec.volumeClaimTemplates?.[0]?.spec.resources?.requests?.['storage']).toBe('15Gi'),
    );
  });

test('an operator that crashes between deleting the set and patching the claims leaves them small', limit, async () => {
  const failed = enlarge(buggyOperator, ['crash between two writes']);
  await expect(failed).rejects.toMatchObject({
    pattern: 'crash between two writes',
    condition: 'its claim has the new size',
    weather: expect.stringContaining('(delete of statefulsets/rabbit)'),
    trace: expect.arrayContaining([expect.stringContaining('controller  ✗ crashes')]),
  });
});

test('an operator that begins with the claims doesn’t', limit, () => enlarge(mendedOperator));
