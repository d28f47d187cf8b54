# Writes the same number as the scaler. A write that changes nothing owns nothing.
# @cause let replicas fall back to 1
kubectl patch deployment front --subresource=scale --field-manager=scaler -p '{"spec":{"replicas":'$(kubectl get deployment front -o jsonpath='{.spec.replicas}')'}}'
sed -i /replicas:/d web.yaml
kubectl apply --server-side --field-manager=web --force-conflicts -f web.yaml
