/** Mutants of the solution that `check.ts` lets pass, and why. */
import type { KnownMutants } from '../../../../lesson/node/mutants/known-mutants.ts';

export default {
  equivalent: {
    "drop-guard: if (event.type !== 'backOffOver') return { state, effects: [] }; → nothing":
      'While it waits, no request is under way: nothing but the end of the wait can come.',
    "swap-statements: … if (event.type !== 'backOffOver') return { state, effects: [] }; return state.ne … 41d0da … → … return state.next === 'list' ? list(state.revision) : watch(state.revision); if … fbaf41 …":
      'While it waits, no request is under way: nothing but the end of the wait can come.',
    "ConditionalExpression: if (event.type !== 'backOffOver') return { state, effects: [] }; → if (Boolean(false)) return { state, effects: [] };":
      'While it waits, no request is under way: nothing but the end of the wait can come.',
    "ConditionalExpression: return from === '' ? list('0') : watch(from); → return Boolean(true) ? list('0') : watch(from);":
      'A cache of a controller begins empty, so every `from` that is judged is empty.',
    "StringLiteral: return from === '' ? list('0') : watch(from); → return from === '' ? list(\"\") : watch(from);":
      'The newest revision is right from the start; any other is only cheaper for the server.',
    'ConditionalExpression: const isBusy = (code: number): boolean => code === 429 || code === 503; → const isBusy = (code: number): boolean => Boolean(true);':
      'To watch again after any failure is right: if the revision is gone, the server says so.',
    "drop-guard: if (event.expired) return list('', hangUp); → nothing":
      'It lists from where it was, after a wait: client-go’s own first step after an expired watch.',
    "ConditionalExpression: if (event.expired) return list('', hangUp); → if (Boolean(false)) return list('', hangUp);":
      'It lists from where it was, after a wait: client-go’s own first step after an expired watch.',
  },
  accepted: {},
} satisfies KnownMutants;
