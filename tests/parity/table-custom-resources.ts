/** What is typed about custom resources, their definitions and policies. Rows run in this order in a world of their own. */
import type { Row } from './command.ts';

export const customResourceChapters: Readonly<Record<string, readonly Row[]>> = {
  'a definition': [
    'apply -f crontab-crd.yaml',
    'wait --for=condition=Established crd/crontabs.stable.example.com',
    'get crd',
    'get crd crontabs.stable.example.com -o name',
    'get crds -o wide',
    'describe crd crontabs.stable.example.com',
    'apply -f crontab-crd.yaml',
    'api-resources --api-group=stable.example.com',
    'api-resources --api-group=stable.example.com -o wide',
    'api-resources --categories=all --no-headers',
    'explain crontabs',
    'explain ct.spec',
    'explain ct.spec.cronSpec',
    'explain ct.spec --recursive',
    'explain crd.spec.names',
  ],
  'its objects': [
    'get ct',
    'apply -f crontab.yaml',
    'apply -f crontab.yaml',
    'get ct',
    'get crontabs -o wide',
    'get crontab my-new-cron-object -o name',
    'get ct -o jsonpath={.items[*].spec.cronSpec}',
    'describe ct my-new-cron-object',
    'get all',
    'apply -f crontab-changed.yaml',
    'diff -f crontab.yaml',
    'apply -f crontab-wrong.yaml',
    'apply -f crontab-unknown.yaml',
    'apply -f crontab-rule.yaml',
    'scale ct/my-new-cron-object --replicas=4',
    'label ct my-new-cron-object tier=back',
    'annotate ct my-new-cron-object note=x',
    'get ct -l tier=back --show-labels',
    'get ct --field-selector=spec.image=other',
    'get ct --field-selector=spec.nope=other',
    `patch ct my-new-cron-object --type=merge -p '{"spec":{"replicas":2}}'`,
    `patch ct my-new-cron-object -p '{"spec":{"replicas":2}}'`,
    `patch ct my-new-cron-object --type=json -p '[{"op":"replace","path":"/spec/replicas","value":3}]'`,
    `patch ct my-new-cron-object --subresource=status --type=merge -p '{"status":{"replicas":3}}'`,
    'wait --for=jsonpath={.status.replicas}=3 ct/my-new-cron-object',
    'get ct my-new-cron-object --sort-by=.spec.replicas',
    'create -f crontab.yaml',
    'delete ct my-new-cron-object',
    'get ct',
  ],
  'their end': [
    'apply -f crontab.yaml',
    'create namespace crons',
    'apply -f crontab.yaml -n crons',
    'get ct -A',
    'delete namespace crons',
    'get ct -A',
    'delete crd crontabs.stable.example.com',
    'get ct',
    'get crd',
  ],
  policies: [
    'apply -f policy.yaml',
    'get validatingadmissionpolicies',
    'get validatingadmissionpolicybindings',
    'describe validatingadmissionpolicy replicas',
    'describe validatingadmissionpolicybinding replicas',
    'create deployment big --image=nginx --replicas=9',
    'create deployment small --image=nginx --replicas=1',
    'scale deployment small --replicas=9',
    'apply -f policy-wrong.yaml',
    'explain validatingadmissionpolicy.spec.validations',
  ],
};

const crd = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: crontabs.stable.example.com
spec:
  group: stable.example.com
  scope: Namespaced
  names:
    plural: crontabs
    singular: crontab
    kind: CronTab
    shortNames: [ct]
    categories: [all]
  versions:
  - name: v1
    served: true
    storage: true
    subresources:
      status: {}
      scale:
        specReplicasPath: .spec.replicas
        statusReplicasPath: .status.replicas
    selectableFields:
    - jsonPath: .spec.image
    additionalPrinterColumns:
    - {name: Spec, type: string, description: The cron spec, jsonPath: .spec.cronSpec}
    - {name: Replicas, type: integer, jsonPath: .spec.replicas}
    - {name: Image, type: string, priority: 1, jsonPath: .spec.image}
    - {name: Age, type: date, jsonPath: .metadata.creationTimestamp}
    schema:
      openAPIV3Schema:
        description: CronTab runs something now and then.
        type: object
        properties:
          spec:
            description: What is wanted.
            type: object
            required: [cronSpec]
            x-kubernetes-validations:
            - rule: "!has(self.least) || self.least <= self.replicas"
              message: least must not exceed replicas
            properties:
              cronSpec:
                description: When it runs.
                type: string
                pattern: '^(\\d+|\\*)(/\\d+)?(\\s+(\\d+|\\*)(/\\d+)?){4}$'
              image: {type: string}
              replicas: {type: integer, minimum: 1, maximum: 10, default: 1}
              least: {type: integer}
          status:
            type: object
            properties:
              replicas: {type: integer}
`;

function cronTab(...spec: readonly string[]): string {
  return `apiVersion: stable.example.com/v1
kind: CronTab
metadata:
  name: my-new-cron-object
spec:
${spec.map((line) => `  ${line}\n`).join('')}`;
}

const schedule = `cronSpec: "* * * * */5"`;

function policy(name: string, expression: string): string {
  return `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata:
  name: ${name}
spec:
  matchConstraints:
    resourceRules:
    - apiGroups: [apps]
      apiVersions: [v1]
      operations: [CREATE, UPDATE]
      resources: [deployments]
  validations:
  - expression: ${expression}
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata:
  name: ${name}
spec:
  policyName: ${name}
  validationActions: [Deny]
`;
}

export const customResourceFiles: Readonly<Record<string, string>> = {
  'crontab-crd.yaml': crd,
  'crontab.yaml': cronTab(schedule, 'image: my-awesome-cron-image'),
  'crontab-changed.yaml': cronTab(schedule, 'image: other', 'replicas: 2'),
  'crontab-wrong.yaml': cronTab('cronSpec: never', 'replicas: many'),
  'crontab-unknown.yaml': cronTab(schedule, 'someRandomField: 42'),
  'crontab-rule.yaml': cronTab(schedule, 'least: 5', 'replicas: 2'),
  'policy.yaml': policy('replicas', 'object.spec.replicas <= 5'),
  'policy-wrong.yaml': policy('wrong', 'object.spec.replicas <='),
};
