import { formatLabels } from '../../../../meta/index.ts';
import { ageColumn, defineKind, textColumn } from '../../../define.ts';
import type { Service as ServiceObject } from '../../../generated/types.ts';
import type { KindDefinition } from '../../../types.ts';
import { carryOver, withClusterIps } from './carried-over.ts';
import { externalIpCell, portsCell } from './cells.ts';
import { setDefaults } from './defaults.ts';
import { validateService } from './validation.ts';

export type Service = ServiceObject;

/** A name and an address that stay, for pods that come and go. */
export const Service: KindDefinition<Service> = defineKind<Service>({
  group: '',
  version: 'v1',
  kind: 'Service',
  plural: 'services',
  namespaced: true,
  shortNames: ['svc'],
  categories: ['all'],
  storageName: 'services/specs',
  subresources: { status: true, others: ['proxy'] },
  rules: {
    generation: 'none',
    name: 'label1035',
    createOnUpdate: true,
    deleteReturnsObject: true,
    default: setDefaults,
    validate: validateService,
    prepareForCreate: (service) => ({ ...service, spec: withClusterIps(service.spec), status: { loadBalancer: {} } }),
    prepareForUpdate: carryOver,
  },
  selectable: {
    'spec.clusterIP': ({ spec }) => spec.clusterIP ?? '',
    'spec.type': ({ spec }) => spec.type ?? '',
  },
  columns: [
    textColumn('Type', 'From where it can be reached.', ({ spec }) => spec.type ?? ''),
    textColumn('Cluster-IP', 'Its address inside the cluster.', ({ spec }) => spec.clusterIPs?.[0] ?? '<none>'),
    textColumn('External-IP', 'Its addresses from outside.', externalIpCell),
    textColumn('Port(s)', 'Its ports, and those of the nodes.', portsCell),
    ageColumn,
    textColumn('Selector', 'Labels of the pods behind it.', ({ spec }) => formatLabels(spec.selector), 'wide'),
  ],
});
