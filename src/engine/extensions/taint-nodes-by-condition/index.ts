/** A new Node is tainted as not ready. */
import type { ApiFeature } from '../../apiserver/feature.ts';
import { taintNodesByCondition } from './plugin.ts';

export const taintNodesByConditionFeature: ApiFeature = {
  name: 'taint-nodes-by-condition',
  admission: [taintNodesByCondition],
};
