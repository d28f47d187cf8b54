/** Timestamps (RFC 3339) and durations as Go writes them, in nanoseconds. */
import { parseGoDuration } from '../../meta/index.ts';
import { CelError, conversionFailed } from './errors.ts';

const SECOND = 1_000_000_000n;
const TIME = /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.(\d+))?(?:[Zz]|([+-])(\d{2}):(\d{2}))$/;

/** Nanoseconds since 1970. Throws for what is no RFC 3339 time. */
export function parseTimestamp(text: string): bigint {
  const match = TIME.exec(text);
  if (match === null) return conversionFailed('string', 'google.protobuf.Timestamp');
  const [, year, month, day, hour, minute, second, fraction = '', sign, zoneHour = '0', zoneMinute = '0'] = match;
  const ms = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second));
  if (new Date(ms).getUTCDate() !== Number(day) || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 60) {
    return conversionFailed('string', 'google.protobuf.Timestamp');
  }
  const zone = (Number(zoneHour) * 60 + Number(zoneMinute)) * (sign === '-' ? -60 : 60);
  return (BigInt(ms) / 1000n - BigInt(zone)) * SECOND + BigInt(fraction.slice(0, 9).padEnd(9, '0'));
}

/** `2024-01-02T03:04:05.5Z` */
export function formatTimestamp(nanos: bigint): string {
  const { date, fraction } = partsOf(nanos);
  const digits = fraction === 0n ? '' : `.${fraction.toString().padStart(9, '0').replace(/0+$/, '')}`;
  return `${date.toISOString().slice(0, 19)}${digits}Z`;
}

/** A date in UTC, and the nanoseconds below its second. */
export function partsOf(nanos: bigint): { readonly date: Date; readonly fraction: bigint } {
  const fraction = ((nanos % SECOND) + SECOND) % SECOND;
  return { date: new Date(Number((nanos - fraction) / 1_000_000n)), fraction };
}

/** `1h30m`, `-1.5s`. Throws for anything else. */
export function parseDuration(text: string): bigint {
  const duration = parseGoDuration(text);
  if ('error' in duration) throw new CelError(duration.error);
  return duration.nanos;
}

/** Seconds, as protobuf writes a duration: `5400s`, `0.5s`. */
export function formatDuration(nanos: bigint): string {
  const sign = nanos < 0n ? '-' : '';
  const size = nanos < 0n ? -nanos : nanos;
  const fraction = size % SECOND;
  const digits = fraction === 0n ? '' : `.${fraction.toString().padStart(9, '0').replace(/0+$/, '')}`;
  return `${sign}${size / SECOND}${digits}s`;
}
