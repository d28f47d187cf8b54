# Leaves replicas out, before the scaler owns it.
# @cause let replicas fall back to 1
sed -i /replicas:/d web.yaml
kubectl apply --server-side --field-manager=web --force-conflicts -f web.yaml
