/** Mutants of the solution that `check.ts` lets pass, and why. */
import type { KnownMutants } from '../../../../lesson/node/mutants/known-mutants.ts';

export default {
  equivalent: {
    'drop-field: spec.strategy.rollingUpdate.maxSurge':
      'More new Pods at a time serve as well.',
    'one-off: spec.strategy.rollingUpdate.maxSurge: 1 → 2':
      'More new Pods at a time serve as well.',
    'drop-field: spec.template.spec.terminationGracePeriodSeconds':
      'The default of 30 seconds is just enough for a hook of 10 and orders of up to 20.',
    'one-off: spec.template.spec.terminationGracePeriodSeconds: 45 → 44':
      'A second or an attempt more or less is another right answer: the task gives room.',
    'one-off: spec.template.spec.terminationGracePeriodSeconds: 45 → 46':
      'A second or an attempt more or less is another right answer: the task gives room.',
    'drop-field: spec.template.spec.containers[0].ports':
      'The list of ports informs readers only: a port that isn’t listed is reached all the same.',
    'drop-field: spec.template.spec.containers[0].ports[0]':
      'The list of ports informs readers only: a port that isn’t listed is reached all the same.',
    'one-off: spec.template.spec.containers[0].ports[0].containerPort: 8080 → 8079':
      'The list of ports informs readers only: a port that isn’t listed is reached all the same.',
    'one-off: spec.template.spec.containers[0].ports[0].containerPort: 8080 → 8081':
      'The list of ports informs readers only: a port that isn’t listed is reached all the same.',
    'drop-field: spec.template.spec.containers[0].startupProbe.httpGet.path':
      'Without a path the probe asks for `/`, which answers when the catalog is there: at most 55 of 60 seconds.',
    'one-off: spec.template.spec.containers[0].startupProbe.periodSeconds: 2 → 3':
      'A second or an attempt more or less is another right answer: the task gives room.',
    'one-off: spec.template.spec.containers[0].startupProbe.failureThreshold: 30 → 29':
      'A second or an attempt more or less is another right answer: the task gives room.',
    'one-off: spec.template.spec.containers[0].startupProbe.failureThreshold: 30 → 31':
      'A second or an attempt more or less is another right answer: the task gives room.',
    'drop-field: spec.template.spec.containers[0].readinessProbe.httpGet.path':
      'Without a path the probe asks for `/`, which answers when the catalog is there, as `/ready` does.',
    'drop-field: spec.template.spec.containers[0].readinessProbe.periodSeconds':
      'The default is a right answer here, too.',
    'one-off: spec.template.spec.containers[0].readinessProbe.periodSeconds: 5 → 4':
      'A second or an attempt more or less is another right answer: the task gives room.',
    'one-off: spec.template.spec.containers[0].readinessProbe.periodSeconds: 5 → 6':
      'A second or an attempt more or less is another right answer: the task gives room.',
    'one-off: spec.template.spec.containers[0].readinessProbe.timeoutSeconds: 6 → 5':
      'A second or an attempt more or less is another right answer: the task gives room.',
    'one-off: spec.template.spec.containers[0].readinessProbe.timeoutSeconds: 6 → 7':
      'A second or an attempt more or less is another right answer: the task gives room.',
    'drop-field: spec.template.spec.containers[0].readinessProbe.failureThreshold':
      'The default is a right answer here, too.',
    'one-off: spec.template.spec.containers[0].readinessProbe.failureThreshold: 2 → 1':
      'A second or an attempt more or less is another right answer: the task gives room.',
    'one-off: spec.template.spec.containers[0].readinessProbe.failureThreshold: 2 → 3':
      'A second or an attempt more or less is another right answer: the task gives room.',
    'drop-field: spec.template.spec.containers[0].livenessProbe.httpGet.path':
      'Without a path the probe asks for `/`, which never needs the database once the startup probe has passed.',
    'drop-field: spec.template.spec.containers[0].livenessProbe.periodSeconds':
      'The default is a right answer here, too.',
    'one-off: spec.template.spec.containers[0].livenessProbe.periodSeconds: 10 → 9':
      'A second or an attempt more or less is another right answer: the task gives room.',
    'one-off: spec.template.spec.containers[0].livenessProbe.periodSeconds: 10 → 11':
      'A second or an attempt more or less is another right answer: the task gives room.',
    'one-off: spec.template.spec.containers[0].livenessProbe.timeoutSeconds: 6 → 5':
      'A second or an attempt more or less is another right answer: the task gives room.',
    'one-off: spec.template.spec.containers[0].livenessProbe.timeoutSeconds: 6 → 7':
      'A second or an attempt more or less is another right answer: the task gives room.',
    'drop-field: spec.template.spec.containers[0].livenessProbe.failureThreshold':
      'The default is a right answer here, too.',
    'one-off: spec.template.spec.containers[0].livenessProbe.failureThreshold: 3 → 2':
      'A second or an attempt more or less is another right answer: the task gives room.',
    'one-off: spec.template.spec.containers[0].livenessProbe.failureThreshold: 3 → 4':
      'A second or an attempt more or less is another right answer: the task gives room.',
    'one-off: spec.template.spec.containers[0].lifecycle.preStop.sleep.seconds: 10 → 9':
      'A second or an attempt more or less is another right answer: the task gives room.',
    'one-off: spec.template.spec.containers[0].lifecycle.preStop.sleep.seconds: 10 → 11':
      'A second or an attempt more or less is another right answer: the task gives room.',
  },
  accepted: {},
} satisfies KnownMutants;
