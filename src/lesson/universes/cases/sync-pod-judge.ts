/** What a kubelet may do next for a Pod, and what is wrong with anything else. */
import type { ContainerOnNode, InitContainerOnNode, PodAction, PodOnNode } from 'converge/sdk';
import { type Mistake, mistake } from '../finding.ts';

type Start = Extract<PodAction, { readonly do: 'start' | 'backOff' }>;

const firstMs = 10_000;
const mostMs = 300_000;
const forgivenMs = 600_000;

const hasEnded = ({ state, restartPolicy, exitCode }: ContainerOnNode): boolean =>
  state === 'exited' && restartPolicy !== 'Always' && (restartPolicy === 'Never' || exitCode === 0);

const isFree = ({ state, mustWait }: ContainerOnNode): boolean => !mustWait && (state === 'new' || state === 'exited');

const isBad = ({ changed, failedProbe }: ContainerOnNode): boolean => changed || failedProbe;

const pendingInit = ({ initContainers }: PodOnNode): InitContainerOnNode | undefined => initContainers.find(({ done }) => !done);

/** So long its next start waits after its exit. */
const waitOf = ({ startedAtMs, exitedAtMs, backOffMs }: ContainerOnNode): number => (exitedAtMs - startedAtMs > forgivenMs ? 0 : backOffMs);

function startOf(container: ContainerOnNode, nowMs: number): Start {
  const { name, state, exitedAtMs } = container;
  if (state === 'new') return { do: 'start', container: name, backOffMs: 0 };
  const waitMs = waitOf(container);
  if (exitedAtMs + waitMs > nowMs) return { do: 'backOff', container: name, untilMs: exitedAtMs + waitMs };
  return { do: 'start', container: name, backOffMs: Math.max(firstMs, Math.min(mostMs, 2 * waitMs)) };
}

/** Any of these is right; the first is what the played node goes on with. */
export function rightActions(pod: PodOnNode): readonly [PodAction, ...PodAction[]] {
  const { nowMs, ending, initContainers, containers } = pod;
  const init = pendingInit(pod);
  if (ending || containers.every(hasEnded) || (init !== undefined && hasEnded(init))) return [{ do: 'stopPod' }];
  const all = [...initContainers, ...containers];
  const [bad, ...others] = all.filter(isBad).map(({ name }): PodAction => ({ do: 'stop', container: name }));
  if (bad !== undefined) return [bad, ...others];
  if (all.some(({ state }) => state === 'starting')) return [{ do: 'wait' }];
  const candidates = (init === undefined ? containers : [init]).filter((each) => isFree(each) && !hasEnded(each));
  const starts = candidates.map((each) => startOf(each, nowMs));
  // Back-offs may be noted in any order; what can start now starts in the spec's.
  const starting = starts.find((each) => each.do === 'start');
  const [first, ...more] = starts.filter((each) => each === starting || each.do === 'backOff');
  return first === undefined ? [{ do: 'wait' }] : [first, ...more];
}

/** Undefined: the action is one of the right ones. */
export function mistakeOf(pod: PodOnNode, action: PodAction): Mistake | undefined {
  const right = rightActions(pod);
  const same = JSON.stringify(ordered(action));
  if (right.some((each) => JSON.stringify(ordered(each)) === same)) return undefined;
  const [expected] = right;
  if (expected.do === 'stopPod') return mistakeOfEnd(pod, action);
  if (action.do === 'stopPod') return endedPod;
  if (action.do === 'stop') return endedContainer;
  if (expected.do === 'stop') return [...pod.initContainers, ...pod.containers].some(({ changed }) => changed) ? keptOld : keptSick;
  if (action.do === 'wait') return mistakeOfWait(pod, expected);
  return mistakeOfStart(pod, action);
}

/** The same fields in the same order. */
function ordered(action: PodAction): readonly unknown[] {
  return [action.do, 'container' in action && action.container, 'backOffMs' in action && action.backOffMs, 'untilMs' in action && action.untilMs];
}

