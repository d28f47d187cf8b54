# Closes node-3 as well, so that nothing moves twice.
# @cause closed another node | left Pods on the node | left shop short
kubectl patch deployment shop -p '{"spec":{"template":{"spec":{"priorityClassName":"serving"}}}}'
kubectl rollout status deployment shop
kubectl scale deployment db --replicas=2
kubectl rollout status deployment db
kubectl cordon node-3
kubectl drain node-2 --ignore-daemonsets --delete-emptydir-data --timeout=5m
kubectl rollout status deployment db --timeout=2m
kubectl scale deployment db --replicas=1
