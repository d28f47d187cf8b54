/** A served cluster asks a webhook over HTTPS. */
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeCertificate } from './certificate.ts';
import { type Served, serve } from './serve.ts';

const options = { nodes: 0, seed: '1', speed: 1, withoutControllers: ['*'], kubeconfig: undefined, port: 0, noToken: true as const };
const parts = { descriptions: () => '', failed: (error: unknown) => console.error(error) };
const { authority, certificate, key } = makeCertificate(Date.now());
const caBundle = Buffer.from(authority).toString('base64');
let served: Served;
let webhook: Server;

beforeAll(async () => {
  webhook = createServer({ cert: certificate, key }, async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const review = JSON.parse(Buffer.concat(chunks).toString());
    if (request.url?.startsWith('/broken')) return response.writeHead(500).end('no luck');
    const patch = Buffer.from(JSON.stringify([{ op: 'add', path: '/data', value: { asked: request.url } }]));
    const verdict = {
      uid: review.request.uid,
      allowed: true,
      patchType: 'JSONPatch',
      patch: patch.toString('base64'),
    };
    response.end(JSON.stringify({ kind: 'AdmissionReview', apiVersion: 'admission.k8s.io/v1', response: verdict }));
  });
  await new Promise<void>((resolve) => webhook.listen(0, '127.0.0.1', resolve));
  served = await serve(options, parts);
});
afterAll(async () => {
  await served.stop();
  webhook.close();
});

const url = (path: string): string => `https://127.0.0.1:${(webhook.address() as AddressInfo).port}${path}`;
const send = async (method: string, path: string, body?: object) => {
  const response = await fetch(served.url + path, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return response.json();
};

/** Registers a webhook with this configuration of its client, creates a ConfigMap, and takes the webhook away again. */
async function created(clientConfig: object) {
  const configurations = '/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations';
  const rules = [{ operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }];
  const hook = { name: 'a.b.c', clientConfig, rules, admissionReviewVersions: ['v1'], sideEffects: 'None' };
  await send('POST', configurations, { metadata: { name: 'c' }, webhooks: [hook] });
  const name = `m${Math.floor(performance.now() * 1000)}`;
  const object = await send('POST', '/api/v1/namespaces/default/configmaps', { metadata: { name } });
  await send('DELETE', `${configurations}/c`);
  return object;
}

const failed = 'Internal error occurred: failed calling webhook "a.b.c": failed to call webhook: ';

test('its patch is applied', async () => {
  expect((await created({ url: url('/mutate'), caBundle })).data).toEqual({ asked: '/mutate?timeout=10s' });
});

test('a certificate that nobody vouches for is not trusted', async () => {
  const { message } = await created({ url: url('/mutate') });
  expect(message).toBe(
    `${failed}Post "${url('/mutate')}?timeout=10s": tls: failed to verify certificate: x509: certificate signed by unknown authority`,
  );
});

test('an error of its server is said', async () => {
  const { message, code } = await created({ url: url('/broken'), caBundle });
  expect(code).toBe(500);
  expect(message).toBe(`${failed}an error on the server ("no luck") has prevented the request from succeeding`);
});

test('so is that nobody listens', async () => {
  const { message } = await created({ url: 'https://127.0.0.1:1/x' });
  expect(message).toBe(
    `${failed}Post "https://127.0.0.1:1/x?timeout=10s": dial tcp 127.0.0.1:1: connect: connection refused`,
  );
});

test('a Service is not found: there are no pods behind it', async () => {
  const service = { name: 'hooks', namespace: 'shop' };
  const why = `${failed}Post "https://hooks.shop.svc:443/?timeout=10s": service "hooks" not found`;
  expect((await created({ service })).message).toBe(why);
});
