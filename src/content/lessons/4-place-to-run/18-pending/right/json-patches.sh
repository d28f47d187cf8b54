# Each change by its path.
kubectl patch deployment huge --type=json -p '[{"op": "replace", "path": "/spec/template/spec/containers/0/resources/requests/cpu", "value": "500m"}]'
kubectl label node node-2 disk=ssd
kubectl uncordon node-1
kubectl patch deployment db --type=json -p '[{"op": "add", "path": "/spec/template/spec/tolerations", "value": [{"key": "dedicated", "operator": "Exists"}]}]'
kubectl patch deployment arch -p '{"spec":{"template":{"spec":{"nodeSelector":{"kubernetes.io/arch":"amd64"}}}}}'
kubectl patch deployment gated --type=json -p '[{"op": "remove", "path": "/spec/template/spec/schedulingGates"}]'
kubectl patch deployment lost --type=json -p '[{"op": "remove", "path": "/spec/template/spec/schedulerName"}]'
kubectl patch quota pods -n team --type=json -p '[{"op":"replace","path":"/spec/hard/pods","value":"2"}]'
