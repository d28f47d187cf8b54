/** Mutants of the solution that `check.ts` lets pass, and why. */
import type { KnownMutants } from '../../../../lesson/node/mutants/known-mutants.ts';

const onlyNames = 'One of the two statements only names a value.';

export default {
  equivalent: {
    "swap-statements: … if (ending || containers.every(isOver)) return { do: 'stopPod' }; const all = [. … dd3a8e … → … const all = [...initContainers, ...containers]; if (ending || containers.every(i … 9515b5 …": onlyNames,
    "swap-statements: … if (all.some(({ state }) => state === 'starting')) return wait; const init = ini … 0ca10d … → … const init = initContainers.find(({ done }) => !done); if (all.some(({ state }) … 4bdf2c …": onlyNames,
    "swap-statements: … if (init !== undefined && isOver(init)) return { do: 'stopPod' }; const next = i … e67423 … → … const next = init === undefined ? containers.find(mayStart) : [init].find(maySta … 735bec …": onlyNames,
    "swap-statements: … if (state === 'new') return { do: 'start', container: name, backOffMs: 0 }; cons … e75cdc … → … const waitMs = exitedAtMs - startedAtMs > forgivenAfterMs ? 0 : backOffMs; if (s … 65a0ae …": onlyNames,
  },
  accepted: {},
} satisfies KnownMutants;
