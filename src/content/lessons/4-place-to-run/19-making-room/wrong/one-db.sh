# The budget of db never lets its only Pod go, and drain gives up.
# @cause left Pods on the node
kubectl patch deployment shop -p '{"spec":{"template":{"spec":{"priorityClassName":"serving"}}}}'
kubectl drain node-2 --ignore-daemonsets --delete-emptydir-data --timeout=2m
