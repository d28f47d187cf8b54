# The Pod is bound by hand: the next one of the same Deployment waits again.
# @cause left lost Pending
kubectl set resources deployment huge --requests=cpu=500m
kubectl label node node-2 disk=ssd
kubectl uncordon node-1
kubectl patch deployment db -p '{"spec":{"template":{"spec":{"tolerations":[{"key":"dedicated","value":"db","effect":"NoSchedule"}]}}}}'
kubectl patch deployment arch -p '{"spec":{"template":{"spec":{"nodeSelector":{"kubernetes.io/arch":"amd64"}}}}}'
kubectl patch deployment gated -p '{"spec":{"template":{"spec":{"schedulingGates":null}}}}'
kubectl patch quota pods --namespace=team -p '{"spec":{"hard":{"pods":"2"}}}'
pod=$(kubectl get pods -l app=lost -o name | cut -d/ -f2)
echo '{"apiVersion":"v1","kind":"Binding","metadata":{"name":"'$pod'"},"target":{"kind":"Node","name":"node-2"}}' > binding.json
kubectl create --raw /api/v1/namespaces/default/pods/$pod/binding -f binding.json
