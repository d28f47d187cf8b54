import { expect, test } from 'vitest';
import { requestInfo } from '../../apiserver/request-info.ts';
import { startServer, testFeatures } from '../../apiserver/testing/harness.ts';
import type { ApiResponse, User } from '../../meta/index.ts';
import { userNamed } from '../testing/access.ts';
import { fairQueues } from './flow-control.ts';
import { createLevels, flowOf } from './levels.ts';

const maps = '/api/v1/namespaces/default/configmaps';
const masters = userNamed('root', 'system:masters');

/** A server with this many seats in all; 20 of 245 are for users. `answers` is in the order of the answers. */
function startSeated(seats: number) {
  const server = startServer({ features: { ...testFeatures, flowControl: fairQueues(seats) } });
  const answers: { user: string; code: number; timeMs: number; response: ApiResponse }[] = [];
  function send(user: User, name: string) {
    const request = { ...server.request('POST', maps, { metadata: { name } }), user };
    return server.server.handle(request, {
      respond: (response) =>
        answers.push({ user: user.name, code: response.code, timeMs: server.kernel.clock.now(), response }),
      write: () => undefined,
      end: () => undefined,
    });
  }
  return { ...server, answers, send };
}

test.each([
  [userNamed('a', 'system:authenticated'), '/api/v1/pods', 'global-default'],
  [userNamed('a', 'system:masters'), '/api/v1/pods', undefined],
  [userNamed('a', 'system:unauthenticated'), '/livez', undefined],
  [userNamed('system:node:n', 'system:nodes'), '/api/v1/nodes/n', 'system-node-high'],
  [userNamed('system:node:n', 'system:nodes'), '/api/v1/pods', 'system-nodes'],
  [userNamed('system:kube-scheduler'), '/api/v1/pods', 'kube-scheduler'],
  [userNamed('system:kube-scheduler'), '/apis/coordination.k8s.io/v1/leases', 'system-leader-election'],
  [userNamed('sa', 'system:serviceaccounts'), '/api/v1/pods', 'service-accounts'],
  [
    userNamed('sa', 'system:serviceaccounts', 'system:serviceaccounts:kube-system'),
    '/api/v1/pods',
    'kube-system-service-accounts',
  ],
  [userNamed('nobody'), '/api/v1/pods', 'catch-all'],
])('requests of %j for %s are of the flow schema %s', (user, path, schema) => {
  const info = requestInfo({ method: 'GET', path, query: {}, headers: {}, user });
  expect(flowOf(user, info)?.schema).toBe(schema);
});

test('the seats of upstream’s 600', () => {
  const seats = Object.values(createLevels()).map(({ name, seats }) => `${name} ${seats}`);
  expect(seats.join(', ')).toBe(
    'node-high 98, system 74, leader-election 25, workload-high 98, workload-low 245, global-default 49, catch-all 13',
  );
});

test('a flood makes its sender wait, and then be refused, and nobody else', async () => {
  const { answers, send, settle } = startSeated(25);
  await settle();
  for (let index = 0; index < 1000; index += 1) send(userNamed('flood'), `f${index}`);
  for (let index = 0; index < 3; index += 1) send(userNamed('other'), `o${index}`);
  send(masters, 'm');
  await settle();
  expect(answers).toHaveLength(1004);
  const stored = answers.filter(({ code }) => code === 201);
  const refused = answers.filter(({ code }) => code === 429);
  // Three seats and three hundred places to wait.
  expect(refused).toHaveLength(1000 - 303);
  expect(new Set(refused.map(({ user }) => user))).toEqual(new Set(['flood']));
  expect(refused[0]?.response).toMatchObject({
    headers: { 'retry-after': '1' },
    body: 'Too many requests, please try again later.\n',
  });
  const place = (user: string) => stored.findLastIndex((each) => each.user === user);
  // It never had to wait; the other took turns with the flood.
  expect(place('root')).toBeLessThan(4);
  expect(place('other')).toBeLessThan(16);
  expect(stored.length).toBe(307);
});

test('who hangs up gives its place away, and seats are free again in the end', async () => {
  const { answers, send, settle, get, watch } = startSeated(25);
  await settle();
  const hangUps = Array.from({ length: 50 }, (_, index) => send(userNamed('a'), `a${index}`));
  for (const hangUp of hangUps.slice(10)) hangUp();
  watch(maps);
  await settle();
  expect(answers.length).toBe(10);
  send(userNamed('a'), 'last');
  await settle();
  expect(answers.at(-1)?.code).toBe(201);
  expect((await get(maps)).json.items).toHaveLength(11);
});
