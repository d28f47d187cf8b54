/** What one binding of a policy says of a request (apiserver pkg/admission/plugin/policy/validating/dispatcher.go). */
import type { ValidatingAdmissionPolicy, ValidatingAdmissionPolicyBinding } from '../../api/index.ts';
import { type Attributes, warn } from '../../apiserver/admission/admission.ts';
import type { Resources } from '../../apiserver/resources.ts';
import { failure, type KubeObject, qualified, type Status } from '../../meta/index.ts';
import { audit } from './audit.ts';
import { type Decision, decide } from './decide.ts';
import { matchesResources } from './match.ts';
import { paramsOf } from './params.ts';

export interface Case {
  readonly policy: ValidatingAdmissionPolicy;
  readonly binding: ValidatingAdmissionPolicyBinding;
  readonly object: KubeObject | undefined;
  readonly attributes: Attributes;
  readonly resources: Resources;
}

/** Does what the binding says with every demand that isn't met; gives the refusals. */
export function enforce({ policy, binding, object, attributes, resources }: Case): readonly Status[] {
  const { matchConstraints, paramKind, failurePolicy } = policy.spec;
  const { matchResources, validationActions } = binding.spec;
  if (matchConstraints === undefined || !matchesResources(matchConstraints, object, attributes, resources)) return [];
  if (matchResources !== undefined && !matchesResources(matchResources, object, attributes, resources)) return [];
  const params = paramsOf(paramKind, binding, attributes.namespace, resources);
  const policyName = `ValidatingAdmissionPolicy '${policy.metadata.name}'`;
  const names = `${policyName} with binding '${binding.metadata.name}'`;
  if ('error' in params) {
    // Whatever the binding's actions are: it isn't known whether the validations hold.
    if (failurePolicy === 'Ignore') return [];
    const who = params.of === 'policy' ? policyName : names;
    return [denial(attributes, `${who} denied request: failed to configure ${params.of}: ${params.error}`, 'Invalid')];
  }
  const refusals: Decision[] = [];
  for (const param of params.objects) refusals.push(...decide(policy, { object, attributes, resources, param }));
  for (const { index, message } of refusals) {
    if (validationActions.includes('Warn')) warn(attributes, `Validation failed for ${names}: ${message}`);
    if (validationActions.includes('Audit')) {
      const failure = { message, policy: binding.spec.policyName, binding: binding.metadata.name };
      const value = JSON.stringify([{ ...failure, expressionIndex: index, validationActions }]);
      audit(attributes, 'validation.policy.admission.k8s.io/validation_failure', value);
    }
  }
  if (!validationActions.includes('Deny')) return [];
  return refusals.map(({ message, reason = 'Invalid' }) =>
    denial(attributes, `${names} denied request: ${message}`, reason),
  );
}

const CODES: Readonly<Record<string, number>> = { Unauthorized: 401, Forbidden: 403, RequestEntityTooLarge: 413 };

/** Worded as what is forbidden, whatever the reason. */
function denial({ resource, name }: Attributes, message: string, reason: string): Status {
  const known =
    reason === 'Unauthorized' || reason === 'Forbidden' || reason === 'RequestEntityTooLarge' ? reason : 'Invalid';
  const what = name === '' ? qualified(resource) : `${qualified(resource)} ${JSON.stringify(name)}`;
  return failure(CODES[known] ?? 422, known, `${what} is forbidden: ${message}`, {
    ...(name !== '' && { name }),
    ...(resource.group !== '' && { group: resource.group }),
    kind: resource.plural,
    causes: [{ message }],
  });
}
