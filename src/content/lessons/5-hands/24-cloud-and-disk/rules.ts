/** What must hold after every change in the cluster or in the cloud, and once both have settled. */
import { Node, Service } from 'converge/sdk';
import { balancerName, desiredBalancer, hasFinalizer, isAsDesired, targetsOf, wantsBalancer } from './expected-balancer.ts';
import type { Finding, Rule, SubjectRequest, World } from '../../../../lesson/universes/types.ts';
import { inSeconds } from '../../../../lesson/universes/words.ts';

/** Of another controller, which keeps the Service for a reason of its own. */
export const othersFinalizer = 'audit.example.com/keep';
/** The load balancer that someone else rents. */
export const strangersName = 'legacy';
const tag = 'kubernetes.io/service-name';
const nameOf = ({ metadata }: Service): string => `${metadata.namespace}/${metadata.name}`;
const balancersIn = ({ cloud }: World) => (cloud?.loadBalancers() ?? []).filter(({ name }) => name !== strangersName);
/** By its name, or by what its renter noted. */
const isOf = (service: Service, name: string, tags: Readonly<Record<string, string>> = {}): boolean => balancerName(service) === name || tags[tag] === nameOf(service);
/** All addresses that users find there; undefined: none. */
const ingressOf = ({ status }: Service): string | undefined => status.loadBalancer?.ingress?.map(({ ip = '' }) => ip).join(', ') || undefined;

export const second: Rule = {
  cause: 'rented a second load balancer',
  glyph: 'too-many',
  question: 'A call may have worked although no answer came. What does the next pass find, and by which name does it look?',
  judge: () => (world) => {
    const names = balancersIn(world).map(({ tags }) => tags?.[tag] ?? '');
    const twice = names.find((name, index) => names.indexOf(name) !== index);
    return twice === undefined ? undefined : `At ${inSeconds(world.t)} the cloud has two load balancers for \`${twice}\`.`;
  },
};

/** Pauses that double come to less than 8 s before one is longer than this; a crash begins them anew. */
const longestPauseMs = 4000;
const impatientMs = 20_000;

export const pausesGrow: Rule = {
  cause: 'kept asking a cloud that refuses',
  glyph: 'restless',
  question: 'Each call counts against a limit that all of the account share. Who chooses the pauses here, your pass or the queue that repeats a failed one?',
  judge() {
    let seen = 0;
    let refused: SubjectRequest[] = [];
    return ({ cloud, requests }) => {
      if (cloud === undefined) return undefined;
      for (; seen < requests.length; seen += 1) {
        const request = requests[seen];
        if (request?.verb !== 'create' || !request.path.startsWith('/cloud/') || request.code < 400) continue;
        const last = refused.at(-1);
        if (last !== undefined && request.t - last.t > longestPauseMs) refused = [];
        refused.push(request);
      }
      const [first, last] = [refused[0], refused.at(-1)];
      if (first === undefined || last === undefined || last.t - first.t < impatientMs) return undefined;
      return `From ${inSeconds(first.t)} to ${inSeconds(last.t)} the cloud refused ${refused.length} creates: ${last.message}. No pause between them was longer than ${longestPauseMs / 1000} s.`;
    };
  },
};

export const heldFirst: Rule = {
  cause: 'rented before its finalizer',
  glyph: 'orphan',
  question: 'Between your two requests the Service may be deleted. Which request has to come first, so that nothing is left over?',
  judge() {
    const held = new Set<string>();
    return (world): string | Finding | undefined => {
      const services = world.objects(Service);
      for (const service of services) if (hasFinalizer(service)) held.add(balancerName(service));
      for (const { name, state, tags } of balancersIn(world)) {
        if (services.some((service) => isOf(service, name, tags) && hasFinalizer(service))) continue;
        const seen = `At ${inSeconds(world.t)} the load balancer of \`${tags?.[tag] ?? name}\` is ${state}, and its Service ${services.some((service) => isOf(service, name, tags)) ? 'has no finalizer' : 'is gone'}.`;
        if (!held.has(name)) return seen;
        return { cause: 'let go too early', glyph: 'orphan', seen, question: 'The cloud answers before it is done. How do you know that the load balancer is gone?' };
      }
      return undefined;
    };
  },
};

export const others: Rule = {
  cause: 'touched a load balancer of someone else',
  glyph: 'orphan',
  question: 'The account belongs to more than this cluster. Which load balancers are yours?',
  judge() {
    let before: string | undefined;
    return (world) => {
      const stranger = world.cloud?.loadBalancers().find(({ name }) => name === strangersName);
      const now = stranger && JSON.stringify([stranger.listeners, stranger.targets, stranger.tags, stranger.state === 'deleting']);
      const was = before;
      before = now ?? before;
      return was === undefined || was === now ? undefined : `At ${inSeconds(world.t)} \`${strangersName}\` isn’t as it was. No Service asks for it.`;
    };
  },
};

export const keptFinalizers: Rule = {
  cause: 'took away a finalizer of someone else',
  glyph: 'orphan',
  question: 'The list of finalizers belongs to several controllers. What does your patch do to the names that aren’t yours, and to those that your cache doesn’t show yet?',
  judge() {
    const held = new Set<string>();
    return (world) => {
      const services = world.objects(Service);
      const isHeld = ({ metadata }: Service): boolean => metadata.finalizers?.includes(othersFinalizer) === true;
      for (const service of services) if (isHeld(service)) held.add(balancerName(service));
      const free = [...held].find((name) => !services.some((service) => balancerName(service) === name && isHeld(service)));
      if (free === undefined) return undefined;
      const service = services.find((each) => balancerName(each) === free);
      return `At ${inSeconds(world.t)} ${service === undefined ? 'a Service is gone that' : `\`${nameOf(service)}\` is no longer held, and`} another controller had \`${othersFinalizer}\` on it.`;
    };
  },
};

