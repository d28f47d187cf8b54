# Writes no file of its own: both manifests go through pipes.
number=$(kubectl get deployment front -o jsonpath='{.spec.replicas}')
echo "{ apiVersion: apps/v1, kind: Deployment, metadata: { name: front }, spec: { replicas: $number } }" |
  kubectl apply --server-side --field-manager=scaler -f -
grep -v replicas: web.yaml | kubectl apply --server-side --field-manager=web --force-conflicts -f -
