import { expect, test } from 'vitest';
import { podNamed, podsPath, startServer } from '../testing/harness.ts';

const replicaSetsPath = '/apis/apps/v1/namespaces/default/replicasets';

function replicaSetNamed(name: string) {
  const labels = { app: name };
  const template = { metadata: { labels }, spec: { containers: [{ name: 'app', image: 'nginx' }] } };
  return { metadata: { name }, spec: { replicas: 2, selector: { matchLabels: labels }, template } };
}

test('binding gives a pod its node and its condition in one write', async () => {
  const { post, get } = startServer();
  const created = await post(podsPath, podNamed('web'));
  const bound = await post(`${podsPath}/web/binding`, {
    metadata: { name: 'web' },
    target: { kind: 'Node', name: 'n1' },
  });
  expect(bound.json).toMatchObject({ code: 201, kind: 'Status', status: 'Success' });
  const { json } = await get(`${podsPath}/web`);
  expect(json.spec.nodeName).toBe('n1');
  expect(json.status.conditions).toMatchObject([{ type: 'PodScheduled', status: 'True' }]);
  expect(Number(json.metadata.resourceVersion)).toBe(Number(created.json.metadata.resourceVersion) + 1);
  const again = await post(`${podsPath}/web/binding`, { target: { name: 'n2' } });
  expect(again.json).toMatchObject({
    code: 409,
    message: 'Operation cannot be fulfilled on pods/binding "web": pod web is already assigned to node "n1"',
  });
});

test('a binding names a node and an existing pod', async () => {
  const { post } = startServer();
  expect((await post(`${podsPath}/web/binding`, { target: { name: 'n1' } })).json.message).toBe('pods "web" not found');
  await post(podsPath, podNamed('web'));
  expect((await post(`${podsPath}/web/binding`, {})).json.message).toContain('target.name: Required value');
  expect((await post(`${podsPath}/web/binding`, { target: { kind: 'Pod', name: 'x' } })).code).toBe(422);
});

test('scale reads and writes the replicas of its object', async () => {
  const { post, get, put, patch } = startServer();
  await post(replicaSetsPath, replicaSetNamed('web'));
  const path = `${replicaSetsPath}/web/scale`;
  const scale = await get(path);
  expect(scale.json).toMatchObject({
    kind: 'Scale',
    apiVersion: 'autoscaling/v1',
    metadata: { name: 'web', namespace: 'default' },
    spec: { replicas: 2 },
    status: { replicas: 0, selector: 'app=web' },
  });
  const patched = await patch(path, { spec: { replicas: 3 } });
  expect(patched.json).toMatchObject({ kind: 'Scale', spec: { replicas: 3 } });
  expect((await get(`${replicaSetsPath}/web`)).json).toMatchObject({
    metadata: { generation: 2 },
    spec: { replicas: 3 },
  });
  expect((await put(path, { ...scale.json, spec: { replicas: 9 } })).code).toBe(409);
  const negative = await patch(path, { spec: { replicas: -1 } });
  expect(negative.json.message).toBe(
    'Scale.autoscaling "web" is invalid: spec.replicas: Invalid value: -1: must be greater than or equal to 0',
  );
});

test('an eviction deletes with the options it carries', async () => {
  const { post, get } = startServer();
  await post(podsPath, podNamed('web', { spec: { nodeName: 'n' } }));
  const eviction = { metadata: { name: 'web' }, deleteOptions: { gracePeriodSeconds: 7 } };
  expect((await post(`${podsPath}/web/eviction`, eviction)).json).toMatchObject({ code: 201, status: 'Success' });
  expect((await get(`${podsPath}/web`)).json.metadata.deletionGracePeriodSeconds).toBe(7);
});

test('logs come from the pod’s node, for the one container that is meant', async () => {
  const asked: unknown[] = [];
  const { post, get } = startServer({
    nodeLogs: (pod, container, options, exchange) => {
      asked.push([pod.metadata.name, container, options.tailLines, options.follow]);
      exchange.respond({ code: 200, headers: { 'content-type': 'text/plain' }, body: 'hello\n' });
      return () => undefined;
    },
  });
  const two = ['a', 'b'].map((name) => ({ name, image: 'nginx' }));
  await post('/api/v1/nodes', { metadata: { name: 'n' } });
  await post(podsPath, podNamed('lost', { spec: { nodeName: 'gone' } }));
  await post(podsPath, podNamed('one', { spec: { nodeName: 'n' } }));
  await post(podsPath, podNamed('two', { spec: { nodeName: 'n', containers: two } }));
  await post(podsPath, podNamed('pending'));
  expect((await get(`${podsPath}/one/log?tailLines=3`)).body).toBe('hello\n');
  expect((await get(`${podsPath}/two/log?container=b`)).body).toBe('hello\n');
  expect(asked).toEqual([
    ['one', 'app', 3, false],
    ['two', 'b', undefined, false],
  ]);
  expect((await get(`${podsPath}/two/log`)).json.message).toBe(
    'a container name must be specified for pod two, choose one of: [a b]',
  );
  expect((await get(`${podsPath}/two/log?container=x`)).json.message).toBe('container x is not valid for pod two');
  expect((await get(`${podsPath}/pending/log`)).body).toBe('');
  expect((await get(`${podsPath}/lost/log`)).json).toMatchObject({ code: 404, message: 'nodes "gone" not found' });
});
