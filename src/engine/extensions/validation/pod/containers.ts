/** Rules for containers, beyond those of the Pod's definition (validateContainerCommon, validateContainers, validateInitContainers). */
import type { Container, ContainerResizePolicy, PodSpec } from '../../../api/index.ts';
import { duplicate, type FieldError, forbiddenField, invalidValue, notSupported, required } from '../../../meta/index.ts';
import { checkOneOf } from '../checks.ts';
import { checkEnv } from './env.ts';
import { checkLifecycle, checkProbes } from './handlers.ts';
import { checkDevices, checkMounts } from './mounts.ts';
import { checkResources } from './resources.ts';
import { checkSecurityContext } from './security-context.ts';

/** What the rules of a container must know of its Pod. */
export interface PodFacts {
  readonly spec: PodSpec;
  readonly claims: ReadonlySet<string>;
}

export function checkContainers(facts: PodFacts, path: string, errors: FieldError[]): void {
  const { containers = [], initContainers = [], ephemeralContainers = [] } = facts.spec;
  for (const [index, container] of containers.entries()) {
    const at = `${path}.containers[${index}]`;
    checkContainer(container, facts, at, errors);
    checkProcess(container, facts, at, errors);
    if (container.restartPolicy !== undefined) errors.push(forbiddenField(`${at}.restartPolicy`, 'may not be set for non-init containers'));
  }
  checkHostPorts(containers, `${path}.containers`, errors);
  for (const [index, container] of initContainers.entries()) {
    const at = `${path}.initContainers[${index}]`;
    checkContainer(container, facts, at, errors);
    checkOneOf(container.restartPolicy, ['Always'], `${at}.restartPolicy`, errors);
    if (container.restartPolicy === 'Always') checkProcess(container, facts, at, errors);
    // They run one by one, and upstream counts each of them as the first.
    checkHostPorts([container], `${path}.initContainers`, errors);
  }
  for (const [index, container] of ephemeralContainers.entries()) checkContainer(container, facts, `${path}.ephemeralContainers[${index}]`, errors);
}

function checkContainer(container: Container, facts: PodFacts, path: string, errors: FieldError[]): void {
  const { env, envFrom, volumeMounts, volumeDevices, resources, resizePolicy, securityContext } = container;
  if (env !== undefined || envFrom !== undefined) checkEnv(container, path, errors);
  if (volumeMounts !== undefined) checkMounts(container, volumeMounts, `${path}.volumeMounts`, errors);
  if (volumeDevices !== undefined) checkDevices(container, facts.spec, volumeDevices, `${path}.volumeDevices`, errors);
  if (resources !== undefined) checkResources(resources, facts.claims, `${path}.resources`, errors);
  if (resizePolicy !== undefined) checkResizePolicy(resizePolicy, facts.spec.restartPolicy, `${path}.resizePolicy`, errors);
  if (securityContext !== undefined) checkSecurityContext(securityContext, facts.spec.hostUsers !== false, `${path}.securityContext`, errors);
}

/** What only containers have that go on running. */
function checkProcess(container: Container, { spec }: PodFacts, path: string, errors: FieldError[]): void {
  const { terminationGracePeriodSeconds: graceSeconds = 30 } = spec;
  if (container.lifecycle !== undefined) checkLifecycle(container.lifecycle, graceSeconds, `${path}.lifecycle`, errors);
  checkProbes(container, graceSeconds, path, errors);
}

/** A port of the node goes to one container. */
function checkHostPorts(containers: readonly Container[], path: string, errors: FieldError[]): void {
  let taken: Set<string> | undefined;
  for (const [index, { ports = [] }] of containers.entries()) {
    for (const [place, { protocol = 'TCP', hostIP = '', hostPort }] of ports.entries()) {
      if (!hostPort) continue;
      const key = `${protocol}/${hostIP}/${hostPort}`;
      taken ??= new Set();
      if (taken.has(key)) errors.push(duplicate(`${path}[${index}].ports[${place}].hostPort`, key));
      taken.add(key);
    }
  }
}

const resizable = ['cpu', 'memory'];
const resizePolicies = ['NotRequired', 'RestartContainer'];

function checkResizePolicy(policies: readonly ContainerResizePolicy[], restartPolicy: string | undefined, path: string, errors: FieldError[]): void {
  const seen = new Set<string>();
  for (const [index, { resourceName = '', restartPolicy: policy = '' }] of policies.entries()) {
    if (seen.has(resourceName)) errors.push(duplicate(`${path}[${index}]`, resourceName));
    seen.add(resourceName);
    for (const [value, supported] of [
      [resourceName, resizable],
      [policy, resizePolicies],
    ] as const) {
      if (value === '') errors.push(required(path));
      else if (!supported.includes(value)) errors.push(notSupported(path, value, supported));
    }
    if (restartPolicy !== 'Never' || policy === 'NotRequired') continue;
    errors.push(invalidValue(path, policy, "must be 'NotRequired' when `restartPolicy` is 'Never'"));
  }
}
