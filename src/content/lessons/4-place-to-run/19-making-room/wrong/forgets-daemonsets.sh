# drain refuses as a whole while a DaemonSet's Pod is there.
# @cause left Pods on the node
kubectl patch deployment shop -p '{"spec":{"template":{"spec":{"priorityClassName":"serving"}}}}'
kubectl scale deployment db --replicas=2
kubectl rollout status deployment db
kubectl drain node-2 --delete-emptydir-data
kubectl scale deployment db --replicas=1
