# shop matters more than batch: wherever its Pods go, they get room.
kubectl patch deployment shop -p '{"spec":{"template":{"spec":{"priorityClassName":"serving"}}}}'
# The budget of db lets its Pod go as soon as a second one is ready.
kubectl scale deployment db --replicas=2
# The DaemonSet's Pod stays, and the cache fills its empty directory anew. drain tries again while a budget refuses.
kubectl drain node-2 --ignore-daemonsets --delete-emptydir-data
# The second db was for the move only. Of two Pods, the one that isn't ready goes first.
kubectl scale deployment db --replicas=1
