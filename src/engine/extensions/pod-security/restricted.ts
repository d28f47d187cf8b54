/** The level `restricted`: what hardening guides ask for (upstream: pod-security-admission policy/check_*.go). */
import { seccompRequired } from './profiles.ts';
import { type Check, type Checking, containersOf, type Subject } from './subject.ts';
import { distinct, named, type Objection, plural, quoted, setters } from './words.ts';

/** By their ids, which is the order of messages; those of `baseline` come first. */
export const restrictedChecks: readonly Check[] = [
  {
    id: 'allowPrivilegeEscalation',
    versions: [
      [8, allowPrivilegeEscalation],
      [25, exceptOnWindows(allowPrivilegeEscalation)],
    ],
  },
  {
    id: 'capabilities_restricted',
    versions: [
      [22, capabilities],
      [25, exceptOnWindows(capabilities)],
    ],
    overrides: ['capabilities_baseline'],
  },
  { id: 'restrictedVolumes', versions: [[0, volumes]], overrides: ['hostPathVolumes'] },
  { id: 'runAsNonRoot', versions: [[0, runAsNonRoot]] },
  { id: 'runAsUser', versions: [[23, runAsUser]] },
  {
    id: 'seccompProfile_restricted',
    versions: [
      [19, seccompRequired],
      [25, exceptOnWindows(seccompRequired)],
    ],
    overrides: ['seccompProfile_baseline'],
  },
];

/** Windows knows none of this. */
function exceptOnWindows(check: Checking): Checking {
  return (pod) => (pod.spec.os?.name === 'windows' ? undefined : check(pod));
}

function allowPrivilegeEscalation(pod: Subject): Objection | undefined {
  const bad = containersOf(pod).filter(({ securityContext }) => securityContext?.allowPrivilegeEscalation !== false);
  if (bad.length === 0) return undefined;
  const who = named(
    'container',
    bad.map(({ name }) => name),
  );
  const detail = `${who} must set securityContext.allowPrivilegeEscalation=false`;
  return { reason: 'allowPrivilegeEscalation != false', detail };
}

function capabilities(pod: Subject): Objection | undefined {
  const all = containersOf(pod);
  const keeping = all.filter(({ securityContext }) => !securityContext?.capabilities?.drop?.includes('ALL'));
  const forbidden = (add: readonly string[] = []): readonly string[] =>
    add.filter((each) => each !== 'NET_BIND_SERVICE');
  const adding = all.filter(({ securityContext }) => forbidden(securityContext?.capabilities?.add).length > 0);
  const details: string[] = [];
  if (keeping.length > 0) {
    const who = named(
      'container',
      keeping.map(({ name }) => name),
    );
    details.push(`${who} must set securityContext.capabilities.drop=["ALL"]`);
  }
  if (adding.length > 0) {
    const who = named(
      'container',
      adding.map(({ name }) => name),
    );
    const what = distinct(adding.flatMap(({ securityContext }) => forbidden(securityContext?.capabilities?.add)));
    details.push(`${who} must not include ${quoted(what)} in securityContext.capabilities.add`);
  }
  return details.length === 0 ? undefined : { reason: 'unrestricted capabilities', detail: details.join('; ') };
}

const allowedVolumes = [
  ...(['configMap', 'csi', 'downwardAPI', 'emptyDir', 'ephemeral', 'image'] as const),
  ...(['persistentVolumeClaim', 'projected', 'secret'] as const),
];

function volumes({ spec }: Subject): Objection | undefined {
  const bad = (spec.volumes ?? []).filter((volume) => allowedVolumes.every((type) => volume[type] === undefined));
  if (bad.length === 0) return undefined;
  const types = distinct(bad.map((volume) => Object.keys(volume).find((field) => field !== 'name') ?? 'unknown'));
  const who = named(
    'volume',
    bad.map(({ name }) => name),
  );
  const what = `${plural('restricted volume type', types.length)} ${quoted(types)}`;
  return { reason: 'restricted volume types', detail: `${who} ${bad.length === 1 ? 'uses' : 'use'} ${what}` };
}

function runAsNonRoot(pod: Subject): Objection | undefined {
  const reason = 'runAsNonRoot != true';
  const ofPod = pod.spec.securityContext?.runAsNonRoot;
  const all = containersOf(pod);
  const explicit = all.filter(({ securityContext }) => securityContext?.runAsNonRoot === false);
  if (ofPod === false || explicit.length > 0) {
    const who = setters(
      ofPod === false,
      explicit.map(({ name }) => name),
    );
    return { reason, detail: `${who} must not set securityContext.runAsNonRoot=false` };
  }
  const silent = ofPod === true ? [] : all.filter(({ securityContext }) => securityContext?.runAsNonRoot === undefined);
  if (silent.length === 0) return undefined;
  const who = named(
    'container',
    silent.map(({ name }) => name),
  );
  return { reason, detail: `pod or ${who} must set securityContext.runAsNonRoot=true` };
}

function runAsUser(pod: Subject): Objection | undefined {
  const ofPod = pod.spec.securityContext?.runAsUser === 0;
  const bad = containersOf(pod).filter(({ securityContext }) => securityContext?.runAsUser === 0);
  if (!ofPod && bad.length === 0) return undefined;
  const who = setters(
    ofPod,
    bad.map(({ name }) => name),
  );
  return { reason: 'runAsUser=0', detail: `${who} must not set runAsUser=0` };
}
