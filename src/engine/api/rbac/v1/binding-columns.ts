import { ageColumn, textColumn } from '../../define.ts';
import type { RoleBinding } from '../../generated/types.ts';
import type { Column } from '../../types.ts';
import { roleText, subjectText } from './rules.ts';

type Bound = Pick<RoleBinding, 'metadata' | 'roleRef' | 'subjects'> & {
  readonly apiVersion: string;
  readonly kind: string;
};

/** Of bindings of both scopes. */
export const bindingColumns: readonly Column<Bound>[] = [
  textColumn<Bound>('Role', 'The role that is given.', roleText),
  ageColumn,
  textColumn<Bound>('Users', 'Users who are given it.', (binding) => subjectText(binding, 'User'), 'wide'),
  textColumn<Bound>('Groups', 'Groups who are given it.', (binding) => subjectText(binding, 'Group'), 'wide'),
  textColumn<Bound>(
    'ServiceAccounts',
    'Service accounts who are given it.',
    (binding) => subjectText(binding, 'ServiceAccount'),
    'wide',
  ),
];
