/** getHours() and its like, of timestamps (in UTC or at an offset) and durations. */
import { CelError, noSuchOverload } from '../errors.ts';
import type { Library } from '../functions.ts';
import { partsOf } from '../time.ts';
import { asText, isCompound, type Value } from '../values.ts';

const PARTS: Readonly<Record<string, (date: Date) => number>> = {
  getFullYear: (date) => date.getUTCFullYear(),
  getMonth: (date) => date.getUTCMonth(),
  getDate: (date) => date.getUTCDate(),
  getDayOfMonth: (date) => date.getUTCDate() - 1,
  getDayOfWeek: (date) => date.getUTCDay(),
  getDayOfYear: (date) => Math.floor((date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 1)) / 86_400_000),
  getHours: (date) => date.getUTCHours(),
  getMinutes: (date) => date.getUTCMinutes(),
  getSeconds: (date) => date.getUTCSeconds(),
};

function part(value: Value | undefined, offsetMinutes: number, read: (date: Date) => number): bigint {
  if (!isCompound(value) || value.kind !== 'timestamp') return noSuchOverload();
  return BigInt(read(partsOf(value.nanos + BigInt(offsetMinutes) * 60_000_000_000n).date));
}

/** Minutes east of UTC. Names of places would need a table of zones: only offsets and UTC are known. */
function offset(zone: string): number {
  if (zone === '' || zone === 'UTC') return 0;
  const match = /^([+-]?)(\d{2}):(\d{2})$/.exec(zone);
  if (match === null) throw new CelError(`unknown time zone ${zone}`);
  const minutes = Number(match[2]) * 60 + Number(match[3]);
  return match[1] === '-' ? -minutes : minutes;
}

function millis(value: Value | undefined): bigint {
  if (!isCompound(value) || (value.kind !== 'timestamp' && value.kind !== 'duration')) return noSuchOverload();
  return value.kind === 'timestamp' ? partsOf(value.nanos).fraction / 1_000_000n : value.nanos / 1_000_000n;
}

const SPANS: readonly (readonly [string, bigint])[] = [
  ['getHours', 3_600_000_000_000n],
  ['getMinutes', 60_000_000_000n],
  ['getSeconds', 1_000_000_000n],
];

export const times: Library = [
  ...Object.entries(PARTS).flatMap(
    ([name, read]): Library => [
      [`timestamp -> ${name}(): int`, ([a]) => part(a, 0, read)],
      [`timestamp -> ${name}(string): int`, ([a, zone]) => part(a, offset(asText(zone)), read)],
    ],
  ),
  ...SPANS.map(([name, unit]): Library[number] => [
    `duration -> ${name}(): int`,
    ([a]) => (isCompound(a) && a.kind === 'duration' ? a.nanos / unit : noSuchOverload()),
  ]),
  ['timestamp -> getMilliseconds(): int', ([a]) => millis(a)],
  ['timestamp -> getMilliseconds(string): int', ([a]) => millis(a)],
  ['duration -> getMilliseconds(): int', ([a]) => millis(a)],
];
