/** The final: a draw from the questions of all checkpoints and from those that join two parts, and three broken clusters. */
import type { LessonPageData } from '../page/data.ts';
import { rightPlace } from '../recall.ts';
import { type DrawGroup, drawQuestions } from './draw.ts';
import { joins } from './joins.ts';
import { checkpoints, type CountedIdea } from './registry.ts';
import type { CheckpointQuestion } from './types.ts';
import { webOf } from './web.ts';

/** The page's name and the key of its work. */
export const finalSlug = 'final';

export interface FinalQuestion extends Omit<CheckpointQuestion, 'idea'> {
  /** Stands on the page, and is the key of its answers: `final-3-5`, `final-join-2`. */
  readonly key: string;
  /** `3/cache`; of a question that joins two parts: both. */
  readonly ideas: readonly string[];
}

const ofParts = checkpoints.map(({ part, questions }) =>
  questions.map(
    ({ idea, ...question }, index): FinalQuestion => ({
      ...question,
      key: `final-${part}-${index + 1}`,
      ideas: [`${part}/${idea}`],
    }),
  ),
);
const joining = joins.map((question, index): FinalQuestion => ({ ...question, key: `final-join-${index + 1}` }));

const keysOf = (questions: readonly FinalQuestion[]): readonly string[] => questions.map(({ key }) => key);

/** Two questions of each part, and three that join two. */
export const drawGroups: readonly DrawGroup[] = [
  ...ofParts.map((questions) => ({ keys: keysOf(questions), take: 2 })),
  { keys: keysOf(joining), take: 3 },
];

/** So many questions has a draw. */
export const drawnCount = drawGroups.reduce((sum, { take }) => sum + take, 0);

/** In the order of the page: one of each group, again and again, so that neighbors are of different parts. */
export const finalQuestions: readonly FinalQuestion[] = mixed([...ofParts, joining]);

function mixed(groups: readonly (readonly FinalQuestion[])[]): readonly FinalQuestion[] {
  const rounds = Math.max(...groups.map(({ length }) => length));
  return Array.from({ length: rounds }, (_, round) => groups.flatMap((group) => group.slice(round, round + 1))).flat();
}

/** What is asked in one draw. */
export function questionsOf(draw: number): readonly FinalQuestion[] {
  const drawn = new Set(drawQuestions(drawGroups, draw));
  return finalQuestions.filter(({ key }) => drawn.has(key));
}

export interface FinalIncident {
  /** Of its cell, and of its diagnosis. */
  readonly id: string;
  readonly title: string;
  readonly symptom: string;
  readonly commands: string;
  readonly idea: Omit<CountedIdea, 'tasks'>;
  readonly hints: { readonly component: string; readonly object: string; readonly moment: string };
}

/** In one cluster, one after another: each ends the one before, and each stops another loop. */
export const finalIncidents: readonly FinalIncident[] = [
  {
    id: 'copies',
    title: 'More copies',
    symptom:
      'You asked for six copies of `web` forty seconds ago, and the rollout doesn’t end. Which loop does nothing?',
    commands:
      'kubectl rollout status deployment web\nconverge incident begin\nkubectl scale deployment web --replicas=6\nkubectl rollout status deployment web --timeout=40s',
    idea: {
      words: 'The first write that is missing names the loop',
      about: 'a loop that has stopped',
      lesson: 3,
      section: 'Take one loop away',
    },
    hints: {
      component: 'Follow the writes from the Deployment to the containers. Which is the first that is missing?',
      object: 'Which object has everything that this loop needs, and lacks the loop’s own write?',
      moment: 'When was the last write that this object needed from another loop?',
    },
  },
  {
    id: 'version',
    title: 'A new version',
    symptom:
      'A new image was set forty seconds ago. The image exists, and the rollout doesn’t end. Which loop does nothing?',
    commands:
      'converge incident end\nkubectl rollout status deployment web\nconverge incident begin\nkubectl set image deployment web nginx=nginx:1.29.1\nkubectl rollout status deployment web --timeout=40s',
    idea: {
      words: 'Loop, object and moment before any repair',
      about: 'a diagnosis',
      lesson: 27,
      section: 'Which loop?',
    },
    hints: {
      component: 'How many ReplicaSets are there, what does each ask for, and how many Pods has each?',
      object:
        'Compare `generation` and `observedGeneration`, and look for Pods without a node. Which object is behind?',
      moment: 'When did this object get what the loop has to answer?',
    },
  },
  {
    id: 'restart',
    title: 'All at once',
    symptom:
      'All Pods of `web` were deleted to restart them. Forty seconds later the rollout hasn’t ended. Which loop does nothing?',
    commands:
      'converge incident end\nkubectl rollout status deployment web\nconverge incident begin\nkubectl delete pods -l app=web --wait=false\nsleep 1\nkubectl rollout status deployment web --timeout=40s',
    idea: {
      words: 'A Pod that stays as it is waits for its node',
      about: 'what a kubelet does',
      lesson: 20,
      section: 'From bound to running',
    },
    hints: {
      component: 'List the Pods with `-o wide`. What do those that don’t go on have in common?',
      object: 'Which Pods were deleted and are still there, or have a node and don’t start?',
      moment: 'When was this Pod deleted, or when did it get its node?',
    },
  },
];

/** The key under which the result of a diagnosis is kept. */
export const diagnosisKeyOf = ({ id }: Pick<FinalIncident, 'id'>): string => `diagnosis-${id}`;

/** What the page's script knows before anything runs. */
export const finalData: LessonPageData = {
  slug: finalSlug,
  seed: 1,
  nodes: 3,
  tasks: drawnCount + finalIncidents.length,
  cells: [
    { language: 'yaml', id: 'web', number: 1, code: webOf(3), file: 'web.yaml' },
    ...finalIncidents.map(({ id, commands }, index) => ({
      language: 'sh' as const,
      id,
      number: index + 2,
      code: commands,
      expectsError: true as const,
    })),
  ],
};

/** Every idea of the course with all questions about it, also those that a draw leaves out; the diagnoses come last. */
export const finalIdeas: readonly CountedIdea[] = [
  ...checkpoints.flatMap(({ part, ideas }) =>
    ideas.map(({ id, ...idea }) => ({
      ...idea,
      tasks: Object.fromEntries(
        finalQuestions
          .filter((question) => question.ideas.includes(`${part}/${id}`))
          .map(({ key, answers }) => [key, rightPlace(answers)]),
      ),
    })),
  ),
  ...finalIncidents.map((incident) => ({ ...incident.idea, tasks: { [diagnosisKeyOf(incident)]: 'found' as const } })),
];
