/** Each incident shows its symptom, offers the right evidence among the rest, and ends when its cause alone is taken away. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createRandom } from '../../../engine/index.ts';
import { incidents, words } from '../../../content/lessons/6-living-with-loops/27-incidents/incidents/registry.ts';
import { fixes } from '../../../content/lessons/6-living-with-loops/25-loop-wont-protect-you/fixes/registry.ts';
import { nodePlatform } from '../../../runtimes/platforms.ts';
import { sessionParts } from '../../../session/parts.ts';
import { emptyLog, openSession, type Session } from '../../../session/session.ts';
import { writeDiagnosis } from '../../diagnoses.ts';
import { type Bench, openBench } from '../trials/bench.ts';
import { incidentTrials, judgeDiagnosis } from './incident-trials.ts';
import type { Incident } from './types.ts';
import { everyNth } from '../../../../tests/scope.ts';

const file = 'incidents.diagnosis';

async function broken(incident: Incident): Promise<{ readonly session: Session; readonly bench: Bench; readonly since: number }> {
  const seed = Math.max(incidents.indexOf(incident), fixes.indexOf(incident)) + 1;
  const { session } = await openSession(emptyLog(seed, incident.cluster), sessionParts(nodePlatform()));
  const bench = openBench(session, {});
  return { session, bench, since: await incident.breaks(bench) };
}

test.each(everyNth(3, [...incidents, ...fixes]))('$name: the symptom shows, and taking away the cause ends it', async (incident) => {
  const { session, bench, since } = await broken(incident);
  expect(incident.isWell(bench)).toBe(false);
  expect(since).toBeGreaterThan(0);
  expect(since).toBeLessThan(bench.now());

  const { components, objects } = session.inspectors.incident({ suspects: true });
  const loops = fixes.includes(incident) ? [...components, 'none'] : components;
  expect(incident.loops(bench).filter((name) => !loops.includes(name))).toEqual([]);
  expect(incident.objects(bench).filter((name) => !objects.includes(name))).toEqual([]);
  // A guess is no evidence: there is much else to choose.
  expect(objects.length).toBeGreaterThan(20);

  // Each question is for something that can be chosen here.
  const right = { loop: incident.loops(bench)[0] ?? '', object: incident.objects(bench)[0] ?? '', since: String(since / 1000), took: 0 };
  const questionOf = (fields: Partial<typeof right>): string | undefined => {
    const finding = judgeDiagnosis(incident, bench, since, { ...right, ...fields }, words);
    return finding !== undefined && 'question' in finding ? finding.question : undefined;
  };
  expect(questionOf({})).toBeUndefined();
  const asked = [...loops.map((loop) => questionOf({ loop })), ...objects.map((object) => questionOf({ object })), questionOf({ since: '0' })];
  const { loop, object, moment } = incident.questions;
  expect([...Object.values(loop), ...Object.values(object), moment].filter((question) => !asked.includes(question))).toEqual([]);

  // Time alone repairs nothing.
  await bench.wait(30_000);
  expect(incident.isWell(bench)).toBe(false);
  await bench.run(incident.repair);
  await bench.wait(90_000);
  expect(incident.isWell(bench)).toBe(true);
  session.close();
});

test.each([
  ['25-loop-wont-protect-you', fixes],
  ['27-incidents', incidents],
])('lesson %s lists them in this order', (slug, listed) => {
  const text = readFileSync(`src/content/lessons/6-living-with-loops/${slug}/index.mdx`, 'utf8');
  expect([...text.matchAll(/\{ name: '([^']+)', symptom: /g)].map(([, name]) => name)).toEqual(listed.map(({ name }) => name));
});

test('incidents are of ten different causes, each with a name of its own', () => {
  expect(incidents.length).toBe(10);
  expect(new Set(incidents.map(({ name }) => name)).size).toBe(10);
  expect(new Set(incidents.map(({ repair }) => repair)).size).toBeGreaterThanOrEqual(9);
});

test('every wrong piece of evidence gets a question, and none names the answer’s object', () => {
  for (const { name, questions } of [...incidents, ...fixes])
    for (const question of [...Object.values(questions.loop), ...Object.values(questions.object), questions.moment]) expect(question, name).toContain('?');
});

/** What the first incident's trial says of a line. */
async function judged(fields: { readonly loop: string; readonly object: string; readonly since: string }) {
  const [incident] = incidents;
  if (incident === undefined) throw new Error('there is no incident');
  const { session } = await openSession(emptyLog(1), sessionParts(nodePlatform()));
  const text = writeDiagnosis('', incident.name, { ...fields, took: 1 });
  const trial = incidentTrials([incident], file, words)[0];
  const finding = await trial?.judge(openBench(session, { [file]: text }), createRandom(1));
  session.close();
  return finding !== undefined && 'cause' in finding ? [finding.cause, finding.question] : finding;
}

test('the first piece that is wrong is named, with a question for those who named this', async () => {
  expect(await judged({ loop: '', object: 'Deployment/shop', since: '40' })).toEqual(['left “rollout” open', 'Which loop can’t do its part, which object is in its way, and since when?']);
  expect(await judged({ loop: 'scheduler', object: 'Pod/x', since: '1' })).toEqual(['named another loop in “rollout”', expect.stringContaining('Do they have a node?')]);
  expect(await judged({ loop: 'kubelet/node-1', object: 'Pod/shop-1', since: '40' })).toEqual(['named another object in “rollout”', expect.stringContaining('would a change of the Pod last?')]);
  expect(await judged({ loop: 'kubelet/node-1', object: 'Deployment/shop', since: '90' })).toEqual(['named another moment in “rollout”', expect.stringContaining('When was that version set?')]);
  expect(await judged({ loop: 'kubelet/node-1', object: 'Deployment/shop', since: 'x' })).toEqual(['named another moment in “rollout”', expect.any(String)]);
  expect(await judged({ loop: 'kubelet/node-1', object: 'Deployment/shop', since: '41.5' })).toBeUndefined();
});
