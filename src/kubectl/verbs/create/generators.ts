/** The generators of `kubectl create`: small objects by flags instead of by file. */
import { formatQuantity, type JsonObject, parseQuantity } from '../../../engine/index.ts';
import type { Context, Verb } from '../../command.ts';
import { CliError } from '../../errors.ts';
import { APPEND_HASH_FLAG } from './append-hash.ts';
import { DATA_FLAGS, dataFrom, type Generator, generatorVerb } from './generator.ts';
import { ingress } from './ingress.ts';
import { jobFromCronJob } from './job-from.ts';
import { clusterRole, clusterRoleBinding, role, roleBinding } from './roles.ts';
import { secret } from './secret.ts';
import { service } from './service.ts';
import { token } from './token.ts';

const none = { creationTimestamp: null };

const deployment: Generator = {
  name: 'deployment',
  aliases: ['deploy'],
  short: 'Create a deployment with the specified name',
  usage: 'NAME --image=image -- [COMMAND] [args...]',
  flags: [
    { name: 'image', type: 'list', help: 'Image names' },
    { name: 'replicas', short: 'r', type: 'int', default: '1', help: 'Number of replicas' },
    { name: 'port', type: 'int', default: '-1', help: 'The port the container exposes' },
  ],
  required: ['image'],
  resource: { group: 'apps', version: 'v1', kind: 'Deployment', plural: 'deployments', namespaced: true },
  failure: 'failed to create deployment:',
  build(context, name) {
    const images = context.flags.list('image');
    const command = commandOf(context);
    if (images.length > 1 && command.length > 0)
      throw new CliError('cannot specify multiple --image options and command');
    const port = context.flags.int('port');
    const labels = { app: name };
    const containers = images.map((image, index) => ({
      name: containerName(image),
      image,
      ...(command.length > 0 ? { command } : {}),
      ...(port >= 0 && index === 0 ? { ports: [{ containerPort: port }] } : {}),
      resources: {},
    }));
    return {
      kind: 'Deployment',
      apiVersion: 'apps/v1',
      metadata: { name, ...none, labels },
      spec: {
        replicas: context.flags.int('replicas'),
        selector: { matchLabels: labels },
        template: { metadata: { ...none, labels }, spec: { containers } },
        strategy: {},
      },
      status: {},
    };
  },
};

/** `docker.io/library/nginx:1.27` -> `nginx` */
function containerName(image: string): string {
  const last = image.slice(image.lastIndexOf('/') + 1);
  return (last.split(/[:@]/)[0] ?? last)
    .toLowerCase()
    .replace(/[^a-z0-9-]/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 63);
}

function commandOf({ args, dash }: Context): readonly string[] {
  return dash < 0 ? [] : args.slice(dash);
}

const namespace: Generator = {
  name: 'namespace',
  aliases: ['ns'],
  short: 'Create a namespace with the specified name',
  usage: 'NAME [--dry-run=server|client|none]',
  flags: [],
  resource: { group: '', version: 'v1', kind: 'Namespace', plural: 'namespaces', namespaced: false },
  build: (_, name) => ({ kind: 'Namespace', apiVersion: 'v1', metadata: { name, ...none }, spec: {}, status: {} }),
};

const configmap: Generator = {
  name: 'configmap',
  aliases: ['cm'],
  short: 'Create a config map from a local file, directory or literal value',
  usage: 'NAME [--from-file=[key=]source] [--from-literal=key1=value1] [--dry-run=server|client|none]',
  flags: [...DATA_FLAGS, APPEND_HASH_FLAG],
  resource: { group: '', version: 'v1', kind: 'ConfigMap', plural: 'configmaps', namespaced: true },
  failure: 'failed to create configmap:',
  build(context, name) {
    const data = dataFrom(context, 'ConfigMap');
    const filled = Object.keys(data).length > 0 ? { data } : {};
    return { kind: 'ConfigMap', apiVersion: 'v1', metadata: { name, ...none }, ...filled };
  },
};

