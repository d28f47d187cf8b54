/** Kinds that CustomResourceDefinitions define. */
import { CustomResourceDefinition } from '../../api/index.ts';
import type { ApiFeature } from '../../apiserver/feature.ts';
import { isOf } from '../../apiserver/resource.ts';
import type { FieldError } from '../../meta/index.ts';
import { lateExpressions } from '../late/late-expressions.ts';
import { customResourceDefinitions } from './admission.ts';
import { customResources } from './custom-resources.ts';

const nothingWrong: readonly FieldError[] = [];

export const customResourcesFeature: ApiFeature = {
  name: 'custom-resources',
  admission: [customResourceDefinitions],
  startHooks: [customResources],
  validate(_, object, old) {
    if (!isOf(CustomResourceDefinition, object)) return nothingWrong;
    return lateExpressions().validateDefinition(object, old !== undefined && isOf(CustomResourceDefinition, old) ? old : undefined);
  },
};
