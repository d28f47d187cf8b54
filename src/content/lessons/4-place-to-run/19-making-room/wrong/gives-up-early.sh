# Five seconds are less than a Pod takes to end.
# @cause left Pods on the node
kubectl patch deployment shop -p '{"spec":{"template":{"spec":{"priorityClassName":"serving"}}}}'
kubectl scale deployment db --replicas=2
kubectl drain node-2 --ignore-daemonsets --delete-emptydir-data --timeout=5s
