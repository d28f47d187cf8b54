/** GET, PUT and PATCH of pods/x/ephemeralcontainers and pods/x/resize: an update of the pod by rules of their own. */
import { podParts } from '../../api/index.ts';
import type { Context } from '../../apiserver/context.ts';
import { get } from '../../apiserver/verbs/get.ts';
import { patch } from '../../apiserver/verbs/patch.ts';
import { update } from '../../apiserver/verbs/update.ts';

/** What serves a part. The answer is the whole pod. */
export function podPart(part: keyof typeof podParts) {
  return {
    GET: get,
    PUT: (context: Context) => update(withRules(context, part)),
    PATCH: (context: Context) => patch(withRules(context, part)),
  };
}

function withRules(context: Context, part: keyof typeof podParts): Context {
  const { definition } = context.resource;
  const rules = { ...definition.rules, ...podParts[part] };
  return { ...context, resource: { ...context.resource, definition: { ...definition, rules } as typeof definition } };
}
