/** Claims and Ingresses that name no class get the default one. */
import type { ApiFeature } from '../../apiserver/feature.ts';
import { defaultIngressClass } from './default-ingress-class.ts';
import { defaultStorageClass } from './default-storage-class.ts';

export const defaultClassesFeature: ApiFeature = {
  name: 'default-classes',
  admission: [defaultIngressClass, defaultStorageClass],
};
