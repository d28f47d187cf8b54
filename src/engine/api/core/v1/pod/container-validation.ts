/** Checks of containers: names, images, ports, mounts, probes, resources. */
import {
  checkDnsLabel,
  duplicate,
  type FieldError,
  forbiddenField,
  invalidValue,
  milliValue,
  required,
} from '../../../../meta/index.ts';
import { validatePortName, validatePortNumber } from '../../../address-validation.ts';
import { validateEnum } from '../../../enum-validation.ts';
import type { Container, ContainerPort, Lifecycle, PodSpec, Probe } from '../../../generated/types.ts';
import { mayOvercommit } from '../resource-names.ts';
import { validateEphemeralContainers } from './ephemeral-validation.ts';

const NOT_NEGATIVE = 'must be greater than or equal to 0';

/** All containers and init containers of a spec; names are unique among both. `volumes` are the names to mount. */
export function validateContainers(
  spec: PodSpec,
  path: string,
  volumes: ReadonlySet<string>,
  errors: FieldError[],
): void {
  const names = new Set<string>();
  if ((spec.containers ?? []).length === 0) errors.push(required(`${path}.containers`));
  for (const [index, container] of (spec.containers ?? []).entries()) {
    validateContainer(container, `${path}.containers[${index}]`, names, volumes, errors);
  }
  for (const [index, container] of (spec.initContainers ?? []).entries()) {
    const at = `${path}.initContainers[${index}]`;
    validateContainer(container, at, names, volumes, errors);
    if (container.restartPolicy === 'Always') continue;
    for (const field of ['livenessProbe', 'readinessProbe', 'startupProbe', 'lifecycle'] as const) {
      if (container[field] === undefined) continue;
      errors.push(forbiddenField(`${at}.${field}`, 'may not be set for init containers without restartPolicy=Always'));
    }
  }
  // Which of their names are taken is said once, there.
  const check = (container: Container, at: string): void =>
    validateContainer(container, at, new Set(), volumes, errors);
  validateEphemeralContainers(spec, path, names, check, errors);
}

function validateContainer(
  container: Container,
  path: string,
  names: Set<string>,
  volumes: ReadonlySet<string>,
  errors: FieldError[],
): void {
  const { name = '', image = '' } = container;
  if (name === '') errors.push(required(`${path}.name`));
  else for (const message of checkDnsLabel(name)) errors.push(invalidValue(`${path}.name`, name, message));
  if (name !== '' && names.has(name)) errors.push(duplicate(`${path}.name`, name));
  names.add(name);
  if (image === '') errors.push(required(`${path}.image`));
  validateEnum(container.imagePullPolicy, 'Container.imagePullPolicy', `${path}.imagePullPolicy`, errors);
  const policy = container.terminationMessagePolicy;
  validateEnum(policy, 'Container.terminationMessagePolicy', `${path}.terminationMessagePolicy`, errors);
  validatePorts(container.ports ?? [], `${path}.ports`, errors);
  validateEnv(container, path, errors);
  validateMounts(container, path, volumes, errors);
  validateProbe(container.livenessProbe, `${path}.livenessProbe`, true, errors);
  validateProbe(container.readinessProbe, `${path}.readinessProbe`, false, errors);
  validateProbe(container.startupProbe, `${path}.startupProbe`, true, errors);
  validateLifecycle(container.lifecycle, `${path}.lifecycle`, errors);
  validateResources(container, `${path}.resources`, errors);
}

function validatePorts(ports: readonly ContainerPort[], path: string, errors: FieldError[]): void {
  const names = new Set<string>();
  for (const [index, port] of ports.entries()) {
    const at = `${path}[${index}]`;
    if (port.name) {
      const before = errors.length;
      validatePortName(port.name, `${at}.name`, errors);
      if (errors.length === before && names.has(port.name)) errors.push(duplicate(`${at}.name`, port.name));
      names.add(port.name);
    }
    if (!port.containerPort) errors.push(required(`${at}.containerPort`));
    else validatePortNumber(port.containerPort, `${at}.containerPort`, errors);
    if (port.hostPort) validatePortNumber(port.hostPort, `${at}.hostPort`, errors);
    validateEnum(port.protocol, 'ContainerPort.protocol', `${at}.protocol`, errors);
  }
}

