/** The session in the container. The process's terminal is the page's channel. */
import { randomUUID } from 'node:crypto';
import { descriptions } from 'converge:descriptions';
import type { FromEngine } from '../../runtimes/protocol.ts';
import { serveHost } from '../../runtimes/serve.ts';
import { nodePlatform } from '../../runtimes/platforms.ts';
import { createDecoder, encodeMessage, marks } from '../../runtimes/webcontainer/framing.ts';
import { addressesFile, kubeconfigFile } from '../../runtimes/webcontainer/layout.ts';
import { sessionParts } from '../../session/parts.ts';
import { mirrorFiles } from './files.ts';
import { createExternalInputs } from './external-inputs.ts';
import { startServers } from './servers.ts';
import { isEngineRequest } from './parse-request.ts';

export function startEngine(): void {
  // No echo, and lines as long as they like.
  if (process.stdin.isTTY) process.stdin.setRawMode(true);
  process.stdin.setEncoding('utf8');

  function post(message: FromEngine): void {
    process.stdout.write(encodeMessage(marks.fromEngine, message));
  }

  const inside = createExternalInputs({
    post,
    newId: randomUUID,
    files: (files, all) => mirror.write(files, all),
    began: (members) => servers.members(members),
  });
  const mirror = mirrorFiles(process.cwd(), inside.edit);
  const servers = startServers(inside, { addresses: addressesFile, kubeconfig: kubeconfigFile });
  const serve = serveHost(sessionParts(nodePlatform(), descriptions), post, inside);
  const decode = createDecoder(marks.toEngine, (message) => {
    if (isEngineRequest(message)) serve(message);
  });
  process.stdin.on('data', (chunk) => decode(String(chunk)));
  // The page has gone.
  process.stdin.on('end', () => process.exit(0));
}
