/** Rules of the security of Pods: users, profiles, operating systems, annotations about them. */
import type { JsonObject } from '../../../src/engine/meta/index.ts';
import { duplicate, forbidden, invalid, isNoId, isNoSubdomain, required, tooLong, unsupported } from '../messages.ts';
import { because, creates, differs, type Rule, unreachable, updates, upstream } from '../rule.ts';
import { withContainer } from '../valid-objects.ts';

const of = upstream('Pod', 'pkg/apis/core/validation/validation.go');
const context = 'extensions/validation/pod/security-context.ts';
const windows = 'extensions/validation/pod/windows.ts';
const annotations = 'extensions/validation/pod/annotations.ts';

const secure = (securityContext: JsonObject): JsonObject => withContainer({ securityContext });
const pod = (securityContext: JsonObject, spec: JsonObject = {}): JsonObject => ({ spec: { securityContext, ...spec } });
const c = 'spec.containers[0].securityContext';
const s = 'spec.securityContext';
const noId = (path: string, change: JsonObject): Rule => creates(`${path.split('.').pop()} is a number of one`, change, invalid(path, -1, isNoId));
const profiles = ['Localhost', 'RuntimeDefault', 'Unconfined'];
const windowsOptions = (fields: JsonObject): JsonObject => secure({ windowsOptions: fields });
const w = `${c}.windowsOptions`;
const user = (name: string, why: string): Rule =>
  creates(`a user of Windows: ${why.split(" ").slice(1, 9).join(" ")}`, windowsOptions({ runAsUserName: name }), invalid(`${w}.runAsUserName`, name, `runAsUserName${why}`));
const longest = 'x'.repeat(65 * 1024);
const annotated = (annotation: JsonObject, spec: JsonObject = {}): JsonObject => ({ metadata: { annotations: annotation }, spec });
const a = 'metadata.annotations';
const appArmor = 'container.apparmor.security.beta.kubernetes.io/c';
const seccompPod = 'seccomp.security.alpha.kubernetes.io/pod';
const seccomp = 'container.seccomp.security.alpha.kubernetes.io/c';
const mirror = 'kubernetes.io/config.mirror';
const notWindows = 'cannot be set for a windows pod';
const ofLinux = 'windows options cannot be set for a linux pod';
const host = { windowsOptions: { hostProcess: true } };
const sysctlForm = 'must have at most 253 characters and match regex ^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$';

/** Fields that a Pod of Windows doesn't have. */
const linuxOnly: readonly (readonly [field: string, value: JsonObject[string]])[] = [
  ['appArmorProfile', { type: 'Unconfined' }],
  ['seLinuxOptions', { level: 'l' }],
  ['seccompProfile', { type: 'Unconfined' }],
  ['fsGroup', 1],
  ['fsGroupChangePolicy', 'Always'],
  ['sysctls', [{ name: 'a', value: 'b' }]],
  ['runAsUser', 1],
  ['runAsGroup', 1],
  ['supplementalGroups', [1]],
  ['supplementalGroupsPolicy', 'Merge'],
  ['seLinuxChangePolicy', 'Recursive'],
];
const linuxOnlyOfContainers: readonly (readonly [field: string, value: JsonObject[string]])[] = [
  ['appArmorProfile', { type: 'Unconfined' }],
  ['seLinuxOptions', { level: 'l' }],
  ['seccompProfile', { type: 'Unconfined' }],
  ['capabilities', { add: ['A'] }],
  ['readOnlyRootFilesystem', true],
  ['privileged', true],
  ['allowPrivilegeEscalation', true],
  ['procMount', 'Default'],
  ['runAsUser', 1],
  ['runAsGroup', 1],
];
const container = { name: 'c', image: 'i' };
const ofWindows = (spec: JsonObject): JsonObject => ({ spec: { os: { name: 'windows' }, ...spec } });

