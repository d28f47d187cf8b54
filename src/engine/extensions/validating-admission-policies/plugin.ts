/** ValidatingAdmissionPolicy: demands on requests, in words of CEL (apiserver pkg/admission/plugin/policy/validating). */
import { ValidatingAdmissionPolicy, ValidatingAdmissionPolicyBinding } from '../../api/index.ts';
import { type Attributes, type PluginFactory, warn } from '../../apiserver/admission/admission.ts';
import { refuse } from '../../apiserver/outcome.ts';
import { isOf } from '../../apiserver/resource.ts';
import type { Resources } from '../../apiserver/resources.ts';
import { failure, type KubeObject, qualified, type Status } from '../../meta/index.ts';
import { audit } from './audit.ts';
import { checkPolicy } from './check.ts';
import { type Decision, decide } from './decide.ts';
import { isExempt, matchesResources } from './match.ts';
import { paramsOf } from './params.ts';

const { group, version } = ValidatingAdmissionPolicy;

export const validatingAdmissionPolicy: PluginFactory = ({ resources }) => {
  const policies = resources.find(group, version, ValidatingAdmissionPolicy.plural);
  const bindings = resources.find(group, version, ValidatingAdmissionPolicyBinding.plural);
  return {
    name: 'ValidatingAdmissionPolicy',
    validate(object, attributes) {
      if (isExempt(attributes)) {
        if (object !== undefined && isOf(ValidatingAdmissionPolicy, object)) checkPolicy(object);
        return;
      }
      const denials: Status[] = [];
      for (const binding of bindings?.cache.list('') ?? []) {
        if (!isOf(ValidatingAdmissionPolicyBinding, binding)) continue;
        const policy = policies?.cache.get(binding.spec.policyName);
        if (policy !== undefined && isOf(ValidatingAdmissionPolicy, policy)) {
          denials.push(...enforce({ policy, binding, object, attributes, resources }));
        }
      }
      // All have been evaluated: those that warn or audit do so whichever refuses.
      if (denials[0] !== undefined) refuse(denials[0]);
    },
  };
};

interface Case {
  readonly policy: ValidatingAdmissionPolicy;
  readonly binding: ValidatingAdmissionPolicyBinding;
  readonly object: KubeObject | undefined;
  readonly attributes: Attributes;
  readonly resources: Resources;
}

/** Does what the binding says with every demand that isn't met; gives the refusals. */
function enforce({ policy, binding, object, attributes, resources }: Case): readonly Status[] {
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
