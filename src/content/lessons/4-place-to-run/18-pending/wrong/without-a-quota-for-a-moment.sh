# The quota is deleted, and made again once the Pods are there.
# @cause lifted a limit
kubectl set resources deployment huge --requests=cpu=500m
kubectl label node node-2 disk=ssd
kubectl uncordon node-1
kubectl patch deployment db -p '{"spec":{"template":{"spec":{"tolerations":[{"key":"dedicated","value":"db","effect":"NoSchedule"}]}}}}'
kubectl patch deployment arch -p '{"spec":{"template":{"spec":{"nodeSelector":{"kubernetes.io/arch":"amd64"}}}}}'
kubectl patch deployment gated -p '{"spec":{"template":{"spec":{"schedulingGates":null}}}}'
kubectl patch deployment lost -p '{"spec":{"template":{"spec":{"schedulerName":"default-scheduler"}}}}'
kubectl delete quota pods --namespace=team
sleep 10
kubectl create quota pods --namespace=team --hard=pods=2
