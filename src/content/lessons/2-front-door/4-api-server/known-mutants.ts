/** Mutants of the solution that `check.ts` lets pass, and why. */
import type { KnownMutants } from '../../../../lesson/node/mutants/known-mutants.ts';

export default {
  equivalent: {
    "swap-statements: … if (map.immutable !== true) changed.push('immutable'); if (!deepEqual(map.data ? … 469aaa … → … if (!deepEqual(map.data ?? {}, old.data ?? {})) changed.push('data'); if (map.im … 89fd99 …":
      'The order of errors means nothing.',
    "swap-statements: … if (!deepEqual(map.data ?? {}, old.data ?? {})) changed.push('data'); if (!deepE … de5825 … → … if (!deepEqual(map.binaryData ?? {}, old.binaryData ?? {})) changed.push('binary … 01f054 …":
      'The order of errors means nothing.',
    "other-key: … key … → … key.slice(key.indexOf('/') + 1) …":
      'A key with a slash in it is refused anyway, for the same field.',
    "StringLiteral: ...validateKeys('data', data, 'binaryData', binaryData), → ...validateKeys('data', data, \"\", binaryData),":
      'The words of an error are the author’s.',
    "StringLiteral: ...validateKeys('binaryData', binaryData, 'data', data), → ...validateKeys('binaryData', binaryData, \"\", data),":
      'The words of an error are the author’s.',
    'StringLiteral: … `duplicate of key present in ${otherField}` … → … `` …': 'The words of an error are the author’s.',
    "StringLiteral: … 'field is immutable when `immutable` is set' … → … \"\" …": 'The words of an error are the author’s.',
  },
  accepted: {},
} satisfies KnownMutants;
