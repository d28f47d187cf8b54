# Waits for each step before the next.
# shop matters more than batch: its Pods get room.
kubectl patch deployment shop -p '{"spec":{"template":{"spec":{"priorityClassName":"serving"}}}}'
kubectl rollout status deployment shop
# Nothing may come back to the node, also not the second db.
kubectl cordon node-2
kubectl scale deployment db --replicas=2
kubectl rollout status deployment db
# What a DaemonSet runs stays; the cache fills its empty directory anew.
kubectl drain node-2 --ignore-daemonsets --delete-emptydir-data
# The second db was for the move only.
kubectl rollout status deployment db
kubectl rollout status deployment shop
kubectl scale deployment db --replicas=1
