/** The cloud's API over a controller's connection. In a page it comes in a piece, before a cluster that has a cloud begins. */
import type { Call, Connection } from '../client/index.ts';
import type { Json } from '../meta/index.ts';
import type { CloudClient, CloudCollection } from './cloud.ts';
import { listOf, parseDisk, parseLoadBalancer, parseMachine, parseRoute } from './cloud-objects.ts';

/** Where the cloud's API begins; every other path is the API server's. */
export const cloudPrefix = '/cloud/v1/';

/** @param cause Trace event on whose behalf requests are sent. */
export function cloudClientOver(connection: Connection, cause: number): CloudClient {
  const send = (method: Call['method'], path: string, body?: object): Promise<Json> =>
    connection.send({ method, path: `${cloudPrefix}${path}`, cause, ...(body !== undefined && { body: asJson(body) }) });
  return {
    loadBalancers: collection(send, 'loadbalancers', parseLoadBalancer),
    machines: collection(send, 'machines', parseMachine),
    disks: collection(send, 'disks', parseDisk),
    routes: collection(send, 'routes', parseRoute),
  };
}

type Send = (method: Call['method'], path: string, body?: object) => Promise<Json>;

function collection<Spec extends { readonly name: string }, T extends Spec>(
  send: Send,
  plural: string,
  parse: (value: Json) => T,
): CloudCollection<Spec, T> {
  const at = (name: string): string => `${plural}/${encodeURIComponent(name)}`;
  return {
    get: async (name) => parse(await send('GET', at(name))),
    list: async () => listOf(await send('GET', plural), plural).map(parse),
    create: async (spec) => parse(await send('POST', plural, spec)),
    update: async (spec) => parse(await send('PUT', at(spec.name), spec)),
    async delete(name) {
      await send('DELETE', at(name));
    },
  };
}

/** As it travels: what its sender changes afterwards doesn't change what was sent. */
const asJson = (body: object): Json => JSON.parse(JSON.stringify(body));
