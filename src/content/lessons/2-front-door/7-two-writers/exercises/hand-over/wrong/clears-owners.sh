# Clears managedFields, so that there is no conflict.
# @cause gave replicas to another manager
kubectl patch deployment front --type=merge -p '{"metadata":{"managedFields":[{}]}}'
echo '{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"front"},"spec":{"replicas":'$(kubectl get deployment front -o jsonpath='{.spec.replicas}')'}}' > scaler.json
kubectl apply --server-side --field-manager=scaler -f scaler.json
sed -i /replicas:/d web.yaml
kubectl apply --server-side --field-manager=web --force-conflicts -f web.yaml
