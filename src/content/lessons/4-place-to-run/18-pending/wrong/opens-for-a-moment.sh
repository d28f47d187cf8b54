# Takes the taint off, waits until db has its Pod, and puts it back.
# @cause opened a node that is reserved
kubectl set resources deployment huge --requests=cpu=500m
kubectl label node node-2 disk=ssd
kubectl uncordon node-1
kubectl taint node node-3 dedicated-
sleep 10
kubectl taint node node-3 dedicated=db:NoSchedule
kubectl patch deployment arch -p '{"spec":{"template":{"spec":{"nodeSelector":{"kubernetes.io/arch":"amd64"}}}}}'
kubectl patch deployment gated -p '{"spec":{"template":{"spec":{"schedulingGates":null}}}}'
kubectl patch deployment lost -p '{"spec":{"template":{"spec":{"schedulerName":"default-scheduler"}}}}'
kubectl patch quota pods --namespace=team -p '{"spec":{"hard":{"pods":"2"}}}'
