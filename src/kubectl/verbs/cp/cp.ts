/** `kubectl cp`: files between the workspace and a container, by its tar. */
import { type JsonObject, utf8 } from '../../../engine/index.ts';
import type { Context, Verb } from '../../command.ts';
import { CliError, usageError } from '../../errors.ts';
import { pathOf } from '../../http/discovery.ts';
import { text } from '../../json.ts';
import { podOf } from '../../resource/pod-of.ts';
import { chooseContainer, ExitCode, shown, talk } from '../../streams.ts';
import { archiveOf, entriesOf } from './tar.ts';

export const cp: Verb = {
  name: 'cp',
  short: 'Copy files and directories to and from containers',
  usage: '<file-spec-src> <file-spec-dest>',
  examples: [
    'kubectl cp notes.txt web-1:/tmp/notes.txt',
    'kubectl cp web-1:/etc/hosts hosts',
    'kubectl cp ns/web-1:/etc etc',
  ],
  flags: [
    { name: 'container', short: 'c', type: 'string', help: 'Of this container' },
    { name: 'no-preserve', type: 'bool', help: 'Without owners and permissions' },
    { name: 'retries', type: 'int', default: '0', help: 'Tries after a failed one' },
    { name: 'quiet', short: 'q', type: 'bool', help: 'Only what tar writes' },
  ],
  run,
};

interface Spec {
  readonly namespace: string | undefined;
  readonly pod: string;
  readonly path: string;
}

/** `[namespace/]pod:path`, or a path here. */
function specOf(word: string): Spec {
  const colon = word.indexOf(':');
  if (colon < 0) return { namespace: undefined, pod: '', path: word };
  const pod = word.slice(0, colon);
  const path = word.slice(colon + 1);
  if (pod === '') throw new CliError('filespec must match the canonical format: [[namespace/]pod:]file/path');
  const parts = pod.split('/');
  if (parts.length > 2) throw new CliError('filespec must match the canonical format: [[namespace/]pod:]file/path');
  const [first = '', second] = parts;
  return second === undefined ? { namespace: undefined, pod: first, path } : { namespace: first, pod: second, path };
}

async function run(context: Context): Promise<void> {
  const { args, path } = context;
  const [from, to] = args;
  if (from === undefined || to === undefined || args.length > 2) {
    throw args.length > 2
      ? usageError(path, 'source and destination are required')
      : new CliError('source and destination are required');
  }
  const [source, target] = [specOf(from), specOf(to)];
  if (source.pod !== '' && target.pod !== '')
    throw new CliError('one of src or dest must be a local file specification');
  if (source.path === '' || target.path === '') throw new CliError('filepath can not be empty');
  if (source.pod !== '') return download(context, source, target.path);
  if (target.pod !== '') return upload(context, source.path, target);
  throw new CliError('one of src or dest must be a remote file specification');
}

interface Remote {
  readonly context: Context;
  readonly pod: JsonObject;
  readonly container: string;
}

async function remoteOf(context: Context, { namespace, pod: name }: Spec): Promise<Remote> {
  const inside = namespace === undefined ? context : { ...context, namespace };
  const pod = await podOf(inside, name);
  return { context: inside, pod, container: chooseContainer(context, pod, context.flags.string('container')) };
}

async function command(
  { context, pod, container }: Remote,
  argv: readonly string[],
  input: string | undefined,
  say: (text: string) => void = context.io.stderr,
): Promise<string> {
  const pods = await context.mapper.resource('pods');
  let output = '';
  await talk(context, {
    path: pathOf(pods, text(pod, 'metadata', 'namespace'), text(pod, 'metadata', 'name'), 'exec'),
    command: argv,
    container,
    tty: false,
    input,
    output: (bytes) => {
      output += bytes;
    },
    error: (bytes) => say(shown(bytes)),
  });
  return output;
}

async function upload(context: Context, path: string, target: Spec): Promise<void> {
  const { io } = context;
  const local = path.replace(/^\.\//, '').replace(/\/+$/, '');
  const content = io.readFile(local);
  const below = content === undefined ? (io.listFiles?.() ?? []).filter((each) => each.startsWith(`${local}/`)) : [];
  if (content === undefined && below.length === 0) throw new CliError(`${path} doesn't exist in local filesystem`);
  const remote = await remoteOf(context, target);
  const isFolder = await command(remote, ['test', '-d', target.path], undefined).then(
    () => true,
    (error: unknown) => {
      if (error instanceof ExitCode) return false;
      throw error;
    },
  );
  const destination = isFolder
    ? `${target.path.replace(/\/+$/, '')}/${local.slice(local.lastIndexOf('/') + 1)}`
    : target.path;
  const slash = destination.lastIndexOf('/');
  const name = destination.slice(slash + 1);
  const files =
    content === undefined
      ? below.map((each) => ({ path: `${name}${each.slice(local.length)}`, content: utf8(io.readFile(each) ?? '') }))
      : [{ path: name, content: utf8(content) }];
  const folder = slash > 0 ? destination.slice(0, slash) : slash === 0 ? '/' : '';
  const argv = ['tar', context.flags.bool('no-preserve') ? '--no-same-permissions' : '', '-xmf', '-'].filter(
    (each) => each !== '',
  );
  await finishing(context, command(remote, folder === '' ? argv : [...argv, '-C', folder], archiveOf(files, io.now())));
}

async function download(context: Context, source: Spec, to: string): Promise<void> {
  const { io } = context;
  const remote = await remoteOf(context, source);
  const archive = await finishing(context, command(remote, ['tar', 'cf', '-', source.path], undefined, io.stdout));
  const prefix = source.path.replace(/^\/+/, '').replace(/\/+$/, '');
  const target = to.replace(/^\.\//, '').replace(/\/+$/, '');
  const isFolder =
    (io.listFiles?.() ?? []).some((each) => each.startsWith(`${target}/`)) || target === '.' || target === '';
  const base = isFolder
    ? `${target === '.' || target === '' ? '' : `${target}/`}${prefix.slice(prefix.lastIndexOf('/') + 1)}`
    : target;
  for (const { path, content } of entriesOf(archive)) {
    if (content === undefined || !path.startsWith(prefix) || path.split('/').includes('..')) continue;
    io.writeFile(`${base}${path.slice(prefix.length)}`, shown(content));
  }
}

/** A tar that fails says so itself; kubectl adds the exit code. */
async function finishing(context: Context, done: Promise<string>): Promise<string> {
  try {
    return await done;
  } catch (error) {
    if (error instanceof ExitCode) context.io.stderr(`command terminated with exit code ${error.code}\n`);
    throw error;
  }
}
