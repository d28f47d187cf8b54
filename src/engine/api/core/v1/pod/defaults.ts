/** What upstream fills into pod specs (pkg/apis/core/v1/defaults.go). Unchanged parts are shared, results remembered. */
import { deepEqual, deepFreeze } from '../../../../meta/index.ts';
import type {
  Container,
  EphemeralContainer,
  HTTPGetAction,
  Lifecycle,
  Pod,
  PodSpec,
  PodTemplateSpec,
  Probe,
  Volume,
} from '../../../generated/types.ts';

/**
 * Specs and what they become: pods of one template share theirs, so most calls end here. Only frozen specs are remembered:
 * a learner may change a literal and send it again.
 */
const complete = new WeakMap<PodSpec, PodSpec>();

function remember(memory: WeakMap<PodSpec, PodSpec>, spec: PodSpec, filled: PodSpec): void {
  if (!Object.isFrozen(spec)) return;
  memory.set(spec, filled);
  memory.set(deepFreeze(filled), filled);
}

/** Defaults of a spec inside a template. */
export function defaultPodSpec(spec: PodSpec): PodSpec {
  const known = complete.get(spec);
  if (known !== undefined) return known;
  const { containers, initContainers, ephemeralContainers, volumes } = spec;
  const filled: PodSpec = {
    terminationGracePeriodSeconds: 30,
    securityContext: {},
    ...withDefaults(spec, { restartPolicy: 'Always', dnsPolicy: 'ClusterFirst', schedulerName: 'default-scheduler' }),
    containers: (containers ?? []).map((each) => defaultContainer(each, spec)),
    ...(initContainers ? { initContainers: initContainers.map((each) => defaultContainer(each, spec)) } : {}),
    ...(ephemeralContainers ? { ephemeralContainers: ephemeralContainers.map(defaultEphemeral) } : {}),
    ...(volumes ? { volumes: volumes.map(defaultVolume) } : {}),
  };
  const result = deepEqual(filled, spec) ? spec : filled;
  remember(complete, spec, result);
  return result;
}

/** Defaults of a template; the same object when there was nothing to do. */
export function defaultTemplate(template: PodTemplateSpec): PodTemplateSpec {
  const spec = template.spec === undefined ? undefined : defaultPodSpec(template.spec);
  return spec === undefined || spec === template.spec ? template : { ...template, spec };
}

const completePods = new WeakMap<PodSpec, PodSpec>();

/** Defaults of a Pod: those of its spec, and what only pods get. */
export function defaultPod(pod: Pod): Pod {
  const { spec = NO_SPEC, status } = pod;
  let filled = completePods.get(spec);
  if (filled === undefined) {
    const base = defaultPodSpec(spec);
    const containers = base.containers.map(requestsFromLimits);
    const same = base.enableServiceLinks !== undefined && containers.every((each, at) => each === base.containers[at]);
    filled = same ? base : { enableServiceLinks: true, ...base, containers };
    remember(completePods, spec, filled);
  }
  if (filled === spec && status !== undefined) return pod;
  return { ...pod, spec: filled, status: status ?? {} };
}

/** What a pod that says nothing wants: Go's zero value, which validation then refuses. */
const NO_SPEC: PodSpec = Object.freeze({ containers: [] });

/** Limits without requests are requests too. */
function requestsFromLimits(container: Container): Container {
  const { limits, requests } = container.resources ?? {};
  if (limits === undefined || Object.keys(limits).every((name) => requests?.[name] !== undefined)) return container;
  return { ...container, resources: { ...container.resources, requests: { ...limits, ...requests } } };
}

/** The tag `latest`, or none, may change under its name; any other, and a digest, is taken as fixed. */
export function defaultPullPolicy(image: string): 'Always' | 'IfNotPresent' {
  if (image.includes('@')) return 'IfNotPresent';
  const last = image.slice(image.lastIndexOf('/') + 1);
  const tag = last.includes(':') ? last.slice(last.indexOf(':') + 1) : 'latest';
  return tag === 'latest' ? 'Always' : 'IfNotPresent';
}

