# drain refuses while a Pod has an emptyDir.
# @cause left Pods on the node
kubectl patch deployment shop -p '{"spec":{"template":{"spec":{"priorityClassName":"serving"}}}}'
kubectl scale deployment db --replicas=2
kubectl rollout status deployment db
kubectl drain node-2 --ignore-daemonsets
kubectl scale deployment db --replicas=1
