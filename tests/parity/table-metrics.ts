/** Autoscalers by metrics that objects say, and the groups that serve these. */
export const metricsFiles: Readonly<Record<string, string>> = {
  'said.yaml': `apiVersion: apps/v1
kind: Deployment
metadata: {name: said}
spec:
  replicas: 2
  selector: {matchLabels: {app: said}}
  template:
    metadata:
      labels: {app: said}
      annotations: {converge.dev/metric.requests: "15"}
    spec:
      containers: [{name: main, image: "nginx:1.29"}]
---
apiVersion: v1
kind: Service
metadata:
  name: said
  annotations:
    converge.dev/metric.requests: |
      {verb="GET"} 60
      {verb="PUT"} 500
spec: {selector: {app: said}, ports: [{port: 80}]}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: queues, labels: {converge.dev/external-metrics: "true"}}
data: {depth: '{queue="orders"} 12500m'}
`,
  'said-hpa.yaml': `apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: said}
spec:
  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: said}
  minReplicas: 2
  maxReplicas: 4
  metrics:
  - {type: Pods, pods: {metric: {name: requests}, target: {type: AverageValue, averageValue: 16}}}
  - {type: Object, object: {describedObject: {apiVersion: v1, kind: Service, name: said}, metric: {name: requests, selector: {matchLabels: {verb: GET}}}, target: {type: Value, value: 40}}}
`,
  'said-average.yaml': `apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: average}
spec:
  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: said}
  maxReplicas: 4
  metrics:
  - {type: Object, object: {describedObject: {apiVersion: v1, kind: Service, name: said}, metric: {name: requests, selector: {matchLabels: {verb: GET}}}, target: {type: AverageValue, averageValue: 20}}}
  - {type: External, external: {metric: {name: depth}, target: {type: AverageValue, averageValue: 10}}}
  - {type: External, external: {metric: {name: depth, selector: {matchLabels: {queue: mail}}}, target: {type: Value, value: 10}}}
`,
};

export const metricsChapters: Readonly<Record<string, readonly string[]>> = {
  'autoscalers by metrics that objects say': [
    'apply -f said.yaml',
    'rollout status deployment said',
    'get --raw /apis/custom.metrics.k8s.io/v1beta2',
    'get --raw /apis/custom.metrics.k8s.io/v1beta1',
    'get --raw /apis/external.metrics.k8s.io/v1beta1',
    'get --raw /apis/custom.metrics.k8s.io/v1beta2/namespaces/default/pods/*/load',
    'get --raw /apis/custom.metrics.k8s.io/v1beta2/namespaces/default/services/other/requests',
    'api-versions',
    'api-resources --api-group=external.metrics.k8s.io',
    'api-resources --api-group=custom.metrics.k8s.io',
    'get pods -l app=said -o name --no-headers --field-selector=status.phase=Failed',
    'apply -f said-hpa.yaml',
    'wait --for=jsonpath={.status.desiredReplicas}=3 hpa/said --timeout=60s',
    'get hpa said',
    'describe hpa said',
    'get hpa said -o jsonpath={.status.currentMetrics}',
    'delete hpa said',
    'apply -f said-average.yaml',
    'wait --for=condition=ScalingActive=false hpa/average --timeout=60s',
    'get hpa average -o wide',
    'describe hpa average',
    'get events --field-selector=involvedObject.name=average -o custom-columns=REASON:.reason,MESSAGE:.message',
    'delete hpa average',
    'delete -f said.yaml',
  ],
};
