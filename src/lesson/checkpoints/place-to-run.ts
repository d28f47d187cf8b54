import type { Checkpoint } from './types.ts';
import { webOf } from './web.ts';

export const placeToRun: Checkpoint = {
  part: 4,
  ideas: [
    { id: 'steps', words: 'Filters decide, scores rank, one write binds', about: 'the scheduler’s steps', lesson: 17, section: 'A loop for Pods without a node' },
    { id: 'pending', words: 'A reason for each node, and the least change', about: 'Pods that wait', lesson: 18, section: 'Read the events' },
    { id: 'priority', words: 'Who matters more gets room', about: 'priority', lesson: 19, section: 'Priority' },
    { id: 'budgets', words: 'A budget holds for those who ask it', about: 'disruption budgets', lesson: 19, section: 'Budgets' },
  ],
  questions: [
    {
      idea: 'steps',
      ask: '`node-1` passes all filters and gets 20 points. `node-2` would get 90, but one filter rejects it. Where does the Pod go?',
      answers: [
        { text: 'To `node-2`: 90 points are more.', because: 'Points are compared among the nodes that are left. Which nodes are left after the filters?' },
        { text: 'To `node-1`.', right: true, because: 'Filters come first. Scores only rank the nodes that have passed, and here this is one.' },
        { text: 'Nowhere, until `node-2` passes.', because: 'A Pod waits when no node passes. How many pass here?' },
      ],
    },
    {
      idea: 'budgets',
      ask: 'Four Pods of `web` are ready, and its budget has `minAvailable: 3`. Two nodes are drained at the same time, and one Pod is on each. What happens?',
      answers: [
        { text: 'Both Pods are evicted at once.', because: 'How many Pods would be ready then, and who counts them before it allows an eviction?' },
        { text: 'One drain goes on. The other one waits until a new Pod is ready.', right: true, because: 'The first eviction leaves three. The second is refused, and `kubectl drain` tries it again until four Pods are ready.' },
        { text: 'Both drains wait for ever.', because: 'How many Pods does the first eviction leave ready? Does the budget allow that?' },
      ],
    },
    {
      idea: 'pending',
      ask: 'A Pod’s event says `0/3 nodes are available: 3 node(s) didn\'t match Pod\'s node affinity/selector`. You add a fourth node, twice as large. Does the Pod run?',
      answers: [
        { text: 'Yes: now there is room.', because: 'The event gives one reason for all three nodes. Was it a lack of room?' },
        { text: 'Only if the new node has the label that the Pod asks for.', right: true, because: 'The scheduler tries the Pod again for the new node, and the same filter looks at its labels.' },
        { text: 'No: after a failure the scheduler forgets the Pod.', because: 'The Pod still has no node. What makes the scheduler try it again?' },
      ],
    },
    {
      idea: 'priority',
      ask: 'The scheduler makes room for a Pod on `node-1`, and deletes another Pod there. When is the first Pod bound?',
      answers: [
        { text: 'At once. The other Pod ends meanwhile.', because: 'The other Pod’s request counts as long as it is there. Does the first one fit before that?' },
        { text: 'When the other Pod has ended.', right: true, because: 'The victim gets its time to end, as in every delete. Until then `node-1` has no room.' },
        { text: 'Never: the ReplicaSet of the victim takes the place again.', because: 'A new Pod of that ReplicaSet waits as well. Which of the two waiting Pods has the higher priority?' },
      ],
    },
    {
      idea: 'steps',
      ask: 'The scheduler is down. You create a Pod with `nodeName: node-2` in its spec. Does it run?',
      answers: [
        { text: 'No: without the scheduler no Pod gets a node.', because: 'This Pod has a node already. Which loop acts on that field?' },
        { text: 'Yes.', right: true, because: 'The kubelet of `node-2` looks for Pods with its name, and doesn’t ask who wrote it there.' },
        { text: 'Only if `node-2` passes the filters.', because: 'Filters are steps of one component. Does it run?' },
      ],
    },
    {
      idea: 'pending',
      ask: '`0/3 nodes are available`: `2 Insufficient cpu`, `1 node(s) had untolerated taint {dedicated: db}`. The Pod is a web server that needs a tenth of what it requests. What do you change?',
      answers: [
        { text: 'I remove the taint.', because: 'The Pod would run. But what may then come to the node that is kept for `db`?' },
        { text: 'I lower the request in its Deployment.', right: true, because: 'The request is what is wrong, and no other Pod is affected. The taint does what it is there for.' },
        { text: 'I write the name of a node into its template.', because: 'No filter is asked any more then. Has the node room for what the Pod requests?' },
      ],
    },
    {
      idea: 'budgets',
      ask: '`db` has one Pod, and a budget with `minAvailable: 1`. The node of the Pod loses its power. What does the budget do?',
      answers: [
        { text: 'It keeps the Pod running.', because: 'A budget is an object, and a refused eviction is all it leads to. Who asks for an eviction here?' },
        { text: 'It starts a second Pod.', because: 'The Deployment asks for one Pod. Which loop would read a budget in order to create another?' },
        { text: 'Nothing.', right: true, because: 'The API server looks at budgets when an eviction is requested. A power cut requests nothing.' },
      ],
    },
    {
      idea: 'priority',
      ask: 'Two Pods wait for half a CPU each: `report` for ten minutes, with priority 0, and `shop` for one minute, with priority 1000. Half a CPU becomes free. Which Pod gets it?',
      answers: [
        { text: '`report`: it came first.', because: 'Time decides between equals. What is compared before that?' },
        { text: '`shop`.', right: true, because: 'The queue is in the order of priority, and only among equals in the order of time.' },
        { text: 'Whichever scores higher.', because: 'Scores compare nodes for one Pod. Which step chooses the Pod?' },
      ],
    },
    {
      idea: 'steps',
      ask: 'Twenty Pods without requests keep all 4 CPUs of a node busy. A Pod that requests 3 CPUs is created. Does the node pass the filter?',
      answers: [
        { text: 'No: the node is busy.', because: 'Which numbers does the filter add up: what Pods use, or what they request?' },
        { text: 'Yes.', right: true, because: 'The sum of all requests is 0 before, and 3 after. That the node is overbooked is the price of Pods without requests.' },
        { text: 'Yes, after some of the Pods are deleted.', because: 'Preemption comes when no node passes. What do the twenty Pods request in all?' },
      ],
    },
  ],
  incident: {
    seed: 23,
    nodes: 3,
    symptom: '`node-2` was drained for a repair. Forty seconds later the Pods in place of those it had aren’t running, and two nodes have room. Which loop does nothing?',
    manifest: webOf(6),
    commands: 'converge incident begin\nkubectl drain node-2 --ignore-daemonsets\nsleep 1\nkubectl rollout status deployment web --timeout=40s',
    idea: { words: 'A Pod that waits in silence waits for a loop', about: 'Pods without an event', lesson: 18, section: 'Read the events' },
    hints: {
      component: 'The way of a new Pod: it is created, it gets a node, its container starts. Which of these has been done, and which loop does the next?',
      object: 'Which objects lack the one field that this loop writes? `kubectl get pods -o wide` has a column for it.',
      moment: 'From when on could the loop have acted on this object? Look for its first write on the timeline.',
    },
  },
};
