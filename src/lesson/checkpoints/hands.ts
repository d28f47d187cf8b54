import type { Checkpoint } from './types.ts';
import { webOf } from './web.ts';

export const hands: Checkpoint = {
  part: 5,
  ideas: [
    { id: 'kubelet', words: 'A kubelet compares its Pods with what runs', about: 'the kubelet', lesson: 20, section: 'When the kubelet is gone' },
    { id: 'endings', words: 'Ready, alive, and on the way out', about: 'probes and endings', lesson: 21, section: 'Three questions' },
    { id: 'silence', words: 'Silence isn’t death', about: 'lost nodes', lesson: 22, section: 'Silence' },
    { id: 'services', words: 'A virtual address, and rules that two loops make', about: 'Services', lesson: 23, section: 'The rules of a node' },
    { id: 'cloud', words: 'What is rented has a desired state too', about: 'the cloud and the disk', lesson: 24, section: 'Deleted behind the cluster’s back' },
  ],
  questions: [
    {
      idea: 'kubelet',
      ask: 'The API server is gone for ten minutes. Meanwhile a container of a running Pod ends with an error. Its restart policy is `Always`. What happens?',
      answers: [
        { text: 'It stays ended until the API server is back.', because: 'The kubelet knows the Pod’s spec already. Which question about it would it have to ask the API server?' },
        { text: 'The kubelet of its node restarts it.', right: true, because: 'The kubelet compares what it knows of its Pods with what the runtime says. It reports the restart when the API server is back.' },
        { text: 'The scheduler moves the Pod to another node.', because: 'The scheduler works for Pods without a node. Does this one lack a node?' },
      ],
    },
    {
      idea: 'endings',
      ask: 'A web server needs its database. While the database is down, the liveness probe of all ten web Pods fails. What follows?',
      answers: [
        { text: 'The Pods get no requests until the database is back.', because: 'That is what another probe does. What does the kubelet do when the liveness probe fails?' },
        { text: 'All ten are restarted again and again, and nothing gets better.', right: true, because: 'A restart can’t repair a database. A liveness probe should ask about its own process only, and readiness about the rest.' },
        { text: 'The database is restarted.', because: 'A probe is about the container in the spec where it stands. In which spec does this one stand?' },
      ],
    },
    {
      idea: 'silence',
      ask: 'A node’s network cable comes loose, and someone plugs it in again after 30 seconds. How many of its Pods are replaced?',
      answers: [
        { text: 'None.', right: true, because: 'The loop waits for 50 seconds before it writes `Unknown`, and Pods tolerate that for five minutes.' },
        { text: 'All: three heartbeats were missing.', because: 'What does the loop do after each missing heartbeat, and when is its patience over?' },
        { text: 'Those that a Service uses.', because: 'Which loop deletes Pods of a lost node, and does it look at Services?' },
      ],
    },
    {
      idea: 'services',
      ask: 'You ping the cluster IP of a Service. No answer comes, though `curl` to its port works. Why?',
      answers: [
        { text: 'No machine has this address; rules replace it for the Service’s ports only.', right: true, because: 'A ping has no port, so no rule matches it. That a cluster IP doesn’t answer a ping says nothing about the Service.' },
        { text: 'The Pods behind it are not ready.', because: '`curl` has reached one of them. What does a rule of kube-proxy match that a ping doesn’t have?' },
        { text: 'kube-proxy drops the ping to protect the Pods.', because: 'kube-proxy sees no packet at all. What does it write, and for which connections?' },
      ],
    },
    {
      idea: 'cloud',
      ask: 'Someone deletes a Service’s load balancer in the cloud’s console. The Service in the cluster is unchanged. What does the service loop of the cloud controller manager do at its next pass?',
      answers: [
        { text: 'It deletes the Service as well.', because: 'The Service is the desired state. Which of the two follows the other?' },
        { text: 'Nothing: no object of the cluster has changed.', because: 'A pass doesn’t compare with the last event. What does it find in the cloud, and what does the Service ask for?' },
        { text: 'It creates a load balancer again.', right: true, because: 'It compares the Service with what the cloud has. The new one may have another address, so users may notice all the same.' },
      ],
    },
    {
      idea: 'kubelet',
      ask: 'A container crashes every three seconds. After an hour, at which distance do its restarts come?',
      answers: [
        { text: 'Three seconds.', because: 'So it would be without a wait. What does the kubelet do between two starts?' },
        { text: 'About five minutes.', right: true, because: 'The back-off doubles from ten seconds on, and five minutes is the most.' },
        { text: 'It isn’t restarted any more.', because: 'Its policy says that it is to run. Does a back-off ever end in giving up?' },
      ],
    },
    {
      idea: 'endings',
      ask: 'A Pod is deleted. Its process ends at the first SIGTERM. Some requests still arrive at its address a moment later. Why?',
      answers: [
        { text: 'The EndpointSlice lists deleted Pods as ready for 30 seconds.', because: 'The slice says `ready: false` soon after the deletion. Who has to read it before a connection goes elsewhere?' },
        { text: 'The kubelet and kube-proxies learn of the deletion at the same time, each at its own speed.', right: true, because: 'Nothing makes one wait for the other. So a server goes on serving for some seconds: a `preStop` pause does that.' },
        { text: 'The API server holds the requests back.', because: 'Requests of users go from node to Pod. Do they ever pass the API server?' },
      ],
    },
    {
      idea: 'silence',
      ask: '`db-0` of a StatefulSet was on a node that is silent for an hour. Why does no other node run `db-0`?',
      answers: [
        { text: 'The scheduler finds no room.', because: 'Which Pod would it place? Has a second `db-0` been created?' },
        { text: 'It still tolerates the lost node.', because: 'That ended after five minutes, and the Pod was deleted. What is missing since then?' },
        { text: 'No one has confirmed that the first one has ended.', right: true, because: 'Its containers may still run and write. Someone who knows that the machine is off has to say so.' },
      ],
    },
    {
      idea: 'services',
      ask: 'All three Pods of a Service become unready at once, and none is deleted. What does a client get?',
      answers: [
        { text: 'Its connection is refused.', right: true, because: 'Without a ready endpoint, and without one that ends but still serves, there is no backend. The node rejects the connection at once.' },
        { text: 'An answer from one of the three: better than none.', because: 'That fallback is for Pods on their way out that still serve. Do these three serve?' },
        { text: 'It waits until one Pod is ready.', because: 'A rule without backends doesn’t wait. What are the two ways in which a node can say no?' },
      ],
    },
    {
      idea: 'cloud',
      ask: 'A volume is attached to a node that has lost its power. The Pod that uses it is to start on another node. What has to happen first?',
      answers: [
        { text: 'The volume is copied.', because: 'No loop copies volumes. At how many nodes may such a disk be at once?' },
        { text: 'It is detached from the lost node, and the control plane waits before it does that by force.', right: true, because: 'Two nodes that write to one disk destroy it. Without an answer from the first node the loop waits, unless someone says that the node is out of service.' },
        { text: 'Nothing: the new Pod mounts it at once.', because: 'The lost node may still write to it. Which loop can be sure that it doesn’t?' },
      ],
    },
  ],
  incident: {
    seed: 7,
    nodes: 3,
    symptom: 'All Pods of `web` were deleted to restart them. Forty seconds later some are still on their way out, and the rollout doesn’t end. Which loop does nothing?',
    manifest: webOf(6),
    commands: 'kubectl rollout status deployment web\nconverge incident begin\nkubectl delete pods -l app=web --wait=false\nsleep 1\nkubectl rollout status deployment web --timeout=40s',
    idea: { words: 'A Pod that stays as it is waits for its node', about: 'what a kubelet does', lesson: 20, section: 'From bound to running' },
    hints: {
      component: 'List the Pods with `-o wide`. What do those that don’t go on have in common?',
      object: 'Which Pods were deleted and are still there, or have a node and don’t start?',
      moment: 'When was this Pod deleted, or when did it get its node? From then on the loop had something to do.',
    },
  },
};
