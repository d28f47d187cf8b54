/** What the server checks of definitions and their objects besides their own kinds' rules: their schemas, and that nothing new comes while one goes. */
import { CustomResourceDefinition } from '../../api/index.ts';
import type { PluginFactory } from '../../apiserver/admission/admission.ts';
import { refuse } from '../../apiserver/outcome.ts';
import { isOf } from '../../apiserver/resource.ts';
import { failure } from '../../meta/index.ts';
import { lateExpressions } from '../late/late-expressions.ts';

export const customResourceDefinitions: PluginFactory = ({ resources }) => ({
  name: 'CustomResourceDefinitions',
  validate(object, { operation, resource, old, subresource }) {
    if (resource.definition.custom !== undefined && operation === 'CREATE') {
      const { group, version, plural } = CustomResourceDefinition;
      const crd = resources.find(group, version, plural)?.cache.get(`${resource.plural}.${resource.group}`);
      if (crd?.metadata.deletionTimestamp === undefined) return;
      const message = 'create not allowed while custom resource definition is terminating';
      refuse(failure(405, 'MethodNotAllowed', message, { group: resource.group, kind: resource.plural }));
    }
    if (object === undefined || subresource !== '' || !isOf(CustomResourceDefinition, object)) return;
    if (old !== undefined && isOf(CustomResourceDefinition, old) && old.spec === object.spec) return;
    lateExpressions().checkSchemas(object);
  },
});
