/** pods/x/exec and pods/x/attach: a program's input and output (upstream: registry/core/pod/rest/subresources.go). */
import type { Pod } from '../../api/index.ts';
import type { Context } from '../../apiserver/context.ts';
import type { ExecOptions, NodeStreams } from '../../apiserver/node-access.ts';
import { refuse } from '../../apiserver/outcome.ts';
import { isTrueParameter } from '../../apiserver/request-info.ts';
import { containerOf } from '../../apiserver/subresources/container-choice.ts';
import { badRequest, type Exchange, type StreamEnd } from '../../meta/index.ts';
import { requireNode, withPodOnNode } from './pod-of-request.ts';

/** Runs `command` in a container. */
export function exec(context: Context): void {
  const { query, repeated } = context.request;
  const one = query['command'];
  const command = repeated?.['command'] ?? (one === undefined ? [] : [one]);
  join(context, (nodes, pod, container, streams, peer) => nodes.exec(pod, container, { ...streams, command }, peer));
}

/** Joins the process that runs in a container. */
export function attach(context: Context): void {
  join(context, (nodes, pod, container, streams, peer) => nodes.attach(pod, container, streams, peer));
}

type Streams = Omit<ExecOptions, 'command'>;
type Start = (nodes: NodeStreams, pod: Pod, container: string, streams: Streams, peer: StreamEnd) => StreamEnd;

/** Checks in upstream's order: the pod, its container, its node, the upgrade, and then what the kubelet checks. */
function join(context: Context, start: Start): void {
  withPodOnNode(context, (pod, nodes) => {
    const container = containerOf(pod, context.request.query['container']);
    requireNode(context, pod);
    const upgrade = upgradeOf(context.exchange);
    const streams = streamsOf(context);
    return upgradeTo(upgrade, (peer) => start(nodes, pod, container, streams, peer));
  });
}

/** What the client is led through with; throws 400 when it didn't ask for that. */
export function upgradeOf({ upgrade }: Exchange): NonNullable<Exchange['upgrade']> {
  return upgrade ?? refuse(badRequest('Upgrade request required'));
}

/**
 * Ties the client's end and the node's together, each of which needs the other to be made. What the client sends before the node is there
 * can't be: both are made in this instant. Returns what tells the node that the client hung up.
 */
export function upgradeTo(
  upgrade: NonNullable<Exchange['upgrade']>,
  start: (peer: StreamEnd) => StreamEnd,
): () => void {
  let node: StreamEnd | undefined;
  const client = upgrade({
    write: (channel, bytes) => node?.write(channel, bytes),
    close: (channel) => node?.close(channel),
    end: () => node?.end(),
  });
  node = start(client);
  return () => node?.end();
}

function streamsOf({ request: { query } }: Context): Streams {
  const on = (name: string): boolean => isTrueParameter(query[name]);
  const streams = { stdin: on('stdin'), stdout: on('stdout'), stderr: on('stderr'), tty: on('tty') };
  if (!streams.stdin && !streams.stdout && !streams.stderr) {
    refuse(badRequest('you must specify at least 1 of stdin, stdout, stderr'));
  }
  // A terminal has one output.
  return streams.tty ? { ...streams, stderr: false } : streams;
}
