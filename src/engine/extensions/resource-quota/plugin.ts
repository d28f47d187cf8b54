/**
 * Keeps what a namespace uses within its quotas. A write is charged before it is stored: the quotas' status is swapped in etcd, so that
 * API servers beside each other can't both give away the last of something. What is charged for a write that fails afterwards is given
 * back when the controller counts again.
 */
import { quotaEvaluator } from '../../api/quota/index.ts';
import type { PluginFactory } from '../../apiserver/admission/admission.ts';
import { admitted } from '../../apiserver/admission/admission.ts';
import { createLedger } from './ledger.ts';

export const resourceQuota: PluginFactory = ({ resources, clock }) => {
  const quotas = () => resources.find('', 'v1', 'resourcequotas');
  const ledger = createLedger(quotas, clock);
  return {
    name: 'ResourceQuota',
    validateLater(object, attributes, done) {
      const { operation, subresource, namespace, resource } = attributes;
      const isWrite = operation === 'CREATE' || operation === 'UPDATE';
      if (object === undefined || !isWrite || subresource !== '' || namespace === '') return done(admitted);
      if (!hasAny(quotas()?.cache.list(namespace))) return done(admitted);
      const evaluator = quotaEvaluator(resource);
      if (evaluator === undefined || (operation === 'UPDATE' && !evaluator.countsUpdates)) return done(admitted);
      ledger.charge({ attributes, object, evaluator }, done);
    },
  };
};

function hasAny(objects: Iterable<unknown> = []): boolean {
  for (const _ of objects) return true;
  return false;
}
