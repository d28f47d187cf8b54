import { expect, test } from 'vitest';
import type { Service } from '../../../engine/sdk/index.ts';
import { guardServiceRules } from './service-rules.ts';

const service = { apiVersion: 'v1', kind: 'Service', metadata: { name: 'web' }, spec: {} } as Service;

/** What kube-proxy gets when the workspace's function returns this, and what is reported. */
function check(returned: unknown, rules: unknown, reported?: string): void {
  const failures: unknown[] = [];
  const { serviceRules } = guardServiceRules(() => returned, (error) => failures.push(error));
  expect(serviceRules({ service, slices: [], node: 'node-1' })).toEqual(rules);
  expect(failures.map(String).join()).toContain(reported ?? '');
  expect(failures).toHaveLength(reported === undefined ? 0 : 1);
}

const rule = { ip: '10.96.0.20', port: 80, protocol: 'TCP', action: 'forward', backends: [{ ip: '10.244.0.2', port: 8080 }] };

test('rules pass, and nothing else of them', () => {
  check([{ ...rule, why: 'because' }], [rule]);
  check([{ ...rule, affinitySeconds: 60 }], [{ ...rule, affinitySeconds: 60 }]);
  check([], []);
});

test('what isn’t a list of rules makes none, and is reported', () => {
  check(undefined, [], 'no array of rules');
  check([3], [], 'a rule that is no object');
  check([{ ...rule, action: 'accept' }], [], 'the action accept: there are forward, reject, drop');
  check([{ ...rule, backends: undefined }], [], 'backends that are no array');
  check([{ ...rule, backends: ['a'] }], [], 'a backend that is no object');
  check([{ ...rule, port: '80' }], [], 'a rule without an address or a port');
  check(Array.from({ length: 101 }, () => rule), [], '101 rules at once');
});
