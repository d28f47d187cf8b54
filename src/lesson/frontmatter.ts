import { z } from 'astro/zod';
import { addonNames } from '../engine/index.ts';
import { partNames } from '../session/part-names.ts';
import { placeChoices } from './lesson-runtime.ts';

/** A page upstream that the lesson rests on: shown at its end. */
const sourceLink = z.strictObject({
  /** Path in the repository, such as "pkg/controller/replicaset/replica_set.go". */
  path: z.string().min(1),
  url: z.url(),
  /** "owner/name"; the text says where the path is. */
  repository: z.string().default('kubernetes/kubernetes'),
});

/** A page of upstream's documentation that carries what the lesson says: shown at its end. */
const documentLink = z.strictObject({
  title: z.string().min(1),
  url: z.url(),
});

const exercise = z.strictObject({
  /** The file that is graded; one of `start/`. */
  file: z.string().min(1),
  /** The controller that the learner's file is: a built-in one that it replaces in the running cluster, or a new one. A manifest (`.yaml`) has none. */
  replaces: z.string().min(1).optional(),
  /** The learner's file is this part of the engine, and the built-in controller that `replaces` names runs with it. */
  part: z.enum(partNames).optional(),
  /** Those of the engine's own files that stand beside the learner's, where the exercise is smaller than the built-in controller; all of them by default. */
  uses: z.array(z.string().min(1)).optional(),
  /** Files of `start/` that are shown and can't be changed, also not in a file that is handed in. */
  fixed: z.array(z.string().min(1)).default([]),
  universes: z.int().min(1).max(1000).default(100),
  /** Opened one at a time; each a sentence or a question, never the answer. */
  hints: z.array(z.string().min(1)).default([]),
  /** By a cause of the report: where to look, and then a few lines of code. They open one at a time, under what was seen. */
  ladder: z
    .record(z.string().min(1), z.strictObject({ look: z.string().min(1), fragment: z.string().min(1).optional() }))
    .default({}),
  /** What who has passed it can do now, in one sentence: shown then. */
  mastered: z.string().min(1).max(200).optional(),
});

/** One beside the first. */
const furtherExercise = z.strictObject({
  ...exercise.shape,
  /** What it takes beside the lesson’s own `minutes`; the head of the lesson names both. */
  minutes: z.int().min(1).max(60).optional(),
});

/** What an exercise may have, a further one included. */
export const exerciseFields: readonly string[] = Object.keys(furtherExercise.shape);

/** What stands between the `---` lines of a lesson's `index.mdx`. */
export const lessonFields = {
  title: z.string().min(1),
  /** Which part of the course, from 1. */
  part: z.int().min(1).max(99),
  /** Place in the course, from 1; the folder's name begins with it. */
  number: z.int().min(1).max(99),
  /** One sentence: what one can do afterwards. */
  goal: z.string().min(1).max(200),
  /** One or two sentences: why that matters in real clusters. Shown below the goal. */
  why: z.string().min(1).max(200),
  /** What the lesson takes, without the further exercises that have minutes of their own. */
  minutes: z.int().min(1).max(60),
  seed: z.int().min(0).default(1),
  nodes: z.int().min(0).max(100).default(3),
  /** Members of etcd that can be lost; absent: one that can't. */
  etcd: z.union([z.literal(1), z.literal(3), z.literal(5)]).optional(),
  /** API servers, controller managers and schedulers, one of each a control plane; absent: one, and no election. */
  controlPlanes: z.union([z.literal(2), z.literal(3)]).optional(),
  /** The cluster runs in a cloud, which has load balancers, machines, routes and disks; `converge cloud` shows them. */
  cloud: z.boolean().optional(),
  /** kube-proxies are Pods of a DaemonSet, which can be deleted. */
  kubeProxyPods: z.literal(true).optional(),
  /** What the cluster is installed with beside what every cluster has. */
  addons: z.array(z.enum(addonNames)).min(1).optional(),
  /** A server of repositories beside the cluster, for `git` and for what follows a branch. */
  repositories: z.literal(true).optional(),
  /** `minimal`: without accounts, field ownership, quotas, custom resources and policies, for lessons that aren't about them. */
  profile: z.enum(['full', 'minimal']).default('full'),
  /** Built-in controllers that the lesson's cluster goes without; `*` for all. */
  withoutControllers: z.array(z.string().min(1)).default([]),
  /** Programs that run beside the cluster from the beginning: `room` is `src/lesson/programs/room.ts`. The exercise shows them, to be read. */
  programs: z.array(z.string().min(1)).default([]),
  /** Where the cluster runs until the reader chooses; the build's `--runtime` has a say, too: see lesson-runtime.ts. */
  runtime: z.enum(placeChoices).default('auto'),
  /** Two questions of earlier lessons that it begins with: `3/created` is the question with that id in lesson 3. See recall.ts. */
  recall: z.array(z.string().regex(/^\d+\/[a-z0-9-]+$/)).default([]),
  sources: z.array(sourceLink).default([]),
  documents: z.array(documentLink).default([]),
  exercise: exercise.optional(),
  /** Further ones, by name: `restore` stands in `exercises/restore/`, and in the text as `<Exercise name="restore" />`. See exercise-names.ts. */
  exercises: z.record(z.string().regex(/^[a-z][a-z0-9-]*$/), furtherExercise).default({}),
};

export const lessonFrontmatter = z.object(lessonFields);

export type LessonFrontmatter = z.infer<typeof lessonFrontmatter>;
