# arch gets the right processor, and a node that nobody asked for.
# @cause changed more than the cause
kubectl set resources deployment huge --requests=cpu=500m
kubectl label node node-2 disk=ssd
kubectl uncordon node-1
kubectl patch deployment db -p '{"spec":{"template":{"spec":{"tolerations":[{"key":"dedicated","value":"db","effect":"NoSchedule"}]}}}}'
kubectl patch deployment arch -p '{"spec":{"template":{"spec":{"nodeSelector":{"kubernetes.io/arch":"amd64","kubernetes.io/hostname":"node-2"}}}}}'
kubectl patch deployment gated -p '{"spec":{"template":{"spec":{"schedulingGates":null}}}}'
kubectl patch deployment lost -p '{"spec":{"template":{"spec":{"schedulerName":"default-scheduler"}}}}'
kubectl patch quota pods --namespace=team -p '{"spec":{"hard":{"pods":"2"}}}'
