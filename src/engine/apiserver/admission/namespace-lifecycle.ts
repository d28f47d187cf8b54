/** Keeps objects out of namespaces that are missing or going away, and the first namespaces from being deleted. */
import { forbidden, notFound } from '../../meta/index.ts';
import { refuse } from '../outcome.ts';
import type { PluginFactory } from './admission.ts';

const immortal = new Set(['default', 'kube-system', 'kube-public']);

export const namespaceLifecycle: PluginFactory = ({ resources }) => ({
  name: 'NamespaceLifecycle',
  validate(_object, { operation, resource, namespace, name }) {
    const isNamespace = resource.group === '' && resource.plural === 'namespaces';
    if (operation === 'DELETE' && isNamespace && immortal.has(name)) {
      refuse(forbidden(resource, name, 'this namespace may not be deleted'));
    }
    if (operation !== 'CREATE' || isNamespace || namespace === '') return;
    const found = resources.find('', 'v1', 'namespaces')?.cache.get(namespace);
    if (found === undefined) refuse(notFound({ group: '', plural: 'namespaces' }, namespace));
    if (found.metadata.deletionTimestamp === undefined) return;
    const why = `unable to create new content in namespace ${namespace} because it is being terminated`;
    const cause = { reason: 'NamespaceTerminating', message: `namespace ${namespace} is being terminated` };
    refuse(forbidden(resource, name, why, [{ ...cause, field: 'metadata.namespace' }]));
  },
});
