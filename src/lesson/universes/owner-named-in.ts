import type { Owner, Target } from './types.ts';

/** Which object a sentence of a verdict speaks of, as `namespace/name`: an owner that it names, or else the scenario's own. */
export function ownerNamedIn(seen: string, owners: readonly Pick<Owner, 'name' | 'desired'>[], target: Pick<Target, 'namespace' | 'name'>): string {
  // "shop/web" has "web" in it.
  const named = owners.toSorted((a, b) => b.name.length - a.name.length).find(({ name }) => isNamed(seen, name));
  const { namespace = '', name } = named?.desired.metadata ?? target;
  return `${namespace}/${name}`;
}

/** As a word of its own: "web" isn't in "web-7k2xq". */
function isNamed(seen: string, name: string): boolean {
  return seen.split(/[^\w./-]+/).some((word) => word.replace(/[.]+$/, '') === name);
}
