/** Jobs and CronJobs: run, waited for, shown, described, and what their Pods say. Autoscalers, and what they do. */
import type { Row } from './command.ts';

const job = (name: string, spec: string, command: string): string => `apiVersion: batch/v1
kind: Job
metadata: {name: ${name}}
spec:
  ${spec}
  template:
    spec:
      restartPolicy: Never
      containers: [{name: main, image: busybox, command: [sh, -c, "${command}"]}]
`;

export const batchFiles: Readonly<Record<string, string>> = {
  'indexed.yaml': job('indexed', 'completions: 4\n  parallelism: 2\n  completionMode: Indexed', 'echo I am $JOB_COMPLETION_INDEX'),
  'failing.yaml': job('failing', 'backoffLimit: 1', 'echo broken; exit 3'),
  'ruled.yaml': job('ruled', 'podFailurePolicy: {rules: [{action: FailJob, onExitCodes: {operator: In, values: [42]}}]}', 'exit 42'),
  'brief.yaml': job('brief', 'ttlSecondsAfterFinished: 5', 'echo gone soon'),
  'late.yaml': job('late', 'activeDeadlineSeconds: 15', 'sleep 1000'),
  'busy.yaml': `apiVersion: apps/v1
kind: Deployment
metadata: {name: busy}
spec:
  replicas: 2
  selector: {matchLabels: {app: busy}}
  template:
    metadata:
      labels: {app: busy}
      annotations: {converge.dev/cpu-usage: 90m, converge.dev/memory-usage: 24Mi}
    spec:
      containers: [{name: main, image: "nginx:1.29", resources: {requests: {cpu: 100m, memory: 32Mi}}}]
`,
  'busy-hpa.yaml': `apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: both}
spec:
  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: busy}
  minReplicas: 2
  maxReplicas: 6
  metrics:
  - {type: ContainerResource, containerResource: {name: cpu, container: main, target: {type: Utilization, averageUtilization: 95}}}
  - {type: Resource, resource: {name: memory, target: {type: AverageValue, averageValue: 16Mi}}}
  behavior:
    scaleDown: {stabilizationWindowSeconds: 30, policies: [{type: Pods, value: 1, periodSeconds: 15}]}
`,
  'held.yaml': job('held', 'suspend: true', 'echo at last'),
};

export const batchChapters: Readonly<Record<string, readonly Row[]>> = {
  'a Job that ends well': [
    'create job hello --image=busybox -- echo hello there',
    'wait --for=condition=complete job/hello --timeout=60s',
    'get jobs',
    'get job hello -o wide',
    'get job hello -o jsonpath={.status.conditions[*].type}',
    'get pods -l job-name=hello --no-headers -o custom-columns=PHASE:.status.phase',
    'logs job/hello',
    'logs -l batch.kubernetes.io/job-name=hello',
    'describe job hello',
    'get events --field-selector=involvedObject.kind=Job -o custom-columns=REASON:.reason,MESSAGE:.message',
    'delete job hello',
    'get pods',
    'get jobs',
  ],
  'an indexed Job': [
    'apply -f indexed.yaml',
    'wait --for=condition=complete job/indexed --timeout=60s',
    'get job indexed',
    'get job indexed -o jsonpath={.status.completedIndexes}',
    'get pods -L batch.kubernetes.io/job-completion-index -o wide',
    { run: 'logs -l job-name=indexed --prefix', unordered: true },
    'describe job indexed',
    'delete -f indexed.yaml',
  ],
  'Jobs that fail': [
    'apply -f failing.yaml',
    'wait --for=condition=failed job/failing --timeout=120s',
    'get jobs',
    'get job failing -o yaml',
    'describe job failing',
    'logs job/failing',
    'apply -f ruled.yaml',
    'wait --for=condition=failed job/ruled --timeout=60s',
    'get job ruled -o jsonpath={.status.conditions[-1:].reason}',
    'describe job ruled',
    'apply -f late.yaml',
    'wait --for=condition=failed job/late --timeout=60s',
    'describe job late',
    'delete jobs --all',
  ],
  'Jobs that wait and go': [
    'apply -f held.yaml',
    'get jobs',
    'describe job held',
    `patch job held -p '{"spec":{"suspend":false}}'`,
    'wait --for=condition=complete job/held --timeout=60s',
    'logs job/held',
    'apply -f brief.yaml',
    'wait --for=delete job/brief --timeout=60s',
    'get jobs',
    'delete job held --cascade=orphan',
    'get pods -o jsonpath={.items[*].metadata.finalizers}',
    'delete pods --all',
  ],
  'a CronJob': [
    'create cronjob tick --image=busybox --schedule="*/1 * * * *" -- echo tick',
    'get cronjobs',
    'create job now --from=cronjob/tick',
    'wait --for=condition=complete job/now --timeout=60s',
    'logs job/now',
    'get jobs',
    'get cj tick -o wide',
    'describe cronjob tick',
    'get jobs -o wide',
    'get jobs -o jsonpath={.items[*].metadata.annotations}',
    `patch cronjob tick -p '{"spec":{"suspend":true}}'`,
    'get cronjobs,jobs',
    'get cronjob tick -o jsonpath={.status}',
    'get events --field-selector=involvedObject.kind=CronJob -o custom-columns=TYPE:.type,REASON:.reason,MESSAGE:.message',
    'create cronjob far --image=busybox --schedule="TZ=Mars/Phobos 0 0 * * *"',
    `patch cronjob tick -p '{"spec":{"timeZone":"Mars/Phobos"}}'`,
    `patch cronjob tick -p '{"spec":{"timeZone":"Asia/Tokyo"}}'`,
    'get cj',
    'delete cronjob tick',
    'get jobs,pods',
  ],
  'an autoscaler': [
    'apply -f busy.yaml',
    'rollout status deployment busy',
    'autoscale deployment busy --min=1 --max=3 --cpu-percent=50',
    'get hpa',
    'wait --for=jsonpath={.status.desiredReplicas}=3 hpa/busy --timeout=60s',
    'wait --for=condition=ScalingLimited hpa/busy --timeout=60s',
    'get hpa busy',
    'get deployment busy -o jsonpath={.spec.replicas}',
    'describe hpa busy',
    'get hpa busy -o jsonpath={.status.conditions[*].reason}',
    'get horizontalpodautoscalers.v1.autoscaling busy -o jsonpath={.status.currentCPUUtilizationPercentage}',
    'get events --field-selector=involvedObject.kind=HorizontalPodAutoscaler -o custom-columns=TYPE:.type,REASON:.reason,MESSAGE:.message',
    'delete hpa busy',
    'apply -f busy-hpa.yaml',
    'wait --for=condition=ScalingActive hpa/both --timeout=60s',
    'get hpa both -o wide',
    'describe hpa both',
    'top pods',
    'annotate pods -l app=busy converge.dev/cpu-usage= --overwrite',
    'top pods --no-headers --containers',
    'top pods -l app=busy --sum',
    'annotate pods -l app=busy converge.dev/memory-usage= --overwrite',
    'wait --for=condition=ScalingActive=false hpa/both --timeout=60s',
    'get hpa both',
    'describe hpa both',
    'delete hpa both',
    'delete deployment busy',
  ],
};
