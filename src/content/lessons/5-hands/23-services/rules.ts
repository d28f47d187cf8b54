/** What must hold after every write, and once things have settled: each slice is the Service’s own, and says what the Pods are. */
import { conditionOf, controllerOf, EndpointSlice, type KubeObject, type Pod, Service } from 'converge/sdk';
import { perWrite } from '../../../../lesson/universes/rules/own-objects.ts';
import { shortName } from '../../../../lesson/universes/rules/shared.ts';
import type { Finding, Glyph, Rule, World } from '../../../../lesson/universes/types.ts';
import { inSeconds } from '../../../../lesson/universes/words.ts';
import { expectedConditions, expectedPorts, isSelecting, type Listed, managedBy, manager, nameOf, owns, podWith, serviceName, type ServiceInWorld, servicesIn, sliceIn } from './slices.ts';

const mistake = (cause: string, glyph: Glyph, question: string) => (seen: string): Finding => ({ cause, glyph, question, seen });

const withoutSelector = mistake('made a slice for a Service without a selector', 'too-many', 'Which Pods does a Service without a selector choose? Who fills its slices then?');
const unmarked = mistake('made a slice that nothing finds', 'orphan', 'How does kube-proxy know which Service a slice belongs to, and how does your next pass know that the slice is yours?');
const ofOtherKind = mistake('made an object of another kind', 'orphan', 'What is your loop there to make?');

export const made: Rule = {
  cause: 'made a slice that belongs to nothing',
  glyph: 'orphan',
  question: 'Which reference removes the slice when its Service is deleted?',
  judge: perWrite('create', (write, world) => {
    const slice = sliceIn(write.after);
    const what = `At ${inSeconds(write.t)} your loop made \`${shortName(write)}\``;
    if (slice === undefined) return ofOtherKind(`${what}, one of the ${write.object.split('/')[0]}.`);
    const { labels = {}, namespace } = slice.metadata;
    const owner = world.objects(Service).find(({ metadata }) => metadata.uid === controllerOf(slice)?.uid);
    // Its Service may have gone meanwhile.
    if (controllerOf(slice)?.kind !== 'Service' || (owner !== undefined && owner.metadata.namespace !== namespace)) return { seen: `${what}. Its owner is no Service of its namespace.` };
    if (labels[managedBy] !== manager || labels[serviceName] !== controllerOf(slice)?.name) return unmarked(`${what} with the labels \`${JSON.stringify(labels)}\`.`);
    if (owner === undefined || isSelecting(owner)) return undefined;
    return withoutSelector(`${what} for \`${nameOf(owner)}\`, which has no selector.`);
  }),
};

/** A slice of this loop's making, whatever its cache still showed of the Service. */
const isOwn = (object: KubeObject, world: World): boolean =>
  world.objects(Service).some((service) => sliceIn(object) !== undefined && owns(service, object)) ||
  world.writes('create').some(({ after }) => after?.metadata.uid === object.metadata.uid);

