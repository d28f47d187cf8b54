# Manifests for three of them, applied over what is there.
cat > huge.yaml <<EOF
apiVersion: apps/v1
kind: Deployment
metadata: { name: huge }
spec:
  selector: { matchLabels: { app: huge } }
  template:
    metadata: { labels: { app: huge } }
    spec:
      containers:
        - name: main
          image: nginx:1.27
          resources: { requests: { cpu: 500m } }
EOF
kubectl apply -f huge.yaml
kubectl label node node-2 disk=ssd
kubectl uncordon node-1
kubectl patch deployment db -p '{"spec":{"template":{"spec":{"tolerations":[{"key":"dedicated","value":"db","effect":"NoSchedule"}]}}}}'
kubectl patch deployment arch -p '{"spec":{"template":{"spec":{"nodeSelector":{"kubernetes.io/arch":"amd64"}}}}}'
kubectl patch deployment gated -p '{"spec":{"template":{"spec":{"schedulingGates":null}}}}'
kubectl patch deployment lost -p '{"spec":{"template":{"spec":{"schedulerName":"default-scheduler"}}}}'
cat <<EOF | kubectl apply -f -
apiVersion: v1
kind: ResourceQuota
metadata: { name: pods, namespace: team }
spec: { hard: { pods: "2" } }
EOF
