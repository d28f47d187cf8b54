# What they have in common is done in a loop, and looked at in the end.
repair() {
  kubectl patch deployment "$1" --patch "{\"spec\":{\"template\":{\"spec\":$2}}}"
}
repair db '{"tolerations":[{"key":"dedicated","operator":"Equal","value":"db","effect":"NoSchedule"}]}'
repair arch '{"nodeSelector":{"kubernetes.io/arch":"amd64"}}'
repair gated '{"schedulingGates":null}'
repair lost '{"schedulerName":null}'
repair huge '{"containers":[{"name":"main","resources":{"requests":{"cpu":"0.5"}}}]}'
kubectl label node node-2 disk=ssd --overwrite
kubectl uncordon node-1
kubectl patch quota pods --namespace team --patch '{"spec":{"hard":{"pods":"3"}}}'
for name in huge fast front db arch gated lost; do
  kubectl rollout status deployment $name --timeout=60s
done
