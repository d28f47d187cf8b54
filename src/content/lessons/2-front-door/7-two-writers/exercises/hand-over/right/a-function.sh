# One function applies for both; force does no harm where the number is the same.
as() {
  kubectl apply --server-side --field-manager=$1 --force-conflicts -f $2
}
echo '{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"front"},"spec":{"replicas":'$(kubectl get deployment front -o jsonpath='{.spec.replicas}')'}}' > scaler.json
as scaler scaler.json
grep -v replicas web.yaml > next.yaml
as web next.yaml
