/** The network between the machines of a cloud: it brings a packet to a Pod of another node where a route says so, and nowhere else. */
import type { CloudConsole } from '../cloud/index.ts';
import type { Hop, PodLink, PodNetwork, RouteGate } from '../node/index.ts';
import type { Route } from '../sdk/index.ts';

interface Entry extends Pick<Route, 'destination' | 'target'> {
  readonly base: number;
  readonly length: number;
}

/** Addresses of Pods. To others, packets leave with their node's own address, which needs no route (kubenet: non-masquerade-cidr). */
const podAddress = /^10\.2(?:4[4-9]|5[0-5])\./;

/** Goes by the routes that are active, whoever made them. */
export function createRouteGate(webConsole: Pick<CloudConsole, 'routes' | 'onChange'>, { find }: Pick<PodNetwork, 'find'>): RouteGate {
  let table = tableOf(webConsole.routes());
  webConsole.onChange((plural) => {
    if (plural === 'routes') table = tableOf(webConsole.routes());
  });
  /** The node that sends: for a client outside, the one that forwards with its own address. */
  const senderOf = (from: PodLink, source: string): PodLink | undefined => (from.outside === true ? find(source) : from);
  const ways = (from: PodLink, to: PodLink, source: string): readonly Way[] => {
    const sender = senderOf(from, source);
    if (sender === undefined || sender.node === to.node || !isPod(to)) return [];
    return isPod(sender) ? [{ to, isBack: false }, { to: sender, isBack: true }] : [{ to, isBack: false }];
  };
  return {
    passes: (from, to, source) => ways(from, to, source).every((way) => routeTo(table, way.to)?.target === way.to.node),
    hops(from, to, source) {
      const [there, back] = ways(from, to, source).map((way) => ({ hop: hopOf(way, routeTo(table, way.to)), passes: routeTo(table, way.to)?.target === way.to.node }));
      const dropsAnswer = back !== undefined && !back.passes;
      return { there: there === undefined ? [] : [there.hop], arrives: there?.passes !== false, back: dropsAnswer ? [back.hop] : [] };
    },
  };
}

/** A packet, or its answer. */
interface Way {
  readonly to: PodLink;
  readonly isBack: boolean;
}

const isPod = ({ hostNetwork, ip }: PodLink): boolean => hostNetwork !== true && podAddress.test(ip);

/** The narrowest first; of the same range the first by name. */
function tableOf(routes: readonly Route[]): readonly Entry[] {
  const active = routes.filter(({ state }) => state === 'active');
  const entries = active.map(({ destination, target }) => {
    const [base = '', length = ''] = destination.split('/');
    return { destination, target, base: numberOf(base), length: Number(length) };
  });
  return entries.sort((a, b) => b.length - a.length);
}

function routeTo(table: readonly Entry[], { ip }: PodLink): Entry | undefined {
  const number = numberOf(ip);
  // Not by shifting: a shift by 32 is one by 0.
  return table.find(({ base, length }) => Math.floor(number / 2 ** (32 - length)) === Math.floor(base / 2 ** (32 - length)));
}

const numberOf = (ip: string): number => ip.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);

function hopOf({ to, isBack }: Way, route: Entry | undefined): Hop {
  const at = 'cloud';
  const answer = isBack ? 'the answer: ' : '';
  if (route === undefined) return { at, by: 'DROP', does: `${answer}no route leads to ${to.ip}` };
  const leads = `${answer}${route.destination} leads to ${route.target}`;
  return route.target === to.node ? { at, by: 'route', does: leads } : { at, by: 'DROP', does: `${leads}, which doesn’t have ${to.ip}` };
}
