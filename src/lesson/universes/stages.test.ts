import { expect, test } from 'vitest';
import { cloudDraws } from './cloud-faults.ts';
import { drawStages } from './draw-stages.ts';
import { headline } from './report.ts';
import { type CheckStage, currentStage, isHeld, stagedReport, stageResults } from './stages.ts';
import { stepsOf } from './steps.ts';
import type { Check, Failed, Verdict } from './types.ts';

const stages = [
  { name: 'calm', seeds: [2, 5] },
  { name: 'refused', seeds: [1, 3] },
  { name: 'all weather', seeds: [4] },
];
const passed = (seed: number): Verdict => ({ ok: true, seed });
const failed = (seed: number): Failed => ({ ok: false, seed, cause: 'c', glyph: 'too-many', scenario: '', at: 0, revision: 0, weather: '', seen: '', question: '' });
const standing = (verdicts: readonly Verdict[]): string => stageResults(stages, verdicts).map(({ status }) => status).join(' ');

test('a stage is met when all its universes converged; the first that isn’t is the current one', () => {
  expect(standing([])).toBe('now later later');
  expect(standing([passed(2)])).toBe('now later later');
  expect(standing([passed(2), passed(5), passed(4)])).toBe('met now later');
  expect(standing([passed(2), failed(5), passed(1), passed(3), passed(4)])).toBe('now later later');
  expect(standing([2, 5, 1, 3, 4].map(passed))).toBe('met met met');
});

test('a check goes on until a stage is judged to its end and one of its universes failed', () => {
  expect(isHeld(stages, [passed(2)])).toBe(false);
  expect(isHeld(stages, [failed(2)])).toBe(false);
  expect(isHeld(stages, [failed(2), passed(5)])).toBe(true);
  expect(isHeld(stages, [passed(2), passed(5)])).toBe(false);
  expect(isHeld(stages, [2, 5, 1, 3, 4].map(passed))).toBe(false);
});

test('a report is about the stage that isn’t passed, or about everything', () => {
  const held = stagedReport(stages, [passed(2), passed(5), passed(1), failed(3), failed(4)]);
  expect(held).toMatchObject({ universes: 2, passed: 1, left: 0, groups: [{ cause: 'c', failures: [{ seed: 3 }] }] });
  expect(headline(held)).toBe('Refused: 1 of 2 universes converged');
  expect(headline(stagedReport(stages, [passed(2)]))).toBe('Calm: 1 of 1 universes converged; 1 were not run');
  const whole = stagedReport(stages, [2, 5, 1, 3, 4].map(passed));
  expect(whole).toMatchObject({ universes: 5, passed: 5, groups: [] });
  expect(headline(whole)).toBe('All 5 universes converged');
  expect(currentStage(stages, [2, 5, 1, 3, 4].map(passed))).toBeUndefined();
});

const check = { controller: 'replicaset', entry: 'index.ts', scenarios: [{ name: 'a', play: async () => {} }, { name: 'b', play: async () => {} }] } as unknown as Check;

test('every universe belongs to one stage, calm ones first, and what is never drawn has no stage', () => {
  const drawn = drawStages(check, 200);
  expect(drawn.map(({ name }) => name)).toEqual(['calm', 'late and double', 'refused', 'restarted', 'all weather']);
  expect(drawn.flatMap(({ seeds }) => seeds).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_none, index) => index + 1));
  expect(drawn[0]?.seeds.length).toBeGreaterThan(9);
  expect(drawStages({ ...check, faults: ['refused'], derived: false }, 200).map(({ name }) => name)).toEqual(['calm', 'refused']);
  expect(drawStages({ ...check, scenarios: [], cases: [] }, 9).map(({ name }) => name)).toEqual(['calls']);
});

test('of a large first stage twenty come alone, so that the first answer is soon there', () => {
  const sizes = (drawn: readonly CheckStage[]): string => drawn.map(({ name, seeds }) => `${name}: ${seeds.length}`).join(', ');
  const ofCalls = { ...check, scenarios: [], cases: [] };
  expect(sizes(drawStages(ofCalls, 200))).toBe('a few calls: 20, many calls: 180');
  expect(drawStages(ofCalls, 200).flatMap(({ seeds }) => seeds)).toEqual(Array.from({ length: 200 }, (_none, index) => index + 1));
  expect(sizes(drawStages(ofCalls, 41))).toBe('a few calls: 20, many calls: 21');
  expect(sizes(drawStages(ofCalls, 40))).toBe('calls: 40');
  const trials = [{ name: 't', judge: () => Promise.resolve(undefined) }];
  expect(sizes(drawStages({ ...check, trials }, 100))).toBe('a few: 20, many: 80');
});

test('trials name their stages, which come in the order of the trials', () => {
  const trial = { name: 't', judge: () => Promise.resolve(undefined) };
  const trials = [trial, { ...trial, stage: 'a bad version' }, { ...trial, stage: 'a bad moment' }, { ...trial, stage: 'a bad moment' }];
  expect(drawStages({ ...check, trials }, 8)).toEqual([
    { name: 'calm', seeds: [4, 8] },
    { name: 'a bad version', seeds: [1, 5] },
    { name: 'a bad moment', seeds: [2, 3, 6, 7] },
  ]);
});

test('troubles of the cloud are a stage, where a check names them', () => {
  const inCloud: Check = { ...check, faults: ['late', 'cloud refused', 'cloud quota'], draws: cloudDraws, derived: false };
  expect(() => drawStages({ ...inCloud, draws: {} }, 200)).toThrow('the check names the trouble "cloud refused"');
  expect(drawStages(inCloud, 200).map(({ name }) => name)).toEqual(['calm', 'late and double', 'the cloud fails', 'all weather']);
});

test('a check with steps begins with calm universes of each', () => {
  const [one, two] = check.scenarios.map((scenario, index) => ({ ...scenario, step: index + 1 }));
  const [heater, status, ...others] = drawStages({ ...check, steps: stepsOf('heater', 'status'), scenarios: [one, two].flatMap((each) => each ?? []) }, 200);
  expect(heater).toEqual({ name: 'heater', seeds: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] });
  expect(status).toEqual({ name: 'status', seeds: [11, 12, 13, 14, 15, 16, 17, 18, 19, 20] });
  expect(others.map(({ name }) => name)).toEqual(['calm', 'late and double', 'refused', 'restarted', 'all weather']);
});

test('a universe of a step has its scenarios, and no rules of later steps; those after all steps have everything', () => {
  const rules = [1, 2, undefined].map((step) => ({ cause: `of step ${step}`, step }));
  const scenarios = check.scenarios.map((scenario, index) => ({ ...scenario, step: index + 1 }));
  const stepped = { ...check, steps: stepsOf('heater', 'status'), scenarios, always: [], settled: rules } as unknown as Check;
  const names = (seed: number) => {
    const { scenarios: played = [], settled = [] } = stepped.steps?.checkFor(stepped, seed) ?? {};
    return [...played.map(({ name }) => name), ...settled.map(({ cause }) => cause)];
  };
  expect(names(10)).toEqual(['a', 'of step 1', 'of step undefined']);
  expect(names(11)).toEqual(['b', 'of step 1', 'of step 2', 'of step undefined']);
  expect(stepped.steps?.checkFor(stepped, 21)).toBeUndefined();
});
