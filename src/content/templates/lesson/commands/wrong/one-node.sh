# Pins both Pods to one node.
# @cause put both on one node
kubectl patch deployment web -p '{"spec":{"replicas":2,"template":{"spec":{"nodeSelector":{"kubernetes.io/hostname":"node-1"}}}}}'
kubectl rollout status deployment web --timeout=60s
