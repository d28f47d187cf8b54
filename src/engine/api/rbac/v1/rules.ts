/** What roles and bindings of both scopes share (upstream: pkg/apis/rbac/validation). */
import {
  checkDnsSubdomain,
  checkPathSegment,
  deepEqual,
  type FieldError,
  invalidValue,
  notSupported,
  required,
  shownList,
} from '../../../meta/index.ts';
import type { PolicyRule, RoleRef, Subject } from '../../generated/types.ts';

export const rbacGroup = 'rbac.authorization.k8s.io';

/** Errors of a role's rules. `namespaced`: of a Role, which has no say about paths. */
export function validateRules(rules: readonly PolicyRule[] | undefined, namespaced: boolean): readonly FieldError[] {
  return (rules ?? []).flatMap((rule, index) => ruleErrors(rule, namespaced, `rules[${index}]`));
}

function ruleErrors(rule: PolicyRule, namespaced: boolean, path: string): readonly FieldError[] {
  const errors: FieldError[] = [];
  const { verbs = [], apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] } = rule;
  if (verbs.length === 0) errors.push(required(`${path}.verbs`, 'verbs must contain at least one value'));
  if (nonResourceURLs.length > 0) {
    const wrong = (detail: string) => {
      errors.push({ ...invalidValue(`${path}.nonResourceURLs`, null, detail), shown: shownList(nonResourceURLs) });
    };
    if (namespaced) wrong('namespaced rules cannot apply to non-resource URLs');
    if (apiGroups.length + resources.length + resourceNames.length > 0) {
      wrong('rules cannot apply to both regular resources and non-resource URLs');
    }
    return errors;
  }
  if (apiGroups.length === 0) {
    errors.push(required(`${path}.apiGroups`, 'resource rules must supply at least one api group'));
  }
  if (resources.length === 0) {
    errors.push(required(`${path}.resources`, 'resource rules must supply at least one resource'));
  }
  return errors;
}

interface BindingParts {
  readonly roleRef: RoleRef;
  readonly subjects?: readonly Subject[];
}

/** Errors of a binding to one of these kinds of role. `namespaced`: a RoleBinding. */
export function validateBinding(
  { roleRef, subjects = [] }: BindingParts,
  roleKinds: readonly string[],
  namespaced: boolean,
  old?: BindingParts,
): readonly FieldError[] {
  const errors: FieldError[] = [];
  const { apiGroup = '', kind = '', name = '' } = roleRef;
  if (apiGroup !== rbacGroup) errors.push(notSupported('roleRef.apiGroup', apiGroup, [rbacGroup]));
  if (!roleKinds.includes(kind)) errors.push(notSupported('roleRef.kind', kind, roleKinds));
  if (name === '') errors.push(required('roleRef.name'));
  else for (const message of checkPathSegment(name)) errors.push(invalidValue('roleRef.name', name, message));
  subjects.forEach((subject, index) => {
    errors.push(...subjectErrors(subject, namespaced, `subjects[${index}]`));
  });
  if (old !== undefined && !deepEqual(old.roleRef, roleRef)) {
    const shown = `rbac.RoleRef{APIGroup:${JSON.stringify(apiGroup)}, Kind:${JSON.stringify(kind)}, Name:${JSON.stringify(name)}}`;
    errors.push({ ...invalidValue('roleRef', null, 'cannot change roleRef'), shown });
  }
  return errors;
}

function subjectErrors(subject: Subject, namespaced: boolean, path: string): readonly FieldError[] {
  const errors: FieldError[] = [];
  const { kind = '', name = '', namespace = '', apiGroup = '' } = subject;
  if (name === '') errors.push(required(`${path}.name`));
  switch (kind) {
    case 'ServiceAccount':
      for (const message of name === '' ? [] : checkDnsSubdomain(name)) {
        errors.push(invalidValue(`${path}.name`, name, message));
      }
      if (apiGroup !== '') errors.push(notSupported(`${path}.apiGroup`, apiGroup, ['']));
      if (!namespaced && namespace === '') errors.push(required(`${path}.namespace`));
      break;
    case 'User':
    case 'Group':
      if (apiGroup !== rbacGroup) errors.push(notSupported(`${path}.apiGroup`, apiGroup, [rbacGroup]));
      break;
    default:
      errors.push(notSupported(`${path}.kind`, kind, ['ServiceAccount', 'User', 'Group']));
  }
  return errors;
}

/** Fills what upstream's defaulting fills: the API groups. */
export function defaultBinding<B extends BindingParts>(binding: B): B {
  const { roleRef, subjects } = binding;
  const filled = subjects?.map(defaultSubject);
  const changed = filled?.some((subject, index) => subject !== subjects?.[index]) === true;
  const ref = roleRef ?? { kind: '', name: '' };
  if (ref === roleRef && ref.apiGroup && !changed) return binding;
  return {
    ...binding,
    roleRef: { ...ref, apiGroup: ref.apiGroup || rbacGroup },
    ...(filled !== undefined && { subjects: filled }),
  };
}

function defaultSubject(subject: Subject): Subject {
  const named = subject.kind === 'User' || subject.kind === 'Group';
  return named && !subject.apiGroup ? { ...subject, apiGroup: rbacGroup } : subject;
}

/** `ClusterRole/view`. */
export function roleText({ roleRef }: BindingParts): string {
  return `${roleRef.kind}/${roleRef.name}`;
}

/** Names of the subjects of a kind; service accounts as `namespace/name`. */
export function subjectText({ subjects = [] }: BindingParts, kind: 'User' | 'Group' | 'ServiceAccount'): string {
  return subjects
    .filter((subject) => subject.kind === kind)
    .map(({ name, namespace = '' }) => (kind === 'ServiceAccount' ? `${namespace}/${name}` : name))
    .join(', ');
}
