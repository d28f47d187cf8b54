import { type FieldError, invalidValue } from '../../../../meta/index.ts';
import { ageColumn, defineKind, textColumn } from '../../../define.ts';
import type { Lease as LeaseObject } from '../../../generated/types.ts';
import type { KindDefinition } from '../../../types.ts';

export type Lease = LeaseObject;

/** Shows the leader of an election, or that a node is alive: renewed again and again, so its age tells. */
export const Lease: KindDefinition<Lease> = defineKind<Lease>({
  group: 'coordination.k8s.io',
  version: 'v1',
  kind: 'Lease',
  plural: 'leases',
  namespaced: true,
  storageName: 'leases',
  rules: {
    generation: 'none',
    unconditionalUpdate: false,
    createOnUpdate: true,
    default: (lease) => (lease.spec === undefined ? { ...lease, spec: {} } : lease),
    validate: ({ spec }) => {
      const errors: FieldError[] = [];
      const { leaseDurationSeconds, leaseTransitions } = spec;
      if (leaseDurationSeconds !== undefined && leaseDurationSeconds <= 0) {
        errors.push(invalidValue('spec.leaseDurationSeconds', leaseDurationSeconds, 'must be greater than 0'));
      }
      if (leaseTransitions !== undefined && leaseTransitions < 0) {
        const detail = 'must be greater than or equal to 0';
        errors.push(invalidValue('spec.leaseTransitions', leaseTransitions, detail));
      }
      return errors;
    },
  },
  columns: [textColumn('Holder', 'Who holds the lease now.', ({ spec }) => spec.holderIdentity ?? ''), ageColumn],
});