export const podSecurityRules = [
  of('ValidateSecurityContext', context, [
    unreachable('the API server is started with `--allow-privileged`', creates('a container may be privileged', secure({ privileged: true }))),
    noId(`${c}.runAsUser`, secure({ runAsUser: -1 })),
    noId(`${c}.runAsGroup`, secure({ runAsGroup: -1 })),
    creates('/proc is unmasked for users of the Pod’s own', secure({ procMount: 'Unmasked' }), invalid(`${c}.procMount`, 'Unmasked', '`hostUsers` must be false to use `Unmasked`')),
    differs(
      because.pointers,
      creates(
        'the privileged may escalate',
        secure({ allowPrivilegeEscalation: false, privileged: true }),
        invalid(c, { allowPrivilegeEscalation: false, privileged: true }, 'cannot set `allowPrivilegeEscalation` to false and `privileged` to true'),
      ),
    ),
    differs(
      because.pointers,
      creates(
        'so may administrators',
        secure({ allowPrivilegeEscalation: false, capabilities: { add: ['CAP_SYS_ADMIN'] } }),
        invalid(c, { allowPrivilegeEscalation: false, capabilities: { add: ['CAP_SYS_ADMIN'] } }, 'cannot set `allowPrivilegeEscalation` to false and `capabilities.Add` CAP_SYS_ADMIN'),
      ),
    ),
  ]),
  of('ValidateProcMountType', context, [creates('a mount of /proc is known', secure({ procMount: 'x' }), unsupported(`${c}.procMount`, 'x', 'Default', 'Unmasked'))]),
  of('validatePodSpecSecurityContext', context, [
    noId(`${s}.fsGroup`, pod({ fsGroup: -1 })),
    noId(`${s}.runAsUser`, pod({ runAsUser: -1 })),
    noId(`${s}.runAsGroup`, pod({ runAsGroup: -1 })),
    noId(`${s}.supplementalGroups[0]`, pod({ supplementalGroups: [-1] })),
    creates(
      'processes are the Pod’s or the node’s',
      { spec: { hostPID: true, shareProcessNamespace: true } },
      invalid(`${s}.shareProcessNamespace`, true, 'ShareProcessNamespace and HostPID cannot both be enabled'),
    ),
  ]),
  of('validateFSGroupChangePolicy', context, [
    creates('a policy for owners is known', pod({ fsGroupChangePolicy: 'x' }), unsupported(`${s}.fsGroupChangePolicy`, 'x', 'Always', 'OnRootMismatch')),
  ]),
  of('validateSupplementalGroupsPolicy', context, [
    creates('a policy for groups is known', pod({ supplementalGroupsPolicy: 'x' }), unsupported(`${s}.supplementalGroupsPolicy`, 'x', 'Merge', 'Strict')),
  ]),
  of('validateSELinuxChangePolicy', context, [
    creates('a policy for labels is known', pod({ seLinuxChangePolicy: 'x' }), unsupported(`${s}.seLinuxChangePolicy`, 'x', 'MountOption', 'Recursive')),
    unreachable('the gate SELinuxChangePolicy is on', creates('the policy is Recursive', pod({ seLinuxChangePolicy: 'MountOption' }))),
  ]),
  of('validateSysctls', context, [
    creates('a sysctl has a name', pod({ sysctls: [{ value: 'a' }] }), required(`${s}.sysctls[0].name`)),
    creates('the name is one', pod({ sysctls: [{ name: 'A', value: 'a' }] }), invalid(`${s}.sysctls[0].name`, 'A', sysctlForm)),
    creates('a sysctl is set once', pod({ sysctls: [1, 2].map(() => ({ name: 'a', value: 'b' })) }), duplicate(`${s}.sysctls[1].name`, 'a')),
  ]),
  of('ValidateHostSysctl', context, [
    creates('the node’s network keeps its own', pod({ sysctls: [{ name: 'net.core.somaxconn', value: '1' }] }, { hostNetwork: true }), invalid(`${s}.sysctls[0].name`, 'net.core.somaxconn', "may not be specified when 'hostNetwork' is true")),
    creates('so does its memory', pod({ sysctls: [{ name: 'kernel.msgmax', value: '1' }] }, { hostIPC: true }), invalid(`${s}.sysctls[0].name`, 'kernel.msgmax', "may not be specified when 'hostIPC' is true")),
  ]),
  of('validateSeccompProfileType', context, [
    creates('a seccomp profile has a type', secure({ seccompProfile: { type: '' } }), required(`${c}.seccompProfile.type`, 'type is required when seccompProfile is set')),
    creates('the type is known', secure({ seccompProfile: { type: 'x' } }), unsupported(`${c}.seccompProfile.type`, 'x', ...profiles)),
  ]),
  of('validateSeccompProfileField', context, [
    creates('a local profile has a path', secure({ seccompProfile: { type: 'Localhost' } }), required(`${c}.seccompProfile.localhostProfile`, 'must be set when seccomp type is Localhost')),
    creates('the path is relative', secure({ seccompProfile: { type: 'Localhost', localhostProfile: '/a' } }), invalid(`${c}.seccompProfile.localhostProfile`, '/a', 'must be a relative path')),
    differs(
      because.pointers,
      creates(
        'other profiles have none',
        secure({ seccompProfile: { type: 'Unconfined', localhostProfile: 'a' } }),
        invalid(`${c}.seccompProfile.localhostProfile`, { type: 'Unconfined', localhostProfile: 'a' }, 'can only be set when seccomp type is Localhost'),
      ),
    ),
  ]),
  of('ValidateAppArmorProfileField', context, [
    creates('an AppArmor profile has a type', secure({ appArmorProfile: { type: '' } }), required(`${c}.appArmorProfile.type`, 'type is required when appArmorProfile is set')),
    creates('the type is known', secure({ appArmorProfile: { type: 'x' } }), unsupported(`${c}.appArmorProfile.type`, 'x', ...profiles)),
    creates('a local profile has a name', secure({ appArmorProfile: { type: 'Localhost' } }), required(`${c}.appArmorProfile.localhostProfile`, 'must be set when AppArmor type is Localhost')),
    creates('the name isn’t empty', secure({ appArmorProfile: { type: 'Localhost', localhostProfile: '' } }), required(`${c}.appArmorProfile.localhostProfile`, 'must be set when AppArmor type is Localhost')),
    creates('it has no spaces around', secure({ appArmorProfile: { type: 'Localhost', localhostProfile: ' a' } }), invalid(`${c}.appArmorProfile.localhostProfile`, ' a', 'must not be padded with whitespace')),
    creates('it is short', secure({ appArmorProfile: { type: 'Localhost', localhostProfile: 'a'.repeat(4096) } }), tooLong(`${c}.appArmorProfile.localhostProfile`, 4095)),
    creates('other profiles have none', secure({ appArmorProfile: { type: 'Unconfined', localhostProfile: 'a' } }), invalid(`${c}.appArmorProfile.localhostProfile`, 'a', 'can only be set when AppArmor type is Localhost')),
  ]),
  of('validateHostUsers', context, [
    creates('users of its own and the node’s network', { spec: { hostUsers: false, hostNetwork: true } }, forbidden('spec.hostNetwork', 'when `pod.Spec.HostUsers` is false')),
    creates('or its processes', { spec: { hostUsers: false, hostPID: true } }, forbidden('spec.HostPID', 'when `pod.Spec.HostUsers` is false')),
    creates('or its memory', { spec: { hostUsers: false, hostIPC: true } }, forbidden('spec.HostIPC', 'when `pod.Spec.HostUsers` is false')),
  ]),
  of('validateWindowsSecurityContextOptions', windows, [
    creates('credentials have a name', windowsOptions({ gmsaCredentialSpecName: 'A' }), invalid(`${w}.gmsaCredentialSpecName`, 'A', isNoSubdomain)),
    creates('credentials aren’t empty', windowsOptions({ gmsaCredentialSpec: '' }), invalid(`${w}.gmsaCredentialSpec`, '', 'gmsaCredentialSpec cannot be an empty string')),
    creates('credentials are short', windowsOptions({ gmsaCredentialSpec: longest }), invalid(`${w}.gmsaCredentialSpec`, longest, 'gmsaCredentialSpec size must be under 64 KiB')),
    user('', ' cannot be an empty string'),
    user('a\u0001', ' cannot contain control characters'),
    user('a\\b\\c', ' cannot contain more than one backslash'),
    user(`${'a.'.repeat(128)}a\\b`, "'s Domain length must be under 256 characters"),
    user('a_b_c_d_e_f_g_h_i\\b', "'s Domain doesn't match the NetBios nor the DNS format"),
    user('a\\', "'s User cannot be empty"),
    user('a'.repeat(105), "'s User length must not be longer than 104 characters"),
    user('..', "'s User cannot contain only periods or spaces"),
    user('a@b', '\'s User cannot contain the following characters: "/\\:;|=,+*?<>@[]'),
  ]),
  of('validateWindowsHostProcessPod', windows, [
    creates(
      'a Pod and its containers agree',
      { spec: { hostNetwork: true, securityContext: host, containers: [{ ...container, securityContext: { windowsOptions: { hostProcess: false } } }] } },
      invalid('spec.containers[0].securityContext.windowsOptions.hostProcess', false, 'pod hostProcess value must be identical if both are specified, was true'),
    ),
    creates(
      'all containers are processes of the node, or none',
      { spec: { hostNetwork: true, containers: [{ ...container, securityContext: host }, { name: 'd', image: 'i' }] } },
      invalid('spec', '', 'If pod contains any hostProcess containers then all containers must be HostProcess containers'),
    ),
    creates('they are on its network', { spec: { securityContext: host } }, invalid('spec.hostNetwork', false, 'hostNetwork must be true if pod contains any hostProcess containers')),
    unreachable('the API server is started with `--allow-privileged`', creates('they are allowed', { spec: { securityContext: host, hostNetwork: true } })),
  ]),
  of('validateOS', windows, [
    creates('an operating system has a name', { spec: { os: {} } }, required('spec.os.name', 'cannot be empty')),
    creates('it is known', { spec: { os: { name: 'x' } } }, unsupported('spec.os', 'x', 'linux', 'windows')),
  ]),
  of('validateLinux', windows, [
    creates('a Pod of Linux has no options of Windows', { spec: { os: { name: 'linux' }, securityContext: { windowsOptions: {} } } }, forbidden(`${s}.windowsOptions`, ofLinux)),
    creates('its containers have none', { spec: { os: { name: 'linux' }, containers: [{ ...container, securityContext: { windowsOptions: {} } }] } }, forbidden(`${c}.windowsOptions`, ofLinux)),
  ]),
  of('validateWindows', windows, [
    ...linuxOnly.map(([field, value]) => creates(`no ${field} of a Pod`, ofWindows({ securityContext: { [field]: value } }), forbidden(`${s}.${field}`, notWindows))),
    ...['hostUsers', 'hostPID', 'hostIPC', 'shareProcessNamespace'].map((field) => creates(`no ${field}`, ofWindows({ [field]: true }), forbidden(`spec.${field}`, notWindows))),
    ...linuxOnlyOfContainers.map(([field, value]) =>
      creates(`no ${field} of a container`, ofWindows({ containers: [{ ...container, securityContext: { [field]: value } }] }), forbidden(`${c}.${field}`, notWindows)),
    ),
  ]),
  of('ValidatePodSpecificAnnotations', annotations, [
    creates('a Pod of a manifest has a node', annotated({ [mirror]: 'a' }), invalid(`${a}[${mirror}]`, 'a', 'must set spec.nodeName if mirror pod annotation is set')),
    creates(
      'a cost of deletion is a number',
      annotated({ 'controller.kubernetes.io/pod-deletion-cost': '1.5' }),
      invalid(`${a}[controller.kubernetes.io/pod-deletion-cost]`, '1.5', 'must be a 32bit integer'),
    ),
  ]),
  of('ValidateTolerationsInPodAnnotations', annotations, [
    differs(
      'the annotation scheduler.alpha.kubernetes.io/tolerations, which nothing reads, isn’t looked into',
      creates('tolerations in an annotation are tolerations', annotated({ 'scheduler.alpha.kubernetes.io/tolerations': 'x' })),
    ),
  ]),
  of('ValidateSeccompProfile', annotations, [creates('an annotation names a profile', annotated({ [seccompPod]: 'x' }), invalid(`${a}.${seccompPod}`, 'x', 'must be a valid seccomp profile'))]),
  of('ValidateAppArmorPodAnnotations', annotations, [
    creates('an annotation is about a container', annotated({ 'container.apparmor.security.beta.kubernetes.io/x': 'unconfined' }), invalid(`${a}[container.apparmor.security.beta.kubernetes.io/x]`, 'x', 'container not found')),
    creates('it names a profile', annotated({ [appArmor]: 'x' }), invalid(`${a}[${appArmor}]`, 'x', 'invalid AppArmor profile name: "x"')),
  ]),
  of('validateSeccompAnnotationsAndFieldsMatch', annotations, [
    ...['Unconfined', 'RuntimeDefault'].map((type) =>
      creates(`annotation and field agree: ${type}`, annotated({ [seccompPod]: 'localhost/a' }, { securityContext: { seccompProfile: { type } } }), forbidden(`${s}.seccompProfile.type`, 'seccomp type in annotation and field must match')),
    ),
    creates(
      'annotation and field agree: Localhost',
      annotated({ [seccomp]: 'unconfined' }, { containers: [{ ...container, securityContext: { seccompProfile: { type: 'Localhost', localhostProfile: 'a' } } }] }),
      forbidden(`${c}.seccompProfile.type`, 'seccomp type in annotation and field must match'),
    ),
    creates(
      'so do paths of profiles',
      annotated({ [seccomp]: 'localhost/b' }, { containers: [{ ...container, securityContext: { seccompProfile: { type: 'Localhost', localhostProfile: 'a' } } }] }),
      forbidden(`${c}.seccompProfile.localhostProfile`, 'seccomp profile in annotation and field must match'),
    ),
  ]),
  of('validateAppArmorAnnotationsAndFieldsMatchOnCreate', annotations, [
    ...['Unconfined', 'RuntimeDefault', 'Localhost'].map((type) =>
      creates(
        `annotation and field agree: ${type}`,
        annotated(
          { [appArmor]: type === 'Localhost' ? 'unconfined' : 'localhost/a' },
          { securityContext: { appArmorProfile: { type, ...(type === 'Localhost' ? { localhostProfile: 'a' } : {}) } } },
        ),
        forbidden(`${c}.appArmorProfile.type`, 'apparmor type in annotation and field must match'),
      ),
    ),
    creates(
      'so do names of profiles',
      annotated({ [appArmor]: 'localhost/b' }, { securityContext: { appArmorProfile: { type: 'Localhost', localhostProfile: 'a' } } }),
      forbidden(`${c}.appArmorProfile.localhostProfile`, 'apparmor profile in annotation and field must match'),
    ),
  ]),
  of('ValidatePodSpecificAnnotationUpdates', annotations, [
    updates('annotations for AppArmor stay', { metadata: { annotations: { [appArmor]: 'unconfined' } } }, { metadata: { annotations: { [appArmor]: null } } }, forbidden(`${a}[${appArmor}]`, 'may not remove or update AppArmor annotations')),
    updates('a Pod of a manifest stays one', { metadata: { annotations: { [mirror]: 'a' } }, spec: { nodeName: 'n' } }, { metadata: { annotations: { [mirror]: 'b' } } }, forbidden(`${a}[${mirror}]`, 'may not remove or update mirror pod annotation')),
    updates('no annotation for AppArmor is added', {}, { metadata: { annotations: { [appArmor]: 'unconfined' } } }, forbidden(`${a}[${appArmor}]`, 'may not add AppArmor annotations')),
    updates('a Pod doesn’t become one of a manifest', { spec: { nodeName: 'n' } }, { metadata: { annotations: { [mirror]: 'a' } } }, forbidden(`${a}[${mirror}]`, 'may not add mirror pod annotation')),
  ]),
];
