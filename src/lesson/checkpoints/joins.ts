/** Questions of the final that need an idea of one part and an idea of another. */
import type { CheckpointQuestion } from './types.ts';

export interface JoinQuestion extends Omit<CheckpointQuestion, 'idea'> {
  /** Of two parts: `3/cache` is the idea "cache" of the third part's checkpoint. */
  readonly ideas: readonly [string, string];
  /** Numbers of the lessons that it joins, one of each of these parts. */
  readonly lessons: readonly [number, number];
}

export const joins: readonly JoinQuestion[] = [
  {
    ideas: ['2/quorum', '1/chain'],
    lessons: [6, 3],
    ask: 'Two of three members of etcd are gone. A Pod of a Deployment crashes, and its kubelet starts the container again. Which part of the chain still works?',
    answers: [
      {
        text: 'The whole chain: the loops have their caches.',
        because: 'A loop can read its cache. Where does its next write have to go?',
      },
      {
        text: 'Only what a node can do without a write.',
        right: true,
        because:
          'The kubelet knows its Pods and restarts a container. Every other step of the chain is a write, and no majority accepts it.',
      },
      {
        text: 'Nothing: containers stop with the store.',
        because: 'Which component runs a container, and what does it ask etcd for?',
      },
    ],
  },
  {
    ideas: ['2/door', '3/level'],
    lessons: [7, 12],
    ask: 'A controller sends an update, and the API server answers 409, Conflict. What should the controller do?',
    answers: [
      {
        text: 'Send the same update again until it is accepted.',
        because: 'The update names an old resource version. Will that become the newest one?',
      },
      {
        text: 'Read the object again and begin a new pass.',
        right: true,
        because:
          'The conflict says that the pass began from an old state. A pass from the newest state may find another gap, or none.',
      },
      {
        text: 'Send it without a resource version.',
        because: 'Then the server accepts it. What happens to the change of the other writer?',
      },
    ],
  },
  {
    ideas: ['3/watch', '6/leader'],
    lessons: [10, 26],
    ask: 'In Kubernetes a second scheduler becomes the leader. It has watched for an hour, without writing. Why can it act at once?',
    answers: [
      {
        text: 'The first leader has sent it its work queue.',
        because: 'The copies don’t talk to each other. What has the second copy read all the time?',
      },
      {
        text: 'Its cache is filled, and a pass needs nothing else.',
        right: true,
        because:
          'The state is in the API, and its cache follows it. What the first leader left half done is a gap that a pass finds.',
      },
      {
        text: 'It lists everything once more after each Pod.',
        because: 'It has a list and a watch already. What would another list add?',
      },
    ],
  },
  {
    ideas: ['4/steps', '3/cache'],
    lessons: [17, 12],
    ask: 'The scheduler has bound a Pod, and its cache doesn’t show it yet. The next Pod needs the same room on the node. What keeps the scheduler from promising the room twice?',
    answers: [
      {
        text: 'It assumes the first Pod on the node before the cache shows it.',
        right: true,
        because:
          'The scheduler notes its own decision. It is the same idea as an expectation: a loop remembers what it has just written.',
      },
      {
        text: 'The API server refuses the second binding.',
        because: 'A binding is a name in a Pod. Does the API server add up what Pods of a node request?',
      },
      {
        text: 'It waits for the kubelet before each Pod.',
        because: 'That would be a Pod every few seconds. What does the scheduler know already without the kubelet?',
      },
    ],
  },
  {
    ideas: ['4/budgets', '6/undo'],
    lessons: [19, 25],
    ask: 'A budget allows no disruption of `web`. Someone deletes a Pod of `web` with `kubectl delete pod`. What happens?',
    answers: [
      {
        text: 'The API server refuses it: the budget is used up.',
        because: 'Which request asks the budget: a deletion, or an eviction?',
      },
      {
        text: 'The Pod goes, and the ReplicaSet controller creates another.',
        right: true,
        because:
          'A deletion doesn’t ask a budget. The gap is repaired afterwards, by the loop that compares the number of Pods.',
      },
      {
        text: 'The Pod goes, and the budget brings it back.',
        because: 'A budget only says how many may go. Which loop creates Pods?',
      },
    ],
  },
  {
    ideas: ['2/gates', '1/chain'],
    lessons: [8, 3],
    ask: 'A webhook refuses every new Pod. You apply a Deployment, and `kubectl apply` reports success. Where is the refusal to be read?',
    answers: [
      {
        text: 'In the output of `kubectl apply`.',
        because: 'Your request was to store a Deployment. Who sends the request to create a Pod?',
      },
      {
        text: 'In the events of the ReplicaSet.',
        right: true,
        because: 'The ReplicaSet controller sends the refused request, so it reports the failure on its own object.',
      },
      { text: 'In the log of the kubelet.', because: 'No Pod is stored. What could a kubelet know of it?' },
    ],
  },
  {
    ideas: ['2/nouns', '6/operator'],
    lessons: [9, 28],
    ask: 'You install a CRD and create an object of its kind. The operator isn’t running. What do you see?',
    answers: [
      {
        text: 'The API server refuses the object.',
        because: 'The server checks it against the schema. Does it know whether a loop reads it?',
      },
      {
        text: 'The object is stored, and its status stays empty.',
        right: true,
        because:
          'The CRD is the noun, and the operator is the loop. Without the loop nothing compares, so nothing reports.',
      },
      { text: 'The status says `Ready: False`.', because: 'Someone has to write that condition. Who would?' },
    ],
  },
  {
    ideas: ['3/autoscaler', '4/pending'],
    lessons: [16, 18],
    ask: 'An autoscaler raises a Deployment from 4 to 9 replicas, and the nodes have room for 6. Which loop is in trouble, and whose number is right?',
    answers: [
      {
        text: 'The autoscaler: it must not ask for more than fits.',
        because: 'It compares a metric with a target. Does it look at nodes?',
      },
      {
        text: 'The ReplicaSet controller: it creates only six Pods.',
        because: 'It compares the number of Pods with `replicas`. Does a Pod need a node to be counted?',
      },
      {
        text: 'The scheduler: nine Pods exist, and it can place six.',
        right: true,
        because:
          'Each loop before it has closed its gap. Three Pods are pending, and their events give a reason for each node.',
      },
    ],
  },
  {
    ideas: ['1/repeat', '6/elsewhere'],
    lessons: [2, 29],
    ask: 'A GitOps agent applies the first three of five files and crashes. What must it have stored so that the next pass ends well?',
    answers: [
      {
        text: 'The number of the file at which it stopped.',
        because: 'Meanwhile someone may have changed the first three. What shows the next pass that?',
      },
      {
        text: 'Nothing about its progress.',
        right: true,
        because: 'The next pass compares all five files with the cluster. Three have no gap, and two have one.',
      },
      {
        text: 'A copy of the cluster from before, to go back to.',
        because: 'Three files are applied as they were asked for. What would going back repair?',
      },
    ],
  },
];