function validateEnv(container: Container, path: string, errors: FieldError[]): void {
  for (const [index, variable] of (container.env ?? []).entries()) {
    const at = `${path}.env[${index}]`;
    if (!variable.name) errors.push(required(`${at}.name`));
    else if (!/^[\x20-\x3c\x3e-\x7e]+$/.test(variable.name)) {
      const detail = "a valid environment variable name must consist only of printable ASCII characters other than '='";
      errors.push(invalidValue(`${at}.name`, variable.name, detail));
    }
  }
}

function validateMounts(container: Container, path: string, volumes: ReadonlySet<string>, errors: FieldError[]): void {
  const places = new Set<string>();
  for (const [index, { name = '', mountPath = '' }] of (container.volumeMounts ?? []).entries()) {
    const at = `${path}.volumeMounts[${index}]`;
    if (!name) errors.push(required(`${at}.name`));
    if (!volumes.has(name)) errors.push({ type: 'NotFound', field: `${at}.name`, value: name, detail: '' });
    if (!mountPath) errors.push(required(`${at}.mountPath`));
    if (places.has(mountPath)) errors.push(invalidValue(`${at}.mountPath`, mountPath, 'must be unique'));
    places.add(mountPath);
  }
}

function validateProbe(probe: Probe | undefined, path: string, isLiveness: boolean, errors: FieldError[]): void {
  if (probe === undefined) return;
  const handlers = [probe.exec, probe.httpGet, probe.tcpSocket, probe.grpc].filter((each) => each !== undefined);
  if (handlers.length === 0) errors.push(required(path, 'must specify a handler type'));
  validateHandlerPorts(probe, path, errors);
  const counts = [
    'initialDelaySeconds',
    'timeoutSeconds',
    'periodSeconds',
    'successThreshold',
    'failureThreshold',
  ] as const;
  for (const field of counts) {
    const value = probe[field];
    if (value !== undefined && value < 0) errors.push(invalidValue(`${path}.${field}`, value, NOT_NEGATIVE));
  }
  const { successThreshold = 1 } = probe;
  if (isLiveness && successThreshold !== 1) {
    errors.push(invalidValue(`${path}.successThreshold`, successThreshold, 'must be 1'));
  }
}

function validateLifecycle(lifecycle: Lifecycle | undefined, path: string, errors: FieldError[]): void {
  for (const hook of ['postStart', 'preStop'] as const) {
    const handler = lifecycle?.[hook];
    if (handler !== undefined && Object.keys(handler).length === 0) {
      errors.push(required(`${path}.${hook}`, 'must specify a handler type'));
    }
    validateHandlerPorts(handler ?? {}, `${path}.${hook}`, errors);
  }
}

/** A number has to be a port; one that is left out counts as 0, as upstream reads it. */
function validateHandlerPorts(handler: Pick<Probe, 'httpGet' | 'tcpSocket'>, path: string, errors: FieldError[]): void {
  for (const name of ['httpGet', 'tcpSocket'] as const) {
    const action = handler[name];
    if (action === undefined) continue;
    const port: number | string | undefined = action.port;
    if (typeof port !== 'string') validatePortNumber(port ?? 0, `${path}.${name}.port`, errors);
  }
}

function validateResources({ resources }: Container, path: string, errors: FieldError[]): void {
  const { limits = {}, requests = {} } = resources ?? {};
  for (const [list, amounts] of Object.entries({ limits, requests })) {
    for (const [name, amount] of Object.entries(amounts)) {
      if (amount.startsWith('-')) errors.push(invalidValue(`${path}.${list}[${name}]`, amount, NOT_NEGATIVE));
    }
  }
  for (const [name, request] of Object.entries(requests)) {
    const limit = limits[name];
    if (limit === undefined) continue;
    const [wanted, most] = [milliValue(request), milliValue(limit)];
    const isFixed = !mayOvercommit(name);
    if (isFixed ? wanted === most : wanted <= most) continue;
    errors.push(invalidValue(`${path}.requests`, request, `must be ${isFixed ? '' : 'less than or '}equal to ${name} limit of ${limit}`));
  }
}
