/**
 * Keeps what a namespace uses within its quotas. A write is charged before it is stored: the quotas' status is swapped in etcd, so that
 * API servers beside each other can't both give away the last of something. What is charged for a write that fails afterwards is given
 * back when the controller counts again.
 */
import { quotaEvaluator } from '../../api/quota/index.ts';
import type { PluginFactory } from '../../apiserver/admission/admission.ts';
import { admitted } from '../../apiserver/admission/admission.ts';
import type { WatchCache } from '../../apiserver/watch-cache.ts';
import { createLedger } from './ledger.ts';

export const resourceQuota: PluginFactory = ({ resources, clock }) => {
  const quotas = () => resources.find('', 'v1', 'resourcequotas');
  const ledger = createLedger(quotas, clock);
  return {
    name: 'ResourceQuota',
    validateLater: {
      concerns: (object, { operation, subresource, namespace }) =>
        object !== undefined &&
        (operation === 'CREATE' || operation === 'UPDATE') &&
        subresource === '' &&
        namespace !== '' &&
        hasAny(quotas()?.cache, namespace),
      run(object, attributes, done) {
        const { operation, resource } = attributes;
        const evaluator = quotaEvaluator(resource);
        if (object === undefined || evaluator === undefined) return done(admitted);
        if (operation === 'UPDATE' && !evaluator.countsUpdates) return done(admitted);
        ledger.charge({ attributes, object, evaluator }, done);
      },
    },
  };
};

function hasAny(cache: WatchCache | undefined, namespace: string): boolean {
  if (cache === undefined || cache.size() === 0) return false;
  for (const _ of cache.list(namespace)) return true;
  return false;
}
