/** Rules of a Pod's spec as a whole (ValidatePodSpec and what it calls). */
import { because, creates, unreachable, upstream } from '../rule.ts';
import { withContainer } from '../valid-objects.ts';

const of = upstream('Pod', 'pkg/apis/core/validation/validation.go');

export const podSpecRules = [
  of('validateContainers', 'api/core/v1/pod/container-validation.ts', [
    creates('there is a container', { spec: { containers: [] } }, 'spec.containers: Required value'),
    creates(
      'names of containers are unique',
      { spec: { containers: [{ name: 'c', image: 'i' }, { name: 'c', image: 'j' }] } },
      'spec.containers[1].name: Duplicate value: "c"',
    ),
    creates(
      'only init containers have a restart policy',
      withContainer({ restartPolicy: 'Always' }),
      'spec.containers[0].restartPolicy: Forbidden: may not be set for non-init containers',
    ),
  ]),
  of('validateRestartPolicy', 'api/core/v1/pod/spec-validation.ts', [
    unreachable(because.defaulted, creates('the restart policy is set', { spec: { restartPolicy: '' } })),
    creates(
      'the restart policy is one of three',
      { spec: { restartPolicy: 'Maybe' } },
      'spec.restartPolicy: Unsupported value: "Maybe": supported values: "Always", "OnFailure", "Never"',
    ),
  ]),
];
