/** Rules for probes and hooks, beyond those of the Pod's definition (validateHandler, validateProbe, validateLifecycle). */
import { validatePortName, validatePortNumber } from '../../../api/address-validation.ts';
import type { Container, HTTPGetAction, Lifecycle, LifecycleHandler, Probe } from '../../../api/index.ts';
import { type FieldError, forbiddenField, invalidValue, required } from '../../../meta/index.ts';
import { checkOneOf, checkText } from '../checks.ts';

type Handler = Pick<Probe, 'grpc'> & LifecycleHandler;

/** In the order in which upstream looks for them; the first counts. */
const kinds = ['exec', 'httpGet', 'tcpSocket', 'grpc', 'sleep'] as const;

/** `path` is the container's. */
export function checkProbes(container: Container, graceSeconds: number, path: string, errors: FieldError[]): void {
  for (const name of ['livenessProbe', 'readinessProbe', 'startupProbe'] as const) {
    const probe = container[name];
    if (probe === undefined) continue;
    const at = `${path}.${name}`;
    checkHandler(probe, graceSeconds, at, errors);
    const seconds = probe.terminationGracePeriodSeconds;
    if (seconds === undefined) continue;
    if (seconds <= 0) errors.push(invalidValue(`${at}.terminationGracePeriodSeconds`, seconds, 'must be greater than 0'));
    if (name === 'readinessProbe') {
      errors.push(invalidValue(`${at}.terminationGracePeriodSeconds`, seconds, 'must not be set for readinessProbes'));
    }
  }
}

/** `path` ends in `.lifecycle`. */
export function checkLifecycle({ postStart, preStop }: Lifecycle, graceSeconds: number, path: string, errors: FieldError[]): void {
  if (postStart !== undefined) checkHandler(postStart, graceSeconds, `${path}.postStart`, errors);
  if (preStop !== undefined) checkHandler(preStop, graceSeconds, `${path}.preStop`, errors);
}

function checkHandler(handler: Handler, graceSeconds: number, path: string, errors: FieldError[]): void {
  const [first, ...others] = kinds.filter((kind) => handler[kind] !== undefined);
  for (const kind of others) errors.push(forbiddenField(`${path}.${kind}`, 'may not specify more than 1 handler type'));
  if (first === undefined) return;
  const at = `${path}.${first}`;
  const { exec, httpGet, tcpSocket, grpc, sleep } = handler;
  if (first === 'exec' && !exec?.command?.length) errors.push(required(`${at}.command`));
  if (first === 'httpGet' && httpGet !== undefined) checkHttpGet(httpGet, at, errors);
  if (first === 'tcpSocket' && typeof tcpSocket?.port === 'string') validatePortName(tcpSocket.port, `${at}.port`, errors);
  if (first === 'grpc') validatePortNumber(grpc?.port ?? 0, `${at}.port`, errors);
  if (first !== 'sleep') return;
  const seconds = sleep?.seconds ?? 0;
  if (seconds >= 0 && seconds <= graceSeconds) return;
  errors.push(invalidValue(at, seconds, `must be non-negative and less than terminationGracePeriodSeconds (${graceSeconds})`));
}

const headerName = /^[-A-Za-z0-9]+$/;
const headerRule =
  "a valid HTTP header must consist of alphanumeric characters or '-' (e.g. 'X-Header-Name', regex used for validation is '[-A-Za-z0-9]+')";

function checkHttpGet({ port, scheme = 'HTTP', httpHeaders = [] }: HTTPGetAction, path: string, errors: FieldError[]): void {
  if (typeof port === 'string') validatePortName(port, `${path}.port`, errors);
  checkOneOf(scheme, ['HTTP', 'HTTPS'], `${path}.scheme`, errors);
  for (const { name = '' } of httpHeaders) checkText((text) => (headerName.test(text) ? [] : [headerRule]), name, `${path}.httpHeaders`, errors);
}
