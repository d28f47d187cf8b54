/** IP addresses and networks as numbers; shared by validation and expressions. */

export interface Ip {
  readonly version: 4 | 6;
  readonly bits: bigint;
}

export interface Cidr {
  /** As written, also its host bits. */
  readonly ip: Ip;
  readonly length: number;
}

/** Strictly as Go's netip takes it, without zones and without IPv4 in IPv6. */
export function parseIp(text: string): Ip | undefined {
  return text.includes(':') ? parseIpV6(text) : parseIpV4(text);
}

function parseIpV4(text: string): Ip | undefined {
  const parts = text.split('.');
  if (parts.length !== 4) return undefined;
  let bits = 0n;
  for (const part of parts) {
    if (!/^(?:0|[1-9]\d{0,2})$/.test(part) || Number(part) > 255) return undefined;
    bits = bits * 256n + BigInt(part);
  }
  return { version: 4, bits };
}

function parseIpV6(text: string): Ip | undefined {
  if (text.length > 45) return undefined;
  const halves = text.split('::');
  if (halves.length > 2) return undefined;
  const groups = halves.map((half) => (half === '' ? [] : half.split(':')));
  const [head = [], tail = []] = groups;
  const missing = 8 - head.length - tail.length;
  if (halves.length === 2 ? missing < 1 : missing !== 0) return undefined;
  const all = [...head, ...Array<string>(halves.length === 2 ? missing : 0).fill('0'), ...tail];
  let bits = 0n;
  for (const group of all) {
    if (!/^[0-9a-fA-F]{1,4}$/.test(group)) return undefined;
    bits = bits * 65536n + BigInt(`0x${group}`);
  }
  return { version: 6, bits };
}

/** `10.0.0.0/8` */
export function parseCidr(text: string): Cidr | undefined {
  const [address = '', length = '', ...rest] = text.split('/');
  const ip = parseIp(address);
  if (ip === undefined || rest.length > 0 || !/^(?:0|[1-9]\d{0,2})$/.test(length)) return undefined;
  return Number(length) > width(ip) ? undefined : { ip, length: Number(length) };
}

export const width = ({ version }: Ip): number => (version === 4 ? 32 : 128);

/** The address with its host bits cleared. */
export function maskedIp({ ip, length }: Cidr): Ip {
  const shift = BigInt(width(ip) - length);
  return { version: ip.version, bits: (ip.bits >> shift) << shift };
}

export function containsIp(cidr: Cidr, ip: Ip): boolean {
  if (ip.version !== cidr.ip.version) return false;
  const shift = BigInt(width(ip) - cidr.length);
  return ip.bits >> shift === cidr.ip.bits >> shift;
}

/** The canonical text (RFC 5952). */
export function formatIp({ version, bits }: Ip): string {
  if (version === 4) return [24n, 16n, 8n, 0n].map((shift) => (bits >> shift) & 255n).join('.');
  const groups = [112n, 96n, 80n, 64n, 48n, 32n, 16n, 0n].map((shift) => ((bits >> shift) & 65535n).toString(16));
  let longest = { at: 0, length: 0 };
  for (let at = 0; at < 8; at += 1) {
    let length = 0;
    while (groups[at + length] === '0') length += 1;
    if (length > longest.length) longest = { at, length };
  }
  if (longest.length < 2) return groups.join(':');
  return `${groups.slice(0, longest.at).join(':')}::${groups.slice(longest.at + longest.length).join(':')}`;
}
