/** `kubectl exec`: a command in a container. */
import { utf8 } from '../../../engine/index.ts';
import { type Context, FILENAME_FLAG, type Verb } from '../../command.ts';
import { CliError, usageError } from '../../errors.ts';
import { pathOf } from '../../http/discovery.ts';
import { text } from '../../json.ts';
import { fileTargets } from '../../resource/builder.ts';
import { podOf } from '../../resource/pod-of.ts';
import { chooseContainer, ExitCode, shown, talk } from '../../streams.ts';

export const exec: Verb = {
  name: 'exec',
  short: 'Execute a command in a container',
  usage: '(POD | TYPE/NAME) [-c CONTAINER] [flags] -- COMMAND [args...]',
  examples: ['kubectl exec web-1 -- date', 'kubectl exec web-1 -c side -it -- sh', 'kubectl exec deploy/web -- ls /'],
  flags: [
    FILENAME_FLAG,
    { name: 'container', short: 'c', type: 'string', help: 'In this container' },
    { name: 'stdin', short: 'i', type: 'bool', help: 'Pass standard input on' },
    { name: 'tty', short: 't', type: 'bool', help: 'Standard input is a terminal' },
    { name: 'quiet', short: 'q', type: 'bool', help: 'Only what the program writes' },
    { name: 'pod-running-timeout', type: 'duration', default: '1m0s', help: 'How long to wait for a pod' },
  ],
  run,
};

async function run(context: Context): Promise<void> {
  const { flags, args, dash, path, io } = context;
  const isFile = flags.list('filename').length > 0;
  const word = isFile ? await podOfFile(context) : args[0];
  if (word === undefined || (dash === 0 && !isFile)) throw new CliError('pod, type/name or --filename must be specified');
  if (dash < 0 && args.length > 1 && !isFile) {
    const message = 'exec [POD] [COMMAND] is not supported anymore. Use exec [POD] -- [COMMAND] instead';
    throw usageError(path, message);
  }
  const command = isFile ? args : args.slice(1);
  if (command.length === 0) throw new CliError('you must specify at least one command for the container');
  const pod = await podOf(context, word);
  const phase = text(pod, 'status', 'phase');
  if (phase === 'Succeeded' || phase === 'Failed') {
    throw new CliError(`cannot exec into a container in a completed pod; current phase is ${phase}`);
  }
  const container = chooseContainer(context, pod, flags.string('container'));
  const pods = await context.mapper.resource('pods');
  const stdin = flags.bool('stdin');
  const wantsTerminal = flags.bool('tty') && stdin;
  if (wantsTerminal && io.terminal === undefined) {
    io.stderr('Unable to use a TTY - input is not a terminal or the right kind of file\n');
  }
  const tty = wantsTerminal && io.terminal !== undefined;
  try {
    await talk(context, {
      path: pathOf(pods, text(pod, 'metadata', 'namespace'), text(pod, 'metadata', 'name'), 'exec'),
      command,
      container,
      tty,
      input: tty ? 'terminal' : stdin ? utf8(io.stdin()) : undefined,
      output: (bytes) => io.stdout(shown(bytes)),
      error: (bytes) => io.stderr(shown(bytes)),
    });
  } catch (error) {
    if (error instanceof ExitCode) io.stderr(`command terminated with exit code ${error.code}\n`);
    throw error;
  }
}

/** `pods/web`: the first object of the file. */
async function podOfFile(context: Context): Promise<string | undefined> {
  const [target] = await fileTargets(context, false);
  return target && `${target.resource.plural}/${target.name}`;
}
