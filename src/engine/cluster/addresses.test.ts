import { expect, test } from 'vitest';
import { addressesOf } from './addresses.ts';

test.each([
  [0, '172.18.0.2', '10.244.0'],
  [254, '172.18.1.0', '10.244.254'],
  [256, '172.18.1.2', '10.245.0'],
  [3071, '172.18.12.1', '10.255.255'],
  // Behind 10.255.255 there is no 10.256: nodes from the 3,073rd on were refused by the API server.
  [3072, '172.18.12.2', '10.112.0'],
  [4999, '172.18.19.137', '10.119.135'],
])('machine %i is at %s, its Pods in %s', (index, address, podNetwork) => {
  expect(addressesOf(index)).toEqual({ address, podNetwork });
});

test('no two of 5,000 machines share anything, and no Pod has the address of a Service', () => {
  const all = Array.from({ length: 5000 }, (_, index) => addressesOf(index));
  expect(new Set(all.map(({ address }) => address)).size).toBe(5000);
  expect(new Set(all.map(({ podNetwork }) => podNetwork)).size).toBe(5000);
  const ofServices = all.filter(({ podNetwork }) => /^10\.(?:9[6-9]|10\d|11[01])\./.test(podNetwork));
  expect(ofServices).toEqual([]);
});
