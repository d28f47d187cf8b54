/** The final: a draw from the questions of all checkpoints and from those that join two parts, and from the broken clusters. */
import type { LessonPageData } from '../page/data.ts';
import { rightPlace } from '../recall.ts';
import { clusterGroups, clustersSeed, diagnosisIdeas, type FinalIncident } from './clusters.ts';
import { type DrawGroup, drawQuestions } from './draw.ts';
import { joins } from './joins.ts';
import { type CountedIdea, writtenCheckpoints } from './registry.ts';
import type { CheckpointQuestion } from './types.ts';

/** The page's name and the key of its work. */
export const finalSlug = 'final';

export interface FinalQuestion extends Omit<CheckpointQuestion, 'idea'> {
  /** Stands on the page, and is the key of its answers: `final-3-5`, `final-join-2`. */
  readonly key: string;
  /** `3/cache`; of a question that joins two parts: both. */
  readonly ideas: readonly string[];
  /** Numbers of the lessons that teach what it needs. */
  readonly lessons: readonly number[];
}

const ofParts = writtenCheckpoints.map(({ part, ideas, questions }) =>
  questions.map(
    ({ idea, ...question }, index): FinalQuestion => ({
      ...question,
      key: `final-${part}-${index + 1}`,
      ideas: [`${part}/${idea}`],
      lessons: ideas.flatMap(({ id, lesson }) => (id === idea ? [lesson] : [])),
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

/** The key under which the result of a diagnosis is kept, and by which its cluster is drawn. */
export const diagnosisKeyOf = ({ id }: Pick<FinalIncident, 'id'>): string => `diagnosis-${id}`;

/** In the order of the page. */
export const finalIncidents: readonly FinalIncident[] = clusterGroups.flat();

/** One cluster of each group. */
const clusterDraws: readonly DrawGroup[] = clusterGroups.map((clusters) => ({ keys: clusters.map(diagnosisKeyOf), take: 1 }));

/** Which clusters are broken in one draw. */
export function clustersOf(draw: number): readonly FinalIncident[] {
  const drawn = new Set(drawQuestions(clusterDraws, draw));
  return finalIncidents.filter((incident) => drawn.has(diagnosisKeyOf(incident)));
}

/** Questions and clusters: what the page shows and hides by the number of the draw. */
export const drawnGroups: readonly DrawGroup[] = [...drawGroups, ...clusterDraws];

/** What the page's script knows before anything runs. */
export const finalData: LessonPageData = {
  slug: finalSlug,
  seed: clustersSeed,
  nodes: 3,
  tasks: drawnCount + clusterGroups.length,
  // A reader sees one cell of each group, with the group's number; it doesn't need those that are hidden.
  cells: clusterGroups.flatMap((clusters, index) =>
    clusters.map(({ id, commands }) => ({
      language: 'sh' as const,
      id,
      number: index + 1,
      code: commands,
      expectsError: true as const,
      alone: true as const,
    })),
  ),
};

/** Every idea of the course with all questions about it, also those that a draw leaves out; the diagnoses come last. */
export const finalIdeas: readonly CountedIdea[] = [
  ...writtenCheckpoints.flatMap(({ part, ideas }) =>
    ideas.map(({ id, ...idea }) => ({
      ...idea,
      tasks: Object.fromEntries(
        finalQuestions
          .filter((question) => question.ideas.includes(`${part}/${id}`))
          .map(({ key, answers }) => [key, rightPlace(answers)]),
      ),
    })),
  ),
  ...diagnosisIdeas.map((idea) => ({
    ...idea,
    tasks: Object.fromEntries(finalIncidents.filter((incident) => incident.idea === idea).map((incident) => [diagnosisKeyOf(incident), 'found' as const])),
  })),
];
