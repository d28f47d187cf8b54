import type { Checkpoint } from './types.ts';

const agent = `apiVersion: apps/v1
kind: DaemonSet
metadata: { name: agent }
spec:
  selector:
    matchLabels: { app: agent }
  template:
    metadata:
      labels: { app: agent }
    spec:
      containers:
        - { name: agent, image: "nginx:1.29" }`;

export const livingWithLoops: Checkpoint = {
  part: 6,
  ideas: [
    { id: 'undo', words: 'A loop undoes what it compares, and nothing else', about: 'fixes that last', lesson: 25 },
    { id: 'leader', words: 'One copy of a loop leads', about: 'leader election', lesson: 26, section: 'The Lease' },
    { id: 'outage', words: 'What stops, and what goes on', about: 'lost control planes', lesson: 26, section: 'Lose the majority of etcd' },
    { id: 'operator', words: 'A status is about one generation', about: 'operators', lesson: 28, section: 'A status that tells the truth' },
    { id: 'elsewhere', words: 'The same loop compares other places', about: 'GitOps and Terraform', lesson: 29 },
  ],
  questions: [
    {
      idea: 'undo',
      ask: 'A Pod of a Deployment has a wrong environment variable. You set the right one in the Deployment with `kubectl set env`. Tomorrow the Pod’s node dies. Which variable has the next Pod?',
      answers: [
        { text: 'The wrong one: Pods are made from what they were before.', because: 'From which object does the ReplicaSet controller create a Pod?' },
        { text: 'The right one.', right: true, because: 'The change is in the object that all Pods are made from. A change of a Pod alone would have been lost with it.' },
        { text: 'None: the node has taken it along.', because: 'A node keeps containers. Where is the desired state of the Pod?' },
      ],
    },
    {
      idea: 'leader',
      ask: 'Two schedulers run. The one that leads stops for 20 seconds, because its machine is overloaded, and goes on. Meanwhile the other one has taken the Lease. What does the first one do?',
      answers: [
        { text: 'It goes on leading, for it has never been told to stop.', because: 'Its last renewal is 20 seconds old. Which deadline is over, by its own clock?' },
        { text: 'It stops leading: by its own clock its time is over.', right: true, because: 'Its renew deadline was 10 seconds after the last renewal. It needn’t know that another one leads.' },
        { text: 'It takes the Lease back: it was the first.', because: 'The Lease has a holder that renews it. Which candidates may write over that?' },
      ],
    },
    {
      idea: 'outage',
      ask: 'Two of three members of etcd are lost. What do users of a web shop in this cluster notice in the next minute?',
      answers: [
        { text: 'Nothing, while no Pod and no node fails.', right: true, because: 'Containers run, and the rules of the nodes stay. What is missing is every loop that would repair something.' },
        { text: 'The shop is down: the API server can’t write.', because: 'Does a user’s request to the shop pass the API server?' },
        { text: 'The shop becomes slower, as Pods are evicted.', because: 'An eviction is a write. What can be written now?' },
      ],
    },
    {
      idea: 'operator',
      ask: 'Your operator creates a bucket at a cloud provider for each object of its kind. In which order does a pass do these two things: store the finalizer, create the bucket?',
      answers: [
        { text: 'First the bucket: a finalizer makes no sense before there is one.', because: 'The object is deleted between the two steps. Who deletes the bucket then?' },
        { text: 'First the finalizer.', right: true, because: 'From the first moment there may be a bucket, the object can’t go without a pass that cleans up.' },
        { text: 'It doesn’t matter: both happen in one pass.', because: 'A crash may come between any two requests. What is left then, in each of the two orders?' },
      ],
    },
    {
      idea: 'elsewhere',
      ask: 'Someone scales a Deployment by hand. A GitOps agent compares it with a file in which `replicas` is 3. What is the lasting way to have 5?',
      answers: [
        { text: 'Scale it again, until the agent gives up.', because: 'The agent is a loop. What does each of its passes find?' },
        { text: 'Commit 5 to the repository.', right: true, because: 'The file is the desired state of this loop. A change in the cluster is drift, and it is undone.' },
        { text: 'Stop the ReplicaSet controller for a while.', because: 'Which loop writes the number of the Deployment back: that one, or another?' },
      ],
    },
    {
      idea: 'undo',
      ask: 'The DaemonSet of kube-proxy is deleted, and its Pods go with it. Which loop creates it again?',
      answers: [
        { text: 'The DaemonSet controller.', because: 'It makes Pods for DaemonSets that exist. Which one is left to compare?' },
        { text: 'The kubelet of each node.', because: 'A kubelet keeps static Pods from files. Was this one of them?' },
        { text: 'None.', right: true, because: 'The desired state is gone, so no loop finds a difference. The rules that are there grow old.' },
      ],
    },
    {
      idea: 'leader',
      ask: 'By a follower’s clock, the `renewTime` in the Lease is an hour ago. It has seen the Lease change a second ago. What does it do?',
      answers: [
        { text: 'It takes the Lease: it has run out.', because: 'Another clock wrote that time. What does the follower know by its own?' },
        { text: 'It waits.', right: true, because: 'It measures by its own clock how long the Lease hasn’t changed: one second.' },
        { text: 'It corrects the time in the Lease.', because: 'Only a holder writes the Lease. Does the follower hold it?' },
      ],
    },
    {
      idea: 'operator',
      ask: 'An object has `generation: 4`. Its status says `observedGeneration: 4` and `Ready: False`. What do you know?',
      answers: [
        { text: 'The operator hasn’t seen the newest spec.', because: 'Compare the two numbers. What would they look like then?' },
        { text: 'The operator is down.', because: 'It has written about generation 4. Does `False` mean that it can’t work?' },
        { text: 'The operator has seen the newest spec, and it isn’t reached yet.', right: true, because: 'The report is about this generation. The reason and the message of the condition say what is missing.' },
      ],
    },
    {
      idea: 'outage',
      ask: 'One of three API servers is killed. Which component stops working for up to 20 seconds?',
      answers: [
        { text: 'The kubelets.', because: 'A kubelet goes on with the Pods that it knows. Does it need a leader, or this very server?' },
        { text: 'etcd.', because: 'An API server is a client of etcd. Does a store need its clients?' },
        { text: 'The leaders that speak to this server, if it had any.', right: true, because: 'Such a leader can’t renew its Lease, and stops. Another candidate, beside another API server, takes over.' },
      ],
    },
    {
      idea: 'elsewhere',
      ask: 'A file is removed from the repository. What must an agent remember so that it can delete the object that came from it, and no other?',
      answers: [
        { text: 'Which objects it has made itself.', right: true, because: 'The files no longer say it. An owner reference, a label or a state of its own does.' },
        { text: 'The events since its last pass.', because: 'A pass may begin after a crash, without any event. What can it read then?' },
        { text: 'The names of all objects in the namespace.', because: 'Others make objects there as well. Which of them may the agent delete?' },
      ],
    },
  ],
  incident: {
    seed: 2,
    nodes: 3,
    symptom: 'The agent of every node was to get a new version forty seconds ago. The rollout doesn’t end, and no image is wrong. Which loop does nothing?',
    manifest: agent,
    commands: 'kubectl rollout status daemonset agent\nconverge incident begin\nkubectl set image daemonset agent agent=nginx:1.29.1\nkubectl rollout status daemonset agent --timeout=40s',
    idea: { words: 'Loop, object and moment before any repair', about: 'a diagnosis', lesson: 27, section: 'Which loop?' },
    hints: {
      component: 'The DaemonSet controller replaces one Pod at a time. At which Pod has it come to a stop, and which loop has to answer it there?',
      object: 'Which Pod was deleted and is still there?',
      moment: 'When was this Pod deleted? The timeline has a mark for each write.',
    },
  },
};
