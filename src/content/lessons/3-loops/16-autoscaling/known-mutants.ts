/** Mutants of the solution that `check.ts` lets pass, and why. */
import type { KnownMutants } from '../../../../lesson/node/mutants/known-mutants.ts';

export default {
  equivalent: {
    'drop-guard: … if (guessed.length === 0) return isNear(ratio) ? replicas : Math.ceil(ratio * kn … d68b1b … → … nothing …':
      'Without guesses both ratios are the same. Only where other Pods are counted than were asked for can the number be another, and the lesson leaves that open.',
    'swap-statements: … if (guessed.length === 0) return isNear(ratio) ? replicas : Math.ceil(ratio * kn … cf7345 … → … const all = [...known, ...guessed]; if (guessed.length === 0) return isNear(rati … d8cf94 …':
      'The list is made earlier, and nothing reads it before.',
    'bound-by-one: … 0 … → … -1 …':
      'Without guesses both ratios are the same. Only where other Pods are counted than were asked for can the number be another, and the lesson leaves that open.',
    'bound-by-one: … replicas … → … replicas + 1 …':
      'Where the number is the same, it doesn’t matter which of the two is returned.',
    'bound-by-one: … replicas … → … replicas - 1 … (2)':
      'Where the number is the same, it doesn’t matter which of the two is returned.',
    'bound-by-one: const used = pods.reduce((sum, { uses = 0 }) => sum + uses, 0); → const used = pods.reduce((sum, { uses = 1 }) => sum + uses, 0);':
      'A Pod that is counted always has `uses`: it is known, or its use was guessed.',
    'bound-by-one: const used = pods.reduce((sum, { uses = 0 }) => sum + uses, 0); → const used = pods.reduce((sum, { uses = -1 }) => sum + uses, 0);':
      'A Pod that is counted always has `uses`: it is known, or its use was guessed.',
    'ConditionalExpression: … guessed.length === 0 … → … Boolean(false) …':
      'Without guesses both ratios are the same. Only where other Pods are counted than were asked for can the number be another, and the lesson leaves that open.',
    'EqualityOperator: … ratio > 1 … → … ratio >= 1 …':
      'At a ratio of exactly 1 nothing is guessed, and this line isn’t reached.',
    'EqualityOperator: … careful < 1 … → … careful <= 1 …':
      'At a ratio of exactly 1 nothing changes anyway.',
    'EqualityOperator: … wanted < replicas … → … wanted <= replicas …':
      'Where the number is the same, it doesn’t matter which of the two is returned.',
    'EqualityOperator: … careful > 1 … → … careful >= 1 …':
      'At a ratio of exactly 1 nothing changes anyway.',
    'EqualityOperator: … wanted > replicas … → … wanted >= replicas …':
      'Where the number is the same, it doesn’t matter which of the two is returned.',
    'EqualityOperator: const isNear = (ratio: number): boolean => Math.abs(1 - ratio) <= 0.1; → const isNear = (ratio: number): boolean => Math.abs(1 - ratio) < 0.1;':
      'No quotient of two numbers of percent is so near that its distance from 1 is exactly 0.1 in binary.',
  },
  accepted: {
    'bound-by-one: return [{ ...pod, uses: Math.floor((pod.requests * Math.max(100, target)) / 100) }]; → return [{ ...pod, uses: Math.floor((pod.requests * Math.max(100, target - 1)) / 100) }];':
      'Only targets above 100% show it, which upstream allows and this lesson doesn’t speak of.',
  },
} satisfies KnownMutants;
