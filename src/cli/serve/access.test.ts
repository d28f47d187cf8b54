import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type Served, serve } from './serve.ts';

let served: Served;
beforeAll(async () => {
  const options = { nodes: 0, seed: '1', speed: 20, withoutControllers: ['*'], kubeconfig: undefined, port: 0 };
  served = await serve(options, { descriptions: () => '', failed: (error) => console.error(error) });
});
afterAll(() => served.stop());

test('the kubeconfig has the way for tokens: TLS on the same port, a certificate that holds, the administrator’s token', async () => {
  const { clusters, users, 'current-context': current } = parse(readFileSync(served.kubeconfig, 'utf8'));
  expect(current).toBe('converge-tls');
  const { cluster } = clusters.find(({ name }: { name: string }) => name === 'converge-tls');
  const ca = Buffer.from(cluster['certificate-authority-data'], 'base64').toString();
  expect(cluster.server).toBe(served.url.replace('http', 'https'));
  const authorization = `Bearer ${users[0].user.token}`;
  expect(await status(`${cluster.server}/api/v1/namespaces`, { ca, headers: { authorization } })).toBe(200);
  expect(await status(`${cluster.server}/openapi/v2`, { ca, headers: { authorization } })).toBe(200);
  expect(await status(`${cluster.server}/api/v1/namespaces`, { ca, headers: { authorization: 'Bearer x' } })).toBe(401);
  expect(await status(`${cluster.server}/api/v1/namespaces`, { ca, headers: {} })).toBe(403);
  await expect(status(`${cluster.server}/api`, { headers: {} })).rejects.toThrow(/unable to verify/);
});

test('who shows no token is anonymous', async () => {
  const answer = await fetch(`${served.url}/api/v1/namespaces`);
  expect(answer.status).toBe(403);
  expect((await answer.json()).message).toContain('User "system:anonymous" cannot list');
  expect((await fetch(`${served.url}/version`)).status).toBe(200);
});

function status(url: string, options: { ca?: string; headers: Record<string, string> }): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { ...options, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.on('error', reject);
    sent.end();
  });
}
