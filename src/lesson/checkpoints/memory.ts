import type { Checkpoint } from './types.ts';
import { webOf } from './web.ts';

export const memory: Checkpoint = {
  part: 2,
  ideas: [
    { id: 'door', words: 'Only the API server accepts, checks and stores', about: 'what the server refuses', lesson: 4, section: 'What the server refuses' },
    { id: 'quorum', words: 'A majority remembers', about: 'majorities', lesson: 6, section: 'Lose a second member' },
    { id: 'gates', words: 'Three gates: who, whether, and what', about: 'admission', lesson: 8, section: 'May this object be stored?' },
    { id: 'nouns', words: 'A new kind is a noun without a loop', about: 'schemas', lesson: 9, section: 'The schema' },
  ],
  questions: [
    {
      idea: 'door',
      ask: 'A manifest asks for `replicas: "3"`, as a text. Where does it fail?',
      answers: [
        { text: 'In the deployment controller, which can’t count with a text.', because: 'A controller sees what is stored. Would such an object be stored?' },
        { text: 'In the API server, before anything is stored.', right: true, because: 'It holds each object against its schema. The error names the field and the type.' },
        { text: 'Nowhere: etcd stores texts anyway.', because: 'etcd takes any bytes. Who decides which bytes it gets?' },
      ],
    },
    {
      idea: 'quorum',
      ask: 'Five members of etcd are split: two on one side, three on the other, with an API server on each. Which side accepts writes?',
      answers: [
        { text: 'Both: each side has a leader.', because: 'A leader counts when a majority follows. How many of five is that?' },
        { text: 'The side with three.', right: true, because: 'Three of five can store a write and elect a leader. Two can’t, however long the split lasts.' },
        { text: 'Neither, until the split is mended.', because: 'Then etcd would stop with each broken cable. What is the majority for?' },
      ],
    },
    {
      idea: 'gates',
      ask: 'A user may do everything in the namespace `shop`. The quota there allows ten Pods. What happens with the eleventh?',
      answers: [
        { text: 'It is created: rights come before quotas.', because: 'Rights come before, and they allow it. Is the request stored then?' },
        { text: 'It is refused by admission.', right: true, because: 'Authorization has let the request through. A quota looks at what the request would store.' },
        { text: 'It is stored, and waits until a Pod is gone.', because: 'A Pod that is stored counts. When is the quota compared: before that or after?' },
      ],
    },
    {
      idea: 'nouns',
      ask: 'A CustomResourceDefinition names the field `target`. A client that asks for no strict validation sends an object with `targett: 21`. What is stored?',
      answers: [
        { text: 'Both spellings: fields of one’s own kinds are free.', because: 'The definition has a schema. What is a schema for?' },
        { text: 'An object without that field.', right: true, because: 'What the schema doesn’t name is pruned. `kubectl apply` asks for strict validation, and gets an error instead.' },
        { text: 'The field with the nearest name.', because: 'The server compares, and never guesses. What does it do with a name that it doesn’t know?' },
      ],
    },
    {
      idea: 'quorum',
      ask: 'A write was acknowledged, and a moment later the leader of etcd dies for good. Is the write lost?',
      answers: [
        { text: 'Yes: the leader had it first.', because: 'The leader had it first. Who else has it, before the write is acknowledged?' },
        { text: 'No: a majority had stored it.', right: true, because: 'Each majority shares a member with every other. The next leader needs a majority’s votes, and so has the write.' },
        { text: 'Only if the API server sends it again.', because: 'The API server has its answer, and forgets the request. Why was it answered?' },
      ],
    },
    {
      idea: 'gates',
      ask: 'A mutating webhook adds a label, and a validating policy demands one. A Pod comes without it. Is it stored?',
      answers: [
        { text: 'No: the policy sees the Pod as it came.', because: 'Then no one could count on what a mutation adds. Which of the two comes first?' },
        { text: 'Yes, with the label.', right: true, because: 'What changes an object runs before what judges it. The policy sees what would be stored.' },
        { text: 'Sometimes: the two run at the same time.', because: 'Then a refusal would be a matter of luck. In which order does admission run?' },
      ],
    },
    {
      idea: 'nouns',
      ask: 'You apply a thermostat of a kind of your own. Nothing in the room changes. Which part is missing?',
      answers: [
        { text: 'The API server must be started again.', because: 'The object was stored, so the kind is known. What reads it?' },
        { text: 'A controller that watches the kind.', right: true, because: 'The definition adds a path, a schema and storage. Acting on objects is a loop’s work.' },
        { text: 'A schema with defaults.', because: 'Defaults fill in fields. Who would act on them?' },
      ],
    },
    {
      idea: 'door',
      ask: 'A controller wants to write `status`, and sends the whole object to the endpoint `/status`. Someone has changed `spec.replicas` in it by mistake. What is stored?',
      answers: [
        { text: 'Both changes.', because: 'Then a loop that reports could change what is desired. Why are there two endpoints?' },
        { text: 'The new status alone.', right: true, because: 'That endpoint takes the status and leaves the rest as it is. So what is reported and what is desired never mix.' },
        { text: 'Nothing: the request is refused.', because: 'The request is a right one. Which part of the object is this endpoint about?' },
      ],
    },
  ],
  incident: {
    seed: 15,
    nodes: 3,
    etcd: 3,
    symptom: 'A new version was set forty seconds ago. The API server has stored it, all members of etcd are well, and no Pod has the new image. Which loop does nothing?',
    manifest: webOf(4),
    commands: 'converge incident begin\nkubectl set image deployment web nginx=nginx:1.29.1\netcdctl endpoint health --cluster\nkubectl rollout status deployment web --timeout=40s',
    idea: { words: 'What is stored shows who hasn’t read it', about: 'generations', lesson: 4, section: 'What the server adds' },
    hints: {
      component: 'The desired state is stored. Compare `metadata.generation` with `status.observedGeneration`, from the Deployment inward. Which loop is behind?',
      object: 'Which object has a generation that its loop hasn’t observed, or lacks this loop’s write?',
      moment: 'When was this object’s desired state last written? The timeline shows each write.',
    },
  },
};
