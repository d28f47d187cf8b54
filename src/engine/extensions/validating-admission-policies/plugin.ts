/** ValidatingAdmissionPolicy: demands on requests, in words of CEL (apiserver pkg/admission/plugin/policy/validating). */
import { ValidatingAdmissionPolicy, ValidatingAdmissionPolicyBinding } from '../../api/index.ts';
import type { Attributes, PluginFactory } from '../../apiserver/admission/admission.ts';
import { refuse } from '../../apiserver/outcome.ts';
import { isOf } from '../../apiserver/resource.ts';
import type { Status } from '../../meta/index.ts';
import { lateExpressions } from '../late/late-expressions.ts';

const { group, version } = ValidatingAdmissionPolicy;

/** Policies don't apply to policies: one that refuses everything could never be removed. */
const EXEMPT = new Set([
  'validatingadmissionpolicies',
  'validatingadmissionpolicybindings',
  'mutatingadmissionpolicies',
  'mutatingadmissionpolicybindings',
]);

/** Whether a request is about policies themselves. */
function isExempt({ resource }: Attributes): boolean {
  return resource.group === 'admissionregistration.k8s.io' && EXEMPT.has(resource.plural);
}

export const validatingAdmissionPolicy: PluginFactory = ({ resources }) => {
  const policies = resources.find(group, version, ValidatingAdmissionPolicy.plural);
  const bindings = resources.find(group, version, ValidatingAdmissionPolicyBinding.plural);
  return {
    name: 'ValidatingAdmissionPolicy',
    validate(object, attributes) {
      if (isExempt(attributes)) {
        if (object !== undefined && isOf(ValidatingAdmissionPolicy, object)) lateExpressions().checkPolicy(object);
        return;
      }
      const denials: Status[] = [];
      for (const binding of bindings?.cache.list('') ?? []) {
        if (!isOf(ValidatingAdmissionPolicyBinding, binding)) continue;
        const policy = policies?.cache.get(binding.spec.policyName);
        if (policy !== undefined && isOf(ValidatingAdmissionPolicy, policy)) {
          denials.push(...lateExpressions().enforce({ policy, binding, object, attributes, resources }));
        }
      }
      // All have been evaluated: those that warn or audit do so whichever refuses.
      if (denials[0] !== undefined) refuse(denials[0]);
    },
  };
};
