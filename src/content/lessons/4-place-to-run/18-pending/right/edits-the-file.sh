# The manifests are corrected with sed, and applied again.
sed -i -e 's/cpu: "500"/cpu: 500m/' -e 's/amd46/amd64/' \
  -e '/schedulingGates/d' -e 's/default-schedular/default-scheduler/' \
  -e 's/pods: "1"/pods: "2"/' broken.yaml
kubectl apply -f broken.yaml
kubectl label nodes node-2 disk=ssd
kubectl uncordon node-1
kubectl patch deployment db -p '{"spec":{"template":{"spec":{"tolerations":[{"key":"dedicated","operator":"Equal","value":"db"}]}}}}'
