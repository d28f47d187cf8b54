# Deletes what is there, and makes it again.
# @cause took the service away
kubectl delete deployment web
kubectl create deployment web --image=nginx:1.27 --replicas=2
kubectl rollout status deployment web --timeout=60s
