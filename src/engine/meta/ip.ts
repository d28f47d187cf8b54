/** IP addresses and ranges of them, read as Go's net package reads them. */

/** `value`: the address as a number, 32 or 128 bits. */
export interface IpAddress {
  readonly family: 'IPv4' | 'IPv6';
  readonly value: bigint;
}

/** All addresses that share their first `bits` bits with `first`. */
export interface IpRange {
  readonly first: IpAddress;
  readonly bits: number;
}

/** The address of a text; undefined for what is none (also for zones, and for parts with leading zeros). */
export function parseIp(text: string): IpAddress | undefined {
  if (!text.includes(':')) {
    const value = ipv4Value(text);
    return value === undefined ? undefined : { family: 'IPv4', value };
  }
  const value = ipv6Value(text);
  return value === undefined ? undefined : { family: 'IPv6', value };
}

/** The range of a text like `10.96.0.0/12`; bits behind the prefix are dropped. */
export function parseCidr(text: string): IpRange | undefined {
  const slash = text.indexOf('/');
  const address = parseIp(text.slice(0, slash));
  const size = text.slice(slash + 1);
  if (slash < 0 || address === undefined || !/^(0|[1-9]\d{0,2})$/.test(size)) return undefined;
  const width = widthOf(address);
  const bits = Number(size);
  if (bits > width) return undefined;
  const rest = BigInt(width - bits);
  return { first: { ...address, value: (address.value >> rest) << rest }, bits };
}

/** Whether the range holds the address. */
export function inRange({ first, bits }: IpRange, address: IpAddress): boolean {
  if (address.family !== first.family) return false;
  const rest = BigInt(widthOf(first) - bits);
  return address.value >> rest === first.value >> rest;
}

/** `10.96.0.1` of a number of 32 bits. */
export function formatIpv4(value: bigint): string {
  return [24n, 16n, 8n, 0n].map((shift) => String((value >> shift) & 255n)).join('.');
}

function widthOf({ family }: IpAddress): 32 | 128 {
  return family === 'IPv4' ? 32 : 128;
}

function ipv4Value(text: string): bigint | undefined {
  const parts = text.split('.');
  if (parts.length !== 4) return undefined;
  let value = 0;
  for (const part of parts) {
    if (!/^(0|[1-9]\d{0,2})$/.test(part) || Number(part) > 255) return undefined;
    value = value * 256 + Number(part);
  }
  return BigInt(value);
}

function ipv6Value(text: string): bigint | undefined {
  const halves = text.split('::');
  if (halves.length > 2) return undefined;
  const [head, tail] = [groupsOf(halves[0] ?? ''), groupsOf(halves[1] ?? '')];
  if (head === undefined || tail === undefined) return undefined;
  const missing = 8 - head.length - tail.length;
  if (halves.length === 2 ? missing < 1 : missing !== 0) return undefined;
  let value = 0n;
  for (const group of [...head, ...Array<bigint>(missing).fill(0n), ...tail]) value = (value << 16n) | group;
  return value;
}

/** The groups of 16 bits in one half of an address; its last two may be written as an IPv4 address. */
function groupsOf(half: string): readonly bigint[] | undefined {
  if (half === '') return [];
  const groups: bigint[] = [];
  const parts = half.split(':');
  for (const [index, part] of parts.entries()) {
    const embedded = index === parts.length - 1 && part.includes('.') ? ipv4Value(part) : undefined;
    if (embedded !== undefined) groups.push(embedded >> 16n, embedded & 0xffffn);
    else if (/^[0-9a-fA-F]{1,4}$/.test(part)) groups.push(BigInt(`0x${part}`));
    else return undefined;
  }
  return groups;
}
