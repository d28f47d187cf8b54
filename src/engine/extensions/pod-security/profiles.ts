/** AppArmor and seccomp: profiles may be the runtime's or a custom one, but not none. */
import { containersOf, type Subject } from './subject.ts';
import { distinct, named, type Objection, plural, quoted, setters } from './words.ts';

const isProfile = (type: string | undefined): boolean => type === 'RuntimeDefault' || type === 'Localhost';
const isBad = (profile: { readonly type?: string } | undefined): boolean =>
  profile !== undefined && !isProfile(profile.type);

const appArmorPrefix = 'container.apparmor.security.beta.kubernetes.io/';

export function appArmorProfile(pod: Subject): Objection | undefined {
  const ofPod = pod.spec.securityContext?.appArmorProfile;
  const bad = containersOf(pod).filter(({ securityContext }) => isBad(securityContext?.appArmorProfile));
  const isAllowed = (value: string): boolean =>
    value === '' || value === 'runtime/default' || value.startsWith('localhost/');
  const annotations = Object.entries(pod.metadata?.annotations ?? {})
    .filter(([key, value]) => key.startsWith(appArmorPrefix) && !isAllowed(value))
    .map(([key, value]) => `${key}=${JSON.stringify(value)}`)
    .sort();
  const types = bad.map(({ securityContext }) => securityContext?.appArmorProfile?.type ?? '');
  const values = [...distinct([...(isBad(ofPod) ? [ofPod?.type ?? ''] : []), ...types]), ...annotations];
  if (values.length === 0) return undefined;
  const fields = setters(
    isBad(ofPod),
    bad.map(({ name }) => name),
  );
  const who = [
    ...(fields === '' ? [] : [fields]),
    ...(annotations.length > 0 ? [plural('annotation', annotations.length)] : []),
  ];
  return {
    reason: plural('forbidden AppArmor profile', values.length),
    detail: `${who.join(' and ')} must not set AppArmor profile type to ${quoted(values)}`,
  };
}

/** As it was said before v1.19. */
export function seccompOfAnnotations(pod: Subject): Objection | undefined {
  const annotations = pod.metadata?.annotations ?? {};
  const keys = [
    'seccomp.security.alpha.kubernetes.io/pod',
    ...containersOf(pod).map(({ name }) => `container.seccomp.security.alpha.kubernetes.io/${name}`),
  ];
  const isAllowed = (value: string): boolean =>
    value === 'runtime/default' || value === 'docker/default' || value.startsWith('localhost/');
  const forbidden = distinct(
    keys.flatMap((key) => {
      const value = annotations[key];
      return value === undefined || isAllowed(value) ? [] : [`${key}=${JSON.stringify(value)}`];
    }),
  );
  if (forbidden.length === 0) return undefined;
  const words = `forbidden ${plural('annotation', forbidden.length)} ${forbidden.join(', ')}`;
  return { reason: 'seccompProfile', detail: words };
}

export function seccompOfFields(pod: Subject): Objection | undefined {
  const ofPod = pod.spec.securityContext?.seccompProfile;
  const bad = containersOf(pod).filter(({ securityContext }) => isBad(securityContext?.seccompProfile));
  if (!isBad(ofPod) && bad.length === 0) return undefined;
  const types = bad.map(({ securityContext }) => securityContext?.seccompProfile?.type ?? '');
  const values = quoted(distinct([...(isBad(ofPod) ? [ofPod?.type ?? ''] : []), ...types]));
  const who = setters(
    isBad(ofPod),
    bad.map(({ name }) => name),
  );
  return { reason: 'seccompProfile', detail: `${who} must not set securityContext.seccompProfile.type to ${values}` };
}

/** A profile must be there, the container's or the pod's. */
export function seccompRequired(pod: Subject): Objection | undefined {
  const wrong = seccompOfFields(pod);
  if (wrong !== undefined || pod.spec.securityContext?.seccompProfile !== undefined) return wrong;
  const without = containersOf(pod).filter(({ securityContext }) => securityContext?.seccompProfile === undefined);
  if (without.length === 0) return undefined;
  const who = named(
    'container',
    without.map(({ name }) => name),
  );
  const detail = `pod or ${who} must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost"`;
  return { reason: 'seccompProfile', detail };
}
