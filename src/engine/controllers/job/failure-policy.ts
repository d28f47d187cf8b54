/** What a failed Pod means for its Job, by the rules of its podFailurePolicy. (upstream pod_failure_policy.go) */
import type { Job, Pod } from 'converge/sdk';

type Policy = NonNullable<Job['spec']['podFailurePolicy']>;
type Rule = Policy['rules'][number];
type ExitCodes = NonNullable<Rule['onExitCodes']>;
type PodConditions = NonNullable<Rule['onPodConditions']>;

export interface Verdict {
  /** Of the first rule that matches. */
  readonly action?: 'Count' | 'FailIndex' | 'FailJob' | 'Ignore';
  /** The failure counts towards the back-off limits. */
  readonly counted: boolean;
  /** Why the whole Job fails. */
  readonly message?: string;
}

/** Without a policy, or when no rule matches, a failure is counted. */
export function judge(policy: Policy | undefined, pod: Pod): Verdict {
  for (const [index, rule] of (policy?.rules ?? []).entries()) {
    const why = matchOf(rule, pod);
    if (why === undefined) continue;
    switch (rule.action) {
      case 'Ignore':
        return { action: 'Ignore', counted: false };
      case 'Count':
        return { action: 'Count', counted: true };
      case 'FailIndex':
        return { action: 'FailIndex', counted: true };
      case 'FailJob':
        return { action: 'FailJob', counted: true, message: `${why} matching FailJob rule at index ${index}` };
      default:
    }
  }
  return { counted: true };
}

/** What of the Pod matches the rule, in words. */
function matchOf({ onExitCodes, onPodConditions }: Rule, pod: Pod): string | undefined {
  const { namespace, name } = pod.metadata;
  if (onExitCodes !== undefined) {
    const failed = exitMatching(onExitCodes, pod);
    return (
      failed && `Container ${failed.container} for pod ${namespace}/${name} failed with exit code ${failed.exitCode}`
    );
  }
  const type = onPodConditions && conditionMatching(onPodConditions, pod);
  return type === undefined ? undefined : `Pod ${namespace}/${name} has condition ${type}`;
}

function exitMatching({ containerName, operator, values }: ExitCodes, { status }: Pod) {
  for (const { name, state } of [...(status.containerStatuses ?? []), ...(status.initContainerStatuses ?? [])]) {
    const exitCode = state?.terminated?.exitCode ?? 0;
    if (exitCode === 0 || (containerName !== undefined && containerName !== name)) continue;
    const listed = values.includes(exitCode);
    if ((operator === 'In' && listed) || (operator === 'NotIn' && !listed)) return { container: name, exitCode };
  }
  return undefined;
}

function conditionMatching(patterns: PodConditions, { status }: Pod): string | undefined {
  const matching = status.conditions?.find(({ type, status: value }) =>
    patterns.some((pattern) => pattern.type === type && (pattern.status ?? 'True') === value),
  );
  return matching?.type;
}