export const keptAddress: Rule = {
  cause: 'gave up a load balancer that was wanted',
  glyph: 'restless',
  question: 'Users have the address. Which call changes a load balancer and leaves its address as it is?',
  judge: () => (world) => {
    for (const service of world.objects(Service)) {
      if (!wantsBalancer(service) || service.metadata.deletionTimestamp !== undefined) continue;
      const given = world.requests.find(({ verb, path, code }) => verb === 'delete' && code < 300 && path.startsWith('/cloud/') && path.endsWith(`/${balancerName(service)}`));
      if (given !== undefined) return `At ${inSeconds(given.t)} your loop deleted the load balancer of \`${nameOf(service)}\`. At ${inSeconds(world.t)} the Service still asks for one.`;
    }
    return undefined;
  },
};

export const saidNothing: Rule = {
  cause: 'wrote an address that isn’t there yet',
  glyph: 'threw',
  question: 'Users read the address as soon as it is in the status. From which state of the load balancer on is there one?',
  judge: () => (world) => {
    const hasNone = ({ status }: Service): boolean => status.loadBalancer?.ingress?.some(({ ip = '', hostname = '' }) => ip === '' && hostname === '') === true;
    const service = world.objects(Service).find(hasNone);
    return service && `At ${inSeconds(world.t)} the status of \`${nameOf(service)}\` has an entry without an address.`;
  },
};

const mistake = (cause: string, question: string, seen: string): Finding => ({ cause, glyph: 'too-few', question, seen });

/** Each Service that wants one has it, as it asks for it, and says its address. */
export const followed: Rule = {
  cause: 'rented no load balancer',
  refusal: true,
  glyph: 'too-few',
  question: 'The Service asks for one, and the cloud has none. Which pass finds that out, and when does it run?',
  judge: () => (world): string | Finding | undefined => {
    const targets = targetsOf(world.objects(Node));
    for (const service of world.objects(Service)) {
      if (!wantsBalancer(service) || service.metadata.deletionTimestamp !== undefined) continue;
      const at = `At ${inSeconds(world.t)} \`${nameOf(service)}\``;
      const found = balancersIn(world).find(({ name }) => name === balancerName(service));
      if (found === undefined) return `${at} has no load balancer.`;
      const desired = desiredBalancer(service, targets);
      if ([...found.targets].sort().join() !== targets.join())
        return mistake('left old nodes', 'Nodes come and go, and so does their readiness. What calls your loop then, and what does it compare?', `${at} has a load balancer with the targets \`${found.targets.join()}\`. The nodes are \`${targets.join()}\`.`);
      if (!isAsDesired(found, desired))
        return mistake('left a load balancer at other settings', 'Which fields of the load balancer follow from the Service, and which does your pass compare?', `${at} has a load balancer with the listeners \`${JSON.stringify(found.listeners)}\` and the health check \`${found.healthCheckPort ?? 'none'}\`. It needs \`${desired.healthCheckPort ?? 'none'}\`.`);
      if (found.state !== 'active' || ingressOf(service) !== found.address)
        return mistake('wrote no address', ingressOf(service) === undefined ? 'The cloud gives the address when the load balancer is active. When does your loop look again?' : 'The status names the address of a load balancer that is gone. In which case does your loop write the status, and what does it compare?', `${at} says the address \`${ingressOf(service) ?? 'none'}\`. Its load balancer is ${found.state} at \`${found.address}\`.`);
    }
    return undefined;
  },
};

export const givenBack: Rule = {
  cause: 'left a load balancer over',
  refusal: true,
  glyph: 'too-many',
  question: 'It costs money every hour. Which pass gives it back, and what if that call is refused?',
  judge: () => (world): string | Finding | undefined => {
    for (const service of world.objects(Service)) {
      const wants = wantsBalancer(service) && service.metadata.deletionTimestamp === undefined;
      if (wants) continue;
      const at = `At ${inSeconds(world.t)} \`${nameOf(service)}\``;
      if (balancersIn(world).some(({ name }) => name === balancerName(service))) return `${at} needs no load balancer, and the cloud still has one.`;
      if (hasFinalizer(service)) return { cause: 'never let go', glyph: 'hung', question: 'The load balancer is gone. Who takes your finalizer away, and in which pass?', seen: `${at} still has the finalizer.` };
      if (ingressOf(service) !== undefined) return { cause: 'kept an old address', glyph: 'threw', question: 'Users read the address in the status. What is it worth without a load balancer?', seen: `${at} still says ${ingressOf(service)}.` };
    }
    return undefined;
  },
};

/** At rest nothing is changed in the cloud for so long; milliseconds. */
const restMs = 40_000;

export const updatesAtRest: Rule = {
  cause: 'changed what was right already',
  refusal: true,
  glyph: 'restless',
  question: 'Each call counts against a limit that all of the account share. What do you compare before you change something?',
  judge: () => ({ t, requests, owners }) => {
    if (owners.length === 0) return undefined;
    const last = requests.findLast(({ verb, path, code }) => path.startsWith('/cloud/') && verb === 'update' && code < 300);
    return last === undefined || t - last.t > restMs ? undefined : `At ${inSeconds(last.t)} your loop sent the load balancer’s settings again.`;
  },
};
