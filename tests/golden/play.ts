/**
 * A golden transcript is a text a person can read, and a program: what it says after `$` is run again, and everything it printed is
 * compared. Lines:
 *   # words                    stay as they are
 *   % {"etcd":3}               what the cluster is made of (session ClusterSpec), in front of everything that runs
 *   +++ path … +++             a file of the workspace
 *   $ command                  typed when the cluster is quiet; then time runs on until it is quiet again
 *   ! command                  typed at once, whatever is going on; time stops when it ends
 *   @ 40s                      time passes until 40 s after the start
 *   ? why pods/default/web-    the events that led to the last change of such an object, each caused by the one above
 *   -- 2.135s                  when all was quiet again (printed)
 *   anything else              what was printed
 */
import type { Cluster, TraceEvent } from '../../src/engine/index.ts';
import { createNodeRuntime } from '../../src/runtimes/node/node-runtime.ts';
import type { Runtime } from '../../src/runtimes/runtime.ts';
import { nodePlatform } from '../../src/runtimes/platforms.ts';
import { parseLog } from '../../src/session/parse-log.ts';
import { sessionParts } from '../../src/session/parts.ts';
import type { InputResult } from '../../src/session/types.ts';

type Line =
  | { readonly type: 'words' | 'spec' | 'command' | 'at once' | 'time' | 'why'; readonly text: string }
  | { readonly type: 'file'; readonly path: string; readonly text: string };

/** Runs what a transcript says and returns it as it should be. */
export async function play(transcript: string): Promise<string> {
  const parts = sessionParts(nodePlatform());
  let cluster: Cluster | undefined;
  const runtime = createNodeRuntime({
    ...parts,
    createCluster(options) {
      cluster = parts.createCluster(options);
      return cluster;
    },
  });
  const lines = linesOf(transcript);
  const spec = lines.find(({ type }) => type === 'spec');
  const made = spec === undefined || !('text' in spec) ? {} : JSON.parse(spec.text);
  await runtime.reset(parseLog({ version: 1, seed: 1, cluster: made, files: {}, inputs: [] }));
  const blocks: string[] = [];
  try {
    for (const line of lines) blocks.push(await playLine(line, runtime, () => cluster));
  } finally {
    runtime.stop();
  }
  return `${blocks.join('\n\n')}\n`;
}

function linesOf(transcript: string): readonly Line[] {
  const found: Line[] = [];
  const lines = transcript.split('\n');
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const text = line.slice(2);
    if (line.startsWith('+++ ')) {
      const end = lines.indexOf('+++', at);
      if (end < 0) throw new Error(`${line} has no end: close it with +++`);
      found.push({ type: 'file', path: line.slice(4), text: `${lines.slice(at + 1, end).join('\n')}\n` });
      at = end;
    } else if (line.startsWith('$ ')) found.push({ type: 'command', text });
    else if (line.startsWith('! ')) found.push({ type: 'at once', text });
    else if (line.startsWith('% ')) found.push({ type: 'spec', text });
    else if (line.startsWith('@ ')) found.push({ type: 'time', text });
    else if (line.startsWith('? why ')) found.push({ type: 'why', text: line.slice(6) });
    else if (line.startsWith('# ')) {
      const last = found.at(-1);
      const continues = last?.type === 'words' && lines[at - 1]?.startsWith('# ');
      if (continues) found[found.length - 1] = { type: 'words', text: `${last.text}\n${line}` };
      else found.push({ type: 'words', text: line });
    }
  }
  return found;
}

async function playLine(line: Line, runtime: Runtime, cluster: () => Cluster | undefined): Promise<string> {
  switch (line.type) {
    case 'words':
      return line.text;
    case 'spec':
      return `% ${line.text}`;
    case 'file':
      await runtime.updateFile(line.path, line.text);
      return `+++ ${line.path}\n${line.text}+++`;
    case 'time': {
      const seconds = /^(\d+)s$/.exec(line.text)?.[1];
      if (seconds === undefined) throw new Error(`@ takes seconds, such as 40s, not ${line.text}`);
      await runtime.control({ type: 'until', t: Number(seconds) * 1000 });
      return `@ ${line.text}`;
    }
    case 'command':
      return printed(`$ ${line.text}`, await runtime.run({ type: 'command', text: line.text, cell: 'golden' }));
    case 'at once':
      return printed(`! ${line.text}`, await runtime.run({ type: 'command', text: line.text, after: 'now' }));
    case 'why': {
      const found = cluster();
      return [`? why ${line.text}`, ...(found === undefined ? [] : why(found, line.text))].join('\n');
    }
  }
}

function printed(command: string, { outputs, exitCode, to }: InputResult): string {
  const text = outputs.map((output) => ('text' in output ? output.text : '')).join('');
  const lines = text === '' ? [] : text.replace(/\n$/, '').split('\n');
  return [
    command,
    ...lines.map((line) => line.trimEnd()),
    ...(exitCode === 0 ? [] : [`(exit code ${exitCode})`]),
    `-- ${seconds(to.t)}`,
  ].join('\n');
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(3)}s`;

/** The chain of causes of the last commit of an object, oldest first; times from the first. */
function why({ trace }: Cluster, prefix: string): readonly string[] {
  const last = trace.since(0).findLast(({ type, object }) => type === 'commit' && object?.startsWith(prefix));
  const chain: TraceEvent[] = [];
  for (let event = last; event !== undefined; event = trace.get(event.cause)) chain.unshift(event);
  const start = chain[0]?.time ?? 0;
  return chain.map(({ time, component, type, what, object, revision }) => {
    const made = revision === undefined ? '' : ` (revision ${revision})`;
    const about = object === undefined || what.includes(object) ? '' : `  ${object}`;
    return `  +${String(time - start).padStart(4)} ms  ${component.padEnd(22)} ${type.padEnd(9)} ${what}${about}${made}`;
  });
}
