/** How the checks speak of what they find. */

/** What a check has against a pod: `privileged (container "a" must not set …)`. */
export interface Objection {
  readonly reason: string;
  readonly detail: string;
}

/** `containers "a", "b"`. */
export function named(singular: string, names: readonly string[]): string {
  return `${plural(singular, names.length)} ${quoted(names)}`;
}

export function plural(singular: string, count: number): string {
  return count === 1 ? singular : `${singular}s`;
}

export function quoted(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ');
}

/** Each once, in order. */
export function distinct(values: Iterable<string>): readonly string[] {
  return [...new Set(values)].sort();
}

/** `pod and container "a"`. */
export function setters(podDoes: boolean, containers: readonly string[]): string {
  return [...(podDoes ? ['pod'] : []), ...(containers.length > 0 ? [named('container', containers)] : [])].join(
    ' and ',
  );
}
