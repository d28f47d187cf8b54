/** Nine fixes: each universe carries out one, and judges what the learner says of the loop that undoes it. */
import { Deployment } from 'converge/sdk';
import { incidentTrials } from '../../../../lesson/universes/incidents/incident-trials.ts';
import type { Check } from '../../../../lesson/universes/types.ts';
import { fixes, words } from './fixes/registry.ts';

const file = 'fixes.diagnosis';

export default {
  controller: file,
  entry: file,
  subject: { kind: Deployment, writes: [] },
  scenarios: [],
  always: [],
  settled: [],
  trials: incidentTrials(fixes, file, words),
} satisfies Check;
