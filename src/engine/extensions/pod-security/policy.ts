/** What a namespace's labels ask of its pods (upstream: pod-security-admission api/helpers.go). */
import { type FieldError, invalidValue } from '../../meta/index.ts';

export type Level = 'privileged' | 'baseline' | 'restricted';

/** `minor`: of v1.x; undefined for the newest. */
export interface LevelVersion {
  readonly level: Level;
  readonly minor: number | undefined;
}

export interface Policy {
  readonly enforce: LevelVersion;
  readonly audit: LevelVersion;
  readonly warn: LevelVersion;
}

const prefix = 'pod-security.kubernetes.io/';
const levels: readonly Level[] = ['privileged', 'baseline', 'restricted'];
const privileged: LevelVersion = { level: 'privileged', minor: undefined };
const nothing: Policy = { enforce: privileged, audit: privileged, warn: privileged };

type Labels = Readonly<Record<string, string>>;

/** The policy of these labels, and what is wrong with them. What can't be read enforces everything, and neither warns nor audits. */
export function policyOf(labels: Labels | undefined): {
  readonly policy: Policy;
  readonly errors: readonly FieldError[];
} {
  if (labels === undefined) return { policy: nothing, errors: [] };
  const errors: FieldError[] = [];
  const enforce = read('enforce', labels, 'restricted', errors);
  const audit = read('audit', labels, 'privileged', errors);
  const given = read('warn', labels, 'privileged', errors);
  const saysLevel = labels[`${prefix}warn`] !== undefined;
  const isReadable = isLevel(labels[`${prefix}enforce`] ?? '');
  // Who enforces something and says nothing about warnings is warned of what will be refused.
  const follows = !saysLevel && isReadable && stricter(enforce.level, given.level);
  const minor = labels[`${prefix}warn-version`] === undefined ? enforce.minor : given.minor;
  return { policy: { enforce, audit, warn: follows ? { level: enforce.level, minor } : given }, errors };
}

/** Whether nothing at all is checked. */
export function isFullyPrivileged({ enforce, audit, warn }: Policy): boolean {
  return [enforce, audit, warn].every(({ level }) => level === 'privileged');
}

/** Whether the first forbids more. */
export function stricter(a: Level, b: Level): boolean {
  return levels.indexOf(a) > levels.indexOf(b);
}

export function sameLevel(a: LevelVersion, b: LevelVersion): boolean {
  return a.level === b.level && a.minor === b.minor;
}

/** `restricted:latest`, `baseline:v1.25`. */
export function nameOf({ level, minor }: LevelVersion): string {
  return `${level}:${minor === undefined ? 'latest' : `v1.${minor}`}`;
}

function read(mode: string, labels: Labels, otherwise: Level, errors: FieldError[]): LevelVersion {
  const given = labels[prefix + mode];
  const version = labels[`${prefix}${mode}-version`] ?? 'latest';
  const wrong = (label: string, value: string, detail: string): void => {
    errors.push(invalidValue(`metadata.labels[${label}]`, value, detail));
  };
  let level: Level = 'privileged';
  if (given !== undefined && isLevel(given)) level = given;
  else if (given !== undefined) {
    level = otherwise;
    wrong(prefix + mode, given, `must be one of ${levels.join(', ')}`);
  }
  const minor = /^v1\.(0|[1-9]\d*)$/.exec(version)?.[1];
  if (minor === undefined && version !== 'latest') {
    wrong(`${prefix}${mode}-version`, version, 'must be "latest" or "v1.x"');
  }
  return { level, minor: minor === undefined ? undefined : Number(minor) };
}

function isLevel(text: string): text is Level {
  return levels.some((level) => level === text);
}
