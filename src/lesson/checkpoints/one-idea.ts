import type { Checkpoint } from './types.ts';
import { webOf } from './web.ts';

export const oneIdea: Checkpoint = {
  part: 1,
  ideas: [
    { id: 'state', words: 'A loop compares states and follows no steps', about: 'loops and scripts', lesson: 1, section: 'A loop' },
    { id: 'repeat', words: 'A pass begins from what is there', about: 'passes', lesson: 2, section: 'What it can’t promise' },
    { id: 'chain', words: 'Each loop acts on what another has written', about: 'who caused what', lesson: 3, section: 'Who caused what' },
  ],
  questions: [
    {
      idea: 'state',
      ask: 'A script turns the heater on, sleeps, and turns it off. A loop keeps the same room warm. The power fails for an hour. Which of the two can be started again without a look at the room?',
      answers: [
        { text: 'The script: its steps are always the same.', because: 'Its steps fit one beginning. What does it do with a room that is warm already, or with a heater that is still on?' },
        { text: 'The loop.', right: true, because: 'Its first act is to look at the room. Whatever happened meanwhile is part of what it finds.' },
        { text: 'Neither: both must know how long the power was off.', because: 'Which of the two goes by the time that has passed, and which by the temperature?' },
      ],
    },
    {
      idea: 'chain',
      ask: 'You apply a Deployment, and the scheduler is down. What is stored ten seconds later?',
      answers: [
        { text: 'The Deployment alone: the rest waits for the scheduler.', because: 'Which of the loops before the scheduler need something from it?' },
        { text: 'The Deployment, a ReplicaSet, and Pods without a node.', right: true, because: 'Two loops have done their part. The Pods are desired state for a third, which is down.' },
        { text: 'Nothing: the API server refuses what can’t be placed.', because: 'The API server checks the object and stores it. Does it know which loops run?' },
      ],
    },
    {
      idea: 'repeat',
      ask: 'A pass lists two Pods where three are wanted, and creates one. Its create was stored, but the answer got lost. What does the next pass do?',
      answers: [
        { text: 'It creates the Pod again, for the create has failed.', because: 'The pass has seen an error. What does the next pass see when it lists?' },
        { text: 'It lists three Pods and does nothing.', right: true, because: 'A pass goes by what is there. That a request looked like a failure changes nothing about it.' },
        { text: 'It deletes the Pod and creates a new one, to be sure.', because: 'Three Pods run, and three are wanted. What is left to close?' },
      ],
    },
    {
      idea: 'state',
      ask: 'Which of these can a loop keep true?',
      answers: [
        { text: '“When a Pod dies, start another.”', because: 'It begins with an event. What happens if the loop is down at that moment?' },
        { text: '“Five Pods of this kind are running.”', right: true, because: 'It can be compared with what is there at any moment, whatever was missed before.' },
        { text: '“Start five Pods at noon.”', because: 'At one minute past noon nothing compares it with anything. What if one of the five dies?' },
      ],
    },
    {
      idea: 'repeat',
      ask: 'Two passes for the same object overlap. Each lists two of three Pods. What is the least that can go wrong?',
      answers: [
        { text: 'Nothing: each pass is right about what it read.', because: 'Each is right when it reads. How old is its list when it writes?' },
        { text: 'For a while there is a Pod too many.', right: true, because: 'Both create one. A later pass deletes it again: the loop is right in the end, and not at every moment.' },
        { text: 'The loop stops for good.', because: 'What do later passes find, and what do they do about it?' },
      ],
    },
    {
      idea: 'chain',
      ask: 'Which loop writes `status.readyReplicas` of a Deployment?',
      answers: [
        { text: 'The kubelets, as each of their Pods becomes ready.', because: 'A kubelet reports about its own Pods. Who adds up what several kubelets report?' },
        { text: 'The deployment controller, from its ReplicaSets.', right: true, because: 'Kubelets write the status of Pods, the ReplicaSet controller counts them, and the deployment controller reads that.' },
        { text: 'The scheduler, when all Pods have a node.', because: 'The scheduler writes the node’s name into a Pod. Does it learn whether the container has started?' },
      ],
    },
    {
      idea: 'chain',
      ask: 'Someone deletes a Pod of a Deployment by hand. Which write makes up for it first?',
      answers: [
        { text: 'The deployment controller updates the Deployment.', because: 'The Deployment asks for as many as before. Which loop compares a number with Pods?' },
        { text: 'The ReplicaSet controller creates a Pod.', right: true, because: 'It counts one less than its ReplicaSet asks for. Scheduler and kubelet then treat the new Pod like any other.' },
        { text: 'The kubelet starts the container again.', because: 'The Pod is gone from the API. What does a kubelet run a container for?' },
      ],
    },
  ],
  incident: {
    seed: 5,
    nodes: 3,
    symptom: 'You asked for six copies forty seconds ago, and the rollout doesn’t end. Which loop does nothing?',
    manifest: webOf(3),
    commands: 'converge incident begin\nkubectl scale deployment web --replicas=6\nkubectl rollout status deployment web --timeout=40s',
    idea: { words: 'The first write that is missing names the loop', about: 'a loop that has stopped', lesson: 3, section: 'Take one loop away' },
    hints: {
      component: 'Begin at the Deployment and follow the writes: ReplicaSet, Pods, their nodes, their status. Which is the first that is missing?',
      object: 'Which object has everything that this loop needs, and still lacks the loop’s own write?',
      moment: 'When did another loop write the last thing that this object needed?',
    },
  },
};
