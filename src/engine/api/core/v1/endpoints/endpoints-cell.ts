import type { Endpoints } from '../../../generated/types.ts';

/** More than these are only counted. */
const SHOWN = 3;

/** `10.244.0.2:80,10.244.1.2:80`, at most three and how many more there are; `<none>` without subsets. */
export function endpointsCell({ subsets = [] }: Endpoints): string {
  if (subsets.length === 0) return '<none>';
  const all: string[] = [];
  for (const { addresses = [], ports = [] } of subsets) {
    if (ports.length === 0) all.push(...addresses.map(({ ip }) => ip));
    for (const { port } of ports) all.push(...addresses.map(({ ip }) => `${hostOf(ip)}:${port}`));
  }
  const shown = all.slice(0, SHOWN).join(',');
  return all.length > SHOWN ? `${shown} + ${all.length - SHOWN} more...` : shown;
}

function hostOf(ip: string): string {
  return ip.includes(':') ? `[${ip}]` : ip;
}
