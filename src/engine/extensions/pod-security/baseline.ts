/** The level `baseline`: known ways out of a container are closed (upstream: pod-security-admission policy/check_*.go). */
import type { SELinuxOptions } from '../../api/index.ts';
import { appArmorProfile, seccompOfAnnotations, seccompOfFields } from './profiles.ts';
import { type Check, containersOf, type Subject } from './subject.ts';
import { distinct, named, type Objection, plural, quoted, setters } from './words.ts';

/** By their ids, which is the order of messages. */
export const baselineChecks: readonly Check[] = [
  { id: 'appArmorProfile', versions: [[0, appArmorProfile]] },
  { id: 'capabilities_baseline', versions: [[0, capabilities]] },
  { id: 'hostNamespaces', versions: [[0, hostNamespaces]] },
  { id: 'hostPathVolumes', versions: [[0, hostPathVolumes]] },
  { id: 'hostPorts', versions: [[0, hostPorts]] },
  { id: 'privileged', versions: [[0, privileged]] },
  { id: 'procMount', versions: [[0, procMount]] },
  {
    id: 'seLinuxOptions',
    versions: [
      [0, (pod) => seLinux(pod, seLinuxTypes)],
      [31, (pod) => seLinux(pod, newSeLinuxTypes)],
    ],
  },
  {
    id: 'seccompProfile_baseline',
    versions: [
      [0, seccompOfAnnotations],
      [19, seccompOfFields],
    ],
  },
  { id: 'sysctls', versions: sysctlVersions() },
  { id: 'windowsHostProcess', versions: [[0, windowsHostProcess]] },
];