const serviceAccount: Generator = {
  name: 'serviceaccount',
  aliases: ['sa'],
  short: 'Create a service account with the specified name',
  usage: 'NAME [--dry-run=server|client|none]',
  flags: [],
  resource: { group: '', version: 'v1', kind: 'ServiceAccount', plural: 'serviceaccounts', namespaced: true },
  failure: 'failed to create serviceaccount:',
  build: (_, name) => ({ kind: 'ServiceAccount', apiVersion: 'v1', metadata: { name, ...none } }),
};

const quota: Generator = {
  name: 'quota',
  aliases: ['resourcequota'],
  short: 'Create a quota with the specified name',
  usage: 'NAME [--hard=key1=value1,key2=value2] [--scopes=Scope1,Scope2] [--dry-run=server|client|none]',
  flags: [
    { name: 'hard', type: 'string', help: 'Comma-separated resource=quantity pairs' },
    { name: 'scopes', type: 'string', help: 'Comma-separated scopes' },
  ],
  resource: { group: '', version: 'v1', kind: 'ResourceQuota', plural: 'resourcequotas', namespaced: true },
  failure: 'failed to create quota:',
  build({ flags }, name) {
    const pairs = flags.string('hard') === '' ? [] : flags.string('hard').split(',');
    const hard = Object.fromEntries(pairs.map(limitOf));
    const scopes = flags.string('scopes') === '' ? [] : flags.string('scopes').split(',');
    if (scopes.includes('')) throw new CliError('invalid resource quota scope ""');
    const spec = { ...(pairs.length > 0 && { hard }), ...(scopes.length > 0 && { scopes }) };
    return { kind: 'ResourceQuota', apiVersion: 'v1', metadata: { name, ...none }, spec, status: {} };
  },
};

/** `pods=5`, the amount in canonical form. */
function limitOf(pair: string): readonly [string, string] {
  const [key = '', value, ...rest] = pair.split('=');
  if (value === undefined || rest.length > 0) {
    throw new CliError(`Invalid argument syntax ${pair}, expected <resource>=<value>`);
  }
  const parsed = parseQuantity(value);
  if ('error' in parsed) throw new CliError(parsed.error);
  return [key, formatQuantity(parsed)];
}

const job: Generator = {
  name: 'job',
  short: 'Create a job with the specified name',
  usage: 'NAME --image=image [--from=cronjob/name] -- [COMMAND] [args...]',
  flags: [
    { name: 'image', type: 'string', help: 'Image name' },
    { name: 'from', type: 'string', help: 'A cronjob to make the job of (cronjob/name)' },
  ],
  resource: { group: 'batch', version: 'v1', kind: 'Job', plural: 'jobs', namespaced: true },
  failure: 'failed to create job:',
  build(context, name) {
    const [image, from] = [context.flags.string('image'), context.flags.string('from')];
    if ((image === '') === (from === '')) throw new CliError('either --image or --from must be specified');
    if (from !== '' && commandOf(context).length > 0) throw new CliError('cannot specify --from and command');
    if (from !== '') return jobFromCronJob(context, name, from);
    return {
      kind: 'Job',
      apiVersion: 'batch/v1',
      metadata: { name, ...none },
      spec: jobSpec(context, name, 'Never'),
      status: {},
    };
  },
};

function jobSpec(context: Context, name: string, restartPolicy: string): JsonObject {
  const command = commandOf(context);
  const container = {
    name,
    image: context.flags.string('image'),
    ...(command.length > 0 ? { command } : {}),
    resources: {},
  };
  return { template: { metadata: none, spec: { containers: [container], restartPolicy } } };
}

const cronjob: Generator = {
  name: 'cronjob',
  aliases: ['cj'],
  short: 'Create a cron job with the specified name',
  usage: "NAME --image=image --schedule='0/5 * * * ?' -- [COMMAND] [args...]",
  flags: [
    { name: 'image', type: 'string', help: 'Image name' },
    { name: 'schedule', type: 'string', help: 'When to run, in cron format' },
    { name: 'restart', type: 'string', default: 'OnFailure', help: 'OnFailure or Never' },
  ],
  required: ['image', 'schedule'],
  resource: { group: 'batch', version: 'v1', kind: 'CronJob', plural: 'cronjobs', namespaced: true },
  failure: 'failed to create cronjob:',
  build(context, name) {
    const jobTemplate = { metadata: { name, ...none }, spec: jobSpec(context, name, context.flags.string('restart')) };
    const spec = { schedule: context.flags.string('schedule'), jobTemplate };
    return { kind: 'CronJob', apiVersion: 'batch/v1', metadata: { name, ...none }, spec, status: {} };
  },
};