function defaultContainer(container: Container, spec: PodSpec): Container {
  const { ports, env, lifecycle, livenessProbe, readinessProbe, startupProbe } = container;
  return {
    ...withDefaults(container, containerDefaults(container)),
    ...(ports
      ? {
          ports: ports.map((port) =>
            withDefaults(port, { protocol: 'TCP', ...(spec.hostNetwork === true ? { hostPort: port.containerPort } : {}) }),
          ),
        }
      : {}),
    ...(lifecycle?.postStart?.httpGet || lifecycle?.preStop?.httpGet ? { lifecycle: defaultLifecycle(lifecycle) } : {}),
    ...(env ? { env: env.map(defaultEnv) } : {}),
    ...(livenessProbe ? { livenessProbe: defaultProbe(livenessProbe) } : {}),
    ...(readinessProbe ? { readinessProbe: defaultProbe(readinessProbe) } : {}),
    ...(startupProbe ? { startupProbe: defaultProbe(startupProbe) } : {}),
  };
}

function defaultEphemeral(container: EphemeralContainer): EphemeralContainer {
  return withDefaults(container, containerDefaults(container));
}

function containerDefaults({ image = '' }: { readonly image?: string }) {
  return {
    resources: {},
    terminationMessagePath: '/dev/termination-log',
    terminationMessagePolicy: 'File',
    imagePullPolicy: defaultPullPolicy(image),
  };
}

/** What isn't there gets its default, and what is empty or 0, too: Go can't tell these apart. */
function withDefaults<T extends object>(object: T, defaults: Partial<T>): T {
  const filled: T = { ...defaults, ...object };
  for (const key in defaults) filled[key] ||= defaults[key] as T[typeof key];
  return filled;
}

function defaultEnv(variable: NonNullable<Container['env']>[number]): NonNullable<Container['env']>[number] {
  const fieldRef = variable.valueFrom?.fieldRef;
  if (fieldRef === undefined) return variable;
  return { ...variable, valueFrom: { ...variable.valueFrom, fieldRef: { apiVersion: 'v1', ...fieldRef } } };
}

function defaultProbe(probe: Probe): Probe {
  const { httpGet, grpc } = probe;
  return {
    ...withDefaults(probe, { timeoutSeconds: 1, periodSeconds: 10, successThreshold: 1, failureThreshold: 3 }),
    ...(httpGet ? { httpGet: defaultHttpGet(httpGet) } : {}),
    ...(grpc ? { grpc: { service: '', ...grpc } } : {}),
  };
}

const defaultHttpGet = (action: HTTPGetAction): HTTPGetAction => withDefaults(action, { path: '/', scheme: 'HTTP' });

function defaultLifecycle(lifecycle: Lifecycle): Lifecycle {
  const filled: { -readonly [Hook in keyof Lifecycle]: Lifecycle[Hook] } = { ...lifecycle };
  for (const hook of ['postStart', 'preStop'] as const) {
    const handler = lifecycle[hook];
    if (handler?.httpGet) filled[hook] = { ...handler, httpGet: defaultHttpGet(handler.httpGet) };
  }
  return filled;
}

const FILE_MODE = 0o644;

function defaultVolume(volume: Volume): Volume {
  const { secret, configMap, downwardAPI, projected, hostPath } = volume;
  const mode = { defaultMode: FILE_MODE };
  if (Object.keys(volume).length <= 1) return { ...volume, emptyDir: {} };
  return {
    ...volume,
    ...(secret ? { secret: { ...mode, ...secret } } : {}),
    ...(configMap ? { configMap: { ...mode, ...configMap } } : {}),
    ...(downwardAPI ? { downwardAPI: { ...mode, ...downwardAPI } } : {}),
    ...(projected ? { projected: { ...mode, ...projected } } : {}),
    ...(hostPath ? { hostPath: { type: '', ...hostPath } } : {}),
  };
}
