/** Trials of a lesson about incidents: each universe breaks a cluster in its way, and the learner's line about it is judged. */
import type { Bench } from '../trials/bench.ts';
import { type Diagnosed, readDiagnosis } from '../../diagnoses.ts';
import { mistake } from '../finding.ts';
import type { CaseFinding, Trial } from '../types.ts';
import type { Incident, JudgeWords, Questions } from './types.ts';

const usualMs = 3_000;

/** The first incident is that of universe 1, and so on. */
export function incidentTrials(incidents: readonly Incident[], file: string, words: JudgeWords): readonly Trial[] {
  const trials = incidents.map((incident, index): Trial => ({
    name: incident.name,
    seed: index + 1,
    ...(incident.cluster === undefined ? {} : { cluster: incident.cluster }),
    judge: async (bench) => judgeDiagnosis(incident, bench, await incident.breaks(bench), readDiagnosis(bench.text(file), incident.name), words),
  }));
  // Universes count from 1: the last one's seed has no remainder.
  return [...trials.slice(-1), ...trials.slice(0, -1)];
}

/** What is wrong with it first, if anything. `sinceMs`: as `breaks` has said, in this cluster. */
export function judgeDiagnosis(incident: Incident, bench: Bench, sinceMs: number, { loop, object, since }: Diagnosed, words: JudgeWords): CaseFinding | undefined {
  const { name, questions, earlierMs = usualMs, laterMs = usualMs } = incident;
  const missing = loop === '' ? 'loop' : object === '' ? 'object' : since === '' ? 'moment' : undefined;
  if (missing !== undefined)
    return { ...mistake(`left “${name}” open`, words.open, 'waiting'), seen: `The line of “${name}” names no ${missing}.` };
  if (!incident.loops(bench).includes(loop))
    return { ...mistake(`named another loop in “${name}”`, questionFor(questions.loop, loop), 'stood-still'), seen: words.loop(name, loop) };
  if (!incident.objects(bench).includes(object))
    return { ...mistake(`named another object in “${name}”`, questionFor(questions.object, object), 'orphan'), seen: words.object(name, object) };
  const offMs = Number(since) * 1000 - sinceMs;
  if (!(offMs >= -earlierMs && offMs <= laterMs))
    return { ...mistake(`named another moment in “${name}”`, questions.moment, 'waiting'), seen: words.moment(name, since) };
  return undefined;
}

/** The longest key with which the name begins. */
function questionFor(questions: Questions, name: string): string {
  const [key = 'other'] = Object.keys(questions)
    .filter((each) => each !== 'other' && name.startsWith(each))
    .sort((a, b) => b.length - a.length);
  return questions[key] ?? questions.other;
}
