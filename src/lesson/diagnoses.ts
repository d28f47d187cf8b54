/**
 * A file of diagnoses: a line for each incident, `full: loop=controller/replicaset object=ResourceQuota/pods since=41 took=95`. The page
 * writes it while a reader chooses evidence, and the check reads it.
 */
import type { English } from './words/words.ts';

export interface Diagnosed {
  /** The loop that can't do its part: `controller/replicaset`; '' while none is chosen. */
  readonly loop: string;
  /** The object that is in its way: `ResourceQuota/pods`; '' while none is chosen. */
  readonly object: string;
  /** Since when, in virtual seconds since the session's start; '' while none is chosen. */
  readonly since: string;
  /** Real seconds that the reader has looked for it. */
  readonly took: number;
}

/** What a lesson asks about its clusters. */
export interface DiagnosisWords {
  /** Above the list: "Incidents". */
  readonly title: string;
  /** One of them, as it is said while its cluster is shown: "Incident". */
  readonly one: string;
  /** What is said with that: "something is broken here". */
  readonly about: string;
  readonly loop: string;
  readonly object: string;
  readonly since: string;
  /** A further choice among the loops, written `none`: "no loop does". Absent: it is always one of the loops. */
  readonly none?: string;
}

export const incidentWords: Readonly<Record<Exclude<keyof DiagnosisWords, 'none'>, English>> = {
  title: 'Incidents',
  one: 'Incident',
  about: 'something is broken here',
  loop: 'which loop can’t do its part',
  object: 'which object is in its way',
  since: 'since when it can’t, in seconds',
};

/** The ending of such a file. */
export const diagnosesEnding = /\.diagnosis$/;

export const noDiagnosis: Diagnosed = { loop: '', object: '', since: '', took: 0 };

/** An editor on Windows may have saved the file. */
const lineEnd = /\r?\n/;

/** The name of an incident, and what follows it. */
const line = /^([a-z][a-z0-9-]*):(.*)$/;

export function readDiagnosis(text: string, name: string): Diagnosed {
  const found = text.split(lineEnd).find((each) => line.exec(each)?.[1] === name);
  const fields = new Map((line.exec(found ?? '')?.[2] ?? '').trim().split(/\s+/).map((word) => [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)]));
  const took = Math.round(Number(fields.get('took') ?? '0'));
  return { loop: fields.get('loop') ?? '', object: fields.get('object') ?? '', since: fields.get('since') ?? '', took: took >= 0 && Number.isFinite(took) ? took : 0 };
}

/** Real seconds of all its incidents. */
export const secondsTaken = (text: string): number =>
  text.split(lineEnd).reduce((sum, each) => sum + readDiagnosis(each, line.exec(each)?.[1] ?? '').took, 0);

/** `1:05` */
export const clockWords = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** The text with this incident's line changed, or added at the end. */
export function writeDiagnosis(text: string, name: string, { loop, object, since, took }: Diagnosed): string {
  const written = `${name}: loop=${loop} object=${object} since=${since} took=${took}`;
  const lines = text.split(lineEnd);
  const at = lines.findIndex((each) => line.exec(each)?.[1] === name);
  if (at >= 0) return lines.with(at, written).join('\n');
  return `${text.replace(/\n*$/, '\n')}${written}\n`;
}
