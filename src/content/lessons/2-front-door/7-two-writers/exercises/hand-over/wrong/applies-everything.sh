# Applies the whole Deployment as the scaler, which then owns the labels and the template beside web.
# @cause gave the scaler more than replicas
kubectl get deployment front -o yaml > all.yaml
kubectl apply --server-side --field-manager=scaler --force-conflicts -f all.yaml
sed -i '/replicas:/d' web.yaml
kubectl apply --server-side --field-manager=web --force-conflicts -f web.yaml
