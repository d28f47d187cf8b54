import { expect, test } from 'vitest';
import type { KeptReport } from '../../lesson/progress/work.ts';
import { noCluster } from '../../lesson/universes/cases/no-cluster.ts';
import type { Failed } from '../../lesson/universes/types.ts';
import { reportView } from './report-view.ts';

const failed: Failed = { ok: false, seed: 3, cause: 'made too many', glyph: 'too-many', scenario: 'scale up', weather: 'calm', seen: 'five Pods', question: 'Why?', at: 1000, revision: 40 };
const reportIn = (weather: string): KeptReport => {
  const groups = [{ cause: failed.cause, glyph: failed.glyph, failures: [{ ...failed, weather }] }];
  return { files: {}, report: { universes: 20, passed: 12, left: 0, groups } };
};

test('cases without a cluster have no desired state to reach', () => {
  const words = [noCluster, 'calm'].map((weather) => reportView(reportIn(weather), {}, 3).passedWords);
  expect(words).toEqual(['gave the right answer', 'broke no rule, and reached the desired state']);
});
