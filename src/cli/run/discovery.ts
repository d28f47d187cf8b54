/** Whether a server has the kinds that a controller follows. */
import { text as readText } from 'node:stream/consumers';
import type { Kind } from '../../engine/index.ts';
import { type Server, unknownUser } from './connect.ts';

/** The server lacks something the controller needs, or doesn't let it look: the message says what to do. */
export class MissingKinds extends Error {}

/** An answer takes at most so long, milliseconds. */
const patienceMs = 30_000;

/** @throws MissingKinds; rejects with what a connection fails with. */
export async function checkKinds(server: Server, kinds: readonly Kind[], userAgent: string): Promise<void> {
  const missing: string[] = [];
  for (const kind of kinds) {
    const versionPath = kind.group === '' ? `/api/${kind.version}` : `/apis/${kind.group}/${kind.version}`;
    const headers = { accept: 'application/json', 'user-agent': userAgent };
    const message = await server.send({ method: 'GET', path: versionPath, headers }, AbortSignal.timeout(patienceMs));
    const body = await readText(message);
    if (message.statusCode === 401) throw new MissingKinds(unknownUser);
    if (message.statusCode === 404) missing.push(named(kind));
    else if (message.statusCode !== 200) throw new MissingKinds(`${server.url}${versionPath} answers ${message.statusCode}: ${body.trim().slice(0, 300)}`);
    else checkOne(JSON.parse(body), kind, missing);
  }
  if (missing.length > 0) throw new MissingKinds(`the server has no ${missing.join(', no ')}: is its CustomResourceDefinition applied?`);
}

const named = ({ group, version, plural }: Kind): string => `${plural}${group === '' ? '' : `.${group}`}/${version}`;

interface ResourceList {
  readonly resources?: readonly { readonly name: string; readonly namespaced: boolean }[];
}

function checkOne({ resources = [] }: ResourceList, kind: Kind, missing: string[]): void {
  const found = resources.find(({ name }) => name === kind.plural);
  if (found === undefined) missing.push(named(kind));
  else if (found.namespaced !== kind.namespaced)
    throw new MissingKinds(`${named(kind)} are ${found.namespaced ? '' : 'not '}in namespaces on this server; the controller says otherwise`);
}
