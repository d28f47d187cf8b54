# A cordoned node keeps what it has.
# @cause left Pods on the node
kubectl patch deployment shop -p '{"spec":{"template":{"spec":{"priorityClassName":"serving"}}}}'
kubectl cordon node-2