const others = (verb: 'change' | 'delete', did: string): Rule => ({
  cause: `${did} what isn’t its own`,
  glyph: 'orphan',
  question: 'A Service can have slices that another controller, or a person, has made. Which two things do all of yours have in common?',
  judge: perWrite(verb, ({ before, object, t }, world) => {
    if (before === undefined || isOwn(before, world)) return undefined;
    const by = before.metadata.labels?.[managedBy];
    return { seen: `At ${inSeconds(t)} your loop ${did} \`${shortName({ object })}\`${by === undefined ? '' : `, which is managed by \`${by}\``}.` };
  }),
});

export const changedOthers = others('change', 'changed');
export const deletedOthers = others('delete', 'deleted');

const takenBack = 'One create was answered, and another refused. How many do you take back, and what is still on its way to your cache?';

export const madeTwice: Rule = {
  cause: 'made the same slice twice',
  glyph: 'too-many',
  needsOwnWrites: true,
  question: 'The first create had been answered. Why could the next pass not see its slice?',
  judge: perWrite('create', ({ after, t, object }, world) => {
    const slice = sliceIn(after);
    const { slices = [] } = servicesIn(world).find(({ service }) => slice !== undefined && owns(service, slice)) ?? {};
    if (slice === undefined) return undefined;
    const uids = new Set((slice.endpoints ?? []).map(({ targetRef }) => targetRef?.uid));
    const twin = slices.find(({ metadata, ports, endpoints }) => {
      const own = world.writes('create').some((write) => write.after?.metadata.uid === metadata.uid);
      const there = new Set((endpoints ?? []).map(({ targetRef }) => targetRef?.uid));
      return own && metadata.uid !== slice.metadata.uid && JSON.stringify(ports ?? []) === JSON.stringify(slice.ports ?? []) && [...uids].every((uid) => there.has(uid));
    });
    if (twin === undefined) return undefined;
    const seen = `At ${inSeconds(t)} your loop made \`${shortName({ object })}\`. \`${nameOf(twin)}\` had the same endpoints already.`;
    const since = world.writes('create').find((write) => write.after?.metadata.uid === twin.metadata.uid)?.t ?? t;
    const wasRefused = world.refused.some((each) => each.verb === 'create' && each.t >= since && each.t <= t);
    return wasRefused ? { seen: `${seen} A create had been refused in between.`, question: takenBack } : { seen };
  }),
};

export const keptNotes: Rule = {
  cause: 'overwrote what someone else wrote',
  glyph: 'orphan',
  question: 'Someone changed the slice after your cache had read it. Which field of what you send makes the API server refuse such an update?',
  judge: perWrite('change', ({ before, after, t, object }, world) => {
    if (before === undefined || !isOwn(before, world)) return undefined;
    const kept = after?.metadata.annotations ?? {};
    const lost = Object.keys(before.metadata.annotations ?? {}).find((name) => !(name in kept));
    return lost === undefined ? undefined : { seen: `At ${inSeconds(t)} your loop changed \`${shortName({ object })}\`, and the annotation \`${lost}\` was gone. Someone else had put it there.` };
  }),
};

export const small: Rule = {
  cause: 'put too many endpoints into a slice',
  glyph: 'too-many',
  question: 'One Pod becomes unready. How much has to be sent to each node then, if a slice has no limit?',
  judge: () => (world) => {
    const large = servicesIn(world).flatMap(({ slices }) => slices).find(({ endpoints }) => (endpoints?.length ?? 0) > 100);
    return large && `At ${inSeconds(world.t)} \`${nameOf(large)}\` has ${large.endpoints?.length} endpoints. 100 is the limit.`;
  },
};

const judgeEach = (judge: (found: ServiceInWorld, world: World) => string | Finding | undefined): Rule['judge'] => () => (world) => {
  for (const each of servicesIn(world)) {
    const found = judge(each, world);
    if (found !== undefined) return found;
  }
  return undefined;
};

export const stoodStill: Rule = {
  cause: 'stood still after a refused create',
  glyph: 'stood-still',
  refusal: true,
  question: 'Your loop is waiting to be shown something. What tells it that this will never come?',
  judge: judgeEach(({ name, service, listed, pods }, world) => {
    const { refused, t } = world;
    const last = refused.findLast(({ verb, path }) => verb === 'create' && path.includes(`/${service.metadata.namespace}/endpointslices`));
    if (last === undefined || pods.every(({ metadata }) => listed.some(({ uid }) => uid === metadata.uid))) return undefined;
    if (world.writes('create').some((write) => write.t > last.t)) return undefined;
    return `At ${inSeconds(last.t)} the API server refused a create. At ${inSeconds(t)} \`${name}\` still has a Pod in no slice, and your loop has not tried again.`;
  }),
};

const gone = mistake('listed a Pod that is gone', 'too-many', 'Which Pods does your loop begin with: those in the slice, or those that are there?');
const ended = mistake('listed a Pod that has ended', 'too-many', 'Its address is still in its status. Who answers there?');
const published = mistake('listed a Pod that has ended', 'too-many', 'The Service publishes Pods that aren’t ready. Does that hold for one that has ended, and who answers there?');
const stranger = mistake('listed a Pod that doesn’t match', 'too-many', 'Which labels has the Service’s selector, and which namespace does it look at?');
const unready = mistake('left out a Pod that isn’t ready', 'too-few', 'Someone reads the slice to see what is wrong with a Pod. What does a Pod that is missing tell them?');
const starting = mistake('left out a Pod that isn’t ready', 'too-few', 'Its init containers run, so it has an address. Which phases does the task leave out?');
const leaving = mistake('left out a Pod on its way out', 'too-few', 'It still answers for a while. What if there is no other Pod to send connections to?');
const leavingReady = mistake('called a leaving Pod ready', 'too-many', 'Its containers will end soon. Is it to get new connections?');
const falselyReady = mistake('called an unready Pod ready', 'too-many', 'Which condition of the Pod says that it can answer?');
const untold = mistake('called an unready Pod ready', 'too-many', 'This Pod has no condition `Ready` yet. Who has said that it answers, and which of your lines decides then?');
const unknown = mistake('called an unready Pod ready', 'too-many', 'The condition `Ready` has one of three values. Which of them says that the Pod answers?');
const hidden = mistake('hid a Pod that was to be published', 'too-few', 'The Service says `publishNotReadyAddresses`. Which of the three conditions does that change?');
const falselyUnready = mistake('called a ready Pod unready', 'too-few', 'Take the Pod as it is stored. Which value does each of your three conditions get?');
const serving = mistake('was wrong about who serves', 'threw', '`serving` says whether the Pod answers. Does the end of the Pod, or the Service, change that?');
const terminating = mistake('was wrong about who is leaving', 'threw', 'How do you see that a Pod has been deleted, while it is still there?');
const wrongPort = mistake('sent connections to the wrong port', 'threw', 'Two Pods can have one port’s name at two numbers. How many slices does that take?');
const twice = mistake('listed a Pod twice', 'too-many', 'How did it come into two slices, and which pass takes it out of one?');
const notOwn = mistake('changed what isn’t its own', 'orphan', 'A Service can be deleted, and another one take its name. What tells their slices apart?');
const lost = mistake('lost where a Pod is', 'orphan', 'Which fields of the endpoint name the Pod, its address and its node?');

const isUntold = ({ status }: Pod): boolean => conditionOf(status.conditions, 'Ready') === undefined;
const isUnknown = ({ status }: Pod): boolean => conditionOf(status.conditions, 'Ready')?.status === 'Unknown';

/** At rest the slices say what the Pods are. */
export const truth: Rule = {
  cause: 'left a Pod out',
  glyph: 'too-few',
  question: 'Take the Service and the Pods that are stored at that moment, and nothing else. Does your code choose this Pod, and what does it send for it?',
  judge: judgeEach((found, world) => {
    const wrong = found.listed.map((each) => tooMuch(found, each, world)).find((each) => each !== undefined);
    if (wrong !== undefined) return wrong;
    const at = `At ${inSeconds(world.t)}`;
    for (const pod of found.pods) {
      const [entry, more] = found.listed.filter(({ uid }) => uid === pod.metadata.uid);
      const expected = expectedConditions(found.service, pod);
      const name = `\`${nameOf(pod)}\``;
      if (entry === undefined) {
        const seen = `${at} ${name} is behind \`${found.name}\`, and in none of its slices. The selector is \`${JSON.stringify(found.service.spec.selector)}\`. The Pod’s labels are \`${JSON.stringify(pod.metadata.labels ?? {})}\`. Its phase is ${pod.status.phase}, and it is ${expected.serving ? '' : 'not '}ready.`;
        const other = otherSlice(found, pod.metadata.uid, world);
        if (other !== undefined) return notOwn(`${at} ${name} is in \`${nameOf(other)}\`. That slice has the Service’s name on it, and another owner.`);
        if (expected.terminating) return leaving(seen);
        return expected.serving ? seen : pod.status.phase === 'Pending' ? starting(seen) : unready(seen);
      }
      if (more !== undefined) return twice(`${at} ${name} is in \`${nameOf(entry.slice)}\` and in \`${nameOf(more.slice)}\`.`);
      const ports = expectedPorts(found.service, pod);
      if (entry.ports !== ports) return wrongPort(`${at} the slice of ${name} has the ports \`${entry.ports}\`. At this Pod they are \`${ports}\`.`);
      const { addresses, nodeName, conditions = {} } = entry.endpoint;
      if (addresses[0] !== pod.status.podIP || nodeName !== pod.spec.nodeName) return lost(`${at} the slice has ${name} at ${addresses[0]} on ${nodeName}. It is at ${pod.status.podIP} on ${pod.spec.nodeName}.`);
      const seen = `${at} the slice says of ${name}: \`${JSON.stringify(conditions)}\`. The Pod ${expected.serving ? 'is ready' : isUnknown(pod) ? 'has the condition `Ready` at `Unknown`' : isUntold(pod) ? 'has no condition `Ready`' : 'isn’t ready'}, and it has ${expected.terminating ? '' : 'not '}been deleted.`;
      if (conditions.ready !== expected.ready && conditions.ready === false) return found.service.spec.publishNotReadyAddresses === true ? hidden(seen) : falselyUnready(seen);
      if (conditions.ready !== expected.ready) return expected.terminating ? leavingReady(seen) : isUnknown(pod) ? unknown(seen) : isUntold(pod) ? untold(seen) : falselyReady(seen);
      if (conditions.serving !== expected.serving) return serving(seen);
      if (conditions.terminating !== expected.terminating) return terminating(seen);
    }
    return undefined;
  }),
};

/** A slice that lists the Pod and has the Service’s name, but isn’t the Service’s: the loop has changed it all the same. */
const otherSlice = ({ service: { metadata }, slices }: ServiceInWorld, uid: string, world: World): EndpointSlice | undefined =>
  world.objects(EndpointSlice).find(
    (slice) =>
      slice.metadata.namespace === metadata.namespace &&
      slice.metadata.labels?.[serviceName] === metadata.name &&
      !slices.includes(slice) &&
      world.writes('change').some(({ after, t }) => after?.metadata.uid === slice.metadata.uid && t - world.t + world.nowMs > Date.parse(metadata.creationTimestamp)) &&
      slice.endpoints?.some(({ targetRef }) => targetRef?.uid === uid),
  );

function tooMuch({ name, service, pods }: ServiceInWorld, { uid, endpoint, slice }: Listed, world: World): Finding | undefined {
  if (pods.some(({ metadata }) => metadata.uid === uid)) return undefined;
  const pod = podWith(world, uid);
  const what = `At ${inSeconds(world.t)} \`${nameOf(slice)}\` of \`${name}\` has ${endpoint.addresses.join()}`;
  if (pod === undefined) return gone(`${what}. No Pod has that address any more.`);
  if (pod.status.phase === 'Succeeded' || pod.status.phase === 'Failed')
    return (service.spec.publishNotReadyAddresses === true ? published : ended)(`${what}, the address of \`${nameOf(pod)}\`. The phase of that Pod is ${pod.status.phase}.`);
  return stranger(`${what}, the address of \`${nameOf(pod)}\`. Its labels are \`${JSON.stringify(pod.metadata.labels ?? {})}\`, and its namespace is \`${pod.metadata.namespace}\`.`);
}
