# The promise becomes none, for a while.
# @cause took away a budget
kubectl patch deployment shop -p '{"spec":{"template":{"spec":{"priorityClassName":"serving"}}}}'
kubectl patch pdb db -p '{"spec":{"minAvailable":0}}'
kubectl drain node-2 --ignore-daemonsets --delete-emptydir-data
kubectl patch pdb db -p '{"spec":{"minAvailable":1}}'
