/** Priority and fairness: one client's flood leaves room for the others. */
import type { ApiFeature } from '../../apiserver/feature.ts';
import { fairQueues } from './flow-control.ts';

export const flowControlFeature: ApiFeature = {
  name: 'flow-control',
  flowControl: fairQueues(),
};
