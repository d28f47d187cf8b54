/** Addresses as text, in the canonical form (RFC 5952). */
import { formatIpv4, type IpAddress } from '../../../meta/index.ts';

const SHIFTS = [112n, 96n, 80n, 64n, 48n, 32n, 16n, 0n];

/** `10.0.0.1`, `2001:db8::1` */
export function formatIp({ family, value }: IpAddress): string {
  if (family === 'IPv4') return formatIpv4(value);
  const groups = SHIFTS.map((shift) => ((value >> shift) & 65535n).toString(16));
  let longest = { at: 0, length: 0 };
  for (let at = 0; at < groups.length; at += 1) {
    let length = 0;
    while (groups[at + length] === '0') length += 1;
    if (length > longest.length) longest = { at, length };
  }
  if (longest.length < 2) return groups.join(':');
  return `${groups.slice(0, longest.at).join(':')}::${groups.slice(longest.at + longest.length).join(':')}`;
}
