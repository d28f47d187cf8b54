/** ValidatingAdmissionPolicy: demands on requests, in words of CEL (apiserver pkg/admission/plugin/policy/validating). */
import { ValidatingAdmissionPolicy, ValidatingAdmissionPolicyBinding } from '../../api/index.ts';
import { failure, type KubeObject, qualified } from '../../meta/index.ts';
import { type Attributes, type PluginFactory, warn } from '../admission/admission.ts';
import { refuse } from '../outcome.ts';
import { isOf } from '../resource.ts';
import type { Resources } from '../server-parts.ts';
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
      for (const binding of bindings?.cache.list('') ?? []) {
        if (!isOf(ValidatingAdmissionPolicyBinding, binding)) continue;
        const policy = policies?.cache.get(binding.spec.policyName);
        if (policy !== undefined && isOf(ValidatingAdmissionPolicy, policy)) {
          enforce({ policy, binding, object, attributes, resources });
        }
      }
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

/** Does what the binding says with every demand that isn't met. */
function enforce({ policy, binding, object, attributes, resources }: Case): void {
  const { matchConstraints, paramKind, failurePolicy } = policy.spec;
  const { matchResources, validationActions } = binding.spec;
  if (matchConstraints === undefined || !matchesResources(matchConstraints, object, attributes, resources)) return;
  if (matchResources !== undefined && !matchesResources(matchResources, object, attributes, resources)) return;
  const params = paramsOf(paramKind, binding, attributes.namespace, resources);
  const refusals: Decision[] = [];
  if ('error' in params) {
    if (failurePolicy !== 'Ignore') refusals.push({ message: params.error, reason: undefined });
  } else {
    for (const param of params.objects) refusals.push(...decide(policy, { object, attributes, resources, param }));
  }
  for (const refusal of refusals) {
    for (const action of validationActions) act(action, refusal, policy, binding, attributes);
  }
}

function act(
  action: string,
  { message, reason = 'Invalid' }: Decision,
  policy: ValidatingAdmissionPolicy,
  binding: ValidatingAdmissionPolicyBinding,
  attributes: Attributes,
): void {
  const names = `ValidatingAdmissionPolicy '${policy.metadata.name}' with binding '${binding.metadata.name}'`;
  if (action === 'Deny') deny(attributes, `${names} denied request: ${message}`, reason);
  if (action === 'Warn') warn(attributes, `Validation failed for ${names}: ${message}`);
  if (action === 'Audit')
    audit(attributes, `validation.policy.admission.k8s.io/validation_failure: ${names}: ${message}`);
}

const CODES: Readonly<Record<string, number>> = { Unauthorized: 401, Forbidden: 403, RequestEntityTooLarge: 413 };

/** Worded as what is forbidden, whatever the reason. */
function deny({ resource, name }: Attributes, message: string, reason: string): never {
  const known =
    reason === 'Unauthorized' || reason === 'Forbidden' || reason === 'RequestEntityTooLarge' ? reason : 'Invalid';
  const what = name === '' ? qualified(resource) : `${qualified(resource)} ${JSON.stringify(name)}`;
  return refuse(
    failure(CODES[known] ?? 422, known, `${what} is forbidden: ${message}`, {
      ...(name !== '' && { name }),
      ...(resource.group !== '' && { group: resource.group }),
      kind: resource.plural,
      causes: [{ message }],
    }),
  );
}
