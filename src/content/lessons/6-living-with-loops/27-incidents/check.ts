/** Ten broken clusters: each universe breaks one, and judges the line about it. */
import { Deployment } from 'converge/sdk';
import { incidentTrials } from '../../../../lesson/universes/incidents/incident-trials.ts';
import type { Check } from '../../../../lesson/universes/types.ts';
import { incidents, words } from './incidents/registry.ts';

const file = 'incidents.diagnosis';

export default {
  controller: file,
  entry: file,
  subject: { kind: Deployment, writes: [] },
  scenarios: [],
  always: [],
  settled: [],
  trials: incidentTrials(incidents, file, words),
} satisfies Check;
