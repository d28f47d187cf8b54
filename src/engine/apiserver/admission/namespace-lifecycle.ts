/** Keeps objects out of namespaces that are missing or going away, and the first namespaces from being deleted. */
import { forbidden, type KubeObject, notFound } from '../../meta/index.ts';
import { attempt, onward, refuse } from '../outcome.ts';
import type { Attributes, PluginFactory } from './admission.ts';

const immortal = new Set(['default', 'kube-system', 'kube-public']);

/** A namespace that was made a moment ago may not be in the cache yet: how long its first object waits for it. */
const secondLookMs = 50;

export const namespaceLifecycle: PluginFactory = ({ resources, clock }) => {
  const namespaces = () => resources.find('', 'v1', 'namespaces');
  return {
    name: 'NamespaceLifecycle',
    validate(_object, { operation, resource, name }) {
      if (operation === 'DELETE' && isNamespace({ resource }) && immortal.has(name)) {
        refuse(forbidden(resource, name, 'this namespace may not be deleted'));
      }
    },
    mutate(object, attributes) {
      if (!needsNamespace(attributes)) return object;
      const found = namespaces()?.cache.get(attributes.namespace);
      return found === undefined ? object : accepted(object, found, attributes);
    },
    mutateLater: {
      concerns: (_object, attributes) =>
        needsNamespace(attributes) && namespaces()?.cache.get(attributes.namespace) === undefined,
      run(object, attributes, done) {
        const { namespace } = attributes;
        const storage = namespaces();
        if (storage === undefined) return done({ status: notFound({ group: '', plural: 'namespaces' }, namespace) });
        clock.after(secondLookMs, () => {
          // The cache may lag behind for longer than that: in the end etcd is read (upstream's live lookup).
          storage.get(
            namespace,
            onward(done, (found) => done(attempt(() => accepted(object, found, attributes)))),
          );
        });
      },
    },
  };
};

function isNamespace({ resource }: Pick<Attributes, 'resource'>): boolean {
  return resource.group === '' && resource.plural === 'namespaces';
}

function needsNamespace(attributes: Attributes): boolean {
  return attributes.operation === 'CREATE' && attributes.namespace !== '' && !isNamespace(attributes);
}

/** The object, if its namespace takes it; throws 403 for one that is going away. */
function accepted(object: KubeObject, found: KubeObject, { namespace, resource, name }: Attributes): KubeObject {
  if (found.metadata.deletionTimestamp === undefined) return object;
  const why = `unable to create new content in namespace ${namespace} because it is being terminated`;
  const cause = { reason: 'NamespaceTerminating', message: `namespace ${namespace} is being terminated` };
  return refuse(forbidden(resource, name, why, [{ ...cause, field: 'metadata.namespace' }]));
}
