/** The course: six parts, thirty lessons. A lesson that has no folder yet is named, and is no link. */
export interface Part {
  readonly number: number;
  readonly title: string;
  /** What one meets there, for the home page. */
  readonly about: string;
  readonly lessons: readonly CourseLesson[];
}

export interface CourseLesson {
  readonly number: number;
  readonly title: string;
  /** The idea in a few words. */
  readonly idea: string;
  /** What the glossary, checkpoints and the final call it. It has another number in a course that takes it elsewhere; 0: they know nothing of it. */
  readonly originalNumber: number;
}

const part = (number: number, title: string, about: string, lessons: readonly CourseLesson[]): Part => ({
  number,
  title,
  about,
  lessons,
});
const lesson = (number: number, title: string, idea: string, originalNumber = number): CourseLesson => ({ number, title, idea, originalNumber });

export const course: readonly Part[] = [
  part(
    1,
    'One idea',
    'Observe, compare, act, repeat. You write a thermostat, then a controller, then follow one apply through six loops.',
    [
      lesson(1, 'Thermostats all the way down', 'A script encodes steps, a loop encodes the truth'),
      lesson(2, 'You have already written a controller', 'A cron job that restarts what died'),
      lesson(3, 'One apply, six loops', 'No component is in charge'),
    ],
  ),
  part(
    2,
    'The front door and the memory',
    'Only the API server accepts, checks and stores. etcd remembers, by majority. Kill members and see what a quorum is worth.',
    [
      lesson(4, 'API server: the front door', 'The only one that accepts, validates and stores'),
      lesson(5, 'etcd: the memory', 'Keys, revisions and watches'),
      lesson(6, 'Quorum', 'What a majority remembers'),
      lesson(7, 'Two writers', 'Conflicts, and who owns a field'),
      lesson(8, 'Gatekeepers', 'Who may, and what is let in'),
      lesson(9, 'New nouns', 'A kind of your own'),
    ],
  ),
  part(
    3,
    'The loops',
    'Watch, queue, reconcile. You write the ReplicaSet, a rolling update, a finalizer and the autoscaler that sets them all swinging.',
    [
      lesson(10, 'Watch', 'List and watch, not polling'),
      lesson(11, 'Work queues', 'Keys, not events'),
      lesson(12, 'ReplicaSet', 'A loop that is safe to repeat'),
      lesson(13, 'Deployment', 'A controller that writes more desired state'),
      lesson(14, 'Owners and ghosts', 'Who removes what has no owner'),
      lesson(15, 'Same loop, other nouns', 'Job, CronJob, DaemonSet, StatefulSet'),
      lesson(16, 'A thermostat on a thermostat', 'Autoscaling, and how not to swing'),
    ],
  ),
  part(
    4,
    'A place to run',
    'The scheduler is a loop as well: filter, score, bind. And the question of every operator: why is my Pod Pending?',
    [
      lesson(17, 'Scheduler', 'A controller for Pods without a node'),
      lesson(18, 'Why is my Pod Pending?', 'Requests, taints, affinity'),
      lesson(19, 'Making room', 'Priority, preemption, budgets'),
    ],
  ),
  part(5, 'The hands', 'Kubelets start containers, probe them, report back, and now and then go silent.', [
    lesson(20, 'kubelet', 'The loop that starts containers'),
    lesson(21, 'Probes and endings', 'Ready, alive, and how to leave'),
    lesson(22, 'When a node dies', 'Heartbeats and evictions'),
    lesson(23, 'Services', 'Addresses that outlive Pods'),
    lesson(24, 'The cloud and the disk', 'Machines that drift'),
  ]),
  part(
    6,
    'Living with loops',
    'Leaders, incidents, an operator of your own. In the end your controller runs on a real cluster.',
    [
      lesson(25, 'The loop won’t protect you from yourself', 'Which loop undoes your fix'),
      lesson(26, 'Three control planes', 'What stops and what goes on'),
      lesson(27, 'Incidents', 'Ten broken clusters'),
      lesson(28, 'Your own operator', 'The pattern from end to end'),
      lesson(29, 'The same loop elsewhere', 'One idea in three places'),
      lesson(30, 'Take it home', 'Your controller on a real cluster'),
    ],
  ),
];

export const lessonCount = course.reduce((sum, { lessons }) => sum + lessons.length, 0);

/** Where glossary, checkpoints and the final mean this lesson; undefined: the course doesn't have it. */
export function placeOfOriginal(originalNumber: number): { readonly part: number; readonly lesson: CourseLesson } | undefined {
  for (const { number: part, lessons } of course) {
    const lesson = lessons.find((each) => each.originalNumber === originalNumber);
    if (lesson !== undefined) return { part, lesson };
  }
  return undefined;
}

/** `src/content/lessons/3-loops/12-replicaset/index.mdx` is the lesson `12-replicaset`. */
export function lessonSlug(path: string): string {
  const folder = path.split('/').at(-2);
  if (!folder || !/^\d+-[a-z0-9-]+$/.test(folder)) {
    throw new Error(`${path}: a lesson's folder is called <number>-<name>, such as 12-replicaset`);
  }
  return folder;
}
