/** What a manifest can get wrong, and the question for each. */
import { type Mistake, mistake } from '../../../../lesson/universes/finding.ts';

export type { Mistake } from '../../../../lesson/universes/finding.ts';

/** The shop needs up to so long between SIGTERM and its end. */
export const storingSeconds = 20;

export const notTheShop: Mistake = mistake(
  'changed the shop itself',
  'Which fields say how Pods are probed, ended and replaced? The others stay.',
  'threw',
);
export const neverReady: Mistake = mistake(
  'never got all Pods ready',
  'Which probe does a Pod not pass, and what does `kubectl get events` say of it?',
  'waiting',
);
export const waitedOn: Mistake = mistake(
  'kept the Deployment waiting',
  'Every Pod is ready, and the update goes no further. Which field of the Deployment makes it wait?',
  'waiting',
);
export const paused: Mistake = {
  ...waitedOn,
  question: 'What does the Deployment loop do for a Deployment that is paused?',
};
export const noReadiness: Mistake = mistake(
  'didn’t ask whether a Pod is ready',
  'A process runs long before it can serve. How does the Service learn that it may send customers?',
  'too-few',
);
export const wrongQuestion: Mistake = mistake(
  'asked the wrong question about readiness',
  'The answer came from a Pod without its catalog. Which of the three addresses knows about the catalog?',
  'too-few',
);
export const closedEarly: Mistake = mistake(
  'closed the port while customers came',
  'SIGTERM is sent while the nodes still have their old rules. What could happen before SIGTERM?',
  'too-few',
);
export const shortSleep: Mistake = mistake(
  'closed the port a little too early',
  'How long does the slowest node go by its old rules, and how long does your hook last?',
  'too-few',
);
export const hookFailed: Mistake = mistake(
  'had a hook that did nothing',
  'What do the Events of the old Pods say about the hook?',
  'threw',
);
export const shortGrace: Mistake = mistake(
  'killed the shop while it stored orders',
  'How long does the shop need after SIGTERM, and how long does its Pod have?',
  'orphan',
);
export const usedUp: Mistake = mistake(
  'spent the time to end on the hook',
  'Hook and process share one period. How much of it is left at SIGTERM?',
  'orphan',
);
export const tooFew: Mistake = mistake(
  'updated with too few Pods',
  'Which field says how many Pods may be missing during an update, and what is it by default?',
  'too-few',
);
export const recreated: Mistake = mistake(
  'ended all Pods before the new ones',
  'Which strategy starts new Pods first?',
  'too-few',
);
export const killedStart: Mistake = mistake(
  'restarted Pods that were starting',
  'When does your liveness probe begin, and when does the port open?',
  'restless',
);
export const gaveUp: Mistake = mistake(
  'gave up on a slow start',
  'Period times threshold: how long may a start take, and how long does it?',
  'restless',
);
export const killedBusy: Mistake = mistake(
  'restarted busy Pods',
  'How long does an answer take in a rush, and how long does the liveness probe wait for it?',
  'restless',
);
export const tookBusy: Mistake = mistake(
  'took all busy Pods away',
  'In a rush every Pod is slow. How many are left when each slow Pod counts as not ready?',
  'too-few',
);
export const killedForDatabase: Mistake = mistake(
  'restarted Pods for their database',
  'What does a restart of the shop repair when its database is away?',
  'restless',
);
export const tookForDatabase: Mistake = mistake(
  'made readiness depend on the database',
  'The shop serves pages without its database. What do customers get when no Pod is ready?',
  'too-few',
);
export const leftHanging: Mistake = mistake(
  'left a hanging process running',
  'The process exists and does nothing. Which probe has the kubelet restart it?',
  'stood-still',
);
export const probedByTcp: Mistake = mistake(
  'asked a port, not the process',
  'The kernel accepts connections for a process that hangs. Which kind of probe needs an answer from the process?',
  'stood-still',
);
export const slowRestart: Mistake = mistake(
  'restarted a hanging process too late',
  'Period times threshold, and the time to end: after how many seconds is a hanging process restarted?',
  'stood-still',
);
export const keptHanging: Mistake = mistake(
  'sent customers to a hanging Pod',
  'How many seconds pass until your readiness probe has failed often enough?',
  'too-few',
);
export const endlessStart: Mistake = mistake(
  'waited forever for a start',
  'Period times threshold: how long may a start take before it counts as failed?',
  'stood-still',
);
