import { expect, test } from 'vitest';
import { podNamed, podsPath, startServer } from '../testing/harness.ts';

test('a pod gets five minutes on an unready or unreachable node, unless it says otherwise', async () => {
  const { post } = startServer();
  const { json } = await post(podsPath, podNamed('a'));
  expect(json.spec.tolerations).toEqual([
    { key: 'node.kubernetes.io/not-ready', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 300 },
    { key: 'node.kubernetes.io/unreachable', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 300 },
  ]);
  const everything = [{ operator: 'Exists' }];
  const own = await post(podsPath, podNamed('b', { spec: { tolerations: everything } }));
  expect(own.json.spec.tolerations).toEqual(everything);
});

test('a new node takes no pods yet', async () => {
  const { post } = startServer();
  const { json } = await post('/api/v1/nodes', { metadata: { name: 'n' } });
  expect(json.spec.taints).toEqual([{ key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' }]);
});

test('a priority class becomes a number, an unknown one a refusal', async () => {
  const { post } = startServer();
  const priority = async (spec: Record<string, string>) => (await post(podsPath, podNamed('p', { spec }))).json;
  expect((await priority({ priorityClassName: 'mine' })).message).toBe(
    'pods "p" is forbidden: no PriorityClass with name mine was found',
  );
  expect((await priority({ priorityClassName: 'system-node-critical' })).spec.priority).toBe(2_000_001_000);
});

test('pods of one template share one spec', async () => {
  const { post } = startServer();
  const { json } = await post(podsPath, podNamed('first'));
  const again = [];
  for (const name of ['second', 'third'])
    again.push((await post(podsPath, { metadata: { name }, spec: json.spec })).json);
  expect(again[0].spec).toBe(again[1].spec);
});
