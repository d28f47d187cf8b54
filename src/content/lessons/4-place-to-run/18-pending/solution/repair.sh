# huge: 500 CPUs were asked for, half a CPU was meant.
kubectl set resources deployment huge --requests=cpu=500m
# fast: node-2 has an SSD, and no label says so.
kubectl label node node-2 disk=ssd
# front: node-1 was closed for new Pods.
kubectl uncordon node-1
# db: node-3 is reserved for databases, and this is one.
kubectl patch deployment db -p '{"spec":{"template":{"spec":{"tolerations":[{"key":"dedicated","value":"db","effect":"NoSchedule"}]}}}}'
# arch: the digits were swapped.
kubectl patch deployment arch -p '{"spec":{"template":{"spec":{"nodeSelector":{"kubernetes.io/arch":"amd64"}}}}}'
# gated: the gate goes when the Pod may.
kubectl patch deployment gated -p '{"spec":{"template":{"spec":{"schedulingGates":null}}}}'
# lost: no scheduler has that name.
kubectl patch deployment lost -p '{"spec":{"template":{"spec":{"schedulerName":"default-scheduler"}}}}'
# many: the quota allows one Pod, and two were asked for.
kubectl patch quota pods --namespace=team -p '{"spec":{"hard":{"pods":"2"}}}'
