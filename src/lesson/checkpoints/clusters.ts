/** The broken clusters of the final: three of them are drawn, one of each group. */
import type { Idea } from './types.ts';

export interface FinalIncident {
  /** Of its cell and of its diagnosis; the session draws by it which loop stops. */
  readonly id: string;
  readonly title: string;
  readonly symptom: string;
  readonly commands: string;
  readonly idea: Omit<Idea, 'id'>;
  readonly hints: { readonly component: string; readonly object: string; readonly moment: string };
}

/** By this seed and an incident's name a loop is drawn: those of two groups never stop the same one. A test holds that. */
export const clustersSeed = 61;

const writes = { words: 'The first write that is missing names the loop', about: 'a loop that has stopped', lesson: 3, section: 'Take one loop away' };
const evidence = { words: 'Loop, object and moment before any repair', about: 'a diagnosis', lesson: 27, section: 'Which loop?' };
const waiting = { words: 'A Pod that stays as it is waits for its node', about: 'what a kubelet does', lesson: 20, section: 'From bound to running' };

/** What diagnoses are about. Each draw has one of each, or two of one. */
export const diagnosisIdeas: readonly Omit<Idea, 'id'>[] = [writes, evidence, waiting];

const followWrites = {
  component: 'Follow the writes from the Deployment to the containers. Which is the first that is missing?',
  object: 'Which object has everything that this loop needs, and lacks the loop’s own write?',
  moment: 'When was the last write that this object needed from another loop?',
};
const compareSets = {
  component: 'How many ReplicaSets are there, what does each ask for, and how many Pods has each?',
  object: 'Compare `generation` and `observedGeneration`, and look for Pods without a node. Which object is behind?',
  moment: 'When did this object get what the loop has to answer?',
};
const lookAtPods = {
  component: 'List the Pods with `-o wide`. What do those that don’t go on have in common? If all are well, what is missing before them?',
  object: 'Which object waits: a Pod on its way out, a Pod with a node, a Pod without one, or one further up?',
  moment: 'When did this object get what the loop has to answer?',
};

interface Story extends Omit<FinalIncident, 'commands'> {
  /** The Deployment that it is about; each has its own, so that the clusters can be broken in any order. */
  readonly app: string;
  readonly replicas: number;
  /** Before the incident begins, and after. */
  readonly before?: readonly string[];
  readonly change: readonly string[];
}

/** The loop of the incident before goes on first, and an earlier run of this one leaves nothing behind. */
function incidentOf({ app, replicas, before = [], change, ...story }: Story): FinalIncident {
  const settled = `kubectl rollout status deployment ${app}`;
  const commands = [
    'converge incident end',
    `kubectl delete deployment ${app} --ignore-not-found`,
    `kubectl create deployment ${app} --image=nginx:1.29 --replicas=${replicas} && ${settled}`,
    ...before.flatMap((command) => [command, settled]),
    `converge incident begin --as=${story.id}`,
    ...change,
    `${settled} --timeout=40s`,
  ];
  return { ...story, commands: commands.join('\n') };
}

export const clusterGroups: readonly (readonly FinalIncident[])[] = [
  [
    incidentOf({
      id: 'copies',
      title: 'More copies',
      app: 'cart',
      replicas: 3,
      change: ['kubectl scale deployment cart --replicas=6'],
      symptom: 'You asked for six copies of `cart` forty seconds ago, and the rollout doesn’t end. Which loop does nothing?',
      idea: writes,
      hints: followWrites,
    }),
    incidentOf({
      id: 'undo',
      title: 'Back to the old version',
      app: 'mail',
      replicas: 4,
      before: ['kubectl set image deployment mail nginx=nginx:1.29.1'],
      change: ['kubectl rollout undo deployment mail'],
      symptom: 'The new version of `mail` was taken back forty seconds ago. The old one isn’t there. Which loop does nothing?',
      idea: evidence,
      hints: compareSets,
    }),
    incidentOf({
      id: 'recreate',
      title: 'All at once',
      app: 'pay',
      replicas: 4,
      before: [`kubectl patch deployment pay --patch '{"spec":{"strategy":{"type":"Recreate","rollingUpdate":null}}}'`],
      change: ['kubectl set image deployment pay nginx=nginx:1.29.1'],
      symptom: '`pay` has the strategy `Recreate`. Forty seconds after a new image was set, the rollout hasn’t ended. Which loop does nothing?',
      idea: waiting,
      hints: lookAtPods,
    }),
  ],
  [
    incidentOf({
      id: 'version',
      title: 'A new version',
      app: 'search',
      replicas: 6,
      change: ['kubectl set image deployment search nginx=nginx:1.29.1'],
      symptom: 'A new image of `search` was set forty seconds ago. The image exists, and the rollout doesn’t end. Which loop does nothing?',
      idea: evidence,
      hints: compareSets,
    }),
    incidentOf({
      id: 'wake',
      title: 'Switched on again',
      app: 'stock',
      replicas: 6,
      before: ['kubectl scale deployment stock --replicas=0'],
      change: ['kubectl scale deployment stock --replicas=6'],
      symptom: '`stock` was switched off at night. Forty seconds ago you asked for its six copies again, and they don’t all run. Which loop does nothing?',
      idea: writes,
      hints: followWrites,
    }),
    incidentOf({
      id: 'restart',
      title: 'A restart',
      app: 'login',
      replicas: 4,
      change: ['kubectl rollout restart deployment login'],
      symptom: 'All Pods of `login` were to be restarted, one after the other. Forty seconds later it hasn’t ended. Which loop does nothing?',
      idea: waiting,
      hints: lookAtPods,
    }),
  ],
  [
    incidentOf({
      id: 'lost',
      title: 'Pods deleted by hand',
      app: 'maps',
      replicas: 3,
      change: [
        'kubectl delete --wait=false $(kubectl get pods -l app=maps -o name | head -n 2)',
        'kubectl scale deployment maps --replicas=7',
      ],
      symptom: 'Two Pods of `maps` were deleted forty seconds ago, and you asked for seven copies. There aren’t seven. Which loop does nothing?',
      idea: writes,
      hints: followWrites,
    }),
    incidentOf({
      id: 'setting',
      title: 'A new setting',
      app: 'chat',
      replicas: 5,
      change: ['kubectl set env deployment chat COLOR=blue'],
      symptom: '`chat` got a new setting forty seconds ago, and some of its Pods don’t have it. Which loop does nothing?',
      idea: evidence,
      hints: compareSets,
    }),
    incidentOf({
      id: 'again',
      title: 'Deleted and installed again',
      app: 'blog',
      replicas: 4,
      change: [
        'kubectl delete deployment blog',
        'kubectl create deployment blog --image=nginx:1.29.1 --replicas=4',
      ],
      symptom: '`blog` was deleted and installed again forty seconds ago. The rollout doesn’t end. Which loop does nothing?',
      idea: waiting,
      hints: lookAtPods,
    }),
  ],
];
