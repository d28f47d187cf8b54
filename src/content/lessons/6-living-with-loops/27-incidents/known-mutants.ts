import type { KnownMutants } from '../../../../lesson/node/mutants/known-mutants.ts';

/** Mutants that no universe tells from the solution. */
export default {
  equivalent: {
    'moment-off: noon: loop=controller/horizontal-pod-autoscaler object=HorizontalPodAutoscaler/shop-peak since=60 took=120 → noon: loop=controller/horizontal-pod-autoscaler object=HorizontalPodAutoscaler/shop-peak since=75 took=120':
      'The controller passes every 15 seconds, and at 75 s its event says for the first time that it refuses: that moment is right as well.',
  },
  accepted: {},
} satisfies KnownMutants;
