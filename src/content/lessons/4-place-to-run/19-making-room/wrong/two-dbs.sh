# The second db stays.
# @cause left db with two
kubectl patch deployment shop -p '{"spec":{"template":{"spec":{"priorityClassName":"serving"}}}}'
kubectl rollout status deployment shop
kubectl scale deployment db --replicas=2
kubectl rollout status deployment db
kubectl drain node-2 --ignore-daemonsets --delete-emptydir-data
