/** What a controller may write: the rules of `--allow`, and what it tried beside them. */
import type { ResourceInfo } from '../../engine/index.ts';

/** Verbs that write. */
export const writeVerbs = ['create', 'update', 'patch', 'delete', 'deletecollection'] as const;

/** Verbs by resource, as `ruleName` has it; `*` as either means all. */
export type AllowRules = ReadonlyMap<string, ReadonlySet<string>>;

const example = 'a resource and verbs, such as pods:create,delete or deployments.apps/status:patch';

/** Reads `pods:create,delete`, `deployments.apps/status:*` or `*`. @throws Error that names the rule and what it should look like. */
export function parseAllow(texts: readonly string[]): AllowRules {
  const rules = new Map<string, Set<string>>();
  for (const text of texts) {
    const [resource = '', verbs = text === '*' ? '*' : ''] = text.split(':');
    const all = verbs.split(',').filter((verb) => verb !== '');
    const unknown = all.find((verb) => verb !== '*' && !writeVerbs.some((each) => each === verb));
    if (resource === '' || all.length === 0) throw new Error(`--allow takes ${example}, not ${JSON.stringify(text)}`);
    if (unknown !== undefined) throw new Error(`--allow ${text}: ${unknown} is none of ${writeVerbs.join(', ')}, *`);
    const known = rules.get(resource) ?? new Set();
    rules.set(resource, known);
    for (const verb of all) known.add(verb);
  }
  return rules;
}

/** As rules name it: `pods`, `deployments.apps`, `deployments.apps/status`. */
export function ruleName({ group, resource, subresource }: Pick<ResourceInfo, 'group' | 'resource' | 'subresource'>): string {
  return `${resource}${group === '' ? '' : `.${group}`}${subresource === '' ? '' : `/${subresource}`}`;
}

export function isAllowed(rules: AllowRules, info: ResourceInfo): boolean {
  return [ruleName(info), '*'].some((resource) => {
    const verbs = rules.get(resource);
    return verbs?.has(info.verb) === true || verbs?.has('*') === true;
  });
}
