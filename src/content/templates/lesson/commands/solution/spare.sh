# Two Pods, on two nodes.
kubectl scale deployment web --replicas=2
kubectl rollout status deployment web --timeout=60s
