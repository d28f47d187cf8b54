import { expect, test } from 'vitest';
import { type JsonObject, toBase64 } from '../../../meta/index.ts';
import { Endpoints, Secret, ServiceAccount } from '../../index.ts';
import { cells, errorsOf, make } from './testing/make.ts';

const base64 = (text: string): string => toBase64(text);

test('a secret is Opaque, and plain texts become entries', () => {
  const secret = make(Secret, { data: { a: base64('1'), b: base64('2') }, stringData: { b: 'ü', c: '' } });
  expect(secret).toEqual({
    ...secret,
    type: 'Opaque',
    data: { a: 'MQ==', b: 'w7w=', c: '' },
  });
  expect('stringData' in secret).toBe(false);
  expect(cells(Secret, { data: { a: base64('1') } })).toEqual({ Name: 'a', Type: 'Opaque', Data: 1, Age: '60s' });
});

test.each<[JsonObject, readonly string[]]>([
  [{}, []],
  [
    { data: { 'a b': '' } },
    [
      "data[a b]: Invalid value: \"a b\": a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')",
    ],
  ],
  [{ stringData: { a: 'x'.repeat(1024 * 1024 + 1) } }, ['data: Too long: may not be more than 1048576 bytes']],
  [{ type: 'kubernetes.io/tls' }, ['data[tls.crt]: Required value', 'data[tls.key]: Required value']],
  [{ type: 'kubernetes.io/tls', stringData: { 'tls.crt': '', 'tls.key': '' } }, []],
  [{ type: 'kubernetes.io/dockerconfigjson' }, ['data[.dockerconfigjson]: Required value']],
  [
    { type: 'kubernetes.io/dockerconfigjson', stringData: { '.dockerconfigjson': 'nope' } },
    ['data[.dockerconfigjson]: Invalid value: "<secret contents redacted>": unexpected end of JSON input'],
  ],
  [
    { type: 'kubernetes.io/dockercfg', stringData: { '.dockercfg': '[]' } },
    [
      'data[.dockercfg]: Invalid value: "<secret contents redacted>": json: cannot unmarshal array into Go value of type map[string]interface {}',
    ],
  ],
  [{ type: 'kubernetes.io/dockercfg', stringData: { '.dockercfg': '{}' } }, []],
  [{ type: 'kubernetes.io/basic-auth' }, ['data[username]: Required value', 'data[password]: Required value']],
  [{ type: 'kubernetes.io/basic-auth', stringData: { password: '' } }, []],
  [
    { type: 'kubernetes.io/ssh-auth', stringData: { 'ssh-privatekey': '' } },
    ['data[ssh-privatekey]: Required value'],
  ],
  [
    { type: 'kubernetes.io/service-account-token' },
    ['metadata.annotations[kubernetes.io/service-account.name]: Required value'],
  ],
  [{ type: 'example.com/own' }, []],
])('a secret %#', (parts, expected) => {
  expect(errorsOf(Secret, parts)).toEqual(expected);
});

test('what may change in a secret', () => {
  const data = { a: base64('1') };
  expect(errorsOf(Secret, { data: {} }, { data })).toEqual([]);
  expect(errorsOf(Secret, { type: 'x' }, {})).toEqual(['type: Invalid value: "x": field is immutable']);
  const fixed = { immutable: true, data };
  expect(errorsOf(Secret, fixed, { data })).toEqual([]);
  expect(errorsOf(Secret, { data: {} }, fixed)).toEqual([
    'immutable: Forbidden: field is immutable when `immutable` is set',
    'data: Forbidden: field is immutable when `immutable` is set',
  ]);
});

test('cells of accounts and endpoints', () => {
  expect(cells(ServiceAccount, { secrets: [{ name: 'a' }] })).toEqual({ Name: 'a', Secrets: 1, Age: '60s' });
  const shown = (subsets: readonly JsonObject[]) => cells(Endpoints, { subsets })['Endpoints'];
  const ip = (last: number) => ({ ip: `10.0.0.${last}` });
  expect(shown([])).toBe('<none>');
  expect(shown([{ addresses: [ip(1), ip(2)], ports: [{ port: 80 }] }])).toBe('10.0.0.1:80,10.0.0.2:80');
  expect(shown([{ addresses: [{ ip: 'fd00::1' }], ports: [{ port: 80 }] }])).toBe('[fd00::1]:80');
  expect(shown([{ addresses: [ip(1), ip(2), ip(3), ip(4), ip(5)] }])).toBe('10.0.0.1,10.0.0.2,10.0.0.3 + 2 more...');
  expect(shown([{ notReadyAddresses: [ip(1)], ports: [{ port: 80 }] }])).toBe('');
});

test.each<[JsonObject, readonly string[]]>([
  [{ subsets: [{}] }, ['subsets[0]: Required value: must specify `addresses` or `notReadyAddresses`']],
  [
    { subsets: [{ addresses: [{ ip: '1' }] }] },
    [
      'subsets[0].addresses[0].ip: Invalid value: "1": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)',
      'subsets[0].addresses[0].ip: Invalid value: "1": must be a valid IP address',
    ],
  ],
  [
    { subsets: [{ notReadyAddresses: [{ ip: '127.0.0.1' }] }] },
    [
      'subsets[0].notReadyAddresses[0].ip: Invalid value: "127.0.0.1": may not be in the loopback range (127.0.0.0/8, ::1/128)',
    ],
  ],
  [
    { subsets: [{ addresses: [{ ip: '169.254.169.254' }] }] },
    [
      'subsets[0].addresses[0].ip: Invalid value: "169.254.169.254": may not be in the link-local range (169.254.0.0/16, fe80::/10)',
    ],
  ],
  [
    { subsets: [{ addresses: [{ ip: '10.0.0.1' }], ports: [{ port: 0 }, { port: 1, protocol: 'X', name: 'a' }] }] },
    [
      'subsets[0].ports[0].name: Required value',
      'subsets[0].ports[0].port: Invalid value: 0: must be between 1 and 65535, inclusive',
      'subsets[0].ports[1].protocol: Unsupported value: "X": supported values: "SCTP", "TCP", "UDP"',
    ],
  ],
])('endpoints %#', (parts, expected) => {
  expect(errorsOf(Endpoints, parts)).toEqual(expected);
});

test('an address may move to another node', () => {
  const on = (nodeName: string) => ({ subsets: [{ addresses: [{ ip: '10.0.0.1', nodeName }] }] });
  expect(errorsOf(Endpoints, on('b'), on('a'))).toEqual([]);
});
