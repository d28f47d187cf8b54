/** An ingress that names no class gets the default one. */
import { Ingress, IngressClass } from '../../api/index.ts';
import type { PluginFactory } from '../../apiserver/admission/admission.ts';
import { isOf } from '../../apiserver/resource.ts';
import type { Resources } from '../../apiserver/resources.ts';
import { newestDefault } from '../../meta/newest-default.ts';

const annotation = 'ingressclass.kubernetes.io/is-default-class';
const oldAnnotation = 'kubernetes.io/ingress.class';

export const defaultIngressClass: PluginFactory = ({ resources }) => ({
  name: 'DefaultIngressClass',
  mutate(object, { operation, subresource }) {
    if (operation !== 'CREATE' || subresource !== '' || !isOf(Ingress, object)) return object;
    const { spec, metadata } = object;
    if (spec?.ingressClassName !== undefined || metadata.annotations?.[oldAnnotation] !== undefined) return object;
    const ingressClass = newestDefault(classesOf(resources), [annotation]);
    if (ingressClass === undefined) return object;
    return { ...object, spec: { ...spec, ingressClassName: ingressClass.metadata.name } };
  },
});

function* classesOf(resources: Resources): Iterable<IngressClass> {
  for (const object of resources.find('networking.k8s.io', 'v1', 'ingressclasses')?.cache.list('') ?? []) {
    if (isOf(IngressClass, object)) yield object;
  }
}
