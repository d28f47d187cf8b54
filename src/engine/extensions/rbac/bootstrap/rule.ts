/** Rules as short lines. Lists are sorted, as upstream's builder sorts them. */
import type { PolicyRule } from '../../../api/index.ts';

export const read = 'get list watch';
export const write = 'create update patch delete deletecollection';
export const readWrite = `${read} ${write}`;

/** Verbs on resources of API groups, each a list parted by spaces; `core` is the group without a name. */
export function rule(verbs: string, groups: string, resources: string, names = ''): PolicyRule {
  return {
    verbs: words(verbs),
    apiGroups: words(groups)
      .map((group) => (group === 'core' ? '' : group))
      .sort(),
    resources: words(resources),
    ...(names !== '' && { resourceNames: words(names) }),
  };
}

/** Verbs on paths. */
export function paths(verbs: string, urls: string): PolicyRule {
  return { verbs: words(verbs), nonResourceURLs: words(urls) };
}

function words(text: string): readonly string[] {
  return text.split(' ').sort();
}

/** What everybody may who tells what happens. */
export const events = rule('create update patch', 'core events.k8s.io', 'events');
