/** The operators of our own: mistakes that loops over Kubernetes objects are made with. */
import type { Operator } from '../types.ts';
import { boundByOne } from './bounds.ts';
import { dropErrorPath, dropGuard, dropPrecondition } from './errors.ts';
import { dropExpectation, keepExpectation, lateExpectation } from './expectations.ts';
import { otherKey } from './keys.ts';
import { dropAwait, statusFirst, swapStatements } from './order.ts';
import { cachedRead, liveRead } from './reads.ts';
import { dropCondition, dropFilter, dropLabel, dropNamespace, dropOwner } from './scope.ts';

export const domainOperators: readonly Operator[] = [
  dropAwait,
  dropFilter,
  dropNamespace,
  dropLabel,
  dropOwner,
  dropExpectation,
  keepExpectation,
  lateExpectation,
  dropPrecondition,
  dropErrorPath,
  dropGuard,
  dropCondition,
  liveRead,
  cachedRead,
  statusFirst,
  swapStatements,
  otherKey,
  boundByOne,
];
