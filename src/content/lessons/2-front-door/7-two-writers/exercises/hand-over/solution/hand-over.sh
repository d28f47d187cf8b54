# The scaler becomes an owner of replicas, with the number of the cluster.
cat > scaler.yaml <<YAML
apiVersion: apps/v1
kind: Deployment
metadata: { name: front }
spec: { replicas: $(kubectl get deployment front -o jsonpath='{.spec.replicas}') }
YAML
kubectl apply --server-side --field-manager=scaler -f scaler.yaml
# Web applies its manifest without replicas, and takes the image over.
sed -i '/replicas:/d' web.yaml
kubectl apply --server-side --field-manager=web --force-conflicts -f web.yaml
