import { expect, test } from 'vitest';
import { podNamed, podsPath, startServer, testFeatures } from '../../apiserver/testing/harness.ts';
import type { Json } from '../../meta/index.ts';
import { validationFeature } from './index.ts';

const start = () => startServer({ features: { ...testFeatures, validators: [validationFeature.validate ?? (() => [])] } });

/** The errors of a pod with this spec, as the server says them. */
async function errorsOf(spec: Record<string, Json>): Promise<string> {
  const { json } = await start().post(podsPath, podNamed('p', { spec }));
  return json.message ?? '';
}

test('dnsPolicy None needs servers', async () => {
  expect(await errorsOf({ dnsPolicy: 'None' })).toBe(
    'Pod "p" is invalid: spec.dnsConfig: Required value: must provide `dnsConfig` when `dnsPolicy` is None',
  );
  expect(await errorsOf({ dnsPolicy: 'None', dnsConfig: {} })).toBe(
    'Pod "p" is invalid: spec.dnsConfig.nameservers: Required value: must provide at least one DNS nameserver when `dnsPolicy` is None',
  );
  expect(await errorsOf({ dnsPolicy: 'None', dnsConfig: { nameservers: ['1.2.3.4'] } })).toBe('');
});

test('a dnsConfig has addresses, names and limits', async () => {
  expect(await errorsOf({ dnsConfig: { nameservers: ['x'] } })).toContain('spec.dnsConfig.nameservers[0]: Invalid value: "x": must be a valid IP address');
  expect(await errorsOf({ dnsConfig: { nameservers: ['1.1.1.1', '1.1.1.2', '1.1.1.3', '1.1.1.4'] } })).toContain('must not have more than 3 nameservers');
  expect(await errorsOf({ dnsConfig: { searches: ['.', 'a_b.c.', 'x'] } })).toBe('');
  expect(await errorsOf({ dnsConfig: { searches: ['-'] } })).toContain('spec.dnsConfig.searches[0]: Invalid value: "-": a lowercase RFC 1123 subdomain');
  expect(await errorsOf({ dnsConfig: { searches: Array.from({ length: 33 }, () => 'a') } })).toContain('must not have more than 32 search paths');
  expect(await errorsOf({ dnsConfig: { searches: Array.from({ length: 30 }, () => 'a'.repeat(63).concat('.b')) } })).toBe('');
  expect(await errorsOf({ dnsConfig: { searches: Array.from({ length: 32 }, () => 'a'.repeat(80)) } })).toContain('must not have more than 2048 characters');
  expect(await errorsOf({ dnsConfig: { options: [{ value: '5' }] } })).toContain('spec.dnsConfig.options[0]: Required value: must not be empty');
});

test('templates have the same rules', async () => {
  const template = { metadata: { labels: { a: 'b' } }, spec: { dnsPolicy: 'None', containers: [{ name: 'c', image: 'x' }] } };
  const spec = { selector: { matchLabels: { a: 'b' } }, template };
  const { json } = await start().post('/apis/apps/v1/namespaces/default/deployments', { metadata: { name: 'd' }, spec });
  expect(json.message).toContain('spec.template.spec.dnsConfig: Required value');
});
