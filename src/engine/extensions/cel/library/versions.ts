/** Kubernetes' semver library. */
import { CelError, noSuchOverload } from '../errors.ts';
import type { Library } from '../functions.ts';
import { asText, isCompound, type OpaqueValue, type Value } from '../values.ts';

const TYPE = 'kubernetes.Semver';
const SHAPE =
  /^(0|[1-9]\d{0,17})\.(0|[1-9]\d{0,17})\.(0|[1-9]\d{0,17})(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?(?:\+[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?$/;

interface Version extends OpaqueValue {
  readonly numbers: readonly bigint[];
  readonly pre: readonly string[];
}

const isVersion = (value: OpaqueValue): value is Version => value.type === TYPE;

function parse(text: string): Version | undefined {
  const match = SHAPE.exec(text);
  if (match === null) return undefined;
  const version: Version = {
    kind: 'opaque',
    type: TYPE,
    text,
    numbers: match.slice(1, 4).map((part) => BigInt(part ?? 0)),
    pre: match[4] === undefined ? [] : match[4].split('.'),
    equals: (other) => isVersion(other) && compare(version, other) === 0,
  };
  return version;
}

/** `v1.2` becomes `1.2.0`. */
function normalized(text: string): string {
  const [core = '', ...rest] = text.replace(/^v/, '').split(/(?=[-+])/);
  const parts = core.split('.').map((part) => part.replace(/^0+(?=\d)/, ''));
  while (parts.length < 3) parts.push('0');
  return parts.join('.') + rest.join('');
}

function compare(a: Version, b: Version): number {
  for (let index = 0; index < 3; index += 1) {
    const [left = 0n, right = 0n] = [a.numbers[index], b.numbers[index]];
    if (left !== right) return left < right ? -1 : 1;
  }
  if (a.pre.length === 0 || b.pre.length === 0) return Math.sign(b.pre.length - a.pre.length);
  for (let index = 0; index < Math.min(a.pre.length, b.pre.length); index += 1) {
    const order = comparePart(a.pre[index] ?? '', b.pre[index] ?? '');
    if (order !== 0) return order;
  }
  return Math.sign(a.pre.length - b.pre.length);
}

function comparePart(a: string, b: string): number {
  const [numberA, numberB] = [/^\d+$/.test(a), /^\d+$/.test(b)];
  if (numberA && numberB) return Math.sign(Number(BigInt(a) - BigInt(b)));
  if (numberA !== numberB) return numberA ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
}

function asVersion(value: Value | undefined): Version {
  return isCompound(value) && value.kind === 'opaque' && isVersion(value) ? value : noSuchOverload();
}

function semver(text: string): Version {
  const version = parse(text);
  if (version === undefined) throw new CelError(`No Major.Minor.Patch elements found`);
  return version;
}

export const versions: Library = [
  [`semver(string): ${TYPE}`, ([a]) => semver(asText(a))],
  [`semver(string, bool): ${TYPE}`, ([a, loose]) => semver(loose === true ? normalized(asText(a)) : asText(a))],
  ['isSemver(string): bool', ([a]) => parse(asText(a)) !== undefined],
  [
    'isSemver(string, bool): bool',
    ([a, loose]) => parse(loose === true ? normalized(asText(a)) : asText(a)) !== undefined,
  ],
  [`${TYPE} -> isGreaterThan(${TYPE}): bool`, ([a, b]) => compare(asVersion(a), asVersion(b)) > 0],
  [`${TYPE} -> isLessThan(${TYPE}): bool`, ([a, b]) => compare(asVersion(a), asVersion(b)) < 0],
  [`${TYPE} -> compareTo(${TYPE}): int`, ([a, b]) => BigInt(compare(asVersion(a), asVersion(b)))],
  [`${TYPE} -> major(): int`, ([a]) => asVersion(a).numbers[0] ?? 0n],
  [`${TYPE} -> minor(): int`, ([a]) => asVersion(a).numbers[1] ?? 0n],
  [`${TYPE} -> patch(): int`, ([a]) => asVersion(a).numbers[2] ?? 0n],
];
