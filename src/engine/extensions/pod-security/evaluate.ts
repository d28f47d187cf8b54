import { baselineChecks } from './baseline.ts';
import type { LevelVersion } from './policy.ts';
import { restrictedChecks } from './restricted.ts';
import type { Check, Subject } from './subject.ts';
import type { Objection } from './words.ts';

/** What a level has against a pod, in upstream's order. */
export function evaluate(
  { level, minor = Number.POSITIVE_INFINITY }: LevelVersion,
  pod: Subject,
): readonly Objection[] {
  if (level === 'privileged') return [];
  const restricted = level === 'restricted' ? restrictedChecks.filter((check) => isIn(check, minor)) : [];
  const overridden = new Set(restricted.flatMap(({ overrides = [] }) => overrides));
  const checks = [...baselineChecks.filter(({ id }) => !overridden.has(id)), ...restricted];
  return checks.map((check) => objection(check, minor, pod)).filter((found) => found !== undefined);
}

/** `host namespaces (hostPID=true), privileged (container "a" must not …)`. */
export function describe(objections: readonly Objection[]): string {
  return objections.map(({ reason, detail }) => (detail === '' ? reason : `${reason} (${detail})`)).join(', ');
}

function isIn({ versions }: Check, minor: number): boolean {
  return versions.some(([since]) => since <= minor);
}

function objection({ versions }: Check, minor: number, pod: Subject): Objection | undefined {
  return versions.findLast(([since]) => since <= minor)?.[1](pod);
}