const priorityClass: Generator = {
  name: 'priorityclass',
  aliases: ['pc'],
  short: 'Create a priority class with the specified name',
  usage: 'NAME --value=VALUE --global-default=BOOL [--dry-run=server|client|none]',
  flags: [
    { name: 'value', type: 'int', default: '0', help: 'The priority' },
    { name: 'global-default', type: 'bool', help: 'For pods that name no class' },
    { name: 'description', type: 'string', help: 'What it is for' },
    {
      name: 'preemption-policy',
      type: 'string',
      default: 'PreemptLowerPriority',
      help: 'PreemptLowerPriority or Never',
    },
  ],
  resource: {
    group: 'scheduling.k8s.io',
    version: 'v1',
    kind: 'PriorityClass',
    plural: 'priorityclasses',
    namespaced: false,
  },
  failure: 'failed to create priorityclass:',
  build({ flags }, name) {
    return {
      kind: 'PriorityClass',
      apiVersion: 'scheduling.k8s.io/v1',
      metadata: { name, ...none },
      value: flags.int('value'),
      ...(flags.bool('global-default') ? { globalDefault: true } : {}),
      ...(flags.string('description') === '' ? {} : { description: flags.string('description') }),
      preemptionPolicy: flags.string('preemption-policy'),
    };
  },
};

const disruptionBudget: Generator = {
  name: 'poddisruptionbudget',
  aliases: ['pdb'],
  short: 'Create a pod disruption budget with the specified name',
  usage: 'NAME --selector=SELECTOR --min-available=N [--dry-run=server|client|none]',
  flags: [
    { name: 'min-available', type: 'string', help: 'Pods that must stay, number or percentage' },
    { name: 'max-unavailable', type: 'string', help: 'Pods that may go, number or percentage' },
    { name: 'selector', type: 'string', help: 'Label query of the pods' },
  ],
  resource: {
    group: 'policy',
    version: 'v1',
    kind: 'PodDisruptionBudget',
    plural: 'poddisruptionbudgets',
    namespaced: true,
  },
  failure: 'failed to create poddisruptionbudgets:',
  build({ flags }, name) {
    if (flags.string('selector') === '') throw new CliError('a selector must be specified');
    const [min, max] = [flags.string('min-available'), flags.string('max-unavailable')];
    if (min === '' && max === '') throw new CliError('one of min-available or max-unavailable must be specified');
    if (min !== '' && max !== '') throw new CliError('min-available and max-unavailable cannot be both specified');
    const amount = (word: string): string | number => (/^\d+$/.test(word) ? Number(word) : word);
    const matchLabels = Object.fromEntries(
      flags
        .string('selector')
        .split(',')
        .map((pair) => pair.split('=').slice(0, 2)),
    );
    const limit = min === '' ? { maxUnavailable: amount(max) } : { minAvailable: amount(min) };
    const status = { disruptionsAllowed: 0, currentHealthy: 0, desiredHealthy: 0, expectedPods: 0 };
    return {
      kind: 'PodDisruptionBudget',
      apiVersion: 'policy/v1',
      metadata: { name, ...none },
      spec: { ...limit, selector: { matchLabels } },
      status,
    };
  },
};

export const generators: readonly Verb[] = [
  ...[
    deployment,
    namespace,
    configmap,
    serviceAccount,
    quota,
    job,
    cronjob,
    priorityClass,
    disruptionBudget,
    ingress,
    role,
    clusterRole,
    roleBinding,
    clusterRoleBinding,
  ].map(generatorVerb),
  secret,
  service,
  token,
];
