# All are scaled to 0 before the repair, and back after it.
# @cause has too few replicas
for d in huge fast front db arch gated lost; do kubectl scale deployment $d --replicas=0; done
kubectl set resources deployment huge --requests=cpu=500m
kubectl label node node-2 disk=ssd
kubectl uncordon node-1
kubectl patch deployment db -p '{"spec":{"template":{"spec":{"tolerations":[{"key":"dedicated","value":"db","effect":"NoSchedule"}]}}}}'
kubectl patch deployment arch -p '{"spec":{"template":{"spec":{"nodeSelector":{"kubernetes.io/arch":"amd64"}}}}}'
kubectl patch deployment gated -p '{"spec":{"template":{"spec":{"schedulingGates":null}}}}'
kubectl patch deployment lost -p '{"spec":{"template":{"spec":{"schedulerName":"default-scheduler"}}}}'
kubectl patch quota pods --namespace=team -p '{"spec":{"hard":{"pods":"2"}}}'
for d in huge fast front db arch gated lost; do kubectl scale deployment $d --replicas=1; done
