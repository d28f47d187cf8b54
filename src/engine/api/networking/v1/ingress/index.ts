import { ageColumn, defineKind, textColumn } from '../../../define.ts';
import type { Ingress as IngressObject } from '../../../generated/types.ts';
import type { KindDefinition } from '../../../types.ts';

export type Ingress = IngressObject;

/** Which requests from outside go to which Service. */
export const Ingress: KindDefinition<Ingress> = defineKind<Ingress>({
  group: 'networking.k8s.io',
  version: 'v1',
  kind: 'Ingress',
  plural: 'ingresses',
  namespaced: true,
  shortNames: ['ing'],
  storageName: 'ingress',
  subresources: { status: true },
  rules: {
    generation: 'spec',
    default: (ingress) => {
      if (ingress.spec !== undefined && ingress.status?.loadBalancer !== undefined) return ingress;
      return { ...ingress, spec: ingress.spec ?? {}, status: { loadBalancer: {}, ...ingress.status } };
    },
    prepareForCreate: (ingress) => ({ ...ingress, status: { loadBalancer: {} } }),
  },
  columns: [
    textColumn('Class', 'Who serves it.', ({ spec }) => spec.ingressClassName ?? '<none>'),
    textColumn('Hosts', 'Names its rules are for.', ({ spec }) =>
      hosts((spec.rules ?? []).map(({ host }) => host ?? '')),
    ),
    textColumn('Address', 'Where it is reached.', ({ status }) => {
      const all = (status.loadBalancer?.ingress ?? []).map(({ ip, hostname }) => ip || hostname || '');
      return [...new Set(all.filter((each) => each !== ''))].sort().join(',');
    }),
    textColumn('Ports', 'Ports for plain and for encrypted requests.', ({ spec }) => {
      return (spec.tls ?? []).length > 0 ? '80, 443' : '80';
    }),
    ageColumn,
  ],
});

const MOST_HOSTS = 3;

function hosts(all: readonly string[]): string {
  const named = all.filter((host) => host !== '');
  if (named.length === 0) return '*';
  const shown = named.slice(0, MOST_HOSTS).join(',');
  return named.length > MOST_HOSTS ? `${shown} + ${named.length - MOST_HOSTS} more...` : shown;
}
