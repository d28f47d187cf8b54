/** PodSecurity: keeps pods to the level that their namespace is labelled with (upstream: pod-security-admission admission/admission.go). */
import { Namespace, Pod, type PodSpec } from '../../api/index.ts';
import { type Attributes, type PluginFactory, warn } from '../../apiserver/admission/admission.ts';
import { refuse } from '../../apiserver/outcome.ts';
import { isOf } from '../../apiserver/resource.ts';
import { deepEqual, forbidden, invalid } from '../../meta/index.ts';
import { describe, evaluate } from './evaluate.ts';
import { warnOfExistingPods } from './existing-pods.ts';
import { isFullyPrivileged, nameOf, type Policy, policyOf, sameLevel, stricter } from './policy.ts';
import type { Subject } from './subject.ts';
import { podTemplateOf } from './template.ts';

/** Subresources that leave the spec alone. */
const ignored = new Set(['exec', 'attach', 'binding', 'eviction', 'log', 'portforward', 'proxy', 'status']);

export const podSecurity: PluginFactory = ({ resources }) => {
  function policyIn(namespace: string): Policy {
    return policyOf(resources.find('', 'v1', 'namespaces')?.cache.get(namespace)?.metadata.labels).policy;
  }

  function checkNamespace(namespace: Namespace, attributes: Attributes): void {
    const { old, resource, name } = attributes;
    const now = policyOf(namespace.metadata.labels);
    const before = policyOf(old?.metadata.labels);
    const isNewlyWrong = old === undefined || !deepEqual(now.errors, before.errors);
    if (now.errors.length > 0 && isNewlyWrong) refuse(invalid(resource.definition, name, now.errors));
    if (old === undefined) return;
    const [wanted, was] = [now.policy.enforce, before.policy.enforce];
    if (sameLevel(wanted, was) || wanted.level === 'privileged') return;
    if (wanted.minor === was.minor && !stricter(wanted.level, was.level)) return;
    warnOfExistingPods(name, wanted, resources, (text) => warn(attributes, text));
  }

  return {
    name: 'PodSecurity',
    validate(object, attributes) {
      const { operation, subresource, old } = attributes;
      if (object === undefined || (operation !== 'CREATE' && operation !== 'UPDATE')) return;
      if (isOf(Namespace, object)) {
        if (subresource === '') checkNamespace(object, attributes);
      } else if (isOf(Pod, object)) {
        if (ignored.has(subresource)) return;
        if (old !== undefined && isOf(Pod, old) && !isSignificant(object.spec, old.spec)) return;
        checkPod(object, policyIn(attributes.namespace), attributes, true);
      } else if (subresource === '') {
        const template = podTemplateOf(object);
        if (template !== undefined) checkPod(template, policyIn(attributes.namespace), attributes, false);
      }
    },
  };
};

/** `enforced`: it is a pod. What only makes pods is warned about. */
function checkPod(pod: Subject, policy: Policy, attributes: Attributes, enforced: boolean): void {
  if (isFullyPrivileged(policy)) return;
  const { enforce, warn: warned } = policy;
  const objections = enforced ? evaluate(enforce, pod) : [];
  if (objections.length > 0) {
    const why = `violates PodSecurity ${JSON.stringify(nameOf(enforce))}: ${describe(objections)}`;
    refuse(forbidden(attributes.resource, attributes.name, why));
  }
  const warnings = evaluate(warned, pod);
  if (warnings.length === 0) return;
  warn(attributes, `would violate PodSecurity ${JSON.stringify(nameOf(warned))}: ${describe(warnings)}`);
}

/** Updates of fields that no check reads pass: finalizers, labels, tolerations. */
function isSignificant(now: PodSpec, before: PodSpec): boolean {
  if (now === before) return false;
  const {
    tolerations: _t,
    activeDeadlineSeconds: _a,
    schedulingGates: _g,
    nodeSelector: _s,
    affinity: _f,
    ...spec
  } = now;
  const {
    tolerations: _bt,
    activeDeadlineSeconds: _ba,
    schedulingGates: _bg,
    nodeSelector: _bs,
    affinity: _bf,
    ...old
  } = before;
  return !deepEqual(spec, old);
}
