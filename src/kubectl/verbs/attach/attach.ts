/** `kubectl attach`: what a container's process writes from now on, and what it reads. */
import { type JsonObject, utf8 } from '../../../engine/index.ts';
import type { Context, Verb } from '../../command.ts';
import { CliError } from '../../errors.ts';
import { pathOf } from '../../http/discovery.ts';
import { at, objects, text } from '../../json.ts';
import { podOf } from '../../resource/pod-of.ts';
import { chooseContainer, ExitCode, shown, talk } from '../../streams.ts';

export const attach: Verb = {
  name: 'attach',
  short: 'Attach to a running container',
  usage: '(POD | TYPE/NAME) -c CONTAINER',
  examples: ['kubectl attach web-1', 'kubectl attach web-1 -c side -it'],
  flags: [
    { name: 'container', short: 'c', type: 'string', help: 'To this container' },
    { name: 'stdin', short: 'i', type: 'bool', help: 'Pass standard input on' },
    { name: 'tty', short: 't', type: 'bool', help: 'Standard input is a terminal' },
    { name: 'quiet', short: 'q', type: 'bool', help: 'Only what the program writes' },
    { name: 'pod-running-timeout', type: 'duration', default: '1m0s', help: 'How long to wait for a pod' },
  ],
  async run(context) {
    const [word] = context.args;
    if (word === undefined) throw new CliError('at least 1 argument is required for attach');
    if (context.args.length > 1)
      throw new CliError('expected POD, TYPE/NAME, or TYPE NAME, (at most 2 arguments) saw 3');
    const { flags } = context;
    const pod = await podOf(context, word);
    const phase = text(pod, 'status', 'phase');
    if (phase === 'Succeeded' || phase === 'Failed') {
      throw new CliError(`cannot attach a container in a completed pod; current phase is ${phase}`);
    }
    await attachTo(context, pod, flags.string('container'), flags.bool('stdin'), flags.bool('tty'));
  },
};

/** Attaches to a container of a pod until it ends. */
export async function attachTo(
  context: Context,
  pod: JsonObject,
  asked: string,
  stdin: boolean,
  wantsTerminal: boolean,
): Promise<void> {
  const { io } = context;
  const all = ['containers', 'initContainers', 'ephemeralContainers'].flatMap((field) => objects(pod, 'spec', field));
  const name = text(pod, 'metadata', 'name');
  const container = chooseContainer(context, pod, asked);
  const found = all.find((each) => text(each, 'name') === container);
  if (found === undefined)
    throw new CliError(`cannot attach to the container: container ${container} not found in pod ${name}`);
  if (wantsTerminal && at(found, 'tty') !== true) {
    io.stderr(`error: Unable to use a TTY - container ${container} did not allocate one\n`);
  } else if (wantsTerminal && stdin && io.terminal === undefined) {
    io.stderr('Unable to use a TTY - input is not a terminal or the right kind of file\n');
  }
  const tty = wantsTerminal && stdin && at(found, 'tty') === true && io.terminal !== undefined;
  if (!context.flags.bool('quiet')) io.stderr("If you don't see a command prompt, try pressing enter.\n");
  const pods = await context.mapper.resource('pods');
  try {
    await talk(context, {
      path: pathOf(pods, text(pod, 'metadata', 'namespace'), name, 'attach'),
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
