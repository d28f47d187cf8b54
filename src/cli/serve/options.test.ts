import { expect, test } from 'vitest';
import { FlagError, serveOptions } from './options.ts';

const known = ['replicaset', 'scheduler'];

function refused(...argv: string[]): string {
  try {
    serveOptions(argv, known);
  } catch (error) {
    if (error instanceof FlagError) return error.message;
    throw error;
  }
  throw new Error('was not refused');
}

test('without flags: port 8001, three nodes, seed 1, real time, everything running', () => {
  expect(serveOptions([], known)).toEqual({
    port: 8001,
    nodes: 3,
    seed: '1',
    speed: 1,
    withoutControllers: [],
    kubeconfig: undefined,
  });
});

test('flags are read, names of controllers in one list or several', () => {
  const argv = [
    '--port',
    '0',
    '--nodes=0',
    '--speed',
    '2.5',
    '--no-controllers',
    'replicaset',
    '--no-controllers=scheduler',
  ];
  expect(serveOptions(argv, known)).toMatchObject({
    port: 0,
    nodes: 0,
    speed: 2.5,
    withoutControllers: ['replicaset', 'scheduler'],
  });
  expect(serveOptions(['--no-controllers', '*'], known)?.withoutControllers).toEqual(['*']);
  const rules = ['--no-token', '--allow-host', 'Dev.example,10.0.0.1', '--allow-origin=http://localhost:3000/'];
  expect(serveOptions(rules, known)).toMatchObject({
    noToken: true,
    allowHosts: ['dev.example', '10.0.0.1'],
    allowOrigins: ['http://localhost:3000'],
  });
  expect(serveOptions(['--addons', 'network-policies'], known)?.addons).toEqual(['network-policies']);
  expect(serveOptions(['--cloud', '--kube-proxy-pods', '--addons', 'node-route'], known)).toMatchObject({ cloud: true, kubeProxyPods: true, addons: ['node-route'] });
  expect(serveOptions(['--help'], known)).toBeUndefined();
});

test('what cannot be used is refused by name, with what it takes', () => {
  expect(refused('--port', '99999')).toBe('--port takes a whole number from 0 to 65535, not "99999"');
  expect(refused('--nodes', 'three')).toBe('--nodes takes a whole number from 0 to 5000, not "three"');
  expect(refused('--speed', '0')).toBe('--speed takes a number from 0.1 to 1000, not "0"');
  expect(refused('--etcd', '2')).toBe('--etcd takes 1, 3 or 5, not "2"');
  expect(refused('--addons', 'calico')).toMatch(/^--addons: there is no calico\. There are: network-policies/);
  expect(refused('--addons', 'node-route')).toBe('--addons: node-route rents what only a cloud has: it takes --cloud');
  expect(refused('--no-controllers', 'replicasets')).toBe(
    '--no-controllers: there is no replicasets. There are: replicaset, scheduler, and * for all',
  );
  expect(refused('--allow-host', 'http://x')).toContain('without a scheme or a port');
  expect(refused('--allow-host', 'x:80')).toContain('without a scheme or a port');
  for (const origin of ['x', '*', 'null', 'http://x/path', 'file:///x']) {
    expect(refused('--allow-origin', origin)).toContain('--allow-origin takes origins such as');
  }
  expect(refused('--session', '')).toBe('--session takes the name of a file');
  expect(refused('--session', 'f', '--etcd-port', '0')).toContain('without --etcd-port');
  expect(refused('--session', 'f', '--scheduler-config', 'g')).toContain('without --scheduler-config');
  expect(refused('--session', 'f', '--kubelet-config', 'g')).toContain('without --kubelet-config');
  expect(refused('--bogus')).toContain('--bogus');
});
