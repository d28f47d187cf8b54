# Opens the node before anyone has repaired it.
# @cause left the node open | left Pods on the node
kubectl patch deployment shop -p '{"spec":{"template":{"spec":{"priorityClassName":"serving"}}}}'
kubectl scale deployment db --replicas=2
kubectl drain node-2 --ignore-daemonsets --delete-emptydir-data
kubectl rollout status deployment db
kubectl scale deployment db --replicas=1
kubectl uncordon node-2
