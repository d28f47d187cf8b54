import { expect, test } from 'vitest';
import { ownerNamedIn } from './owner-named-in.ts';

const owner = (namespace: string, name: string) => {
  const metadata = { namespace, name, uid: '', resourceVersion: '', creationTimestamp: '' };
  return { name: namespace === 'default' ? name : `${namespace}/${name}`, desired: { apiVersion: 'apps/v1', kind: 'ReplicaSet', metadata } };
};
const owners = [owner('default', 'web'), owner('default', 'web-2'), owner('shop', 'web')];
const target = { namespace: 'default', name: 'web' };

test.each([
  ['web wanted 3 Pods.', 'default/web'],
  ['The ReplicaSet web-2 has 4 Pods of 3.', 'default/web-2'],
  ['At t = 4 s there were 4 Pods for shop/web.', 'shop/web'],
  ['The heater was switched 8 times.', 'default/web'],
  ['web-7k2xq was deleted, whose controller is shop/web.', 'shop/web'],
])('%s', (seen, about) => {
  expect(ownerNamedIn(seen, owners, target)).toBe(about);
});
