/** Rules for a Service that the workspace has written, made safe to run. */
import type { EngineParts } from '../../../engine/index.ts';
import type { Backend, ServiceRule } from '../../../engine/sdk/index.ts';
import { isRecord } from '../../record.ts';
import { tame } from '../problem.ts';
import type { Failed, Written } from './written.ts';

/** A Service has at most so many ports that matter here. */
const mostRules = 100;
const actions = ['forward', 'reject', 'drop'] as const;

/** What throws or returns no rules makes none: connections then find no machine. */
export const guardServiceRules = (written: Written, failed: Failed): Pick<EngineParts, 'serviceRules'> => ({
  serviceRules(view) {
    try {
      const rules: unknown = Reflect.apply(written, undefined, [view]);
      if (!Array.isArray(rules)) throw new TypeError('serviceRules returned no array of rules');
      if (rules.length > mostRules) throw new TypeError(`serviceRules returned ${rules.length} rules at once`);
      return rules.map((rule: unknown) => ruleOf(rule));
    } catch (error) {
      failed(tame(error));
      return [];
    }
  },
});

function ruleOf(rule: unknown): ServiceRule {
  if (!isRecord(rule)) throw new TypeError('serviceRules returned a rule that is no object');
  const { action, backends, affinitySeconds } = rule;
  const known = actions.find((each) => each === action);
  if (known === undefined) throw new TypeError(`serviceRules returned the action ${String(action)}: there are ${actions.join(', ')}`);
  if (!Array.isArray(backends)) throw new TypeError('serviceRules returned backends that are no array');
  return {
    ...addressOf(rule, 'a rule'),
    protocol: String(rule['protocol']),
    action: known,
    backends: backends.map((backend: unknown) => addressOf(backend, 'a backend')),
    ...(typeof affinitySeconds === 'number' && { affinitySeconds }),
  };
}

function addressOf(value: unknown, what: string): Backend {
  if (!isRecord(value)) throw new TypeError(`serviceRules returned ${what} that is no object`);
  const { ip, port } = value;
  if (typeof ip !== 'string' || !Number.isSafeInteger(port)) throw new TypeError(`serviceRules returned ${what} without an address or a port`);
  return { ip, port: Number(port) };
}
