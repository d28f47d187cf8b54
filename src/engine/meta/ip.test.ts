import { expect, test } from 'vitest';
import { formatIpv4, inRange, parseCidr, parseIp } from './ip.ts';

test.each([
  ['10.96.0.1', 'IPv4', 0x0a600001n],
  ['255.255.255.255', 'IPv4', 0xffffffffn],
  ['::', 'IPv6', 0n],
  ['::1', 'IPv6', 1n],
  ['2001:db8::ff', 'IPv6', 0x20010db80000000000000000000000ffn],
  ['1:2:3:4:5:6:7:8', 'IPv6', 0x00010002000300040005000600070008n],
  ['::ffff:10.0.0.1', 'IPv6', 0xffff0a000001n],
])('%s is an address', (text, family, value) => {
  expect(parseIp(text)).toEqual({ family, value });
});

test.each([
  ['', '1.2.3', '1.2.3.256', '01.2.3.4', '1.2.3.4.5', 'a.b.c.d', ' 1.2.3.4', '1.2.3.4/8'],
  [':', ':::', '1::2::3', '1:2:3:4:5:6:7', '1:2:3:4:5:6:7:8:9', '12345::', 'fe80::1%eth0', '::1.2.3', 'g::'],
])('no addresses', (...texts) => {
  for (const text of texts) expect(parseIp(text), text).toBeUndefined();
});

test('a range holds what shares its prefix', () => {
  const range = parseCidr('10.96.0.0/12');
  if (range === undefined) throw new Error('a range');
  const held = ['10.96.0.0', '10.111.255.255', '10.112.0.0', '10.95.255.255', '::'].map((text) => {
    const address = parseIp(text);
    return address !== undefined && inRange(range, address);
  });
  expect(held).toEqual([true, true, false, false, false]);
  expect(parseCidr('10.97.3.4/12')).toEqual(range);
  for (const text of ['10.0.0.0', '10.0.0.0/33', '10.0.0.0/', '/8', '10.0.0.0/08', 'x/8', '::/129']) {
    expect(parseCidr(text), text).toBeUndefined();
  }
});

test('numbers are written as addresses', () => {
  expect([0n, 0x0a600001n, 0xffffffffn].map(formatIpv4)).toEqual(['0.0.0.0', '10.96.0.1', '255.255.255.255']);
});
