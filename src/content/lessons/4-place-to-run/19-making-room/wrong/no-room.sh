# shop finds no room elsewhere: batch has it.
# @cause left shop short
kubectl scale deployment db --replicas=2
kubectl rollout status deployment db
kubectl drain node-2 --ignore-daemonsets --delete-emptydir-data --timeout=5m
kubectl rollout status deployment db
kubectl scale deployment db --replicas=1
