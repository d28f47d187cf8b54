import type { Checkpoint } from './types.ts';
import { webOf } from './web.ts';

export const loops: Checkpoint = {
  part: 3,
  ideas: [
    { id: 'level', words: 'A loop acts on the state, not on events', about: 'level-triggered loops', lesson: 12, section: 'Observe, compare, act' },
    { id: 'watch', words: 'A list and its watch leave no gap', about: 'watches', lesson: 10, section: 'When it ends' },
    { id: 'queue', words: 'Keys wait; one worker has each', about: 'work queues', lesson: 11, section: 'Keys, not events' },
    { id: 'cache', words: 'What a cache may not have seen yet', about: 'expectations', lesson: 12, section: 'A cache that is late' },
    { id: 'nouns', words: 'Other loops compare other things', about: 'DaemonSets, StatefulSets, Jobs and CronJobs', lesson: 15, section: 'Four nouns, one loop' },
    { id: 'autoscaler', words: 'An autoscaler turns the dial of another loop', about: 'autoscaling', lesson: 16, section: 'A loop that turns the dial of another' },
  ],
  questions: [
    {
      idea: 'level',
      ask: 'A watch event says that a Pod was deleted. It arrives twice. What does a ReplicaSet controller do the second time?',
      answers: [
        { text: 'It creates a second Pod.', because: 'It would, if it acted on the event. What does the pass read before it acts?' },
        { text: 'It compares, finds no gap, and does nothing.', right: true, because: 'The event only says which key to look at. A pass that is safe to repeat may be repeated.' },
        { text: 'It drops the event, as it remembers the first.', because: 'No loop keeps a list of all events. What makes the second pass harmless?' },
      ],
    },
    {
      idea: 'watch',
      ask: 'A controller lists at revision 500, and starts its watch from revision 500 three seconds later. What of the changes in between?',
      answers: [
        { text: 'They are lost: the watch was opened too late.', because: 'The watch names a revision, not a moment. From where on does the server send?' },
        { text: 'They come first, in their order.', right: true, because: 'A watch begins where it is asked to begin, as long as the server still has that history.' },
        { text: 'They come as one event that sums them up.', because: 'A watch knows changes, one after another. Which answer describes a state as a whole?' },
      ],
    },
    {
      idea: 'cache',
      ask: 'A controller has created a Pod, and its cache doesn’t show it yet. The next pass begins. What keeps it from creating another?',
      answers: [
        { text: 'The API server refuses the second one.', because: 'Names are generated, and both are new. What would it be refused for?' },
        { text: 'It has noted what it expects, and waits for that.', right: true, because: 'The note says: one create is on its way. Until the cache shows it, or it was refused, the pass leaves the number alone.' },
        { text: 'The work queue holds the key back.', because: 'The queue holds back a key that a worker has. Has the first pass ended?' },
      ],
    },
    {
      idea: 'queue',
      ask: 'While a worker has the key `default/web`, two changes of it arrive, and the pass then fails. How often does the key come back?',
      answers: [
        { text: 'Three times: for each change, and for the failure.', because: 'A queue holds keys, and each at most once. What is the same about these three?' },
        { text: 'Once.', right: true, because: 'The changes have marked it, so it is queued when the pass ends. One pass reads whatever is there by then.' },
        { text: 'Not at all, until the back-off is over.', because: 'The back-off delays a retry. What have the two changes asked for?' },
      ],
    },
    {
      idea: 'level',
      ask: 'Which of these loops loses something for good when it misses an event?',
      answers: [
        { text: 'One that lists, compares, and creates what is missing.', because: 'Its next list shows the same gap. What has it lost but time?' },
        { text: 'One that adds 1 to a counter for each created Pod.', right: true, because: 'Its counter is made of events. After one that it misses, nothing ever corrects it.' },
        { text: 'One that labels all Pods without a label.', because: 'A Pod without the label stays one. When does the loop find it?' },
      ],
    },
    {
      idea: 'watch',
      ask: 'A watch answers 410, Expired. A controller opens a new one from the newest revision, without a list. What is the harm?',
      answers: [
        { text: 'None: from now on it gets every change.', because: 'From now on, yes. What of the time between its last event and the newest revision?' },
        { text: 'Its cache keeps objects that were deleted meanwhile.', right: true, because: 'No event will ever speak of them. Only a list shows that they are gone.' },
        { text: 'The server refuses it for ever.', because: 'The newest revision is known to the server. So what is missing on the controller’s side?' },
      ],
    },
    {
      idea: 'queue',
      ask: 'A controller has one worker. Each pass for one broken object fails after a second of waiting. What keeps the other objects moving?',
      answers: [
        { text: 'The broken key comes back later and later.', right: true, because: 'With each failure it waits twice as long, so its share of the worker becomes small.' },
        { text: 'The queue leaves out a key that has failed.', because: 'Then a short outage would stop an object for good. Does a failed key come back?' },
        { text: 'The worker ends each pass after a moment.', because: 'A pass takes as long as its requests. How often does this one begin?' },
      ],
    },
    {
      idea: 'autoscaler',
      ask: 'Under load, an autoscaler has raised `spec.replicas` of `web` from 3 to 8. You apply the old manifest again, with `replicas: 3`. What happens?',
      answers: [
        { text: 'It stays at 8: the field is the autoscaler’s now.', because: '`kubectl apply` writes what the manifest says. What would keep it from writing this field?' },
        { text: 'It falls to 3, and then the autoscaler raises it again.', right: true, because: 'Both write the same field. Five Pods end while users need them, and each apply does it again. Leave `replicas` out of such a manifest.' },
        { text: 'It stays at 8 for five minutes: that is the window.', because: 'The window holds back the autoscaler’s own steps down. Who has written here?' },
      ],
    },
    {
      idea: 'cache',
      ask: 'A controller expects three creates, and the API server refuses one of them. What must it do with what it expects?',
      answers: [
        { text: 'Nothing: the cache will show three in the end.', because: 'One of the three was never stored. For which event would the controller wait?' },
        { text: 'Take one back.', right: true, because: 'No event will come for a Pod that was refused. Otherwise the loop stands still until the expectation expires.' },
        { text: 'Forget all three.', because: 'Two of them are on their way. What would the next pass count?' },
      ],
    },
    {
      idea: 'nouns',
      ask: 'A Pod of a DaemonSet is deleted, and takes a minute to end. What does the DaemonSet controller do for its node in that minute?',
      answers: [
        { text: 'It creates the next Pod at once.', because: 'A ReplicaSet’s controller would. What may the Pod that is leaving still hold of its node?' },
        { text: 'Nothing.', right: true, because: 'It compares nodes with Pods, and on this node there is one. When the Pod is gone, the node gets the next.' },
        { text: 'It creates a Pod on another node.', because: 'Each other node that fits has its own. For which node would this one be?' },
      ],
    },
    {
      idea: 'autoscaler',
      ask: 'The metrics server is down, and no Pod has a metric. Five Pods run. What does the autoscaler do?',
      answers: [
        { text: 'It goes down to the minimum: no use is seen.', because: 'Not seen isn’t the same as not there. What would that do to users if all five Pods were busy?' },
        { text: 'It leaves the five Pods alone.', right: true, because: 'A guess makes a change smaller that known metrics ask for. Without any, there is no change to make.' },
        { text: 'It goes up to the maximum, to be safe.', because: 'Missing metrics are guessed so that a change becomes smaller. Which change is asked for here?' },
      ],
    },
    {
      idea: 'nouns',
      ask: 'Of a Job with three completions, two Pods have succeeded. Both are deleted, and then their node as well. How many Pods does the Job controller still need?',
      answers: [
        { text: 'One.', right: true, because: 'Each success is counted once and kept in the Job’s status. A Pod isn’t gone before that: its finalizer holds it.' },
        { text: 'Three: nothing is left to count.', because: 'The Pods are gone. Where was the sum kept, and what held the Pods until it was?' },
        { text: 'None: a deleted Pod counts as done.', because: 'Only a Pod that has succeeded counts. How many did?' },
      ],
    },
  ],
  incident: {
    seed: 11,
    nodes: 3,
    symptom: 'Forty seconds ago two Pods were deleted, and you asked for seven copies. Too few Pods are there, and none is added. Which loop does nothing?',
    manifest: webOf(3),
    commands: 'converge incident begin\nkubectl delete --wait=false $(kubectl get pods -l app=web -o name | head -n 2)\nkubectl scale deployment web --replicas=7\nkubectl rollout status deployment web --timeout=40s',
    idea: { words: 'A loop that has stopped leaves a gap behind it', about: 'owners of Pods', lesson: 12, section: 'Which Pods belong to it?' },
    hints: {
      component: 'Three numbers in a row: what the Deployment asks for, what its ReplicaSet asks for, how many Pods there are. Between which two is the gap?',
      object: 'Of which kind are the objects that this loop reconciles? Choose the one with the gap.',
      moment: 'When did the loop before write its part into this object?',
    },
  },
};