const usual = new Set([
  ...['AUDIT_WRITE', 'CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'FSETID', 'KILL', 'MKNOD', 'NET_BIND_SERVICE'],
  ...['SETFCAP', 'SETGID', 'SETPCAP', 'SETUID', 'SYS_CHROOT'],
]);

function capabilities(pod: Subject): Objection | undefined {
  const added = containersOf(pod).map(({ name, securityContext }) => ({
    name,
    wrong: (securityContext?.capabilities?.add ?? []).filter((each) => !usual.has(each)),
  }));
  const bad = added.filter(({ wrong }) => wrong.length > 0);
  if (bad.length === 0) return undefined;
  const what = quoted(distinct(bad.flatMap(({ wrong }) => wrong)));
  const who = named(
    'container',
    bad.map(({ name }) => name),
  );
  return {
    reason: 'non-default capabilities',
    detail: `${who} must not include ${what} in securityContext.capabilities.add`,
  };
}

function hostNamespaces({ spec }: Subject): Objection | undefined {
  const shared = (['hostNetwork', 'hostPID', 'hostIPC'] as const).filter((field) => spec[field] === true);
  if (shared.length === 0) return undefined;
  return { reason: 'host namespaces', detail: shared.map((field) => `${field}=true`).join(', ') };
}

function hostPathVolumes({ spec }: Subject): Objection | undefined {
  const volumes = (spec.volumes ?? []).filter(({ hostPath }) => hostPath !== undefined).map(({ name }) => name);
  return volumes.length === 0 ? undefined : { reason: 'hostPath volumes', detail: named('volume', volumes) };
}

function hostPorts(pod: Subject): Objection | undefined {
  const bad = containersOf(pod).filter(({ ports }) => ports?.some(({ hostPort = 0 }) => hostPort !== 0));
  if (bad.length === 0) return undefined;
  const ports = distinct(
    bad.flatMap(({ ports = [] }) =>
      ports
        .map(({ hostPort = 0 }) => hostPort)
        .filter(Boolean)
        .map(String),
    ),
  );
  const who = named(
    'container',
    bad.map(({ name }) => name),
  );
  const uses = bad.length === 1 ? 'uses' : 'use';
  return { reason: 'hostPort', detail: `${who} ${uses} ${plural('hostPort', ports.length)} ${ports.join(', ')}` };
}

function privileged(pod: Subject): Objection | undefined {
  const bad = containersOf(pod).filter(({ securityContext }) => securityContext?.privileged === true);
  if (bad.length === 0) return undefined;
  const who = named(
    'container',
    bad.map(({ name }) => name),
  );
  return { reason: 'privileged', detail: `${who} must not set securityContext.privileged=true` };
}

function procMount(pod: Subject): Objection | undefined {
  const bad = containersOf(pod).filter(
    ({ securityContext }) => (securityContext?.procMount ?? 'Default') !== 'Default',
  );
  if (bad.length === 0) return undefined;
  const types = quoted(distinct(bad.map(({ securityContext }) => securityContext?.procMount ?? '')));
  const who = named(
    'container',
    bad.map(({ name }) => name),
  );
  return { reason: 'procMount', detail: `${who} must not set securityContext.procMount to ${types}` };
}

const seLinuxTypes = new Set(['', 'container_t', 'container_init_t', 'container_kvm_t']);
const newSeLinuxTypes = new Set([...seLinuxTypes, 'container_engine_t']);

function seLinux(pod: Subject, allowed: ReadonlySet<string>): Objection | undefined {
  const isBad = ({ type = '', user = '', role = '' }: SELinuxOptions = {}): boolean =>
    !allowed.has(type) || user !== '' || role !== '';
  const ofPod = pod.spec.securityContext?.seLinuxOptions;
  const bad = containersOf(pod).filter(({ securityContext }) => isBad(securityContext?.seLinuxOptions));
  const options = [
    ...(isBad(ofPod) ? [ofPod] : []),
    ...bad.map(({ securityContext }) => securityContext?.seLinuxOptions),
  ];
  if (options.length === 0) return undefined;
  const types = distinct(options.map((each) => each?.type ?? '').filter((type) => !allowed.has(type)));
  const data = [
    ...(types.length > 0 ? [named('type', types)] : []),
    ...(options.some((each) => each?.user) ? ['user may not be set'] : []),
    ...(options.some((each) => each?.role) ? ['role may not be set'] : []),
  ];
  const who = setters(
    isBad(ofPod),
    bad.map(({ name }) => name),
  );
  return {
    reason: 'seLinuxOptions',
    detail: `${who} set forbidden securityContext.seLinuxOptions: ${data.join('; ')}`,
  };
}

/** Minor version -> what became allowed with it. */
function sysctlVersions(): Check['versions'] {
  const allowed = new Set<string>();
  const steps: readonly (readonly [number, readonly string[]])[] = [
    [
      0,
      [
        'kernel.shm_rmid_forced',
        'net.ipv4.ip_local_port_range',
        'net.ipv4.tcp_syncookies',
        'net.ipv4.ping_group_range',
        'net.ipv4.ip_unprivileged_port_start',
      ],
    ],
    [27, ['net.ipv4.ip_local_reserved_ports']],
    [
      29,
      [
        'net.ipv4.tcp_keepalive_time',
        'net.ipv4.tcp_fin_timeout',
        'net.ipv4.tcp_keepalive_intvl',
        'net.ipv4.tcp_keepalive_probes',
      ],
    ],
    [32, ['net.ipv4.tcp_rmem', 'net.ipv4.tcp_wmem']],
  ];
  return steps.map(([minor, names]) => {
    for (const name of names) allowed.add(name);
    const known = new Set(allowed);
    return [minor, (pod) => sysctls(pod, known)];
  });
}

function sysctls({ spec }: Subject, allowed: ReadonlySet<string>): Objection | undefined {
  const bad = (spec.securityContext?.sysctls ?? []).map(({ name }) => name).filter((name) => !allowed.has(name));
  return bad.length === 0 ? undefined : { reason: 'forbidden sysctls', detail: bad.join(', ') };
}

function windowsHostProcess(pod: Subject): Objection | undefined {
  const ofPod = pod.spec.securityContext?.windowsOptions?.hostProcess === true;
  const bad = containersOf(pod).filter(({ securityContext }) => securityContext?.windowsOptions?.hostProcess === true);
  if (!ofPod && bad.length === 0) return undefined;
  const who = setters(
    ofPod,
    bad.map(({ name }) => name),
  );
  return { reason: 'hostProcess', detail: `${who} must not set securityContext.windowsOptions.hostProcess=true` };
}