const endedPod = mistake('ended a Pod that goes on', 'Which of its containers could still be started or is running? When is a Pod over?', 'too-few');
const endedContainer = mistake('ended a container that was well', 'Which of the Pod’s containers has a failed probe or another definition?', 'too-few');
const keptOld = mistake('kept a container of an old definition', 'This container’s definition has changed while it runs. Who will ever start the new one?', 'stood-still');
const keptSick = mistake('kept a container with a failed probe', 'Its probe says that it doesn’t work any more. What brings it to a restart?', 'stood-still');
const isEnding = mistake('went on with a Pod that has to end', 'This Pod is being deleted. What may still be started, and what has to end, whatever is under way?');
const isOver = mistake('left a Pod that is over', 'None of its main containers will run again, and init containers keep no Pod open. How does the kubelet learn that it is over?', 'stood-still');
const initFailed = mistake('went on after an init container failed for good', 'This init container has failed, and its policy says `Never`. Can what comes after it ever start?', 'stood-still');
const twoAtOnce = mistake('started two at a time', 'An image is being pulled. Which container of this Pod is under way already?');
const beforeInit = mistake('didn’t wait for an init container', 'Which init container isn’t done yet? What may start before it is?');
const wrongOrder = mistake('started containers in another order', 'In which order does the Pod list its containers? Which of them could start now?');
const tooEarly = mistake('started what must wait', '`mustWait` says that its back-off, or that of its image, isn’t over. Where does your code look at it?', 'restless');
const noBackOff = mistake('restarted without its back-off', 'When did it exit, and how long does its next start wait since then?', 'restless');
const wrongWait = mistake('waited for another time', 'From which moment on does a back-off count? How long does this one last?', 'waiting');
const needlessWait = mistake('waited although its time was over', 'When did it exit, and how long ago is that? How long did it run before?', 'waiting');
const remembered = mistake('remembered what a restart forgets', 'This kubelet was restarted, and its `backOffMs` is 0. From where does your code have another number?', 'waiting');
const wrongGrowth = mistake('let the back-off grow another way', 'How long did this start wait? What comes next: what is the first wait, and what is the longest?', 'waiting');
const startedOver = mistake('restarted what had ended', 'What is its restart policy, and how did it exit?');
const leftNew = mistake('left a container out', 'Which container has never run, and what keeps it from starting?', 'too-few');
const leftExited = mistake('left a container that is to run again', 'What is its restart policy, and how did it exit?', 'too-few');
const heldBack: Mistake = { ...leftExited, question: 'It may be started now. Another container of its Pod must wait, or is being stopped: does this one have to wait for that?' };
export const startedTwice = mistake('started a container twice', 'Does it run, or is it under way already? A kubelet that was restarted goes by what the runtime says.');

function mistakeOfEnd(pod: PodOnNode, action: PodAction): Mistake {
  if (pod.ending) return isEnding;
  if (!pod.containers.every(hasEnded)) return initFailed;
  const started = 'container' in action ? pod.containers.find(({ name }) => name === action.container) : undefined;
  return started === undefined ? isOver : startedOver;
}

function mistakeOfWait({ initContainers, containers }: PodOnNode, expected: PodAction): Mistake {
  const missed = [...initContainers, ...containers].find(({ name }) => 'container' in expected && name === expected.container);
  if (missed?.state === 'new') return leftNew;
  const isHeldBack = [...initContainers, ...containers].some((each) => each !== missed && (each.mustWait || each.state === 'stopping'));
  return isHeldBack ? heldBack : leftExited;
}

function mistakeOfStart(pod: PodOnNode, action: Start): Mistake {
  const { initContainers, containers, nowMs } = pod;
  const all = [...initContainers, ...containers];
  const started = all.find(({ name }) => name === action.container);
  if (started === undefined) return startedTwice;
  if (all.some(({ state }) => state === 'starting')) return twoAtOnce;
  if (started.mustWait) return tooEarly;
  const init = pendingInit(pod);
  if (init !== undefined && init !== started) return beforeInit;
  if (hasEnded(started)) return startedOver;
  const own = startOf(started, nowMs);
  if (own.do === 'start') {
    if (action.do === 'backOff') return started.backOffMs === 0 ? remembered : needlessWait;
    return own.backOffMs === action.backOffMs ? wrongOrder : wrongGrowth;
  }
  return action.do === 'start' ? noBackOff : wrongWait;
}
