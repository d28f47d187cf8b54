import type { KnownMutants } from '../../../../lesson/node/mutants/known-mutants.ts';

/** Mutants that no universe tells from the solution. */
export default {
  equivalent: {
    'moment-off: sale: loop=controller/horizontal-pod-autoscaler object=HorizontalPodAutoscaler/shop since=60 took=60 → sale: loop=controller/horizontal-pod-autoscaler object=HorizontalPodAutoscaler/shop since=75 took=60':
      'The controller passes every 15 seconds: at 75 s it has undone what was done at 60 s, and both moments are right.',
  },
  accepted: {},
} satisfies KnownMutants;
