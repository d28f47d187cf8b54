import { expect, test } from 'vitest';
import { createCluster } from '../index.ts';
import type { Exchange } from '../meta/index.ts';

const path = '/api/v1/namespaces/default/configmaps';
const user = { name: 'admin', groups: ['system:masters'] };

/** A request and a watch over connections that break: what their exchanges hear, by name. */
async function heardOf(lost: boolean): Promise<readonly (readonly string[])[]> {
  const cluster = createCluster({ profile: 'minimal', seed: 1, nodes: 1, settle: () => new Promise((resolve) => setImmediate(resolve)) });
  await cluster.run({ until: cluster.now() + 5000 });
  const connect = cluster.connect('client');
  const request = (query: Readonly<Record<string, string>>): readonly string[] => {
    const calls: string[] = [];
    const exchange: Exchange = {
      respond: ({ code }) => void calls.push(`respond ${code}`),
      write: () => void calls.push('write'),
      end: () => void calls.push('end'),
      ...(lost && { lost: () => void calls.push('lost') }),
    };
    connect({ method: 'GET', path, query, headers: {}, user }, exchange);
    return calls;
  };
  const watch = request({ watch: 'true', resourceVersion: '1000000' });
  await cluster.run({ until: cluster.now() + 1000 });
  cluster.addFault({ type: 'link', from: 'client', to: 'apiserver', partition: true });
  const list = request({});
  cluster.addFault({ type: 'crash', component: 'apiserver' });
  await cluster.run({ until: cluster.now() + 60_000 });
  return [watch, list];
}

test('a connection that breaks is told from an answer and from an end where the exchange asks for it', async () => {
  expect(await heardOf(true)).toEqual([['respond 200', 'lost'], ['lost']]);
  expect(await heardOf(false)).toEqual([
    ['respond 200', 'end'],
    ['respond 503', 'end'],
  ]);
});
