import { readFileSync } from 'node:fs';
import { inUniverses, type Main, type Pattern } from '@converge/engine/testing';
import { PersistentVolumeClaim, Pod } from '@converge/engine/sdk';
import { expect, test } from 'vitest';
import { limit, universes } from '../universes.ts';
import { apiVersion, definition, namespace } from '../custom-kind.ts';
import { buggyOperator, mendedOperator } from './operator.ts';

const datacenter = (nodes: number) => ({ apiVersion, kind: 'CassandraDatacenter', metadata: { name: 'dc1', namespace }, spec: { nodes } });

const scaleDown = (main: Main, patterns?: readonly Pattern[]): Promise<unknown> =>
  inUniverses({ universes, ...(patterns && { patterns }) }, async (universe) => {
    await universe.apply([definition('CassandraDatacenter', { nodes: { type: 'integer' } }), datacenter(2)]);
    await universe.start(main);
    const claims = () => universe.objects(PersistentVolumeClaim).map(({ metadata }) => metadata.name);
    await universe.eventually('each node has a claim', () => expect(claims()).toEqual(['data-cassandra-0', 'data-cassandra-1']));
    await universe.eventually('two nodes run', () => universe.objects(Pod).filter(({ status }) => status?.phase === 'Running').length === 2);
    await universe.apply(datacenter(1));
    await universe.eventually('the claim of the node that is gone is gone', () => expect(claims()).toEqual(['data-cassandra-0']));
  });

/** The failure that the tutorial shows, a line each. */
const shown = (/```text\n(In universe .*?)```/s.exec(readFileSync('docs/testing.md', 'utf8'))?.[1] ?? '').split('\n').filter((line) => line.trim() !== '…');

test('an operator that waits for a Pod’s deletion to be seen leaks its claim', limit, async () => {
  const failed = scaleDown(buggyOperator, ['missed transition']);
  await expect(failed).rejects.toMatchObject({
    pattern: 'missed transition',
    condition: 'the claim of the node that is gone is gone',
    weather: expect.stringContaining('missed a state of Pod default/cassandra-1 (MODIFIED)'),
    trace: expect.arrayContaining([expect.stringContaining('kubelet     delete /registry/pods/default/cassandra-1')]),
  });
  const message = await failed.then(String, String);
  expect(message.replace('UniverseFailed: ', '').split('\n')).toEqual(expect.arrayContaining(shown));
  expect(shown.length).toBeGreaterThan(10);
});

test('an operator that compares claims with nodes doesn’t', limit, () => scaleDown(mendedOperator));
